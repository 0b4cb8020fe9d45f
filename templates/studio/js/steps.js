// A move step by step: each frame is shown for a moment, in the order of the rules; a click or a key goes on at once.

import { calm } from "./dom.js";

/** The table after each frame of a move, unrolled from what it changes. */
export function unrolled(now, frames) {
  return frames.map((frame) => (now = { ...now, ...frame, pieces: { ...now.pieces, ...frame.pieces }, zones: { ...now.zones, ...frame.zones }, at: { ...now.at, ...frame.at } }));
}

/** How long one of so many frames is seen, in ms. */
export const pause = (frames) => Math.max(150, Math.min(450, 900 / frames));

const MOST_WAITING = 8;

/** Shows messages one after the other, and does after each what is to be done then; without motion only the last. */
export class Player {
  constructor(view) {
    this.view = view;
    this.left = [];
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.finish(), true);
  }

  play(messages, done = () => {}, pace = pause(messages.length)) {
    if (this.left.length > MOST_WAITING) this.finish();
    const shown = calm() ? messages.slice(-1) : messages;
    const idle = !this.left.length;
    this.left.push(...shown.map((message, n) => ({ message, pace, done: n === shown.length - 1 ? done : null })));
    if (idle) this.next();
  }

  next() {
    clearTimeout(this.timer);
    const { message, pace, done } = this.left.shift();
    this.view.pace = pace;
    this.view.show(message);
    this.shown?.(message);
    this.heard?.(message);
    if (this.left.length) this.timer = setTimeout(() => this.next(), pace);
    done?.();
  }

  /** Show how the table is now. */
  finish() {
    clearTimeout(this.timer);
    const left = this.left.splice(0);
    if (left.length) this.view.show(left.at(-1).message, { animate: false });
    for (const { done } of left) done?.();
  }
}
