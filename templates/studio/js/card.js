// One card under the loupe: the face with what lies behind it, its data, its texts, its layers and its sheets.

import { $, button, copying, fill, h, icon, many, percent, remembered, segmented, toast } from "./dom.js";
import { address, backTo, cardNotes, facesIn, keepInAddress, loadKit, picture, pieceWord, query, sheetsOf, wanted } from "./data.js";
import { clipOf, cornerOf, faceImage } from "./faces.js";
import { grouped, opener, placeOf, problemRow } from "./problems-list.js";
import { empty, mountShell, showKit } from "./shell.js";
import { handles, handlesPart, layHandles, readHandles, stepKeys } from "./handles.js";
import { live } from "./live.js";
import { eyes, lookAs } from "./lookas.js";
import { comparison, readSince, since, sinceButton, sinceWords } from "./since.js";
import { howTrue, millimetre } from "./truesize.js";

const OVERLAYS = [
  ["trim", "Trim", "trim", "Where the face is cut"],
  ["bleed", "Bleed", "bleed", "Art that is cut away"],
  ["safe", "Safe area", "safe", "Nothing that matters lies beyond this line: safe: of the component, else 3 mm from the cut"],
  ["text", "Text", "text", "Boxes with font and size"],
];
const SAFE = 3; // mm
/** How far inside the cut words stay: what `safe:` says, else what is usual on a piece so wide. */
const safeOf = (w) => component.safe ?? Math.min(SAFE, w / 6);
const SHELF = 12; // mm: so wide is a face on a shelf, or at arm's length

const view = {
  side: query.get("side") === "back" ? "back" : "front",
  look: query.get("look") ?? "",
  zoom: ["fit", "shelf", "true", "double"].includes(query.get("zoom")) ? query.get("zoom") : "fit",
  over: new Set(query.get("over")?.split(",") ?? remembered.get("over", ["trim"])),
  hidden: new Set(),
};
handles.on = query.has("edit");
let kit, card, component, notes, plan;
let asked = 0;

start();

async function start() {
  mountShell("card");
  kit = await loadKit().catch(() => null);
  if (!kit) return missing(`There is no kit “${wanted}”`, "The studio was started in another folder, or the kit has another name now.");
  await show();
  let size = 0;
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width + entry.contentRect.height * 10000);
    if (now !== size) (size = now), card && stage();
  }).observe($("#stage"));
  addEventListener("keydown", keys);
  $("#facts").addEventListener("change", ({ target }) => target.matches("input") && (target.defaultValue = target.value), true);
  live.addEventListener("saved", ({ detail }) => {
    kit.faces[detail.look] = { ...kit.faces[detail.look], ...detail.faces };
    if (!card || detail.look !== view.look || !(card.id in detail.faces)) return;
    if (detail.file) toast(detail.why[card.id] ? `${card.id}: ${detail.why[card.id]}` : `${card.id} was drawn again`, { seconds: 3 });
    $("#flip").disabled = !sides().back; // drawn only now, if the page was open first
    strip();
    stage();
    readNotes();
    takeAgain();
    compareAgain();
  });
  const renew = async () => {
    kit = (await loadKit().catch(() => null)) ?? kit;
    show();
  };
  live.addEventListener("kit", renew);
  live.addEventListener("again", renew);
  live.addEventListener("problems", ({ detail }) => {
    Object.assign(kit, detail);
    if (card) (facts(), stage());
  });
  live.listen(kit.said); // last: what is missed until then is asked for again
}

/** Show the card that the address names, as the kit says it now. */
async function show() {
  showKit(kit);
  card = kit.card.get(query.get("card") ?? kit.cards[0]?.id);
  if (!card && !kit.read) return missing("This kit cannot be read yet", "Its problems say what to mend; the face appears when the file is saved.");
  if (!card) return missing(`No card “${query.get("card") ?? ""}” in ${kit.title}`, "It may have another id since the file was saved.");
  component = kit.component.get(card.in);
  if (!kit.looks.some((look) => look.id === view.look)) view.look = kit.looks[0]?.id ?? "full";
  if (!kit.faces[view.look]) await readLook();
  document.title = `${card.id}, ${kit.title} · cardgen studio`;
  tools();
  strip();
  facts();
  stage();
  readNotes();
  takeAgain();
  compareAgain();
  sheetsOf("a4", "long-edge", view.look).then((found) => ((plan = found), facts()), () => null);
}

async function readLook() {
  kit.faces[view.look] = (await facesIn(view.look).catch(() => ({ faces: {} }))).faces;
}

/** Read anew what can be taken by handles, if somebody edits the face. */
function takeAgain() {
  if (handles.on) readHandles(card.id, view.look, view.side, () => (facts(), stage()));
}

async function compareAgain() {
  if (await readSince(view.look)) facts();
  $("#since")?.show();
}

async function readNotes() {
  const mine = ++asked;
  const found = await cardNotes(card.id, view.look, view.side).catch(() => null);
  if (mine !== asked || !found) return;
  notes = found;
  facts();
  stage();
}

function missing(title, words) {
  fill($("#tools"));
  fill($("#strip"));
  fill($("#facts"));
  fill($("#stage"), empty("search", title, words, h("a", { class: "btn btn-main", href: kit ? address("gallery") : "./" }, kit ? "All faces" : "Choose a kit")));
}

const sides = (one = card) => kit.faces[view.look]?.[one.id] ?? {};

// -- the tools ------------------------------------------------------------------------------------------

function tools() {
  const overs = OVERLAYS.map(([name, words, pictogram, title]) => {
    const one = button(pictogram, words, () => {
      view.over.has(name) ? view.over.delete(name) : view.over.add(name);
      one.setAttribute("aria-pressed", String(view.over.has(name)));
      remembered.set("over", [...view.over]);
      stage();
    }, { words: true, title });
    one.setAttribute("aria-pressed", String(view.over.has(name)));
    return one;
  });
  const zoom = segmented("zoom", "Size", [{ value: "fit", label: "Fit" }, { value: "shelf", label: "Thumb", title: `${SHELF} mm wide` }, { value: "true", label: "1×", title: `As large as it is printed, ${howTrue()}` }, { value: "double", label: "2×" }], view.zoom, (value) => ((view.zoom = value), keepPlace(), stage()));
  const as = lookAs({ changed: () => (tools(), strip(), stage(), $("#look-as").focus()) });
  const look = segmented("look", "Look", kit.looks.map((one) => ({ value: one.id, label: one.title })), view.look, async (value) => {
    view.look = value;
    keepPlace();
    notes = null;
    if (!kit.faces[value]) await readLook();
    strip();
    stage();
    readNotes();
    compareAgain();
  });
  const flip = button("flip", "Back", () => {
    view.side = view.side === "front" ? "back" : "front";
    view.hidden.clear();
    notes = null;
    flip.setAttribute("aria-pressed", String(view.side === "back"));
    facts();
    stage();
    readNotes();
    handles.told = handles.chosen = null;
    takeAgain();
  }, { words: true, disabled: !sides().back });
  flip.id = "flip";
  flip.setAttribute("aria-pressed", String(view.side === "back"));
  const take = button("grab", "Edit", () => {
    handles.on = !handles.on;
    keepInAddress("edit", handles.on ? "1" : "");
    take.setAttribute("aria-pressed", String(handles.on));
    facts();
    stage();
    takeAgain();
  }, { words: true, title: "Move and resize what is on the face" });
  take.id = "take";
  take.setAttribute("aria-pressed", String(handles.on));
  fill($("#tools"), take, h("div", { class: "row group", role: "group", "aria-label": "Laid over the face" }, overs), h("span", { class: "grow" }), sinceButton(() => (facts(), compareAgain())), flip, kit.looks.length > 1 ? look : null, as, zoom);
}

/** Write what is chosen into the address, so that a link shows the same. */
function keepPlace() {
  keepInAddress("look", view.look === kit.looks[0]?.id ? "" : view.look);
  keepInAddress("zoom", view.zoom === "fit" ? "" : view.zoom);
}

// -- the stage ------------------------------------------------------------------------------------------

function stage() {
  const box = $("#stage");
  const bleed = component.bleed;
  const [w, height] = component.size;
  const pad = 34; // room for the rulers
  const room = { w: box.clientWidth - pad - 40, h: box.clientHeight - pad - 40 };
  const fit = Math.max(0.5, Math.min(room.w / (w + 2 * bleed + 4), room.h / (height + 2 * bleed + 4), 16));
  const mm = millimetre();
  const k = { fit, shelf: (SHELF * mm) / w, true: mm, double: 2 * mm }[view.zoom];
  const plate = h("div", { class: "plate", style: { width: `${(w + 2 * bleed) * k}px`, height: `${(height + 2 * bleed) * k}px` } });
  plate.append(layered());
  plate.classList.toggle("trimmed", !view.over.has("bleed"));
  plate.classList.toggle("stale", kit.stale.includes(card.id));
  plate.style.setProperty("--cut", `${bleed * k}px`);
  plate.style.setProperty("--corner", cornerOf(component));
  if (component.outline && !view.over.has("bleed")) plate.firstChild.style.clipPath = clipOf(component, bleed, view.side === "back");
  plate.append(overlay(bleed, w, height, k));
  const pin = view.side === (query.get("side") ?? "front") && query.get("card") === card.id && query.get("pin")?.split(",").map(Number); // of a remark
  if (pin) plate.append(h("i", { class: "pin", title: `${pin.join(" × ")} mm`, style: { left: `${(pin[0] + bleed) * k}px`, top: `${(pin[1] + bleed) * k}px` } }));
  plate.classList.toggle("edited", handles.on);
  const held = document.activeElement?.closest(".handles") ? document.activeElement.dataset.n : null;
  if (handles.on && handles.told) layHandles(plate, { size: component.size, bleed, safe: safeOf(w), k });
  const light = h("div", { class: "light", style: { padding: `${pad + 14}px 26px 26px ${pad + 14}px` } }, plate);
  const top = [box.scrollLeft, box.scrollTop];
  fill(box, light);
  box.scrollTo(...top);
  if (held) $(`.handles [data-n="${held}"]`)?.focus({ preventScroll: true });
  if (view.zoom !== "fit") box.append(h("p", { class: "true-note soft" }, `Millimetres ${howTrue()}`));
  rulers(box, plate, bleed * k, k, w, height);
}

/** Whether a layer is to be seen: a plate of a press when it was switched on, any other until it is switched off. */
const shown = ([, , plate], index) => view.hidden.has(index) === plate;

/** The face as one picture; with layers known and one of them switched, a picture for each layer. */
function layered() {
  const name = sides()[view.side];
  const host = h("div", { class: "layered", role: "img", "aria-label": `${card.name}, ${view.side}${name ? "" : ", not drawn yet"}` });
  const known = notes?.layers ?? [];
  if (known.some((layer, index) => shown(layer, index) === layer[2])) known.forEach((layer, index) => shown(layer, index) && host.append(h("img", { src: picture(layer[1]), alt: "", draggable: "false", data: { layer: index } })));
  else if (name) host.append(h("img", { src: picture(name), alt: "", draggable: "false" }));
  return host;
}

function overlay(bleed, w, height, k) {
  const svg = h("svg:svg", { class: "overlay", viewBox: `${-bleed} ${-bleed} ${w + 2 * bleed} ${height + 2 * bleed}`, "aria-hidden": "true" });
  const round = component.shape === "round";
  const r = Math.max(component.corner, 0);
  const cut = component.outline?.map(([x, y]) => [view.side === "back" ? w - x : x, y]);
  const path = () => `M${cut.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
  const shape = (inset, kind) =>
    cut
      ? h("svg:path", { class: kind, d: path() })
      : round
      ? h("svg:circle", { class: kind, cx: w / 2, cy: height / 2, r: w / 2 - inset })
      : h("svg:rect", { class: kind, x: inset, y: inset, width: w - 2 * inset, height: height - 2 * inset, rx: Math.max(0, r - inset) });
  if (view.over.has("bleed")) svg.append(h("svg:path", { class: "o-bleed", "fill-rule": "evenodd", d: `M${-bleed} ${-bleed}h${w + 2 * bleed}v${height + 2 * bleed}h${-(w + 2 * bleed)}Z${cut ? path() : outline(w, height, r, round)}` }));
  if (view.over.has("trim")) {
    svg.append(shape(0, "o-trim"));
    const m = [[0, 0, -1, -1], [w, 0, 1, -1], [0, height, -1, 1], [w, height, 1, 1]];
    if (!round && !cut) svg.append(h("svg:path", { class: "o-mark", d: m.map(([x, y, dx, dy]) => `M${x + dx * (bleed + 0.8)} ${y}h${dx * 3.2}M${x} ${y + dy * (bleed + 0.8)}v${dy * 3.2}`).join("") }));
  }
  if (view.over.has("safe") && cut) // all that is nearer to the line than that, whichever way it runs
    svg.append(h("svg:clipPath", { id: "safe-cut" }, shape(0, "")), h("svg:path", { class: "o-near", d: path(), "stroke-width": 2 * safeOf(w), "clip-path": "url(#safe-cut)" }));
  else if (view.over.has("safe")) svg.append(shape(safeOf(w), "o-safe"));
  if (view.over.has("text"))
    (notes?.texts ?? []).forEach((text, index) => {
      const size = Math.min(2.4, 11 / k);
      if (text.box) {
        const [x, y, bw, bh] = text.box;
        const small = text.scale < 0.995;
        svg.append(
          h("svg:g", { class: `o-text${small ? " small" : ""}`, data: { text: index } },
            h("svg:rect", { x, y, width: bw, height: bh }),
            h("svg:text", { x, y: y - size * 0.3, "font-size": size }, `${text.font} ${round1(text.pt * text.scale)} pt${small ? `, ${percent(text.scale)}` : ""}`)),
        );
      } else if (text.at) {
        const [x, y] = text.at;
        svg.append(h("svg:g", { class: "o-text", data: { text: index } }, h("svg:path", { d: `M${x - 1.6} ${y}h3.2M${x} ${y - 1.2}v1.2` })));
      }
    });
  return svg;
}

const round1 = (n) => Math.round(n * 10) / 10;

function outline(w, height, r, round) {
  if (round) return `M0 ${height / 2}a${w / 2} ${height / 2} 0 1 0 ${w} 0a${w / 2} ${height / 2} 0 1 0 ${-w} 0Z`;
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${height - r}A${r} ${r} 0 0 1 ${w - r} ${height}H${r}A${r} ${r} 0 0 1 0 ${height - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}

/** Rulers in mm along the edges of the stage; nought is where the face is cut. */
function rulers(box, plate, cut, k, w, height) {
  const a = box.getBoundingClientRect(), b = plate.getBoundingClientRect();
  const x0 = b.left - a.left + box.scrollLeft + cut, y0 = b.top - a.top + box.scrollTop + cut;
  const step = k > 5 ? 1 : k > 1.6 ? 5 : 10;
  const draw = (length, origin, across) => {
    let ticks = "";
    const words = [];
    const from = Math.ceil(-(origin - 30) / k / step) * step, to = (length - origin) / k;
    for (let mm = from; mm < to; mm += step) {
      const p = origin + mm * k;
      const long = mm % 10 === 0 ? 9 : mm % 5 === 0 ? 6 : 3;
      ticks += across ? `M${p.toFixed(1)} 24v-${long}` : `M24 ${p.toFixed(1)}h-${long}`;
      if (mm % 10 === 0) words.push(across ? h("svg:text", { x: p + 2, y: 11 }, mm) : h("svg:text", { x: 11, y: p - 2, transform: `rotate(-90 11 ${p - 2})` }, mm));
    }
    const span = across ? w : height;
    const band = across ? h("svg:rect", { class: "band", x: origin, y: 21, width: span * k, height: 3 }) : h("svg:rect", { class: "band", y: origin, x: 21, height: span * k, width: 3 });
    return h("svg:svg", { class: `ruler ${across ? "across" : "down"}`, width: across ? length : 24, height: across ? 24 : length, "aria-hidden": "true" }, band, h("svg:path", { d: ticks }), words);
  };
  box.append(draw(box.scrollWidth, x0, true), draw(box.scrollHeight, y0, false), h("span", { class: "ruler-corner", "aria-hidden": "true" }, "mm"));
}

// -- neighbours -------------------------------------------------------------------------------------------

function strip() {
  const all = kit.cards.filter((c) => c.in === card.in);
  const here = all.findIndex((c) => c.id === card.id);
  const to = (one) => address("card", { card: one.id, ...(view.look === kit.looks[0]?.id ? {} : { look: view.look }), ...(eyes.now ? { eyes: eyes.now } : {}), ...(since.state ? { since: since.state } : {}), ...(view.zoom === "fit" ? {} : { zoom: view.zoom }) });
  const go = (n, words, pictogram) => {
    const other = all[(here + n + all.length) % all.length];
    return h("a", { class: "btn btn-icon", href: to(other), "aria-label": `${words}: ${other.id}`, title: `${words}: ${other.id}`, id: n < 0 ? "before" : "after" }, icon(pictogram));
  };
  const from = Math.max(0, Math.min(here - 4, all.length - 9));
  const [w, height] = component.size;
  const tall = Math.min(52, (52 * height) / w + 8);
  fill(
    $("#strip"),
    go(-1, "Previous", "left"),
    h("div", { class: "thumbs" }, all.slice(from, from + 9).map((one) => h("a", { class: one.id === card.id ? "marks" : "", href: to(one), "aria-label": one.name, title: one.id, "aria-current": one.id === card.id ? "page" : null }, h("span", { class: "face", style: { "--w": w, "--h": height, "--corner": cornerOf(component), height: `${tall}px` } }, faceImage(component, sides(one).front))))),
    go(1, "Next", "right"),
  );
}

function keys(event) {
  if (stepKeys(event)) return;
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], :popover-open")) return;
  if (event.key === "ArrowLeft") $("#before")?.click();
  if (event.key === "ArrowRight") $("#after")?.click();
  if (event.key === "b") $("#flip")?.click();
  if (event.key === "Escape") location.href = backTo(card?.id ?? "");
}

// -- what is known about it ---------------------------------------------------------------------------------

function facts() {
  const typing = document.activeElement;
  if (typing?.matches?.("#facts .taking input:is([type=text], [type=number])") && typing.value !== typing.defaultValue) return typing.addEventListener("focusout", () => setTimeout(facts), { once: true }); // nothing that somebody types is lost
  const mine = grouped(kit.problems, kit).filter((p) => p.cards.includes(card.id));
  const closed = new Set([...document.querySelectorAll("#facts details:not([open])")].map((d) => d.dataset.title));
  const focused = document.activeElement?.closest?.("#facts") ? document.activeElement.getAttribute("aria-label") : null;
  const field = focused ? null : document.activeElement?.closest?.("#facts") && document.activeElement.id;
  const top = $("#facts").scrollTop;
  const section = (title, pictogram, body) => h("details", { class: "fact", open: !closed.has(title), data: { title } }, h("summary", {}, icon(pictogram), h("h2", {}, title), icon("down")), body);
  fill(
    $("#facts"),
    h(
      "header",
      { class: "card-head" },
      h("a", { class: "back", href: backTo(card.id) }, icon("left"), component.title),
      h("h1", {}, card.name),
      h("p", { class: "row soft" }, card.name === card.id ? null : h("b", {}, card.id), h("span", {}, pieceWord(component, card.count)), h("span", {}, `${component.size[0]} × ${component.size[1]} mm`)),
      kit.stale.includes(card.id) ? h("p", { class: "tag warn" }, icon("warn"), "The face is the one that was drawn last.") : null,
    ),
    handles.on ? section("Edit the face", "grab", h("div", { class: "taking" }, handlesPart(kit))) : null,
    mine.length ? section("Problems", "error", h("ol", { class: "problem-list plain" }, mine.map((p) => problemRow({ ...p, cards: [] }, kit, {})))) : null,
    since.state ? section(`Changed ${sinceWords()}`, "compare", comparison(card)) : null,
    section("Data", "options", dataPart()),
    section("Text", "text", textPart()),
    section("Layers", "layers", layerPart()),
    section("Sheets", "sheet", sheetPart()),
    notes?.made?.pages.length ? section("Games and pages", "dice", madePart()) : null,
    notes?.told?.length ? section("Scenarios and lessons", "story", toldPart()) : null,
  );
  $("#facts").scrollTop = top;
  if (focused) [...$("#facts").querySelectorAll("[aria-label]")].find((one) => one.getAttribute("aria-label") === focused)?.focus({ preventScroll: true });
  if (field) document.getElementById(field)?.focus({ preventScroll: true });
}

function dataPart() {
  const { file, line, column, cell } = card.at;
  const place = placeOf({ short: file, line, cell });
  const made = Object.entries(component.fields).filter(([, spec]) => spec.made_from).map(([name]) => [name, card.fields[name]]).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  const lines = notes?.yaml;
  return [
    file ? h("div", { class: "place-row" }, h("code", {}, place), h("span", { class: "grow" }), copying(place), opener(kit, file, line, column, cell)) : null,
    lines?.length ? h("pre", { class: "yaml", tabindex: 0, role: "region", "aria-label": "YAML" }, lines.map(([number, words]) => codeLine(number, words))) : h("p", { class: "soft" }, lines ? "It has no lines of its own." : "Reading …"),
    made.length ? h("dl", { class: "made" }, made.map(([name, value]) => [h("dt", {}, name), h("dd", {}, plain(value))])) : null,
  ];
}

const plain = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value)).replaceAll("**", "").replace(/\{(\w+)\}\s*/g, "");

function codeLine(number, words) {
  const found = /^(\s*-?\s*)([\w.-]+)(:)(\s.*)?$/.exec(words);
  const parts = found ? [found[1], h("b", {}, found[2]), found[3], ...values(found[4] ?? "")] : values(words);
  return h("span", { class: "ln" }, h("i", {}, number), h("code", {}, parts));
}

function values(words) {
  return words.split(/("[^"]*"|'[^']*'|\b\d+(?:\.\d+)?\b|#.*$)/).map((part) => (/^["']/.test(part) ? h("em", { class: "str" }, part) : /^\d/.test(part) ? h("em", { class: "numb" }, part) : part.startsWith("#") ? h("em", { class: "com" }, part) : part));
}

function textPart() {
  if (!notes) return h("p", { class: "soft" }, "Reading …");
  const rows = notes.texts.map((text, index) => ({ ...text, index })).filter((t) => t.words).sort((a, b) => a.scale - b.scale);
  if (!rows.length) return h("p", { class: "soft" }, "No words on this side.");
  return h("ul", { class: "texts" }, rows.slice(0, 12).map((t) => {
    const row = h(
      "li",
      { class: t.scale < 0.995 ? "small" : "" },
      h("span", { class: "words", title: t.words }, t.words.replaceAll("**", "").replaceAll("\\n", " ").replace(/\{(\w+)\}/g, "$1 ").replace(/\s+/g, " ")),
      h("span", { class: "soft num" }, `${t.font} ${t.weight > 400 ? "bold " : ""}${round1(t.pt * t.scale)} pt`),
      t.box
        ? h("span", { class: "fit num", title: t.scale < 0.995 ? `Shrunk from ${round1(t.pt)} pt to fit its box` : "At its full size" }, h("i", { style: { "--part": t.scale } }), percent(t.scale))
        : h("span", { class: "soft" }, t.lines > 1 ? many(t.lines, "line") : "one line"),
    );
    const mark = (on) => $(`.o-text[data-text="${t.index}"]`)?.classList.toggle("on", on);
    row.addEventListener("pointerenter", () => mark(true));
    row.addEventListener("pointerleave", () => mark(false));
    return row;
  }), rows.length > 12 ? h("li", { class: "soft more" }, `and ${many(rows.length - 12, "more text")}`) : null);
}

function layerPart() {
  if (!notes) return h("p", { class: "soft" }, "Reading …");
  if (!notes.layers.length) return h("p", { class: "soft" }, "One layer.");
  return [
    h("p", { class: "soft tip" }, view.side === "front" ? component.face : ""),
    h("ul", { class: "layers" }, notes.layers.map((layer, index) => {
      const [name] = layer;
      const words = `${name || "unnamed"}: shown`;
      const eye = button(shown(layer, index) ? "eye" : "eye-off", words, () => {
        view.hidden.has(index) ? view.hidden.delete(index) : view.hidden.add(index);
        facts();
        stage();
      });
      eye.setAttribute("aria-pressed", String(shown(layer, index)));
      return h("li", { class: shown(layer, index) ? "" : "off" }, eye, h("span", { class: "words" }, name || "unnamed"));
    }).reverse()),
  ];
}

/** The lines of scenarios and lessons that name this card. */
const toldPart = () => h("ul", { class: "pages" }, notes.told.map(([file, line, words]) => h("li", {}, h("div", { class: "place-row" }, h("code", {}, `${file}:${line}`), h("span", { class: "grow" }), opener(kit, file, line, 1)), h("p", { class: "soft" }, words))));

/** What the report of the last games says of this card, and the pages that were made of the kit: report, film, page to share. */
function madePart() {
  const points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value * 100).toFixed(0)}`;
  const rows = notes.made.tables.map((one) => h("li", {}, h("span", {}, `${many(one.players, "player")}, ${many(one.games, "game")}${one.as ? `, ${one.as}` : ""}`), h("span", { class: one.sure ? "num sure" : "num" }, one.strength === null ? `played ${one.played.toFixed(2)} per game` : `${points(one.strength)} ± ${((one.margin ?? 0) * 100).toFixed(0)} points of winning, played ${one.played.toFixed(2)} per game`)));
  return [rows.length ? h("ul", { class: "pages games" }, rows) : null,
    h("p", { class: "row" }, h("a", { href: address("simulate") }, "Simulate"), notes.made.pages.map((name) => h("a", { href: `kits/${encodeURIComponent(wanted)}/games/${encodeURIComponent(name)}`, target: "_blank", rel: "noopener" }, name)))];
}

function sheetPart() {
  if (!plan) return h("p", { class: "soft" }, "Planning the sheets …");
  const found = plan.pages.map((page) => [page, page.slots.filter((slot) => slot[0] === card.id && slot[1] === view.side)]).filter(([, mine]) => mine.length);
  if (!found.length) return h("p", { class: "soft" }, view.side === "back" ? "Its back is on no sheet." : "On no sheet.");
  return h("ul", { class: "pages" }, found.slice(0, 6).map(([page, mine]) => {
    const [pw, ph] = page.size;
    const copies = [...new Set(mine.map((slot) => slot[6]))].sort((a, b) => a - b);
    return h(
      "li",
      {},
      h(
        "a",
        { href: address("sheets", { page: page.page }) },
        h("svg:svg", { viewBox: `0 0 ${pw} ${ph}`, class: "mini-page", "aria-hidden": "true" }, h("svg:rect", { class: "pg", width: pw, height: ph }), page.slots.map((slot) => h("svg:rect", { class: slot[0] === card.id && slot[1] === view.side ? "on" : "slot", x: slot[2], y: slot[3], width: slot[4], height: slot[5] }))),
        h("span", {}, h("b", {}, `Sheet ${page.sheet}`), h("span", { class: "soft" }, page.side === "front" || page.side === "back" ? page.side : "one side"), h("span", { class: "soft" }, copies.length > 1 ? `copies ${copies[0]} to ${copies.at(-1)}` : `copy ${copies[0]}`)),
      ),
    );
  }));
}
