// A millimetre on this screen: browsers say 96 dots to an inch whatever the screen, so a bank card lies on it once.

import { $, button, fill, h, remembered } from "./dom.js";

const CARD = [85.6, 53.98]; // mm, ISO/IEC 7810 ID-1: bank cards, library cards, driving licences
const GUESS = 96 / 25.4;
const [LEAST, MOST] = [1.5, 12]; // CSS pixels for a millimetre: from a wall to a telephone held close

const key = () => `millimetre.${screen.width}x${screen.height}`;
const kept = () => {
  const dots = Number(remembered.get(key(), 0)); // of the screen itself: the browser's own zoom changes its pixels, and not the screen
  const found = dots / devicePixelRatio;
  return found >= LEAST / 8 && found <= MOST * 8 ? found : null;
};

/** CSS pixels for a millimetre on this screen. */
export const millimetre = () => kept() ?? GUESS;
export const measured = () => kept() !== null;
export const howTrue = () => (measured() ? "measured on this screen" : "as if the screen had 96 dots per inch");

/** Have the outline made as large as a bank card; `done` is called when the screen has another millimetre. */
export function calibrate(done) {
  $("dialog.calibrate")?.remove();
  const upright = innerWidth < 720;
  const [w, height] = upright ? [...CARD].reverse() : CARD;
  const most = Math.min(MOST, Math.max(LEAST * 2, (innerWidth - 64) / w));
  const outline = h("div", { class: "bank-card" }, h("i", { class: "corner", "aria-hidden": "true" }));
  const slider = h("input", { type: "range", min: LEAST, max: most, step: 0.01, "aria-label": "Size of the outline" });
  const show = (k) => {
    slider.value = k;
    const now = Number(slider.value);
    outline.style.setProperty("width", `${w * now}px`);
    outline.style.setProperty("height", `${height * now}px`);
    outline.style.setProperty("border-radius", `${3.18 * now}px`);
    slider.setAttribute("aria-valuetext", `${Math.round(w * now)} pixels wide`);
  };
  slider.addEventListener("input", () => show(slider.value));
  outline.addEventListener("pointerdown", (event) => {
    outline.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  outline.addEventListener("pointermove", (event) => outline.hasPointerCapture(event.pointerId) && show((event.clientX - outline.getBoundingClientRect().left) / w));
  const dialog = document.body.appendChild(h("dialog", { class: "calibrate", "aria-labelledby": "calibrate-title" }));
  const leave = (value) => {
    if (value !== undefined) remembered.set(key(), value);
    dialog.close();
    if (value !== undefined) done();
  };
  fill(
    dialog,
    h("div", { class: "dialog-head" }, h("h2", { id: "calibrate-title" }, "Real size on this screen"), button("close", "Close", () => dialog.close())),
    h(
      "div",
      { class: "calibrate-body" },
      h("p", {}, `Hold a bank card${upright ? ", upright," : ""} against the screen with its left edge on the outline's. Make the outline as large as the card: pull its corner, or use the slider and the arrow keys.`),
      outline,
      h("div", { class: "row" }, button("minus", "Smaller", () => show(Number(slider.value) - 0.01)), slider, button("plus", "Larger", () => show(Number(slider.value) + 0.01))),
      h("div", { class: "row" }, button("", "It fits", () => leave(Number(slider.value) * devicePixelRatio), { words: true, kind: "btn-main" }), measured() ? button("", "Forget what was measured", () => leave(null), { words: true }) : null),
    ),
  );
  dialog.addEventListener("close", () => setTimeout(() => dialog.remove()));
  show(millimetre());
  dialog.showModal();
  slider.focus();
}
