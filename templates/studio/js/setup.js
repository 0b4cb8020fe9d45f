// The set-up of a free table: places are dragged or moved by arrows, what is said of them is chosen, and table.yaml is shown
// as it will be. The server writes it; a file that was changed meanwhile stays as it is.

import { $, announce, button, copying, fill, h, icon, many, settled, toast, toggle } from "./dom.js";
import { address, ask, wanted } from "./data.js";
import { live } from "./live.js";
import { empty, mountShell, showKit } from "./shell.js";

let told, free, version, chosen = "", saved = "", k = 1, wrong = "";
const path = `kits/${encodeURIComponent(wanted)}/laying`;
const post = (what) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });

start();

async function start() {
  mountShell("play");
  await load();
  live.listen(0);
  addEventListener("beforeunload", (event) => changed() && event.preventDefault());
  new ResizeObserver(() => told && ground()).observe($("#middle"));
}

async function load() {
  try {
    told = await ask(path);
  } catch (error) {
    return fill($("#middle"), empty("error", "The set-up cannot be read now", error.problems?.[0]?.message ?? error.message, h("a", { class: "btn", href: address("problems") }, "Problems")));
  }
  showKit(told);
  document.title = `${told.title}, set-up · cardgen studio`;
  [free, version, saved, wrong] = [told.free, told.version_of_file, JSON.stringify(told.free), ""];
  chosen = spots().some((one) => one.name === chosen) ? chosen : spots()[0]?.name ?? "";
  paint();
}

const changed = () => free && JSON.stringify(free) !== saved;
const place = (name = chosen) => told.places.find((one) => one.name === name);
/** All that has a spot: places, then boards and single pieces, which are called by their card. */
const spots = () => [...told.places, ...told.lie.map((one) => ({ ...one, name: `= ${one.card}`, n: 1 }))];

/** Something was changed: the server says how it lies now and how the file would read. */
const looked = settled(150, async () => {
  if (!Object.keys(free).length) return;
  const answer = await post({ free });
  const said = await answer.json().catch(() => ({}));
  wrong = answer.ok ? "" : said.problems?.[0]?.message ?? "That cannot be laid";
  if (answer.ok) told = { ...said, version_of_file: version };
  paint();
});
function change() {
  for (const key of ["places", "lies", "deal", "counters", "dice", "away"]) if (free[key] && !Object.keys(free[key]).length) delete free[key];
  looked();
}

/** The entry of a place; one that was laid by itself gets one, with the discard that lay beside it. */
function entry(name) {
  free.places ??= {};
  for (const one of [place(name), place(`${name} discard`)]) if (one && !free.places[one.name]) free.places[one.name] = { ...(one.title === one.name ? {} : { title: one.title }), ...(one.begins.length ? { begins: one.begins } : { face: "up" }), at: one.box.slice(0, 2).map(Math.round) };
  return free.places[name];
}

// -- what is seen ---------------------------------------------------------------------------------------------

function paint() {
  const focus = document.activeElement?.dataset?.key;
  parts();
  ground();
  file();
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

function parts() {
  const counters = Object.entries(free.counters ?? {}), dice = free.dice ?? [];
  fill($("#parts"),
    h("h2", {}, "Places"),
    h("ul", {}, told.places.map((one) => h("li", {}, h("button", { type: "button", class: "place-name", data: { key: `place ${one.name}` }, "aria-pressed": String(one.name === chosen), onclick: () => choose(one.name) }, icon("deck"), h("span", { class: "grow" }, one.title), h("span", { class: "soft" }, one.n || "empty"))))),
    button("plus", "One more place", add, { words: true }),
    h("h2", {}, "Boards and pieces"),
    h("ul", {}, spots().filter((one) => one.card).map((one) => h("li", {}, h("button", { type: "button", class: "place-name", data: { key: `place ${one.name}` }, "aria-pressed": String(one.name === chosen), onclick: () => choose(one.name) }, icon("sheet"), h("span", { class: "grow" }, one.title), h("span", { class: "soft" }, one.word))))),
    h("select", { class: "select", data: { key: "take out" }, "aria-label": "Put one more piece on the table", onchange: (event) => takeOut(event.target.value) }, h("option", { value: "" }, "One more piece …"), told.components.map((c) => h("optgroup", { label: c.title }, c.cards.filter(([id]) => !told.lie.some((one) => one.card === id)).map(([id, title]) => h("option", { value: id }, title))))),
    h("h2", {}, "Counters"),
    h("ul", {}, counters.map(([name, one]) => h("li", {}, h("label", { class: "field grow" }, h("input", { value: one.title ?? name, maxlength: 30, data: { key: `title ${name}` }, "aria-label": `Name of the counter ${one.title ?? name}`, onchange: (event) => ((one.title = event.target.value.trim() || name), change()) })), number(`${one.title ?? name} begins with`, `counter ${name}`, one.begins ?? 0, -999, 999, (n) => (one.begins = n)), toggle("Each", !!one.each, (on) => (on ? (one.each = true) : delete one.each, change())), button("close", `Remove the counter ${one.title ?? name}`, () => (delete free.counters[name], change()))))),
    button("plus", "One more counter", () => ((free.counters ??= {}), (free.counters[fresh(free.counters, "counter")] = { title: "Score", each: true, begins: 0 }), change()), { words: true }),
    h("h2", {}, "Dice"),
    h("ul", {}, dice.map((one, n) => h("li", {}, number("How many dice", `dice ${n}`, one.count ?? 1, 1, 6, (v) => (one.count = v)), h("span", { class: "soft" }, "×"), number("Sides", `sides ${n}`, one.sides ?? 6, 2, 100, (v) => (one.sides = v)), h("span", { class: "soft grow" }, "sides"), button("close", "Remove these dice", () => (dice.splice(n, 1), change()))))),
    button("plus", "One more die", () => ((free.dice ??= []).push({ sides: 6, count: 1 }), change()), { words: true }),
    h("h2", {}, "In the box"),
    h("ul", {}, told.components.map((one) => h("li", {}, h("span", { class: "grow" }, one.title, h("small", { class: "soft" }, ` ${one.n}`)), toggle("Stays in the box", (free.away ?? []).includes(one.id), (on) => ((free.away = (free.away ?? []).filter((id) => id !== one.id).concat(on ? [one.id] : [])), change()))))));
}

function takeOut(id) {
  if (!id) return;
  (free.lies ??= {})[id] = [20 + 10 * told.lie.length, 20 + 10 * told.lie.length];
  chosen = `= ${id}`;
  change();
}

const fresh = (taken, word) => {
  let n = 1;
  while (taken[`${word}-${n}`]) n++;
  return `${word}-${n}`;
};
function add() {
  free.places ??= {};
  const name = fresh(free.places, "place"), n = Object.keys(free.places).length;
  free.places[name] = { title: `Place ${n + 1}`, face: "up", at: [20 + 10 * n, 20 + 10 * n] };
  chosen = name;
  change();
}

const number = (label, key, value, min, max, set) => h("label", { class: "field number" }, h("input", { type: "number", value, min, max, data: { key }, "aria-label": label, onchange: (event) => (set(Math.max(min, Math.min(max, Math.round(Number(event.target.value) || 0)))), change()) }));

/** Places, boards and single pieces, drawn to scale. */
function ground() {
  const home = $("#middle");
  if (!$(".ground", home)) fill(home, h("div", { class: "ground", role: "group", "aria-label": "Arrows move the chosen place by a millimetre, with Shift by ten" }, h("div", { class: "mat" })), h("form", { class: "form", "aria-label": "The chosen place", onsubmit: (event) => event.preventDefault() }));
  const view = $(".ground"), mat = $(".mat"), [wide, high] = told.size;
  k = Math.max(0.1, Math.min((view.clientWidth - 16) / wide, (view.clientHeight - 16) / high));
  Object.assign(mat.style, { width: `${wide}px`, height: `${high}px`, transform: `translate(${(view.clientWidth - wide * k) / 2}px, ${(view.clientHeight - high * k) / 2}px) scale(${k})` });
  mat.style.setProperty("--k", k);
  const box = ([x, y, w, hh]) => ({ left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${hh}px` });
  fill(mat, spots().sort((a, b) => !!b.card - !!a.card).map((one) => {
    const el = h("button", { type: "button", class: `spot ${one.card ? "lying" : one.closed && one.n ? "closed" : ""}`, data: { key: `spot ${one.name}` }, "aria-pressed": String(one.name === chosen), "aria-label": `${one.title}, ${one.n ? many(one.n, one.word) : "empty"}, at ${Math.round(one.box[0])} and ${Math.round(one.box[1])} mm`, style: box(one.box) }, h("span", {}, one.title));
    dragging(el, one);
    return el;
  }));
  form();
}

function put(one, x, y) {
  one.box = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y)), ...one.box.slice(2)];
  if (one.card) (free.lies ??= {})[one.card] = one.box.slice(0, 2);
  else entry(one.name).at = one.box.slice(0, 2);
}

function dragging(el, one) {
  el.addEventListener("click", () => chosen === one.name || choose(one.name));
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const from = [event.clientX, event.clientY], was = one.box;
    let moved = false;
    el.setPointerCapture(event.pointerId);
    const go = (e) => {
      const by = [e.clientX - from[0], e.clientY - from[1]];
      if (!moved && Math.hypot(...by) < 4) return;
      moved = true;
      [el.style.left, el.style.top] = [`${Math.max(0, was[0] + by[0] / k)}px`, `${Math.max(0, was[1] + by[1] / k)}px`];
    };
    const up = (e) => {
      el.removeEventListener("pointermove", go);
      if (!moved) return;
      chosen = one.name;
      put(one, was[0] + (e.clientX - from[0]) / k, was[1] + (e.clientY - from[1]) / k);
      change();
    };
    el.addEventListener("pointermove", go);
    el.addEventListener("pointerup", up, { once: true });
  });
  el.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    chosen = one.name;
    put(one, one.box[0] + by[0] * step, one.box[1] + by[1] * step);
    [el.style.left, el.style.top] = [`${one.box[0]}px`, `${one.box[1]}px`];
    announce(`${one.title} at ${one.box[0]} and ${one.box[1]} mm`);
    change();
  });
}

function choose(name) {
  chosen = name;
  paint();
}

const dealt = (pile, to) => (free.deal ?? []).find((one) => one.pile === pile && (one.to ?? "hand") === to);
function deal(pile, to, cards) {
  const now = dealt(pile, to);
  if (now && !cards) free.deal = free.deal.filter((one) => one !== now);
  else if (now) now.cards = cards;
  else if (cards) (free.deal ??= []).push({ pile, cards, ...(to === "hand" ? {} : { to }) });
}

function form() {
  const piece = spots().find((one) => one.card && one.name === chosen);
  if (piece) {
    const [x, y] = piece.box.map(Math.round), said = free.lies?.[piece.card];
    const at = (label, key, value, n) => h("label", { class: "word" }, label, number(label, key, value, 0, 9999, (v) => put(piece, ...(n ? [x, v] : [v, y]))));
    return fill($(".form"), h("h2", {}, piece.title, h("small", { class: "soft" }, ` ${piece.word}${said ? "" : " · laid by itself"}`)), at("From the left in mm", "at x", x, 0), at("From the top in mm", "at y", y, 1), said ? button("undo", "Lay it by itself again", () => (delete free.lies[piece.card], keeps() ? change() : (free.lies[piece.card] = said)), { words: true }) : null);
  }
  const one = place();
  if (!one) return fill($(".form"), h("p", { class: "soft" }, "Choose a place."));
  const said = free.places?.[one.name];
  const name = h("input", { value: one.title, maxlength: 60, data: { key: "title" }, onchange: (event) => ((entry(one.name).title = event.target.value.trim() || one.name), change()) });
  const holds = told.components.filter((c) => one.begins.includes(c.id)).map((c) => c.id);
  fill($(".form"),
    h("h2", {}, one.title, h("small", { class: "soft" }, ` ${one.n ? many(one.n, one.word) : "empty"}${said ? "" : " · laid by itself"}`)),
    h("label", { class: "word" }, "Name", h("span", { class: "field" }, name)),
    h("label", { class: "word" }, "Dealt to each hand", number("Dealt to each hand", "deal hand", dealt(one.name, "hand")?.cards ?? 0, 0, 100, (n) => deal(one.name, "hand", n))),
    h("label", { class: "word" }, "Laid before each player", number("Laid before each player", "deal area", dealt(one.name, "area")?.cards ?? 0, 0, 100, (n) => deal(one.name, "area", n))),
    h("label", { class: "word" }, "Turned up on the table", number("Turned up on the table", "deal table", dealt(one.name, "table")?.cards ?? 0, 0, 100, (n) => deal(one.name, "table", n))),
    toggle("Face down", one.closed, (on) => ((entry(one.name).face = on ? "down" : "up"), change())),
    toggle("Shuffled", one.closed && said?.shuffled !== false, (on) => (on ? delete entry(one.name).shuffled : (entry(one.name).shuffled = false), change())),
    h("label", { class: "word" }, "Begins with", h("select", { class: "select", data: { key: "begins" }, "aria-label": "Begins with", onchange: (event) => (begin(one.name, event.target.value), change()) }, h("option", { value: "", selected: !one.begins.length }, "Nothing"), one.begins.length && !holds.length ? h("option", { value: "?", selected: true }, one.begins.join(", ").slice(0, 40)) : null, told.components.map((c) => h("option", { value: c.id, selected: holds[0] === c.id }, c.title)))),
    said ? button("undo", "Lay it by itself again", () => (delete free.places[one.name], keeps() ? change() : (free.places[one.name] = said)), { words: true }) : null);
}

/** Whether something is left that a set-up says. */
const keeps = () => Object.values(free).some((one) => Object.keys(one).length) || (toast("A set-up says at least one thing.", { kind: "bad" }), false);

/** A component begins in one place: it leaves the one where it began. */
function begin(name, id) {
  if (id === "?") return;
  const now = entry(name);
  for (const other of Object.values(free.places)) if (other !== now && other.begins) other.begins = other.begins.filter((one) => one !== id);
  if (id) now.begins = [id];
  else delete now.begins;
}

// -- the file -------------------------------------------------------------------------------------------------

let before = null;
function file() {
  before ??= told.text;
  const old = before.split("\n"), why = wrong || told.read_only;
  const copy = `cardgen new my-${told.slug} --from ${told.slug}`;
  fill($("#yaml"),
    h("header", {}, icon("sheet"), h("b", { class: "grow" }, "table.yaml"), h("a", { class: "btn", href: address("play", { free: 1 }) }, icon("play"), h("span", {}, "Try it"))),
    h("pre", { tabindex: 0, "aria-label": "How table.yaml will read" }, told.text ? told.text.split("\n").map((line) => h("div", { class: changed() && !old.includes(line) ? "new-line" : "" }, line || " ")) : "There is no table.yaml yet: everything is laid by itself."),
    h("footer", {}, h("p", { class: wrong ? "" : "soft", role: wrong ? "alert" : null }, why ? `${why[0].toUpperCase()}${why.slice(1)}.` : "Comments, order and quotes in your file stay as they are."), told.read_only && h("p", { class: "row" }, h("code", { class: "grow" }, copy), copying(copy)), h("span", { class: "grow" }), button("undo", "Start over", () => ((before = null), load()), { words: true, disabled: !changed() }), button("save", "Save set-up", save, { words: true, kind: "btn-main", disabled: !changed() || !!why })));
}

async function save() {
  const answer = await post({ write: true, free, version }).catch(() => null);
  const said = await answer?.json().catch(() => ({}));
  if (answer?.ok) {
    before = null;
    await load();
    return toast("Saved in table.yaml, beside game.yaml.");
  }
  const words = said?.says ?? "The studio does not answer";
  toast(`${words[0].toUpperCase()}${words.slice(1)}.`, { kind: "bad", seconds: 0, ...(said?.changed ? { label: "Read it again", action: () => ((before = null), load()) } : {}) });
}
