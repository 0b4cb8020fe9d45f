// "Look at it as": other eyes, and on some pages other sizes, for judging faces. What is chosen stands in the address.

import { $, button, h, icon, popBelow } from "./dom.js";
import { keepInAddress, query } from "./data.js";
import { EYES, knownEyes, seeAs } from "./eyes.js";
import { calibrate, howTrue, measured } from "./truesize.js";

export const eyes = { now: knownEyes(query.get("eyes") ?? "") };

/** Choose other eyes and write them into the address. */
export function look(id) {
  eyes.now = knownEyes(id);
  seeAs(eyes.now);
  keepInAddress("eyes", eyes.now);
}

/** Return the button that opens the menu; `sizes` are `{id, label, says}`, `size()` is the one that is chosen, `changed` is told of every choice. */
export function lookAs({ sizes = [], size = () => "", setSize = () => {}, changed = () => {} } = {}) {
  const words = () => (eyes.now ? EYES.find((one) => one.id === eyes.now).label : "Look at it as");
  const opener = button("eye", words(), () => open(), { words: true, "aria-haspopup": "dialog" });
  opener.id = "look-as";
  const show = () => {
    $("span", opener).textContent = words();
    opener.setAttribute("aria-label", eyes.now ? `Look at it as: ${words()}` : words());
    opener.setAttribute("aria-pressed", String(Boolean(eyes.now || (sizes.length && size() !== sizes[0].id))));
  };
  opener.show = show;
  show();
  seeAs(eyes.now);

  function open() {
    const group = (name, legend, choices, value, choose) =>
      h("fieldset", { class: "as" }, h("legend", {}, legend), choices.map((one) => {
        const input = h("input", { type: "radio", name, value: one.id, checked: one.id === value });
        input.addEventListener("change", () => (choose(one.id), show(), changed()));
        return h("label", { class: "choice" }, input, h("span", {}, h("b", {}, one.label), one.says ? h("small", { class: "soft" }, one.says) : null));
      }));
    const measure = () => {
      box.hidePopover();
      calibrate(() => (changed(), opener.focus()));
    };
    const box = popBelow(
      opener,
      "Look at it as",
      "look-as",
      group("eyes", "Eyes and printers", EYES, eyes.now, look),
      sizes.length ? group("size", "Size", sizes.map((one) => (one.id === "real" ? { ...one, says: howTrue() } : one)), size(), setSize) : null,
      h("button", { type: "button", class: "btn", onclick: measure }, icon("ruler"), h("span", {}, measured() ? "Measure this screen again" : "Measure this screen with a bank card")),
    );
  }
  return opener;
}
