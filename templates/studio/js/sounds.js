// A few soft tones: a step of a move, one's own turn, the end. They can be off, and nothing is loaded for them.

import { remembered } from "./dom.js";

const TONES = { step: [[330, 0.05]], turn: [[523, 0.12], [784, 0.18]], end: [[523, 0.14], [659, 0.14], [784, 0.3]], said: [[660, 0.08]] };

let context;

export const sounding = () => remembered.get("sound", true);

/** Let a tone be heard, if sound is on and somebody has touched the page: before that browsers allow none. */
export function sound(kind) {
  if (!sounding() || !navigator.userActivation?.hasBeenActive || !window.AudioContext) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, seconds] of TONES[kind]) {
    const tone = context.createOscillator(), loud = context.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.05, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop((at += seconds));
  }
}
