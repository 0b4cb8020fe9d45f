// A face taken by its handles: what is moved here becomes the numbers of one tag of the template, and nothing else.

import { $, announce, button, fill, h, icon, segmented, toast } from "./dom.js";
import { fileButton, takeFiles } from "./brought.js";
import { ask, picture, wanted } from "./data.js";
import { opener } from "./problems-list.js";

const home = `kits/${encodeURIComponent(wanted)}`;
const STEP = 0.5, FINE = 0.1, NEAR = 6, REST = 400; // mm, mm, pixels, milliseconds
const EDGES = { nw: [-1, -1], n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0] };

export const handles = { on: false, told: null, chosen: null, more: new Set(), written: null }; // more: what is chosen besides
let where, paint, frame, waiting, dragging = false, writes = 0;

/** Read what can be taken of a face; `again()` is called when it is there, and after every change. */
export async function readHandles(card, look, side, again) {
  [where, paint] = [{ card, look, side }, again];
  if (dragging || waiting) return;
  const asked = JSON.stringify(where), before = writes;
  try {
    const told = await ask(`${home}/handles?${new URLSearchParams(where)}`);
    if (asked !== JSON.stringify(where) || dragging || waiting || before !== writes) return; // something newer is on its way
    handles.told = told;
  } catch (error) {
    handles.told = { elements: [], others: [], frame: null, why_not: error.problems?.[0]?.message ?? "the studio does not answer", file: "" };
  }
  const free = handles.told.elements.filter((one) => !why(one)), fresh = free.find((one) => one.name === handles.fresh);
  if (fresh) [handles.chosen, handles.more, handles.fresh] = [fresh.n, new Set(), null];
  handles.more = new Set([...handles.more].filter((n) => n !== handles.chosen && free.some((one) => one.n === n)));
  if (!chosen()) handles.chosen = (free.find((one) => one.kind === "text") ?? free[0])?.n ?? null;
  paint();
}

export const chosen = () => handles.told?.elements.find((one) => one.n === handles.chosen);
/** All that is moved together; one for each place in the file. */
const group = () => [...new Map(handles.told.elements.filter((one) => !why(one) && (one.n === handles.chosen || handles.more.has(one.n))).map((one) => [one.at, one])).values()];
const why = (one) => handles.told.why_not || one.why || (one.turned ? "it is turned or mirrored by a transform" : "");

// -- on the face ------------------------------------------------------------------------------------------------

/** Lay the handles over the face; `f` says its size, bleed and safe area in mm, and pixels for each of them. */
export function layHandles(plate, f) {
  frame = f;
  const byPlace = new Map(), layer = h("div", { class: "handles" }); // a text and its drawn box are one thing to take
  for (const one of handles.told.elements) if (!byPlace.has(one.at) || one === chosen() || (one.kind === "text" && byPlace.get(one.at) !== chosen())) byPlace.set(one.at, one);
  for (const one of [...byPlace.values()].sort((a, b) => b.box[2] * b.box[3] - a.box[2] * a.box[3])) layer.append(outline(one));
  layer.append(h("div", { class: "guides", "aria-hidden": "true" }));
  layer.addEventListener("pointerdown", (event) => event.target === layer && framing(event, null));
  layer.addEventListener("dragover", (event) => event.dataTransfer.types.includes(FIELD) && event.preventDefault());
  layer.addEventListener("drop", (event) => dropped(event, layer));
  if (!handles.told.why_not && handles.told.frame) takeFiles(layer, (event) => event.target.closest(".box, .handles"), (box, name, event) => putFile(name, boxAt(box), pointAt(event, layer)));
  plate.append(layer);
}

const words = (one) => `${one.name}: x ${mm(one.box[0])}, y ${mm(one.box[1])}, ${mm(one.box[2])} × ${mm(one.box[3])} mm`;
const mm = (n) => String(Math.round(n * 100) / 100);

function outline(one) {
  const mine = one === chosen(), also = handles.more.has(one.n), locked = why(one);
  const box = h("button", { type: "button", class: `box ${mine ? "chosen" : also ? "also" : ""} ${locked ? "locked" : ""}`, data: { n: one.n }, tabindex: mine ? 0 : -1, "aria-label": words(one), "aria-pressed": String(mine || also), title: locked ? `${one.name}: ${locked}` : one.name });
  place(box, one.box);
  if (mine && !locked && one.kind !== "point") for (const [name, [dx, dy]] of Object.entries(EDGES)) if (one.kind !== "circle" || (dx && dy)) box.append(h("i", { class: `grip ${name}`, data: { grip: name }, "aria-hidden": "true" }));
  if (mine) box.append(h("span", { class: "size num", "aria-hidden": "true" }, `${mm(one.box[2])} × ${mm(one.box[3])} mm`));
  box.addEventListener("pointerdown", (event) => take(event, one));
  box.addEventListener("keydown", (event) => push(event, one));
  box.addEventListener("click", (event) => event.detail === 0 && choose(one.n, true)); // by a key
  box.addEventListener("dblclick", () => $("#words")?.focus());
  return box;
}

function place(box, [x, y, w, height]) {
  const { bleed, k } = frame;
  for (const [name, value] of Object.entries({ left: x + bleed, top: y + bleed, width: w, height })) box.style.setProperty(name, `${value * k}px`);
}

export function choose(n, focus = false, more = []) {
  [handles.chosen, handles.more] = [n, new Set(more.filter((other) => other !== n))];
  paint();
  if (focus) $(`.handles [data-n="${n}"]`)?.focus({ preventScroll: true });
}
function toggle(n) {
  const all = [handles.chosen, ...handles.more].filter((other) => other !== null), rest = all.filter((other) => other !== n);
  choose(rest.length < all.length ? rest[0] ?? n : n, true, rest);
}

function take(event, one) {
  if (event.button) return;
  event.preventDefault();
  if (event.shiftKey) return framing(event, one);
  const grip = event.target.dataset.grip ?? "";
  if (one.n !== handles.chosen) choose(one.n, true, handles.more.has(one.n) ? [handles.chosen, ...handles.more] : []);
  $(`.handles [data-n="${one.n}"]`)?.focus({ preventScroll: true });
  if (why(one)) return;
  const from = new Map((grip ? [one] : group()).map((other) => [other, [...other.box]])), mine = [...one.box];
  follow(event, (by, next) => {
    if (grip) return set(one, sized(one, mine, by, EDGES[grip], next.altKey));
    const to = moved(one, mine, by, next.altKey);
    for (const [other, [x, y, ...size]] of from) set(other, [x + to[0] - mine[0], y + to[1] - mine[1], ...size].map(tidy));
  }, (done) => {
    if (done) return write(from);
    for (const [other, box] of from) set(other, box);
    turn++;
    paint();
  });
}

/** Shift: a click adds what it hits or takes it out again, a drag chooses all that lies in its frame. */
function framing(event, one) {
  if (event.button) return;
  const a = $(".handles").getBoundingClientRect(), from = [(event.clientX - a.left) / frame.k - frame.bleed, (event.clientY - a.top) / frame.k - frame.bleed];
  let box = null;
  follow(event, (by) => {
    if (Math.hypot(...by) * frame.k < 4) return;
    box = [0, 1].map((axis) => Math.min(from[axis], from[axis] + by[axis])).concat(by.map(Math.abs));
    const drawn = h("i", { class: "frame" });
    place(drawn, box);
    fill($(".handles .guides"), [drawn]);
  }, (done) => {
    if (!done) return;
    if (!box) return one && !why(one) ? toggle(one.n) : null;
    const inside = handles.told.elements.filter((other) => !why(other) && [0, 1].every((axis) => other.box[axis] >= box[axis] && other.box[axis] + other.box[axis + 2] <= box[axis] + box[axis + 2])).map((other) => other.n);
    if (inside.length) choose(inside[0], true, inside);
  });
}

/** Call `move` with the way in mm until the pointer is let go, then `over(true)`; `over(false)` after Escape. */
function follow(event, move, over) {
  const start = [event.clientX, event.clientY];
  dragging = true;
  const moving = (next) => move([(next.clientX - start[0]) / frame.k, (next.clientY - start[1]) / frame.k], next);
  const end = (done) => {
    for (const [name, heard] of Object.entries(hears)) removeEventListener(name, heard, { capture: true });
    guides([]);
    dragging = false;
    over(done);
  };
  const hears = { pointermove: moving, pointerup: () => end(true), pointercancel: () => end(false), keydown: (pressed) => pressed.key === "Escape" && (pressed.stopPropagation(), end(false)) };
  for (const [name, heard] of Object.entries(hears)) addEventListener(name, heard, { capture: true });
}

/** Arrows move by half a millimetre, with Shift by two, with Ctrl by a tenth; with Alt they resize. */
function push(event, one) {
  if (event.key === "F2" && $("#words")) return event.preventDefault(), $("#words").focus();
  if (event.key === "Escape" && handles.more.size) return event.stopPropagation(), choose(one.n, true);
  if (event.key === "Delete" || event.key === "Backspace") return event.preventDefault(), event.stopPropagation(), remove();
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!way) return;
  event.preventDefault();
  event.stopPropagation();
  if (why(one)) return announce(`${one.name}: ${why(one)}`);
  const by = event.shiftKey ? 2 : event.ctrlKey || event.metaKey ? FINE : STEP, resize = event.altKey && one.kind !== "point";
  const from = new Map((resize ? [one] : group()).map((other) => [other, [...other.box]]));
  for (const [other, box] of from) {
    const next = resize ? [box[0], box[1], Math.max(STEP, box[2] + way[0] * by), Math.max(STEP, box[3] + way[1] * by)] : [box[0] + way[0] * by, box[1] + way[1] * by, box[2], box[3]];
    if (resize && one.kind === "circle") next[2] = next[3] = box[2] + (way[0] || way[1]) * by;
    set(other, next.map(tidy));
  }
  later(from);
}
const tidy = (n) => Math.round(n * 1000) / 1000;

/** Show a box at another place before it is written. */
function set(one, box) {
  one.from ??= one.box; // as it is in the file
  one.box = box;
  const shown = $(`.handles [data-n="${one.n}"]`);
  if (!shown) return;
  place(shown, box);
  shown.setAttribute("aria-label", words(one));
  const size = $(".size", shown);
  if (size) size.textContent = `${mm(box[2])} × ${mm(box[3])} mm`;
  draft();
  ["x", "y", "width", "height"].forEach((name, n) => $(`#at-${name}`) && document.activeElement !== $(`#at-${name}`) && ($(`#at-${name}`).value = mm(box[n])));
}

/** Show the face as it would be, while something is on its way: one question at a time, the newest next. Nothing is written. */
let drawing = false, moved_on = false, turn = 0; // turn: another one when a draft is no longer wanted
async function draft() {
  if (drawing) return (moved_on = true);
  drawing = true;
  do {
    moved_on = false;
    const asked = JSON.stringify([where, writes, turn]), moves = handles.told.elements.map((one) => ({ n: one.at, set: unwritten(one) })).filter(({ set }) => Object.keys(set).length);
    if (!moves.length) break;
    const answer = await post("handles/draft", { ...where, file: handles.told.file, version: handles.told.version, moves });
    const { face } = (answer?.status === 200 && (await answer.json())) || {};
    if (!face) break;
    const fresh = h("img", { src: picture(face), alt: "", draggable: "false" });
    await fresh.decode().catch(() => null);
    if (asked === JSON.stringify([where, writes, turn])) $(".plate .layered")?.replaceChildren(fresh);
  } while (moved_on);
  drawing = false;
}
/** The numbers of an element that are other ones on the screen than in the file. */
const unwritten = (one) => (one.from ? numbers(one, one.from) : {});

// -- snapping -----------------------------------------------------------------------------------------------------

/** The lines of one axis: the cut, the bleed, the safe area, the middle, and the edges of all other boxes. */
function lines(one, axis) {
  const whole = frame.size[axis], { bleed, safe } = frame, found = [-bleed, 0, safe, whole / 2, whole - safe, whole, whole + bleed];
  for (const other of handles.told.elements) {
    if (other.at === one.at || handles.more.has(other.n) || other.kind === "point" || other.turned) continue;
    const [from, long] = [other.box[axis], other.box[axis + 2]];
    found.push(from, from + long / 2, from + long);
  }
  return found;
}
function nearest(one, axis, edges) {
  let best = null;
  for (const line of lines(one, axis)) for (const edge of edges) if (Math.abs(line - edge) * frame.k <= NEAR && (!best || Math.abs(line - edge) < Math.abs(best.by))) best = { by: line - edge, line };
  return best;
}
const stepped = (n, free) => Math.round(n / (free ? FINE : STEP)) * (free ? FINE : STEP);

function moved(one, from, by, free) {
  const box = [...from], shown = [];
  for (const axis of [0, 1]) {
    const to = from[axis] + by[axis], long = from[axis + 2];
    const found = free || one.kind === "point" ? null : nearest(one, axis, [to, to + long / 2, to + long]);
    if (found) shown.push([axis, found.line]);
    box[axis] = tidy(found ? to + found.by : one.kind === "point" ? from[axis] + stepped(by[axis], free) : stepped(to, free));
  }
  guides(shown);
  return box;
}
function sized(one, from, by, [dx, dy], free) {
  const box = [...from], shown = [];
  [dx, dy].forEach((way, axis) => {
    if (!way) return;
    const far = way > 0 ? from[axis] + from[axis + 2] : from[axis], to = far + by[axis];
    const found = free ? null : nearest(one, axis, [to]);
    if (found) shown.push([axis, found.line]);
    const edge = tidy(found ? found.line : stepped(to, free)), still = way > 0 ? from[axis] : from[axis] + from[axis + 2];
    const long = Math.max(STEP, way > 0 ? edge - still : still - edge);
    box[axis + 2] = tidy(long);
    if (way < 0) box[axis] = tidy(still - long);
  });
  if (one.kind === "circle") {
    const long = Math.max(box[2], box[3]);
    if (dx < 0) box[0] = tidy(from[0] + from[2] - long);
    if (dy < 0) box[1] = tidy(from[1] + from[3] - long);
    box[2] = box[3] = long;
  }
  guides(shown);
  return box;
}
function guides(shown) {
  const box = $(".handles .guides");
  if (box) fill(box, shown.map(([axis, at]) => h("i", { class: axis ? "across" : "down", style: { [axis ? "top" : "left"]: `${(at + frame.bleed) * frame.k}px` } })));
}

// -- writing ------------------------------------------------------------------------------------------------------

/** The numbers of the tag that a box stands for; only those that are different. */
function numbers(one, from) {
  const [kx, ky] = one.factor, to = one.box, found = {};
  const change = { x: (to[0] - from[0]) / kx, y: (to[1] - from[1]) / ky, width: (to[2] - from[2]) / kx, height: (to[3] - from[3]) / ky };
  const by = { ...change, cx: change.x + change.width / 2, cy: change.y + change.height / 2, r: change.width / 2, rx: change.width / 2, ry: change.height / 2 };
  for (const [name, now] of Object.entries(one.numbers)) if (Math.abs(by[name]) > 0.0005) found[name] = now + by[name];
  return found;
}
function later(from) {
  const all = new Map([...from, ...(waiting?.from ?? [])]);
  clearTimeout(waiting?.timer);
  waiting = { from: all, timer: setTimeout(() => ((waiting = null), write(all)), REST) };
}
/** Write the places of these elements, each with where it was. */
function write(from) {
  const moves = [...from].map(([one, box]) => ({ one, n: one.at, set: numbers(one, box) })).filter((move) => Object.keys(move.set).length);
  for (const { one, set } of moves) for (const other of handles.told.elements) if (other.at === one.at) Object.assign(other.numbers, set), (other.box = [...one.box]), delete other.from;
  if (moves.length === 1) return send({ n: moves[0].n, name: moves[0].one.name, set: moves[0].set });
  return moves.length ? send({ name: moves[0].one.name, moves: moves.map(({ n, set }) => ({ n, set })) }) : null;
}
const style = (one, key, value) => send({ n: one.n, name: one.name, key, value });

/** Writes wait for each other: each names the version that the one before has left. */
let queue = Promise.resolve();
const send = (what) => after(() => post("handles", { file: handles.told.file, version: handles.told.version, ...what }));
const step = (which) => after(() => post(which, {}));
function after(action) {
  writes++;
  const job = queue.then(async () => heard(await action()));
  queue = job.catch(() => null);
  return job;
}
const post = (place, body) => fetch(`${home}/${place}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);

async function heard(answer) {
  const said = await answer?.json().catch(() => ({}));
  if (!answer?.ok) toast(`${said?.says ?? "The studio does not answer"}.`, { kind: "bad", seconds: 10 });
  if (said?.version && said.file === handles.told.file) handles.told.version = said.version;
  if (answer?.ok && said.diff?.length) (handles.fresh = /^(\S+) is new$/.exec(said.says)?.[1]), (handles.written = said), announce(`Written: ${said.says}`);
  await readHandles(where.card, where.look, where.side, paint);
}

export function stepKeys(event) {
  if (!handles.on || !(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return false;
  if (event.key === "a" && event.target.closest(".handles")) {
    const free = handles.told.elements.filter((one) => !why(one)).map((one) => one.n);
    event.preventDefault();
    choose(handles.chosen ?? free[0], true, free);
    return true;
  }
  const which = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
  if (which) (event.preventDefault(), step(which));
  return Boolean(which);
}

/** Take what is chosen out of the file; Undo brings it back. */
async function remove() {
  const all = handles.told.elements.filter((one) => one.n === handles.chosen || handles.more.has(one.n)), fixed = all.find((one) => one.fixed);
  if (handles.told.why_not || fixed) return announce(`${fixed?.name ?? "This face"}: ${handles.told.why_not || why(fixed)}`);
  [handles.chosen, handles.more] = [null, new Set()];
  await send({ remove: all.map((one) => one.n), name: all[0].name });
  $(`.handles [data-n="${handles.chosen}"]`)?.focus({ preventScroll: true });
}

// -- several at once, what is new, and what a text says ---------------------------------------------------------------

/** Move each of the group along an axis: `to(box, all)` says where its left or upper edge is. */
function arrange(axis, to) {
  const all = group().sort((a, b) => a.box[axis] - b.box[axis]), from = new Map(all.map((one) => [one, [...one.box]]));
  const [low, high] = [Math.min(...all.map((one) => one.box[axis])), Math.max(...all.map((one) => one.box[axis] + one.box[axis + 2]))];
  const gap = (high - low - all.reduce((sum, one) => sum + one.box[axis + 2], 0)) / (all.length - 1);
  let next = low;
  for (const one of all) {
    const long = one.box[axis + 2], box = [...one.box];
    box[axis] = tidy({ low, middle: (low + high - long) / 2, high: high - long, spread: next }[to]);
    next += long + gap;
    set(one, box);
  }
  write(from);
}
/** To the safe area at either edge, or to the middle: all that is chosen as one. */
const EDGES_OF = [["To the left margin", "Left", 0, -1], ["To the middle", "Centre", 0, 0], ["To the right margin", "Right", 0, 1], ["To the top margin", "Top", 1, -1], ["To the middle of the height", "Middle", 1, 0], ["To the bottom margin", "Bottom", 1, 1]];
function toMargin(axis, way) {
  const all = group(), from = new Map(all.map((one) => [one, [...one.box]])), whole = frame.size[axis];
  const [low, high] = [Math.min(...all.map((one) => one.box[axis])), Math.max(...all.map((one) => one.box[axis] + one.box[axis + 2]))];
  const by = way < 0 ? frame.safe - low : way > 0 ? whole - frame.safe - high : (whole - low - high) / 2;
  for (const one of all) set(one, one.box.map((n, at) => tidy(at === axis ? n + by : n)));
  write(from);
}
const ORDERS = [["Left", 0, "low"], ["Centre", 0, "middle"], ["Right", 0, "high"], ["Top", 1, "low"], ["Middle", 1, "middle"], ["Bottom", 1, "high"], ["Spread across", 0, "spread"], ["Spread down", 1, "spread"]];

function several() {
  const free = [...new Map(handles.told.elements.filter((one) => !why(one)).map((one) => [one.at, one])).values()], all = group();
  if (free.length < 2) return null;
  const order = ([words, axis, to]) => h("button", { type: "button", class: "btn", onclick: () => arrange(axis, to), disabled: to === "spread" && all.length < 3 }, words);
  return h("details", { class: "others several", open: all.length > 1 || handles.opened, ontoggle: (event) => (handles.opened = event.target.open) }, h("summary", {}, all.length > 1 ? `${all.length} chosen` : "Several at once", icon("down")),
    all.length > 1 ? h("div", { class: "orders", role: "group", "aria-label": "Align" }, ORDERS.map(order)) : null,
    h("ul", {}, free.map((one) => h("li", {}, h("label", { class: "pick" }, h("input", { type: "checkbox", id: `more-${one.n}`, checked: all.some((other) => other.at === one.at), onchange: () => (toggle(one.n), $(`#more-${one.n}`)?.focus()) }), one.name)))));
}

const FIELD = "application/x-cardgen-field";
const takes = (one, field) => one && !handles.told.why_not && !one.fixed && ("words" in one || "field" in one) && (handles.told.fields[field] === "picture") === (one.kind === "image");
const colour = (...names) => ((name) => (name ? `{{ palette.${name} }}` : null))(names.find((name) => name in handles.told.palette));

/** Write a new element, in the middle of the face or about a point. */
function add(kind, what = {}, at = frame.size.map((long) => long / 2)) {
  const [[kx, dx], [ky, dy]] = handles.told.frame, [w, height] = [frame.size[0] / 2, frame.size[1] / (kind === "text" ? 8 : 4)].map((n) => Math.round(n));
  const texts = handles.told.elements.map((one) => one.style["font-family"]?.replace(/["']/g, "").split(",")[0].trim());
  const look = kind === "text" ? { "font-family": texts.find((font) => handles.told.fonts.includes(font)) ?? handles.told.fonts[0], "font-size": `${Math.round(400 / ky) / 100}px`, fill: colour("ink", "text", "black") ?? "#222222" } : { fill: colour("tint", "line", "accent", ...Object.keys(handles.told.palette)) ?? "#cccccc" };
  const [x, y] = [stepped(at[0] - w / 2), stepped(at[1] - height / 2)];
  return send({ new: kind, name: kind, x: (x - dx) / kx, y: (y - dy) / ky, width: w / kx, height: height / ky, ...look, ...what });
}
function put(field, one = chosen(), at = undefined) {
  if (takes(one, field)) return send({ n: one.n, name: one.name, field });
  return add(handles.told.fields[field] === "picture" ? "picture" : "text", { field }, at);
}
function dropped(event, layer) {
  const field = event.dataTransfer.getData(FIELD);
  if (!field) return;
  event.preventDefault();
  put(field, boxAt(event.target) ?? null, pointAt(event, layer));
}
const boxAt = (target) => handles.told.elements.find((other) => String(other.n) === target.closest(".box")?.dataset.n);
function pointAt(event, layer) {
  const a = layer.getBoundingClientRect();
  return [(event.clientX - a.left) / frame.k - frame.bleed, (event.clientY - a.top) / frame.k - frame.bleed];
}

/** A picture file of the kit: into the field or the picture that it was dropped onto, else a new picture. */
function putFile(name, one = chosen(), at = undefined) {
  if (one?.kind === "image" && "field" in one) return setField(one.field, name);
  if (one?.kind === "image" && "words" in one && !one.fixed) return send({ n: one.n, name: one.name, picture: name });
  return add("picture", { href: name }, at);
}
/** Write a field of this card into its file. */
const setField = (key, value) => after(async () => {
  const { tables, versions } = await ask(`${home}/cells`), table = tables.find(({ rows }) => rows.some((row) => row.said.id === where.card));
  const row = table?.rows.findIndex((one) => one.said.id === where.card), entry = table?.rows[row];
  if (!entry) return Response.json({ says: "this card is made by an entry for several; write it there" }, { status: 422 });
  return post("cells", { do: "set", in: table.id, row, card: where.card, key, value, version: versions[entry.file] });
});

/** Buttons for new elements and for the fields; a field is dragged onto a box, too. */
function fresh() {
  const { fields, art } = handles.told;
  const chip = (name) => h("button", { type: "button", class: "btn chip", draggable: "true", title: "Drag it onto a box, or press it for the chosen one", onclick: () => put(name), ondragstart: (event) => event.dataTransfer.setData(FIELD, name) }, name);
  const picture = h("select", { class: "select", id: "new-picture", "aria-label": "New picture" }, h("option", { value: "" }, art.length ? "Picture …" : "No pictures in art/"), art.map((one) => h("option", { value: one }, one)));
  picture.disabled = !art.length;
  picture.addEventListener("change", () => picture.value && add("picture", { href: picture.value }));
  const files = Object.keys(fields).filter((name) => fields[name] === "picture").map((name) => fileButton(`${name}: file …`, (file) => setField(name, file)));
  const make = (kind, words, what) => h("button", { type: "button", class: "btn", id: `new-${kind}`, onclick: () => add(kind, what) }, words);
  return h("div", { class: "fresh" },
    h("div", { class: "row", role: "group", "aria-label": "New" }, h("span", { class: "soft" }, "New"), make("text", "Text", { words: "Words" }), make("rect", "Rectangle"), make("ellipse", "Ellipse"), picture, fileButton("Picture file …", (name) => putFile(name), "picture-file")),
    h("div", { class: "row", role: "group", "aria-label": "Fields" }, h("span", { class: "soft" }, "Fields"), Object.keys(fields).map(chip), files));
}

function wordsOf(one) {
  if (one.kind === "image" || one.fixed || !("words" in one || "field" in one) || !/^(text|point)$/.test(one.kind)) return null;
  const input = h("input", { type: "text", id: "words", class: "typed", value: one.words ?? "", placeholder: one.field ? `{{ card.${one.field} }}` : "" });
  input.addEventListener("change", () => input.value !== (one.words ?? "") && send({ n: one.n, name: one.name, words: input.value }));
  return h("div", { class: "looks-of" }, h("label", {}, h("span", {}, "Words"), input));
}

// -- beside the face ----------------------------------------------------------------------------------------------

/** What is known of the chosen element, each with a field. */
export function handlesPart(kit) {
  const { told, written } = handles;
  if (!told) return h("p", { class: "soft" }, "Reading …");
  const one = chosen(), locked = one && why(one);
  const pick = h("select", { class: "select", id: "element", "aria-label": "Element" }, one ? null : h("option", { value: "" }, "Choose an element"), told.elements.map((other) => h("option", { value: other.n, selected: other === one }, `${why(other) ? "🔒 " : ""}${other.name}, line ${other.line}`)));
  pick.addEventListener("change", () => (choose(Number(pick.value)), $("#element")?.focus()));
  return [
    told.why_not ? h("p", { class: "tag warn" }, icon("lock"), ` ${told.why_not[0].toUpperCase()}${told.why_not.slice(1)}.`) : null,
    told.elements.length ? pick : h("p", { class: "soft" }, "Nothing on this side can be taken."),
    one ? h("div", { class: "place-row" }, h("code", {}, `${told.file}:${one.line}`), h("span", { class: "grow" }), opener(kit, told.file, one.line, 1)) : null,
    locked && !told.why_not ? h("p", { class: "soft" }, icon("lock"), ` It stays where it is: ${locked}. Change it in line ${one.line}.`) : null,
    one && !told.why_not ? wordsOf(one) : null,
    one && !locked ? places(one) : null,
    one && !told.why_not && !one.fixed ? looks(one) : null,
    one && !told.why_not && !one.fixed ? button("discard", handles.more.size ? `Delete ${handles.more.size + 1} elements` : `Delete ${one.name}`, remove, { words: true, kind: "remove", "aria-keyshortcuts": "Delete" }) : null,
    told.why_not ? null : [several(), told.frame ? fresh() : null],
    told.why_not ? null : h("div", { class: "row" }, button("undo", told.undo ? `Undo: ${told.undo}` : "Nothing to undo", () => step("undo"), { disabled: !told.undo }), button("undo", told.redo ? `Do again: ${told.redo}` : "Nothing to do again", () => step("redo"), { disabled: !told.redo, kind: "redo" })),
    written ? [[written.file, written.diff], ...(written.also ?? [])].map(([file, diff]) => h("figure", { class: "written" }, h("figcaption", { class: "soft" }, `Written to ${file}`), h("pre", { tabindex: 0 }, diff.map((line) => h("span", { class: line[0] === "+" ? "plus" : "minus" }, `${line.replace(/^(.)\s+/, "$1 ")}\n`))))) : null,
    told.others.length ? h("details", { class: "others" }, h("summary", {}, "From other files and macros", icon("down")), h("ul", {}, told.others.map(([file, line, times]) => h("li", { class: "place-row" }, h("code", {}, `${file}:${line}`), times > 1 ? h("span", { class: "soft" }, ` × ${times}`) : null, h("span", { class: "grow" }), opener(kit, file, line, 1))))) : null,
  ];
}

function places(one) {
  const names = one.kind === "point" ? ["x", "y"] : ["x", "y", "width", "height"];
  return h("div", { class: "numbers" }, names.map((name, n) => {
    const input = h("input", { type: "number", id: `at-${name}`, class: "typed num", step: STEP, min: n > 1 ? FINE : null, value: mm(one.box[n]) });
    input.addEventListener("change", () => {
      if (input.value === "" || (n > 1 && Number(input.value) < FINE)) return (input.value = mm(one.box[n]));
      const from = [...one.box], next = [...from];
      next[n] = Number(input.value);
      if (one.kind === "circle" && n > 1) next[2] = next[3] = next[n];
      set(one, next);
      write(new Map([[one, from]]));
    });
    return h("label", {}, h("span", {}, name), input);
  }), h("span", { class: "soft unit" }, "mm"), h("div", { class: "margins", role: "group", "aria-label": "To the margin" }, h("span", { class: "soft" }, "To the margin"), EDGES_OF.map(([title, words, axis, way]) => h("button", { type: "button", class: "btn", title, "aria-label": title, id: `to-${words.toLowerCase()}`, onclick: () => toMargin(axis, way) }, words))));
}

function looks(one) {
  const { style: now, kind } = one, texts = kind === "text" || now["font-family"] || now["font-size"], flows = kind === "text";
  const computed = (name) => /\{[{%]/.test(now[name] ?? "") && !/^\{\{\s*palette\.\w+\s*\}\}$/.test(now[name]);
  const why = (name) => (computed(name) ? h("p", { class: "soft" }, `${name} is computed in line ${one.text_line}: `, h("code", {}, now[name])) : null);
  const plain = (now["font-family"] ?? "").replace(/["']/g, "").split(",")[0].trim();
  const fonts = handles.told.fonts.includes(plain) || !plain ? handles.told.fonts : [plain, ...handles.told.fonts];
  const select = (name, label, values, value, as = (v) => v) => {
    const box = h("select", { class: "select", id: `look-${name}` }, values.includes(value) ? null : h("option", { value: "" }, value || "as around it"), values.map((v) => h("option", { value: v, selected: v === value }, v)));
    box.addEventListener("change", () => box.value && style(one, name, as(box.value)));
    return h("label", {}, h("span", {}, label), box);
  };
  const size = /^([\d.]+)(px|mm|pt)?$/.exec(now["font-size"] ?? "");
  const typed = h("input", { type: "number", id: "look-font-size", class: "typed num", step: 0.1, min: 0.5, max: 400, value: size?.[1] ?? "" });
  typed.addEventListener("change", () => typed.value && style(one, "font-size", `${typed.value}${size?.[2] ?? "px"}`));
  const strip = (name, label, values, value) => h("div", { class: "strip-of" }, h("span", {}, label), segmented(name, label, values.map((v) => ({ value: v, label: v })), value, (v) => style(one, name, v)));
  const fit = (label, words, value = "") => {
    const box = h("select", { class: "select", id: "look-data-fit" }, Object.entries(words).map(([v, said]) => h("option", { value: v, selected: v === (now["data-fit"] ?? value) }, said)));
    box.addEventListener("change", () => style(one, "data-fit", box.value));
    return h("label", {}, h("span", {}, label), box);
  };
  const ink = /palette\.(\w+)/.exec(now.fill ?? "")?.[1] ?? "", colours = Object.keys(handles.told.palette);
  return h("div", { class: "looks-of" },
    texts ? [computed("font-family") ? why("font-family") : select("font-family", "Font", fonts, plain),
      computed("font-size") || (now["font-size"] && !size) ? why("font-size") : h("label", {}, h("span", {}, `Size (${size?.[2] === "pt" ? "pt" : "mm"})`), typed),
      flows ? strip("text-align", "Align", ["left", "center", "right"], now["text-align"] ?? "left") : strip("text-anchor", "Align", ["start", "middle", "end"], now["text-anchor"] ?? "start"),
      computed("font-weight") ? why("font-weight") : strip("font-weight", "Weight", ["normal", "bold"], /^(bold|[6-9]00)$/.test(now["font-weight"] ?? "") ? "bold" : "normal"),
      flows ? strip("data-valign", "Vertical", ["top", "middle", "bottom"], now["data-valign"] ?? "top") : null,
      flows ? fit("If too long", { shrink: "It gets smaller", "": "It is reported", none: "It may be cut" }) : null] : null,
    kind === "image" ? fit("Fit", { cover: "Fills its frame, cut", contain: "Whole, within it", fill: "Stretched" }, "contain") : null,
    kind === "rect" && !computed("rx") ? corner(one) : null,
    colours.length && kind !== "image" && kind !== "use" ? (computed("fill") ? why("fill") : h("div", { class: "ink" }, select("fill", "Colour", colours, ink, (v) => `{{ palette.${v} }}`), h("i", { class: "swatch", "aria-hidden": "true", style: { "--ink-of": handles.told.palette[ink] ?? "transparent" } }))) : null,
    kind !== "image" && kind !== "use" && !computed("fill") ? newColour(one, handles.told.palette[ink]) : null);
}

/** How round the corners of a rectangle are. */
function corner(one) {
  const input = h("input", { type: "number", id: "at-corner", class: "typed num", step: STEP, min: 0, value: mm(Number(one.style.rx ?? 0) * one.factor[0]) });
  input.addEventListener("change", () => input.value >= 0 && send({ n: one.at, name: one.name, set: { rx: input.value / one.factor[0] } }));
  return h("label", {}, h("span", {}, "Corner (mm)"), input);
}

/** A colour that the kit does not have yet: its name goes into every look, and this element takes it. */
function newColour(one, ink) {
  const kept = (handles.ink ??= { open: false, name: "", tone: "" }); // the panel is made again while somebody types
  const tone = h("input", { type: "color", id: "new-ink", value: kept.tone || (/^#[0-9a-f]{6}$/i.test(ink ?? "") ? ink : "#2a6db3"), "aria-label": "New colour", oninput: () => (kept.tone = tone.value) });
  const name = h("input", { type: "text", id: "new-colour", class: "typed", value: kept.name, placeholder: "name", "aria-label": "Name of the new colour", maxlength: 40, autocapitalize: "off", spellcheck: "false", oninput: () => (kept.name = name.value) });
  const make = () => {
    const said = name.value.trim();
    if (!said) return;
    handles.ink = null;
    send({ n: one.n, name: one.name, key: "fill", value: `{{ palette.${said} }}`, colour: { name: said, ink: tone.value } });
  };
  name.addEventListener("keydown", (event) => event.key === "Enter" && make());
  return h("details", { class: "others new-colour", open: kept.open, ontoggle: (event) => (kept.open = event.target.open) }, h("summary", {}, "New colour", icon("down")), h("div", { class: "row" }, tone, name, h("button", { type: "button", class: "btn", id: "make-colour", onclick: make }, "Add")), h("p", { class: "soft" }, "It goes into the palette of every look in game.yaml."));
}
