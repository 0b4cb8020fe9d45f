// The desk of a designer: every face of the kit, drawn again when a file is saved.

import { $, $$, announce, button, calm, fill, h, icon, many, popBelow, remembered, segmented, settled, toast } from "./dom.js";
import { KINDS, address, facesIn, loadKit, pieceWord, query, wanted } from "./data.js";
import { cornerOf, faceImage, sharpen, swap } from "./faces.js";
import { grouped, problemDrawer } from "./problems-list.js";
import { facets, passes, readSearch } from "./search.js";
import { empty, mountShell, showKit } from "./shell.js";
import { live } from "./live.js";
import { eyes, look, lookAs } from "./lookas.js";
import { EYES } from "./eyes.js";
import { changeCounts, changeOf, dropSince, flag, KINDS_OF_CHANGE, readSince, since, sinceButton, sinceWords } from "./since.js";
import { howTrue, millimetre } from "./truesize.js";

const ZOOMS = [1.25, 1.7, 2.3, 3.2, 4.8]; // pixels for a millimetre: all faces at one scale
const AT_ONCE = 60; // cells that are built in one go: more than a screen has
const SHELF = 12; // mm: so wide is a face on a shelf, or at arm's length
const SIZES = [
  { id: "", label: "As the slider says" },
  { id: "thumbs", label: "Thumbnails", says: `every face ${SHELF} mm wide: are they told apart?` },
  { id: "real", label: "Real size" },
];

const view = {
  part: query.get("part") ?? "all",
  text: query.get("find") ?? "",
  chosen: new Map(),
  only: query.get("only") ?? "",
  zoom: Math.max(0, Math.min(4, Number(query.get("zoom") ?? remembered.get("zoom", 2)) || 0)),
  look: query.get("look") ?? "",
  size: SIZES.some((one) => one.id === query.get("size")) ? query.get("size") : "",
  back: false,
};

let kit, drawer;
let cells = new Map();
let problems = [];
let stale = new Set();
let struck = new Map(); // card → its first problem

start();

async function start() {
  drawer = problemDrawer({ jump: goTo });
  mountShell("gallery", { problems: () => problems.length > 0 && (drawer.toggle(), true) });
  document.body.append(drawer);
  skeleton();
  kit = await loadKit().catch(() => null);
  if (!kit) return noKit();
  const asked = view.look;
  view.look = kit.looks.some((look) => look.id === asked) ? asked : (kit.looks[0]?.id ?? "full");
  if (!kit.faces[view.look]) await readLook();
  title();
  setProblems(kit.problems, kit.stale);
  rail();
  tools();
  draw();
  listen();
  compareAgain();
  live.listen(kit.said);
  if (location.hash) goTo(decodeURIComponent(location.hash.slice(1)), false);
}

function title() {
  showKit(kit);
  document.title = `${kit.title}, faces · cardgen studio`;
}

async function readLook() {
  const { faces } = await facesIn(view.look).catch(() => ({ faces: {} }));
  kit.faces[view.look] = faces;
}

const sides = (card) => kit.faces[view.look]?.[card.id] ?? {};

// -- the box ------------------------------------------------------------------------------------------

function rail() {
  const box = $("#rail");
  const row = (id, picture, label, count, tags) =>
    h(
      "button",
      { type: "button", class: "part", "aria-current": view.part === id ? "true" : null, onclick: () => choosePart(id), title: label },
      picture,
      h("span", { class: "label" }, label),
      tags,
      h("span", { class: "count num" }, count),
    );
  const had = document.activeElement?.closest?.(".part") ? $$(".part", box).indexOf(document.activeElement) : -1;
  fill(box, h("h2", { class: "sr" }, "In the box"), h("div", { class: "parts" }, row("all", icon("faces"), "All faces", kit.cards.length, tagsOf(kit.cards))));
  const parts = $(".parts", box);
  for (const [kind, words] of Object.entries(KINDS)) {
    const mine = kit.components.filter((c) => c.kind === kind);
    if (!mine.length) continue;
    parts.append(h("h3", { class: "kind" }, words));
    for (const component of mine) {
      const cards = kit.cards.filter((c) => c.in === component.id);
      parts.append(row(component.id, thumb(component, cards[0]), component.title, component.different, tagsOf(cards)));
    }
  }
  if (had >= 0) $$(".part", box)[had]?.focus();
}

function tagsOf(cards) {
  const worst = new Set(cards.map((c) => struck.get(c.id)?.level));
  const tag = (level, kind, pictogram) => (worst.has(level) ? h("span", { class: `tag ${kind}` }, icon(pictogram, `with ${level}s`)) : null);
  return h("span", { class: "tags" }, tag("error", "bad", "error"), tag("warning", "warn", "warn"));
}

const railSoon = settled(150, rail);

function thumb(component, card) {
  const [w, height] = component.size;
  const k = Math.min(30 / w, 34 / height);
  const face = h("span", { class: "face", style: { "--w": w, "--h": height, "--corner": cornerOf(component), width: `${w * k}px` } });
  if (card) face.append(faceImage(component, sides(card).front));
  return h("span", { class: "thumb" }, face);
}

function choosePart(id) {
  view.part = id;
  view.chosen.clear();
  rail();
  draw();
  $("#scroll").scrollTop = 0;
}

// -- what is shown, and how -----------------------------------------------------------------------------

function tools() {
  const example = exampleOf(kit);
  const search = h("input", { type: "search", id: "search", placeholder: `Find an id, a word${example ? `, ${example}` : ""}`, value: view.text, autocomplete: "off", spellcheck: "false", "aria-label": "Find faces", "aria-describedby": "search-help" });
  const clear = button("close", "Clear the search", () => ((search.value = view.text = ""), (clear.hidden = true), draw(), search.focus()));
  clear.hidden = !view.text;
  search.addEventListener("input", settled(120, () => ((view.text = search.value), (clear.hidden = !view.text), draw())));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") (search.blur(), showAll());
    if (event.key === "Enter" || event.key === "ArrowDown") (event.preventDefault(), focusCell($(".cell")));
  });
  const filter = button("filter", "Filter", () => openFilter(filter), { words: true });
  filter.id = "filter";
  const looks = kit.looks.map((look) => ({ value: look.id, label: look.title }));
  const flip = button("flip", "Backs", () => {
    view.back = !view.back;
    flip.setAttribute("aria-pressed", String(view.back));
    for (const cell of $$(".cell")) turn(cell, view.back);
  }, { words: true });
  flip.setAttribute("aria-pressed", String(view.back));
  flip.id = "flip";
  const as = lookAs({ sizes: SIZES, size: () => view.size, setSize, changed: () => (keepPlace(), build(), paintFilters(cells.size), scale()) });
  const zoom = h("input", { type: "range", min: 0, max: 4, step: 1, value: view.zoom, "aria-label": "Size of the faces" });
  zoom.addEventListener("input", () => resize(Number(zoom.value)));
  fill(
    $("#tools"),
    h("label", { class: "field find" }, icon("search"), search, clear, h("kbd", { class: "kbd" }, "/")),
    h("span", { id: "search-help", class: "sr" }, "A word finds what is written on cards. field:value finds cards by their data, such as walls:N or umbrellas.G>=2."),
    filter,
    sinceButton(compareAgain),
    h("span", { class: "grow" }),
    looks.length > 1
      ? segmented("look", "Look", looks, view.look, async (value) => {
          view.look = value;
          await readLook();
          draw();
          compareAgain();
        })
      : null,
    flip,
    as,
    h("div", { class: "zoom" }, button("minus", "Smaller", () => resize(view.zoom - 1)), zoom, button("plus", "Larger", () => resize(view.zoom + 1))),
  );
  setZoom(view.zoom);

  /** Somebody wants another size than thumbnails or the real one. */
  function resize(step) {
    if (view.size) setSize("");
    setZoom(step);
    as.show();
  }

  function setZoom(step) {
    view.zoom = Math.max(0, Math.min(4, step));
    zoom.value = view.zoom;
    remembered.set("zoom", view.zoom);
    scale();
  }
}

function setSize(size) {
  view.size = size;
  keepPlace();
  build();
  paintFilters(cells.size);
  scale();
}

/** One scale for all faces, so that a row of the first kind fills the desk from edge to edge; or the one that is asked for, exactly. */
function scale() {
  fit();
  sharpen($$("#faces .face-img"));
}

function fit() {
  const box = $("#faces");
  box.dataset.zoom = view.zoom;
  box.dataset.size = view.size;
  box.style.setProperty("--shelf", `${SHELF * millimetre()}px`);
  if (view.size) return box.style.setProperty("--mm", `${millimetre()}px`);
  const first = partComponents()[0];
  const wall = $(".wall", box);
  const gap = wall ? parseFloat(getComputedStyle(wall).columnGap) : 24;
  const room = wall ? wall.clientWidth : box.clientWidth - 48;
  let mm = ZOOMS[view.zoom];
  if (first && room > 0) {
    const n = Math.max(1, Math.round((room + gap) / (first.size[0] * mm + gap)));
    const width = (room + gap) / n - gap;
    if (width > 64) mm = Math.min(width / first.size[0], mm * 1.35);
  }
  box.style.setProperty("--mm", `${Math.floor(mm * 1000) / 1000}px`);
}

function openFilter(anchor) {
  $(".filter-box")?.remove();
  const fields = facets(partComponents(), inPart());
  const body = h("div", { class: "facets" });
  for (const [name, facet] of fields) {
    if (facet.hidden) continue;
    const chosen = view.chosen.get(name) ?? new Set();
    body.append(
      h(
        "fieldset",
        {},
        h("legend", {}, name.replaceAll("_", " ")),
        h(
          "div",
          { class: "chips" },
          [...facet.choices].sort((a, b) => Number(a[0]) - Number(b[0]) || 0).map(([value, n]) => {
            const chip = h("button", { type: "button", class: "chip", "aria-pressed": String(chosen.has(value)) }, value, h("span", { class: "soft num" }, n));
            chip.addEventListener("click", () => {
              chosen.has(value) ? chosen.delete(value) : chosen.add(value);
              view.chosen.set(name, chosen);
              chip.setAttribute("aria-pressed", String(chosen.has(value)));
              draw();
            });
            return chip;
          }),
        ),
      ),
    );
  }
  const states = ["problem", ...(since.told ? ["changed"] : [])];
  const chips = states.map((only) => h("button", { type: "button", class: "chip", data: { only }, "aria-pressed": String(view.only === only), onclick: () => choose(only) }, onlyWords(only)));
  const choose = (only) => {
    view.only = view.only === only ? "" : only;
    for (const chip of chips) chip.setAttribute("aria-pressed", String(view.only === chip.dataset.only));
    draw();
  };
  body.append(h("fieldset", {}, h("legend", {}, "State"), h("div", { class: "chips" }, chips)));
  popBelow(anchor, "Filter", "filter-box", body);
}

// -- the faces -------------------------------------------------------------------------------------------

const partComponents = () => (kit.component.has(view.part) ? [kit.component.get(view.part)] : kit.components);
const inPart = () => kit.cards.filter((card) => !kit.component.has(view.part) || card.in === view.part);

function shown() {
  const cards = inPart();
  const fields = facets(partComponents(), cards);
  const tests = readSearch(view.text, fields);
  return cards.filter((card) => tests.every((test) => test(card)) && passes(card, view.chosen, fields) && (view.only !== "problem" || struck.has(card.id)) && (view.only !== "changed" || !since.told || changeOf(card.id)));
}

const onlyWords = (only) => (only === "problem" ? "With a problem" : `Changed ${sinceWords()}`);

/** Ask what changed since the state that is compared with, and show it. */
async function compareAgain() {
  if (!(await readSince(view.look))) return;
  if (!since.state && view.only === "changed") view.only = "";
  draw();
  $("#since")?.show();
  if (since.told) announce(changeCounts());
}

const compareSoon = settled(300, () => since.state && compareAgain());

function draw() {
  const cards = shown();
  const focused = document.activeElement?.closest?.(".cell")?.dataset.id;
  const box = fill($("#faces"));
  building = null;
  cells = new Map();
  paintFilters(cards.length);
  keepPlace();
  box.classList.toggle("comparing", since.told !== null);
  if (!cards.length) {
    box.append(goneCards() ?? nothing());
    return;
  }
  building = built(box, cards);
  build(AT_ONCE);
  const first = $(".cell a", box);
  if (first) first.tabIndex = 0;
  scale();
  if (focused && cards.some((card) => card.id === focused)) (build(), focusCell(cells.get(focused)));
  announce(many(cards.length, "face"));
}

function* built(box, cards) {
  const bySet = new Map(kit.components.map((c) => [c.id, []]));
  for (const card of cards) bySet.get(card.in)?.push(card);
  for (const component of kit.components) {
    const mine = bySet.get(component.id);
    if (!mine.length) continue;
    const [w, height] = component.size;
    const facts = [pieceWord(component, component.pieces), `${w} × ${height} mm`, component.stock].filter(Boolean);
    const wall = h("ul", { class: "wall", style: { "--w": w, "--h": height, "--corner": cornerOf(component) } });
    box.append(h("section", { class: "set", "aria-label": component.title }, h("header", {}, h("h2", {}, component.title), h("p", { class: "soft" }, facts.join("  ·  "))), wall));
    for (const card of mine) yield wall.append(cell(card, component));
  }
  box.append(goneCards() ?? "");
}

let building = null, later;
/** Build so many cells more, those of the first screen before it is painted and the others behind it; all of them where one may be asked for. */
function build(n = Infinity) {
  clearTimeout(later);
  while (n-- > 0) if (building?.next().done ?? true) return (building = null);
  later = setTimeout(build, 0, AT_ONCE);
}

/** The cards that were there and are no more, as they were. */
function goneCards() {
  if (!since.told?.gone.length || view.text || view.chosen.size || view.only === "problem" || view.part !== "all") return null;
  const one = ({ id, name, component, sides: { front } }) => {
    const face = component ? h("span", { class: "face", style: { "--w": component.size[0], "--h": component.size[1], "--corner": cornerOf(component) } }, faceImage(component, front?.[0], { alt: `${id}, as it was` })) : null;
    return h("li", { class: "gone-card", style: component ? { "--w": component.size[0] } : {} }, h("span", { class: "ribbon gone" }, KINDS_OF_CHANGE.gone), face, h("div", { class: "caption" }, h("div", {}, h("b", {}, id)), name === id ? null : h("span", { class: "name soft" }, name)));
  };
  return h("section", { class: "set", "aria-label": "Gone" }, h("header", {}, h("h2", {}, "Gone"), h("p", { class: "soft" }, sinceWords())), h("ul", { class: "wall" }, since.told.gone.map(one)));
}

/** Write what is shown into the address, so that the way back from a card leads here again. */
function keepPlace() {
  const asked = { part: view.part === "all" ? null : view.part, find: view.text || null, only: view.only || null, look: view.look === kit.looks[0]?.id ? null : view.look, eyes: eyes.now || null, size: view.size || null, since: since.state || null };
  const here = address("gallery", asked);
  history.replaceState(history.state, "", here + location.hash);
  try {
    sessionStorage.setItem("cardgen.gallery", here);
  } catch {
    /* a private window: the way back leads to all faces */
  }
}

const cardHref = (card) => address("card", { card: card.id, ...(view.look === kit.looks[0]?.id ? {} : { look: view.look }), ...(eyes.now ? { eyes: eyes.now } : {}), ...(since.state ? { since: since.state } : {}) });

function cell(card, component) {
  const face = h("span", { class: "face" }, faceImage(component, view.back ? (sides(card).back ?? sides(card).front) : sides(card).front, { behind: view.back && !!sides(card).back }));
  const one = h("li", { class: "cell", data: { id: card.id } }, h("a", { href: cardHref(card), tabindex: -1, class: "marked" }, face), h("div", { class: "caption" }));
  caption(one, card);
  cells.set(card.id, one);
  return one;
}

/** Write what stands below a face, and what is said of it. */
function caption(one, card) {
  const bad = struck.get(card.id);
  flag(one, card.id);
  const changed = changeOf(card.id);
  const words = [card.id, card.name === card.id ? "" : card.name, card.count > 1 ? `${card.count} copies` : "", changed ? `${KINDS_OF_CHANGE[changed.kind]} ${sinceWords()}` : "", stale.has(card.id) ? "as it was drawn last" : "", bad ? `${bad.level}: ${bad.message}` : ""];
  $("a", one).setAttribute("aria-label", words.filter(Boolean).join(", "));
  one.classList.toggle("stale", stale.has(card.id));
  fill(
    $(".caption", one),
    h("div", {}, h("b", {}, card.id), card.count > 1 ? h("span", { class: "soft num" }, `×${card.count}`) : null, h("span", { class: "grow" }), bad ? h("span", { class: `tag ${bad.level === "error" ? "bad" : "warn"}`, title: bad.message }, icon(bad.level === "error" ? "error" : "warn")) : null),
    card.name !== card.id ? h("span", { class: "name soft", title: card.name }, card.name) : null,
  );
}

/** Turn a face over. */
function turn(one, back) {
  const card = kit.card.get(one.dataset.id);
  const face = $(".face", one);
  const name = back ? sides(card).back : sides(card).front;
  one.classList.toggle("no-back", back && !name);
  if (!name || $(".face-img", face).dataset.face === name) return;
  const next = faceImage(kit.component.get(card.in), name, { behind: back });
  face.classList.add("turning");
  setTimeout(() => {
    $(".face-img", face).replaceWith(next);
    face.classList.remove("turning");
  }, calm() ? 0 : 130);
}

function paintFilters(n) {
  const box = $("#filters");
  const chips = [];
  for (const [name, values] of view.chosen) for (const value of values) chips.push([`${name.replaceAll("_", " ")}: ${value}`, () => values.delete(value)]);
  if (view.only) chips.push([onlyWords(view.only), () => (view.only = "")]);
  const judged = [];
  if (eyes.now) judged.push([EYES.find((one) => one.id === eyes.now).label, () => look("")]);
  if (view.size) judged.push([view.size === "real" ? `Real size, ${howTrue()}` : "Thumbnails", () => setSize("")]);
  if (since.told) judged.push([`Compared ${sinceWords()}: ${changeCounts()}`, () => (dropSince(), view.only === "changed" && (view.only = ""))]);
  const filtered = chips.length || view.text;
  box.hidden = !filtered && !judged.length;
  fill(
    box,
    h("b", { class: "num" }, many(n, "face")),
    [...chips, ...judged].map(([words, drop]) => h("button", { type: "button", class: "chip", "aria-label": `Drop ${words}`, onclick: () => (drop(), draw(), $("#look-as").show()) }, words, icon("close"))),
    since.told && view.only !== "changed" && Object.keys(since.told.cards).length ? h("button", { type: "button", class: "btn btn-text", onclick: () => ((view.only = "changed"), draw()) }, "Show only these") : null,
    since.told && since.state === "build" ? h("a", { class: "btn btn-text", href: address("sheets", { print: "changed" }) }, "Print what changed") : null,
    h("span", { class: "grow" }),
    filtered ? h("button", { type: "button", class: "btn btn-text", onclick: showAll }, "Show all") : null,
  );
}

function showAll() {
  view.chosen.clear();
  view.only = view.text = "";
  $("#search").value = "";
  draw();
}

function nothing() {
  if (!kit.read) return empty("error", "This kit cannot be read yet", "Mend what the problems below say and save; the faces appear here.");
  if (!kit.cards.length) return empty("deck", "No cards yet", "Add a card to a file of this kit and save it; it appears here.");
  return empty("search", "No face fits", "Nothing in this part of the box has all of that.", h("button", { type: "button", class: "btn", onclick: showAll }, "Show all faces"));
}

function noKit() {
  fill($("#faces"), empty("offline", `There is no kit “${wanted}”`, "The studio was started in another folder, or the kit has another name now.", h("a", { class: "btn btn-main", href: "./" }, "Choose a kit")));
  fill($("#rail"));
}

function skeleton() {
  const ghost = () => h("li", { class: "cell ghost" }, h("span", { class: "face" }), h("div", { class: "caption" }, " "));
  fill($("#faces"), h("section", { class: "set", "aria-busy": "true", "aria-label": "Faces" }, h("header", {}, h("div", { class: "ghost-line" })), h("ul", { class: "wall", style: { "--w": 63, "--h": 88, "--corner": "0" } }, Array.from({ length: 18 }, ghost))));
  fill($("#rail"), h("div", { class: "parts" }, Array.from({ length: 8 }, () => h("div", { class: "part ghost-line" }))));
  $("#faces").style.setProperty("--mm", `${ZOOMS[view.zoom]}px`);
}

// -- keys and live news -----------------------------------------------------------------------------------

function setProblems(list, old) {
  problems = list;
  stale = new Set(old);
  struck = new Map();
  for (const problem of grouped(problems, kit)) for (const id of problem.cards) if (!struck.has(id)) struck.set(id, problem);
  drawer.show(problems, old, kit);
}

/** Read the kit again and change what is different; faces that are equal keep their pictures. */
async function renew() {
  const fresh = await loadKit().catch(() => null);
  if (!fresh) return;
  const same = fresh.read === kit.read && fresh.cards.length === kit.cards.length && fresh.cards.every((card, i) => card.id === kit.cards[i].id && card.in === kit.cards[i].in) && JSON.stringify(fresh.components) === JSON.stringify(kit.components) && JSON.stringify(fresh.looks) === JSON.stringify(kit.looks);
  build();
  const before = kit.card;
  kit = fresh;
  if (!kit.looks.some((look) => look.id === view.look)) view.look = kit.looks[0]?.id ?? "full";
  if (!kit.faces[view.look]) await readLook();
  title();
  setProblems(kit.problems, kit.stale);
  rail();
  if (!same) {
    tools();
    return draw();
  }
  if (view.text || view.chosen.size || view.only) return draw();
  for (const [id, one] of cells) {
    if (JSON.stringify(before.get(id)) !== JSON.stringify(kit.card.get(id))) caption(one, kit.card.get(id));
    paint(one, kit.card.get(id));
  }
}

/** Show the face that a card has now, if it is another one than is shown. */
function paint(one, card) {
  const name = view.back ? (sides(card).back ?? sides(card).front) : sides(card).front;
  const img = $(".face-img", one);
  if (!name || img.dataset.face === name) return false;
  const seen = img.hasAttribute("src");
  const fresh = faceImage(kit.component.get(card.in), name, { behind: view.back && !!sides(card).back });
  if (seen) swap(img, fresh);
  else img.replaceWith(fresh);
  return true;
}

function listen() {
  addEventListener("resize", settled(60, scale));
  addEventListener("keydown", (event) => {
    if (event.target.matches("input:not([type=range], [type=radio], [type=checkbox]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const one = event.target.closest?.(".cell");
    if (event.key === "/") (event.preventDefault(), $("#search").focus());
    else if (event.key === "b") $("#flip").click();
    else if (event.key === "f" && one) turn(one, one.classList.toggle("turned"));
    else if (event.key === "+" || event.key === "-") $(`.zoom .btn[aria-label="${event.key === "+" ? "Larger" : "Smaller"}"]`).click();
    else if (one && event.key.startsWith("Arrow")) (event.preventDefault(), walk(one, event.key));
  });

  live.addEventListener("saved", ({ detail }) => {
    kit.faces[detail.look] = { ...kit.faces[detail.look], ...detail.faces };
    if (detail.look !== view.look) return;
    if ($("#rail .thumb .face-img[data-face='']")) railSoon();
    const away = [];
    for (const id of Object.keys(detail.faces)) {
      const one = cells.get(id);
      const card = kit.card.get(id);
      if (!one || !card) {
        if (card && !building) away.push(id);
        continue;
      }
      if (paint(one, card) && Object.keys(detail.faces).length < 30) {
        one.classList.add("fresh");
        setTimeout(() => one.classList.remove("fresh"), 2400);
      }
    }
    compareSoon();
    const why = Object.entries(detail.why);
    if (why.length === 1) toast(`${why[0][0]}: ${why[0][1]}`, { label: "Show", action: () => goTo(why[0][0]) });
    else if (away.length && why.length) toast(`${many(away.length, "changed face")} not in view`, { label: "Show", action: () => (showAll(), goTo(away[0])) });
  });
  live.addEventListener("kit", settled(30, () => (renew(), compareSoon())));
  live.addEventListener("again", () => (renew(), compareSoon()));
  live.addEventListener("problems", ({ detail }) => {
    setProblems(detail.problems, detail.stale);
    rail();
    if (view.only) draw();
    else if (!kit.read) draw();
    else for (const [id, one] of cells) caption(one, kit.card.get(id));
  });
}

function walk(one, key) {
  build();
  const all = $$(".cell");
  const here = one.getBoundingClientRect();
  const middle = here.left + here.width / 2;
  let next;
  if (key === "ArrowRight") next = all[all.indexOf(one) + 1];
  else if (key === "ArrowLeft") next = all[all.indexOf(one) - 1];
  else {
    const down = key === "ArrowDown";
    const rows = all.map((other) => [other, other.getBoundingClientRect()]).filter(([, r]) => (down ? r.top > here.top + 8 : r.top < here.top - 8));
    rows.sort((a, b) => Math.abs(a[1].top - here.top) - Math.abs(b[1].top - here.top) || Math.abs(a[1].left + a[1].width / 2 - middle) - Math.abs(b[1].left + b[1].width / 2 - middle));
    next = rows[0]?.[0];
  }
  focusCell(next);
}

function focusCell(one) {
  if (!one) return;
  $(".cell a[tabindex='0']")?.setAttribute("tabindex", "-1");
  const link = $("a", one);
  link.tabIndex = 0;
  link.focus({ preventScroll: true });
  one.scrollIntoView({ block: "nearest" });
}

/** Bring a face into view, whatever hides it now. */
function goTo(id, focus = true) {
  build();
  if (!cells.has(id)) {
    view.part = "all";
    rail();
    showAll();
  }
  build();
  const one = cells.get(id);
  if (!one) return;
  one.scrollIntoView({ block: "center" });
  $$(".cell.here").forEach((other) => other.classList.remove("here"));
  one.classList.add("here");
  focusCell(one);
  if (!focus) one.scrollIntoView({ block: "center" });
}

/** A search by field that finds something in this kit, such as walls:N; nothing where no field has choices. */
function exampleOf(kit) {
  for (const part of kit?.components ?? [])
    for (const [name, takes] of Object.entries(part.fields)) {
      const choices = takes.one_of ?? takes.list;
      if (choices?.length && !/\s/.test(choices[0])) return `${name}:${choices[0]}`;
    }
  return "";
}
