// One page at full size, with the one before and the one after.

import { button, fill, h, icon } from "./dom.js";
import { picture } from "./data.js";

/** Return a function that opens page n of a list of `{title, size, picture, note, more}`. */
export function pageViewer(pages) {
  document.querySelector("dialog.viewer")?.remove();
  const dialog = document.body.appendChild(h("dialog", { class: "viewer", "aria-label": "A page" }));
  dialog.tabIndex = -1;
  const open = (n) => {
    const at = (n + pages.length) % pages.length;
    const page = pages[at];
    fill(
      dialog,
      h("div", { class: "dialog-head" }, h("h2", {}, page.title), button("left", "Page before", () => open(at - 1)), h("span", { class: "soft num" }, `${at + 1} of ${pages.length}`), button("right", "Page after", () => open(at + 1)), button("close", "Close", () => dialog.close())),
      h("div", { class: "viewer-body", tabindex: 0, role: "region", "aria-label": page.title }, h("img", { class: "paper", src: picture(page.picture), alt: page.title, width: page.size[0] * 4, height: page.size[1] * 4 })),
      h("div", { class: "viewer-foot soft" }, icon("ruler"), h("span", {}, page.note), h("span", { class: "grow" }), page.more ?? null),
    );
    dialog.onkeydown = (event) => (event.key === "ArrowLeft" ? open(at - 1) : event.key === "ArrowRight" ? open(at + 1) : null);
    if (!dialog.open) dialog.showModal();
    dialog.focus();
  };
  return open;
}
