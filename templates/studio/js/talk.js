// What people say to each other at a table: in words of their own, with a phrase that is ready, or by pointing at a piece.

import { $, button, h, popBelow, toast } from "./dom.js";

const PHRASES = ["Your turn", "One moment, please", "Well played", "What a pity", "Shall we take that back?", "I do not know this rule"];

/** Return the line to speak in; `say(words)` and `point(element)` tell the others. `pieces` says what can be pointed at. */
export function talk({ say, point, pieces }) {
  const input = h("input", { placeholder: "Say something", maxlength: 300, autocomplete: "off" });
  const phrases = (opener) => {
    const box = popBelow(opener, "Ready phrases", "phrases", PHRASES.map((words) => h("button", { type: "button", class: "btn", onclick: () => (box.hidePopover(), say(words)) }, words)));
  };
  const form = h("form", { class: "say" }, h("label", { class: "field" }, h("span", { class: "sr" }, "Say something"), input), button("more", "Ready phrases", (event) => phrases(event.currentTarget)), button("peek", "Point at a piece", () => pointing(point, pieces)), button("right", "Say it", null, { type: "submit" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) say(input.value);
    input.value = "";
  });
  return form;
}

/** The next piece that is touched is pointed at; anything else ends it. */
function pointing(point, pieces) {
  $("#side").classList.remove("up");
  document.body.classList.add("points");
  const note = toast("Touch the piece that the others should look at.", { seconds: 0 });
  const end = (event) => {
    if (event.type === "keydown" && !["Enter", " ", "Escape"].includes(event.key)) return;
    const piece = event.key === "Escape" ? null : event.target.closest?.(pieces);
    if (event.type === "pointerdown" && piece) return event.stopPropagation(); // the click that follows points
    for (const kind of ["click", "keydown", "pointerdown"]) removeEventListener(kind, end, true);
    document.body.classList.remove("points");
    note.remove();
    if (!piece) return;
    event.preventDefault();
    event.stopPropagation();
    point(piece);
  };
  setTimeout(() => ["click", "keydown", "pointerdown"].forEach((kind) => addEventListener(kind, end, true)));
}

/** Show for a moment which piece somebody points at. */
export function shows(piece) {
  if (!piece) return;
  piece.classList.add("shown-to-all");
  piece.scrollIntoView({ block: "nearest", inline: "nearest" });
  setTimeout(() => piece.classList.remove("shown-to-all"), 4000);
}
