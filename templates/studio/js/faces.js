// Real faces: each is a picture of its own, by the address of what it shows, so that it is fetched once and for ever.

import { h } from "./dom.js";
import { picture } from "./data.js";

/** Return the corner of a component as CSS: per cent of width and height, so that it holds at every zoom. */
export function cornerOf(component) {
  const [w, height] = component.size;
  if (component.shape === "round") return "50%";
  const mm = Math.max(component.corner, 0.4);
  return `${((mm / w) * 100).toFixed(2)}% / ${((mm / height) * 100).toFixed(2)}%`;
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      entry.target.paint?.();
    }
  },
  { rootMargin: "600px" },
);

/** Return an <img> of a face without its bleed, fetched when it comes near the window; no address: nothing to see yet. */
export function faceImage(component, name, { now = false, alt = "", slug } = {}) {
  const [w, height] = component.size;
  const b = component.bleed;
  const img = h("img", { class: "face-img", alt, decoding: "async", draggable: "false" });
  for (const [side, part] of [["width", 100 + (200 * b) / w], ["height", 100 + (200 * b) / height], ["left", (-100 * b) / w], ["top", (-100 * b) / height]]) img.style.setProperty(side, `${part.toFixed(4)}%`);
  img.dataset.face = name ?? "";
  img.paint = () => {
    if (!name) return;
    img.addEventListener("load", () => img.classList.add("painted"), { once: true });
    img.addEventListener("error", () => img.classList.add("no-face"), { once: true });
    img.src = picture(name, slug);
  };
  if (now) img.paint();
  else watcher.observe(img);
  return img;
}

/** Return an <img> of a face, its bleed cut off by the box around it. */
export function trimmed(component, src, alt = "") {
  const [w, height] = component.size;
  const b = component.bleed;
  const img = h("img", { src, alt, draggable: "false" });
  for (const [side, part] of [["width", 100 + (200 * b) / w], ["height", 100 + (200 * b) / height], ["left", (-100 * b) / w], ["top", (-100 * b) / height]]) img.style.setProperty(side, `${part.toFixed(4)}%`);
  return h("span", { class: "trimmed" }, img);
}

/** Put a new picture in the place of an old one as soon as it can be painted, so that nothing flickers. */
export async function swap(old, fresh) {
  if (!fresh.src) fresh.paint();
  await fresh.decode().catch(() => null);
  if (old.isConnected) old.replaceWith(fresh);
  fresh.classList.add("painted");
}
