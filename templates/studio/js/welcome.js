// The studio with no kit chosen: how to begin, the kits of the folder, and the games that come with cardgen.

import { $, copying, fill, h, icon } from "./dom.js";
import { cover, kits } from "./data.js";
import { cornerOf, faceImage } from "./faces.js";
import { mountShell } from "./shell.js";

async function start() {
  mountShell("welcome");
  await show();
  setInterval(() => !document.hidden && show(), 2000); // a kit that is made meanwhile appears
}

let shown = "";

async function show() {
  const found = await kits().catch(() => ({ folder: null, kits: [] }));
  if (shown === JSON.stringify(found) || (shown && !found.kits.length)) return; // nothing new, or the studio has stopped
  shown = JSON.stringify(found);
  const own = found.kits.filter((kit) => kit.own);
  begin(found.folder, own);
  const shelf = $("#shelf");
  fill(shelf);
  if (own.length) shelf.append(row(found.folder ? `Kits in ${short(found.folder)}` : "Kits", own));
  const ours = found.kits.filter((kit) => !kit.own);
  if (ours.length) shelf.append(row("Games that come with cardgen", ours));
}

const short = (folder) => folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;

function row(title, list) {
  return h("section", { "aria-label": title }, h("header", {}, h("h2", {}, title)), h("ul", { class: "covers" }, list.map(card)));
}

function begin(folder, own) {
  const step = (words, command) => h("li", {}, h("p", {}, words), h("div", { class: "command" }, h("pre", { tabindex: 0 }, h("code", {}, command)), copying(command)));
  fill(
    $("#start"),
    h("h1", {}, own.length ? "Choose a kit" : "No kit here yet"),
    h("p", {}, own.length ? "Every file you save in a kit's folder shows here at once." : `There is no game.yaml ${folder ? `in ${short(folder)}` : "in this folder"}. Look at one of the games on this page, or begin your own.`),
    h("p", {}, h("a", { class: "btn btn-main", href: "new" }, icon("plus"), h("span", {}, "A new game"))),
    h("ol", { class: "steps" },
      step("Or make one in a terminal:", "cardgen new my-game"),
      step("Open its folder here, and save its files in your editor:", "cardgen studio my-game"),
      step("Print it:", "cardgen build my-game")),
    h("p", { class: "soft" }, "A kit is a folder with a game.yaml, which says what is in the box. “Making a kit” in the documentation leads from an empty folder to a printed deck."),
  );
}

/** A kit as the lid of its box: the head comes at once, its faces as they are drawn. */
function card(kit) {
  const head = h("b", { class: "caps lid-title" }, kit.slug);
  const sub = h("span", { class: "lid-sub soft" });
  const fan = h("span", { class: "cover-fan", "aria-hidden": "true" });
  const foot = h("p", {});
  const lid = h("a", { class: "lid", href: `gallery?${new URLSearchParams({ kit: kit.slug })}` }, head, sub, fan);
  const to = (page, words, pictogram) => h("a", { class: "btn btn-text", href: `${page}?${new URLSearchParams({ kit: kit.slug })}` }, icon(pictogram), h("span", {}, words));
  const ways = h("div", { class: "cover-ways" }, to("gallery", "Faces", "faces"), to("sheets", "Sheets", "sheet"), to("rules", "Rules", "book"));
  const box = h("li", { class: "cover", title: kit.folder }, lid, h("div", { class: "cover-foot" }, foot, ways));
  cover(kit.slug).then(
    (told) => {
      head.textContent = told.title;
      sub.textContent = told.subtitle ?? "";
      if (/^#[0-9a-f]{6}$/i.test(told.accent ?? "")) box.style.setProperty("--kit", told.accent);
      if (told.problems) return fill(foot, h("span", { class: "tag bad" }, icon("error"), told.problems === 1 ? "It has a problem" : `It has ${told.problems} problems`));
      const [least, most] = told.players;
      fill(foot, h("b", { class: "num" }, least === most ? least : `${least}–${most}`), " players", h("i"), told.minutes ? [h("b", { class: "num" }, told.minutes), " min", h("i")] : null, h("b", { class: "num" }, told.pieces), " pieces");
      if (!told.rules) ways.lastChild.remove();
      told.fan.forEach((one, i) => {
        const [w, height] = one.size;
        fan.append(h("span", { class: "face", style: { "--w": w, "--h": height, "--corner": cornerOf(one), "--i": i - (told.fan.length - 1) / 2 } }, faceImage(one, one.face, { slug: kit.slug })));
      });
    },
    () => fill(foot, h("span", { class: "soft" }, "It cannot be read just now.")),
  );
  return box;
}

start();
