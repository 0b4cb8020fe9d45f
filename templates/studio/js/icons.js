// Icons of a set: found by words, taken in a colour of the palette; then {name} in a text is that icon.

import { $, announce, button, fill, h, icon, many, toast } from "./dom.js";
import { ask, keepInAddress, loadKit, query, wanted } from "./data.js";
import { live } from "./live.js";
import { mountShell, showKit } from "./shell.js";

const home = `kits/${encodeURIComponent(wanted)}`, PAUSE = 200; // ms
let told, shown = [], words = query.get("find") ?? "dice", chosen = null, own = "", colour = null, written = null, asked = 0, waits;

start();

async function start() {
  mountShell("edit");
  const kit = await loadKit();
  showKit(kit);
  live.listen(kit.said);
  document.title = `Icons, ${kit.title} · cardgen studio`;
  const search = h("input", { type: "search", value: words, placeholder: "beer, sword, dice …", "aria-label": "Words of the icon" });
  search.addEventListener("input", () => {
    words = search.value;
    clearTimeout(waits);
    waits = setTimeout(find, PAUSE);
  });
  fill($("#form"), h("div", {}, h("h1", {}, "Icons"), h("p", { class: "soft" }, "Choose an icon, its colour and its name. Then ", h("code", {}, "{name}"), " in a text prints it.")),
    h("label", { class: "field" }, icon("search"), search), h("p", { id: "many", class: "soft", role: "status" }), h("div", { id: "found", class: "begins" }));
  $("#form").onsubmit = (event) => event.preventDefault();
  await find();
}

/** Look for the words, from the beginning or what comes next. */
async function find(more = false) {
  const mine = ++asked, from = more ? shown.length : 0;
  try {
    const found = await ask(`${home}/icons?${new URLSearchParams({ find: words, from })}`);
    if (mine !== asked) return;
    told = found;
  } catch (error) {
    return toast(`${error.problems?.[0]?.message ?? "The studio does not answer"}.`, { kind: "bad" });
  }
  keepInAddress("find", words);
  shown = more ? [...shown, ...told.icons] : told.icons;
  colour ??= "ink" in told.palette ? "ink" : "";
  if (!more && !shown.some(([name]) => name === chosen?.[0])) choose(shown[0]);
  else side();
  $("#many").textContent = shown.length ? many(told.total, "icon") : "No icon has these words in its name. Try one word, such as tree or shield.";
  const old = $("#found").children.length - 1; // the last one is the button for more
  fill($("#found"), shown.map((one) => {
    const input = h("input", { type: "radio", name: "icon", value: one[0], checked: one[0] === chosen?.[0], class: "sr" });
    input.addEventListener("change", () => choose(one));
    input.addEventListener("click", (event) => event.isTrusted && matchMedia("(max-width: 900px)").matches && event.screenX && $("#side").scrollIntoView({ block: "end" }));
    return h("label", { class: "begin" }, input, drawn(one[1]), h("small", {}, one[0]));
  }), shown.length < told.total ? button("more", "More", () => find(true), { words: true, kind: "more" }) : null);
  if (more) $("#found").children[old]?.querySelector("input")?.focus();
}

function drawn(d, ink = null) {
  const svg = h("svg:svg", { viewBox: "0 0 512 512", "aria-hidden": "true" }, h("svg:path", { d, transform: "matrix(1 0 0 -1 0 448)" }));
  if (ink) svg.style.fill = ink;
  return svg;
}

function choose(one) {
  chosen = one ?? null;
  own = one?.[0] ?? "";
  side();
}

function side() {
  if (!chosen) return fill($("#side"), mine());
  const name = h("input", { class: "typed", type: "text", value: own, maxlength: 40, autocomplete: "off", spellcheck: "false" });
  name.addEventListener("input", () => ((own = name.value), shows()));
  const colours = [...Object.keys(told.palette), ""].map((key) => {
    const input = h("input", { type: "radio", name: "colour", value: key, checked: key === colour, class: "sr" });
    input.addEventListener("change", () => ((colour = key), shows()));
    return h("label", { title: key || "black" }, input, h("i", { style: { "--ink-of": told.palette[key] ?? "#000000" } }), h("span", { class: "sr" }, key || "black"));
  });
  fill($("#side"), h("h2", {}, chosen[0]), h("div", { class: "sheet-of", id: "preview" }),
    h("label", {}, h("span", { class: "soft" }, "Its name in texts"), name),
    h("fieldset", { class: "inks-of" }, h("legend", { class: "soft", id: "ink-name" }), colours),
    told.read_only ? h("p", { class: "tag warn" }, icon("lock"), ` ${told.read_only[0].toUpperCase()}${told.read_only.slice(1)}.`) : null,
    button("check", "Take it", take, { words: true, kind: "btn-main", disabled: !!told.read_only }),
    mine());
  shows();
}

/** What the kit has, what was written, and the way back. */
function mine() {
  return [
    h("p", { class: "soft" }, told.own.length ? [`In ${told.file}: `, told.own.map((name) => h("code", {}, `{${name}} `))] : `${told.file} is made with the first icon.`),
    told.undo ? button("undo", `Undo: ${told.undo}`, () => send("undo", {}), { words: true }) : null,
    written ? h("p", { id: "written" }, icon("check"), ` ${written}`) : null,
    h("p", { class: "soft small" }, "Material Design Icons by Pictogrammers, Apache Licence 2.0. The credits of the kit name the set."),
  ];
}

function shows() {
  fill($("#preview"), drawn(chosen[1], told.palette[colour] ?? "#000000"), h("p", {}, "Take 2 ", drawn(chosen[1], told.palette[colour] ?? "#000000"), ` = {${own}}`));
  $("#preview").style.setProperty("--paper-of", told.palette.paper ?? "#ffffff");
  $("#ink-name").textContent = `Its colour: ${colour || "black"}`;
}

const take = () => send("icons", { icon: chosen[0], as: own.trim(), colour });

/** Writes wait for each other: each names the version that the one before has left. */
let queue = Promise.resolve();
const send = (what, asks) => (queue = queue.then(() => sent(what, asks)).catch(() => null));
async function sent(what, asks) {
  const answer = await fetch(`${home}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...asks, version: told.version }) }).catch(() => null);
  const said = await answer?.json().catch(() => ({}));
  if (!answer?.ok) {
    toast(`${said?.says ?? "The studio does not answer"}.`, { kind: "bad", seconds: 10 });
    if (said?.changed) await find();
    return;
  }
  written = what === "undo" ? `Taken back: ${said.says}` : `${said.says} in ${said.file}. Write it into a text of a card.`;
  announce(written);
  await find();
}
