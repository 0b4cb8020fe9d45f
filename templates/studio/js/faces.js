// Real faces: each is a picture of its own, by the address of what it shows, so that it is fetched once and for ever.

import { h } from "./dom.js";
import { MOST_PIXELS, picture, thumbnail } from "./data.js";

/** Return the corner of a component as CSS: per cent of width and height, so that it holds at every zoom. */
export function cornerOf(component) {
  const [w, height] = component.size;
  if (component.shape === "round") return "50%";
  const mm = Math.max(component.corner, 0.4);
  return `${((mm / w) * 100).toFixed(2)}% / ${((mm / height) * 100).toFixed(2)}%`;
}

/** Return the outline of a hexagon or a free shape as a clip of a picture with so much bleed, seen from behind if asked; "" for others. */
export function clipOf({ outline, size: [w, height] }, bleed = 0, behind = false) {
  const part = (mm, of) => `${((100 * (mm + bleed)) / (of + 2 * bleed)).toFixed(2)}%`;
  return outline ? `polygon(${outline.map(([x, y]) => `${part(behind ? w - x : x, w)} ${part(y, height)}`).join(", ")})` : "";
}

/** Lay a picture of a face so that the box around it cuts off its bleed, and clip it along an outline. */
function laid(img, component, behind = false) {
  const [w, height] = component.size, b = component.bleed;
  for (const [side, part] of [["width", 100 + (200 * b) / w], ["height", 100 + (200 * b) / height], ["left", (-100 * b) / w], ["top", (-100 * b) / height]]) img.style.setProperty(side, `${part.toFixed(4)}%`);
  img.style.clipPath = clipOf(component, b, behind);
  return img;
}

const STEP = 20; // px: pictures that are nearly equal in size are one

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target, boundingClientRect } of entries) {
      if (isIntersecting) target.paint(boundingClientRect.width || target.offsetWidth); // where nothing was laid out yet, it is now
      else if (target.isConnected && !target.classList.contains("painted")) target.drop();
    }
  },
  { rootMargin: "600px" },
);

/** Have faces fetched again that are shown larger than they were fetched. */
export const sharpen = (images) => images.forEach((img) => watcher.observe(img));

/** Return an <img> of a face without its bleed, fetched when it comes near the window, in the pixels that it has there: the document
    of an SVG takes a hundred times the memory. No address: nothing to see yet; a face of another kit (`slug`) comes as SVG, and so
    does one that is drawn anew with every key (`svg`). */
export function faceImage(component, name, { alt = "", slug, svg = !!slug, behind = false } = {}) {
  const img = laid(h("img", { class: "face-img", alt, decoding: "async", draggable: "false" }), component, behind);
  img.dataset.face = name ?? "";
  img.addEventListener("load", () => (img.classList.add("painted"), watcher.unobserve(img)));
  img.addEventListener("error", () => (!img.src || img.src.endsWith(".svg") ? img.classList.add("no-face") : (img.src = picture(name, slug))));
  let has = 0;
  img.paint = (wide) => {
    const px = STEP * Math.ceil((wide * devicePixelRatio) / STEP);
    if (!name || px <= has) return;
    has = px;
    img.src = svg || px > MOST_PIXELS ? picture(name, slug) : thumbnail(name, px);
  };
  /** Somebody scrolls past: what is in the window now goes first. */
  img.drop = () => {
    has = 0;
    img.removeAttribute("src");
  };
  watcher.observe(img);
  return img;
}

/** Return an <img> of a face, its bleed cut off by the box around it. */
export function trimmed(component, src, alt = "") {
  return h("span", { class: "trimmed" }, laid(h("img", { src, alt, draggable: "false" }), component));
}

/** Put a new picture in the place of an old one as soon as it can be painted, so that nothing flickers. */
export async function swap(old, fresh) {
  fresh.paint(old.clientWidth);
  await fresh.decode().catch(() => new Promise((loaded) => (fresh.addEventListener("load", loaded, { once: true }), fresh.complete && loaded())));
  if (old.isConnected) old.replaceWith(fresh);
}
