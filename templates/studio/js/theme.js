// Light and dark on pages around a table: what was chosen once holds everywhere.

import { button, remembered } from "./dom.js";

/** Paint the page as it was chosen, and return the button that chooses otherwise. */
export function themeButton() {
  const root = document.documentElement;
  root.dataset.theme = remembered.get("theme", "auto");
  return button("moon", "Light or dark", () => {
    const now = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    remembered.set("theme", (root.dataset.theme = (root.dataset.theme === "auto" ? now : root.dataset.theme) === "dark" ? "light" : "dark"));
  }, { kind: "theme" });
}
