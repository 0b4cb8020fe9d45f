// A shared game: pictures, the large view, the film, and remarks that leave the page as text alone.

import { $, $$, fill, h, remembered } from "./dom.js";
import { cutOut, unpacked } from "./packed.js";

const words = $("#words").dataset;
const { game, version } = document.body.dataset;
const cards = $$("[data-card]");
const nameOf = (id) => $(`[data-card="${CSS.escape(id)}"] label span`)?.textContent ?? id;
const kept = `share.${game}.${version}`;
let pictures, remarks = remembered.get(kept, []), shown = null, side = "front", pin = null; // pin: a place on the face, in mm

async function start() {
  decks();
  sheet();
  film();
  notes();
  const { sprites, faces } = JSON.parse(await unpacked($("#packed").textContent));
  pictures = cutOut(sprites, faces);
  const paint = (img) => (img.src = pictures(img.dataset.face));
  const near = new IntersectionObserver((some) => some.forEach((one) => one.isIntersecting && (near.unobserve(one.target), $$("img[data-face]", one.target).forEach(paint))), { rootMargin: "600px" });
  for (const img of $$("img[data-face]")) near.observe(img.parentElement); // an image without address has no place
  $$(".fan img").forEach(paint);
  addEventListener("beforeprint", () => $$("img[data-face]").forEach(paint));
  for (const card of cards) $(".look", card).addEventListener("click", () => zoom(card));
}

// -- pieces ----------------------------------------------------------------------------------------------

function decks() {
  const chips = $$("[data-deck]");
  const only = (id) => {
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.deck === id));
    for (const deck of $$(".deck")) deck.hidden = id !== "" && deck.dataset.in !== id;
  };
  for (const chip of chips) chip.addEventListener("click", () => only(chip.dataset.deck));
  only(chips[0].dataset.deck);
  for (const box of $$(".deck input")) box.addEventListener("change", ticks);
  $("#ticked button").addEventListener("click", untick);
  ticks();
}

const ticked = () => $$(".deck input:checked").map((box) => box.value);

function ticks() {
  const some = ticked();
  $("#about").textContent = some.length ? words.about.replace("{names}", some.map(nameOf).join(", ")) : words.whole;
  $("#ticked").hidden = !some.length;
  $("#ticked span").textContent = words.ticked.replace("{n}", some.length);
}

function untick() {
  for (const box of $$(".deck input:checked")) box.checked = false;
  ticks();
}

function zoom(card) {
  [shown, side] = [card, "front"];
  look();
  if (!$("#zoom").open) $("#zoom").showModal();
}

function look() {
  const id = shown.dataset.card;
  $("#zoom-title").textContent = nameOf(id);
  $("#zoom-face").src = pictures(`${id} ${side}`);
  $("#zoom-face").alt = `${nameOf(id)}, ${words[side]}`;
  $("#turn").hidden = !("back" in shown.dataset);
  $("#side").textContent = words[side];
  pinned(null);
}

/** Where the face is in its frame, with its size in mm. */
function faceBox() {
  const a = $("#zoom-face").getBoundingClientRect(), style = getComputedStyle(shown.parentElement), w = Number(style.getPropertyValue("--w")), height = Number(style.getPropertyValue("--h"));
  const k = Math.min(a.width / w, a.height / height);
  return { left: a.left + (a.width - w * k) / 2, top: a.top + (a.height - height * k) / 2, k, size: [w, height] };
}

/** Pin the remark to a place; null takes the pin away. */
function pinned(to) {
  pin = to && to.map((n, axis) => Math.round(Math.max(0, Math.min(faceBox().size[axis], n))));
  const large = $(".large"), a = large.getBoundingClientRect(), face = faceBox();
  $(".pin", large)?.remove();
  $("#side").textContent = pin ? `${words[side]}, ${pin.join(" × ")} mm` : words[side];
  if (pin) large.append(h("i", { class: "pin", "aria-hidden": "true", style: { left: `${face.left - a.left + pin[0] * face.k}px`, top: `${face.top - a.top + pin[1] * face.k}px` } }));
}
$("#zoom-face").addEventListener("click", (event) => {
  const face = faceBox();
  pinned([(event.clientX - face.left) / face.k, (event.clientY - face.top) / face.k]);
});

function step(by) {
  const some = cards.filter((card) => !card.closest(".deck").hidden);
  zoom(some[(some.indexOf(shown) + by + some.length) % some.length]);
}

function turn() {
  if ($("#turn").hidden) return;
  side = side === "front" ? "back" : "front";
  look();
}

$("#turn").addEventListener("click", turn);
$("#zoom-prev").addEventListener("click", () => step(-1));
$("#zoom-next").addEventListener("click", () => step(1));
$("#zoom-close").addEventListener("click", () => $("#zoom").close());
$("#zoom").addEventListener("click", (event) => event.target === $("#zoom") && $("#zoom").close());
$("#zoom").addEventListener("keydown", (event) => {
  if (event.target.matches("textarea")) return;
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (way && event.shiftKey) return event.preventDefault(), pinned((pin ?? faceBox().size.map((n) => n / 2)).map((n, axis) => n + way[axis]));
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "f") turn();
});

// -- rules and film, each in a frame of its own -------------------------------------------------------------

function sheet() {
  const frame = $("#sheet");
  if (!frame) return;
  const fit = () => {
    const inside = frame.contentDocument;
    if (!inside?.body) return;
    new ResizeObserver(() => (frame.style.height = `${Math.ceil(inside.documentElement.getBoundingClientRect().height)}px`)).observe(inside.documentElement);
    inside.addEventListener("click", (event) => {
      const to = event.target.closest?.("a[href^='#']")?.getAttribute("href").slice(1);
      if (to === undefined) return;
      event.preventDefault(); // the frame has no address of its own to go to
      inside.getElementById(to)?.scrollIntoView({ block: "center" });
    });
  };
  frame.addEventListener("load", fit);
  if (frame.contentDocument?.readyState === "complete") fit();
}

function film() {
  $("#reel button")?.addEventListener("click", async () => {
    const page = JSON.parse(await unpacked($("#reel-packed").textContent));
    const frame = h("iframe", { title: words.film, sandbox: "allow-scripts", srcdoc: page, allow: "fullscreen" });
    fill($("#reel"), frame);
    frame.focus();
  });
}

// -- remarks ---------------------------------------------------------------------------------------------

function add(form, about, at = "") {
  const field = $("textarea", form), says = field.value.trim();
  if (!says) return field.focus();
  remarks.push({ about, says, at });
  field.value = "";
  notes();
}

$("#remarks form").addEventListener("submit", (event) => {
  event.preventDefault();
  add(event.target, ticked());
  untick();
});
$("#zoom form").addEventListener("submit", (event) => {
  event.preventDefault();
  add(event.target, [shown.dataset.card], pin ? ` ${side} ${pin.join("×")} mm` : "");
  pinned(null);
});

/** Return all remarks as text: pieces in brackets, further lines indented. */
const asText = () =>
  [words.head, ...remarks.map(({ about, says, at }) => `[${about.join(", ") || game}${at ?? ""}] ${says.replaceAll("\n", "\n  ")}`)].join("\n\n");

function notes() {
  remembered.set(kept, remarks);
  const remove = (one) => {
    remarks = remarks.filter((other) => other !== one);
    notes();
    $("#says").focus();
  };
  fill($("#notes"), remarks.map((one) => h("li", {}, h("p", {}, h("b", {}, one.about.map(nameOf).join(", ") || words.whole, one.at), one.says), h("button", { type: "button", class: "btn", onclick: () => remove(one) }, words.remove))));
  $("#letter").hidden = !remarks.length;
  $("#text").value = asText();
  $("#copied").textContent = "";
}

$("#copy").addEventListener("click", async () => {
  $("#text").select();
  const done = await navigator.clipboard?.writeText($("#text").value).then(() => true, () => false);
  $("#copied").textContent = done ? words.copied : words.select;
});

start();
