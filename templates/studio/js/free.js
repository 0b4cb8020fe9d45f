// A table without rules: places and pieces in millimetres, pushed about by mouse, finger or keys. What lies where comes
// from the server, what a hand does goes there as a deed; nothing here knows a game, and nothing that is not seen is here.

import { $, $$, announce, button, calm, fill, h, icon, many, popBelow, remembered, toast, toggle } from "./dom.js";
import { seatGone, toRoom } from "./shared.js";
import { sound, sounding } from "./sounds.js";
import { shows, talk } from "./talk.js";
import { seatMark } from "./zones.js";

let kit, m, tab = "story";
let k = 1, ox = 0, oy = 0, focus = "all", world, picked = new Set(), dragging = null, frames = new Map();
const places = new Map(); // name -> {el, x, y, w, h, scale}
const things = new Map(); // handle or pile name -> element
const small = matchMedia("(max-width: 900px)");
const face = (name) => `faces/${name}.svg`;
const clamp = (v, a, b) => Math.max(a, Math.min(b, v));
const post = (path, what) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what), signal: AbortSignal.timeout(10_000) });

start();

async function start() {
  const answer = await fetch("table");
  if (!answer.ok) return fill($("#main"), h("p", { class: "stopped", role: "alert" }, icon("error"), h("span", {}, await answer.text())));
  kit = await answer.json();
  if (/^#[0-9a-f]{6}$/i.test(kit.accent)) document.documentElement.style.setProperty("--kit", kit.accent);
  document.documentElement.dataset.theme = remembered.get("theme", "auto");
  document.title = `${kit.title} · free table`;
  world = $("#felt").appendChild(h("div", { class: "world" }));
  $("#felt").append(h("div", { class: "felt-tools" }, button("plus", "Nearer", () => zoomBy(1.25)), button("minus", "Farther", () => zoomBy(0.8)), button("fit", "The whole table", () => look("all"))), h("div", { class: "pick-bar", role: "toolbar", "aria-label": "With what is picked", hidden: true }));
  panning();
  keys();
  sidePanel();
  new ResizeObserver(() => m && (layOut(), look(focus, false))).observe($("#felt"));
  listen();
}

// -- what the server says -------------------------------------------------------------------------------------

function listen() {
  let live, note, watchdog, again;
  const lost = () => {
    live.close();
    document.body.classList.add("lost");
    note ??= toast("The table does not answer. Nothing is lost; it goes on when it does.", { kind: "bad", seconds: 0 });
    clearTimeout(again);
    clearTimeout(watchdog);
    again = setTimeout(open, 1000);
    if (!watches()) seatGone(kit);
  };
  const heard = (take) => ({ data }) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, 25_000);
    note?.remove();
    note = null;
    document.body.classList.remove("lost");
    take?.(JSON.parse(data));
  };
  const open = () => {
    clearTimeout(again);
    live?.close();
    live = new EventSource("live");
    watchdog = setTimeout(lost, 25_000);
    live.addEventListener("table", heard((told) => show(told)));
    live.addEventListener("news", heard((news) => {
      const next = { ...m, ...news, story: news.story ? [...m.story.slice(0, news.from), ...news.story] : m.story };
      for (const [key, value] of Object.entries(news)) if (value === null && /^(p|f|at):/.test(key)) delete next[key];
      show(next);
    }));
    live.addEventListener("here", heard());
    live.addEventListener("error", lost);
    live.addEventListener("elsewhere", () => {
      live.close();
      clearTimeout(watchdog);
      document.body.classList.add("lost");
      toast("This seat is open on three other pages, so this one has stopped.", { kind: "bad", seconds: 0, label: "Go on here", action: open });
    });
  };
  addEventListener("online", open);
  open();
}

let asking = 0;
/** Do something: the answer comes with the news; a refusal says why, and what was moved lies where it lay. */
async function act(what, ...rest) {
  const asked = { do: what, v: m.v, key: `${Date.now()}-${asking++}`, ...Object.assign({}, ...rest) };
  for (let tries = 0; ; tries++) {
    try {
      const answer = await post("do", asked);
      const told = await answer.json().catch(() => ({}));
      if (!answer.ok) toast(`${(told.says ?? "That cannot be done")[0].toUpperCase()}${(told.says ?? "That cannot be done").slice(1)}.`, { kind: "bad" });
      if (!answer.ok) paint();
      return answer.ok ? told : null;
    } catch {
      if (tries > 4) return toast("The table does not answer.", { kind: "bad" }), null;
      await new Promise((go) => setTimeout(go, 600 * (tries + 1)));
    }
  }
}

async function undo(asker, agree) {
  const answer = await post("undo", { for: asker, agree }).catch(() => null);
  if (!answer?.ok) toast(`${(await answer?.json().catch(() => ({})))?.says ?? "The table does not answer"}.`, { kind: "bad" });
}

// -- who and what is there ------------------------------------------------------------------------------------

const watches = () => m.you >= m.seats.length;
const nameOf = (seat) => (seat === m.you ? "You" : m.seats[seat].name);
const called = (p) => (p.face ? m[`f:${p.face}`] : `A ${p.word ?? "card"}, face down`);
const placeName = (name) => (m[`at:${name}`].seat === undefined ? m[`at:${name}`].title : m[`at:${name}`].seat === m.you ? "Before you" : `Before ${m.seats[m[`at:${name}`].seat].name}`);
const all = (kind) => Object.keys(m).filter((key) => key.startsWith(kind)).map((key) => key.slice(kind.length));
const piles = () => all("at:").filter((name) => m[`at:${name}`].show === "pile");

function show(next) {
  const before = m;
  m = next;
  measured = null;
  if (!before || before.seats.length !== m.seats.length) build();
  for (const one of picked) if (!m[`p:${one}`]) picked.delete(one);
  paint(before);
  head();
  dock();
  side(before);
  const last = m.story.at(-1);
  if (before && last && last.n > (before.story.at(-1)?.n ?? 0) && last.who !== m.you) announce(`${nameOf(last.who)} ${last.says}`);
  if (before && before.turn !== m.turn && m.turn === m.you) announce("Your turn");
  if (before && before.v !== m.v) sound(before.turn !== m.turn && m.turn === m.you ? "turn" : /^says /.test(last?.says) ? "said" : "step");
  if (before && before.pointed[0] !== m.pointed[0]) shows(things.get(m.pointed[1]));
  document.title = `${m.turn === m.you ? "Your turn · " : ""}${kit.title} · free table`;
  shownToYou();
  asked();
}

function head() {
  const who = m.seats.map((seat, n) => h("li", { class: `${n === m.turn ? "turn" : ""} ${seat.here ? "" : "away"}`, title: `${seat.name}${seat.here ? "" : ", not here"}${n === m.turn ? ", on turn" : ""}` }, seatMark(n, seat.name), h("span", { class: "words" }, nameOf(n))));
  if (m.watching) who.push(h("li", { class: "eye", title: "They see what everybody sees" }, icon("eye"), String(m.watching)));
  const theme = button("moon", "Light or dark", () => {
    const now = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const shown = document.documentElement.dataset.theme;
    remembered.set("theme", (document.documentElement.dataset.theme = (shown === "auto" ? now : shown) === "dark" ? "light" : "dark"));
  }, { kind: "theme" });
  fill($("#top"), h("b", { class: "kit-name" }, h("i", { class: "bar" }), h("span", { class: "caps" }, kit.title)), h("span", { class: "free-tag" }, watches() ? "You watch" : "Free table"), h("span", { class: "grow" }), h("ul", { class: "here", "aria-label": "Who is here" }, who), toRoom(kit, watches()), theme, button("story", "Story, pieces, people", () => $("#side").classList.toggle("up"), { kind: "side-open" }));
}

// -- where everything lies ------------------------------------------------------------------------------------

/** The places of the table, once: one's own area below, the others' above, the middle between them. */
function build() {
  places.clear();
  things.clear();
  world.replaceChildren();
  for (const name of all("at:")) {
    const at = m[`at:${name}`];
    if (at.show === "pile") continue;
    const el = h("section", { class: `lay lay-${at.show} ${at.seat === m.you ? "mine" : ""}`, data: { id: name }, "aria-label": name === "table" ? "The middle of the table" : placeName(name) });
    if (at.seat !== undefined) el.append(h("div", { class: "lay-title", style: { "--seat": `var(--seat-${at.seat % 6})` } }));
    else if (name !== "table") el.append(h("div", { class: "lay-title" }, at.title));
    if (at.cells) el.append(h("div", { class: "cells", "aria-hidden": "true", style: { "--columns": at.cells[0] } }, at.keys.map((key, n) => h("span", at.halves ? { style: { "grid-column": `${at.halves[n][0] + 1} / span 2`, "grid-row": at.halves[n][1] + 1 } } : {}, key))));
    world.append(el);
    places.set(name, { el });
  }
  layOut();
  look(focus, false);
}

function layOut() {
  const middle = m["at:table"].box, others = [];
  for (let n = 1; n <= m.seats.length; n++) {
    const seat = (m.you + n) % m.seats.length;
    if (watches() ? n <= m.seats.length : seat !== m.you) others.push(watches() ? n - 1 : seat);
  }
  const area = m["at:area 0"].box, wide = Math.max(middle[2], area[2]), gap = 14, title = 26;
  const rows = others.length > 3 ? 2 : 1, across = Math.ceil(others.length / rows) || 1;
  const scale = Math.min(1, (wide - gap * (across - 1)) / across / area[2]);
  others.forEach((seat, n) => set(`area ${seat}`, (n % across) * (area[2] * scale + gap), title + Math.floor(n / across) * (area[3] * scale + title + 6), area, scale));
  const top = others.length ? rows * (area[3] * scale + title + 6) + 8 : 0;
  set("table", (wide - middle[2]) / 2, top, middle, 1);
  for (const name of all("at:")) if (m[`at:${name}`].show === "row") set(name, (wide - middle[2]) / 2 + m[`at:${name}`].box[0], top + m[`at:${name}`].box[1], m[`at:${name}`].box, 1);
  let bottom = top + middle[3];
  if (!watches()) {
    set(`area ${m.you}`, (wide - area[2]) / 2, bottom + title + 6, area, 1);
    bottom += title + 6 + area[3];
  }
  frames = new Map([["all", [0, 0, wide, bottom]], ["table", [(wide - middle[2]) / 2, top, middle[2], middle[3]]]]);
  for (const [name, p] of places) if (name !== "table") frames.set(name, [p.x, p.y - title, p.w * p.scale, p.h * p.scale + title]);
}

function set(name, x, y, [, , w, hh], scale) {
  const p = Object.assign(places.get(name), { x, y, w, h: hh, scale });
  for (const [key, value] of Object.entries({ left: x, top: y, width: w, height: hh })) p.el.style[key] = `${value}px`;
  p.el.style.setProperty("--s", scale);
}

function paint(before) {
  const seen = new Set(), travel = before && !calm() && !dragging;
  for (const [name, { el }] of places) {
    const at = m[`at:${name}`];
    at.order.forEach((handle, z) => {
      seen.add(handle);
      piece(handle, el, z + 1, travel);
    });
    if (at.seat !== undefined) seatTitle(at.seat, $(".lay-title", el));
    el.classList.toggle("turn", at.seat === m.turn);
  }
  for (const name of piles()) {
    seen.add(name);
    pile(name);
  }
  for (const [key, el] of things) if (!seen.has(key)) (el.remove(), things.delete(key));
  extras();
  pick([...picked]);
}

function seatTitle(seat, box) {
  const counters = m.counters.map((one, n) => [one, n]).filter(([one]) => one.seat === seat);
  fill(box, seatMark(seat, m.seats[seat].name), h("b", {}, nameOf(seat)), seat === m.turn ? h("span", { class: "turn-flag", title: "On turn" }, icon("flag"), seat === m.you ? "Your turn" : null) : null, seat === m.you ? null : watches() ? h("span", { class: "held", title: `${m.hands[seat]} in the hand` }, icon("hand"), m.hands[seat]) : h("button", { type: "button", class: "held", "aria-haspopup": "menu", "aria-label": `${m.seats[seat].name} has ${many(m.hands[seat], "card")} in the hand`, onclick: (event) => menu(event.currentTarget, m.seats[seat].name, handRows(seat)) }, icon("hand"), m.hands[seat]), counters.map(([one, n]) => counterBox(one, n)));
}

/** A picture of a face or a back; a blank one where nothing is printed. */
const picture = (p) => (p.face || p.back ? h("img", { src: face(p.face ?? p.back), alt: "", draggable: false }) : h("span", { class: "unprinted" }));

function piece(handle, home, z, travel) {
  const p = m[`p:${handle}`];
  let el = things.get(handle);
  if (!el) {
    el = h("button", { type: "button", class: "pc", data: { id: handle } });
    things.set(handle, el);
    touching(el, handle);
  }
  const looks = p.face ?? `-${p.back}`;
  if (el.dataset.looks !== looks) {
    if (el.dataset.looks && !calm()) (el.classList.remove("flip"), void el.offsetWidth, el.classList.add("flip"));
    el.dataset.looks = looks;
    fill(el, picture(p));
  }
  if (el.parentElement !== home) (el.classList.remove("travel"), home.append(el));
  else el.classList.toggle("travel", !!travel);
  el.classList.toggle("round", !!p.round);
  el.classList.toggle("cut", !!p.cut);
  el.classList.toggle("fixed", !!p.fixed);
  const by = m.held[handle];
  el.classList.toggle("taken", by !== undefined && by !== m.you);
  if (by !== undefined && by !== m.you) el.style.setProperty("--seat", `var(--seat-${by % 6})`);
  el.setAttribute("aria-label", `${called(p)}${p.turn ? ", turned" : ""}${by !== undefined && by !== m.you ? `, ${m.seats[by].name} holds it` : ""}`);
  for (const [key, value] of Object.entries({ "--x": p.at[0], "--y": p.at[1], "--w": p.size[0], "--h": p.size[1], "--r": p.turn ?? 0, "--z": p.fixed ? 0 : z })) el.style.setProperty(key, value);
}

function pile(name) {
  const p = m[`at:${name}`];
  let el = things.get(name);
  if (!el) {
    el = h("div", { class: "heap-place", data: { id: name } });
    things.set(name, el);
    places.get("table").el.append(el);
  }
  const looks = JSON.stringify([p.n, p.face, p.back, p.title, p.box]);
  if (el.dataset.looks === looks) return;
  el.dataset.looks = looks;
  const had = el.contains(document.activeElement);
  [["left", p.box[0]], ["top", p.box[1]], ["width", p.box[2]], ["height", p.box[3]]].forEach(([key, value]) => (el.style[key] = `${value}px`));
  const b = h("button", { type: "button", class: `heap ${p.round ? "round" : p.cut ? "cut" : ""} ${p.n ? "" : "none"}`, data: { pile: name }, "aria-label": `${p.title}: ${p.n ? many(p.n, p.word ?? "piece") : "empty"}${p.n && p.closed ? ", face down" : p.n ? `, on top ${called(p)}` : ""}`, "aria-haspopup": "menu", style: { "--deep": Math.min(5, Math.ceil(p.n / 8)) } }, p.n ? picture(p) : null);
  pileTouching(b, name);
  fill(el, h("span", { class: "lay-title", title: p.title }, p.title), b, p.n ? h("span", { class: "heap-n", "aria-hidden": "true" }, p.n) : null);
  if (had) b.focus({ preventScroll: true });
}

function counterBox(one, n) {
  const step = (by) => act("counter", { n, value: one.value + by });
  return h("span", { class: "counter", role: "group", "aria-label": `${one.title}: ${one.value}` }, h("button", { type: "button", "aria-label": `${one.title}: one less`, onclick: () => step(-1) }, "−"), h("span", {}, h("small", {}, one.title), h("b", {}, one.value)), h("button", { type: "button", "aria-label": `${one.title}: one more`, onclick: () => step(1) }, "+"));
}

/** Dice, counters of the table and notes: they lie in a row below the middle, notes where they were put. */
function extras() {
  const home = places.get("table").el;
  let row = $(".extras", home);
  if (!row) home.append((row = h("div", { class: "extras" })));
  const dice = m.dice.map((die, n) => h("button", { type: "button", class: "die", title: `d${die.sides}`, "aria-label": `Die with ${die.sides} sides: ${die.value}. Enter rolls it`, onclick: () => act("roll", { die: n }) }, h("small", {}, `d${die.sides}`), h("b", {}, die.value)));
  const now = JSON.stringify([m.dice, m.counters]);
  if (row.dataset.now !== now) {
    const rolled = row.dataset.now && JSON.parse(row.dataset.now)[0];
    const at = $$("button", row).indexOf(document.activeElement);
    row.dataset.now = now;
    fill(row, dice, m.counters.map((one, n) => (one.seat === undefined ? counterBox(one, n) : null)));
    if (at >= 0) $$("button", row)[at]?.focus({ preventScroll: true });
    if (rolled && !calm()) dice.forEach((die, n) => rolled[n] && rolled[n].value !== m.dice[n].value && die.classList.add("rolling"));
  }
  for (const old of $$(".paper-note", home)) old.remove();
  m.notes.forEach((note, n) => home.append(h("button", { type: "button", class: "paper-note", style: { left: `${note.at[0]}px`, top: `${note.at[1]}px` }, "aria-label": `Note: ${note.says}. Enter changes it`, onclick: (event) => write(event.currentTarget, note.says, (says) => act("note", { n, says })) }, note.says)));
}

/** A line to write something in, below what asked for it. */
function write(opener, words, done, label = "Note") {
  const input = h("input", { value: words, maxlength: 300, "aria-label": label });
  const form = h("form", { class: "row" }, h("label", { class: "field" }, input), button("check", "Done", null, { words: true, type: "submit" }));
  const box = popBelow(opener, label, "write", form);
  form.addEventListener("submit", (event) => (event.preventDefault(), box.hidePopover(), done(input.value)));
  input.select();
}

// -- looking: zoom and pan ------------------------------------------------------------------------------------

function move(glide) {
  measured = null;
  world.classList.toggle("glide", !!glide && !calm());
  world.style.transform = `translate(${ox}px, ${oy}px) scale(${k})`;
  world.style.setProperty("--k", k);
  $("#felt").classList.toggle("far", k < 0.8);
  bar();
}
function look(what, glide = true) {
  focus = frames.has(what) ? what : "all";
  const [x, y, w, hh] = frames.get(focus) ?? [0, 0, 600, 400], felt = $("#felt"), pad = small.matches ? 8 : 14;
  if (!felt.clientWidth) return;
  k = clamp(Math.min((felt.clientWidth - 2 * pad) / w, (felt.clientHeight - 2 * pad) / hh), 0.2, 4);
  ox = (felt.clientWidth - w * k) / 2 - x * k;
  oy = (felt.clientHeight - hh * k) / 2 - y * k;
  move(glide);
  spots();
}
function zoomBy(f, cx = $("#felt").clientWidth / 2, cy = $("#felt").clientHeight / 2) {
  const next = clamp(k * f, 0.2, 6), g = next / k;
  ox = cx - (cx - ox) * g;
  oy = cy - (cy - oy) * g;
  k = next;
  move(false);
}

/** Chips on a phone: one tap shows a place as large as it goes. */
function spots() {
  if (!m) return;
  const chips = [["all", "All"], ["table", "Middle"], ...m.seats.map((seat, n) => [`area ${n}`, nameOf(n), n])];
  fill($("#spots"), chips.map(([id, words, seat]) => h("button", { type: "button", class: "chip", "aria-pressed": String(id === focus), onclick: () => look(id) }, seat === undefined ? null : seatMark(seat, m.seats[seat].name), words)));
}

function panning() {
  const felt = $("#felt"), fingers = new Map();
  felt.addEventListener("wheel", (event) => {
    event.preventDefault();
    const r = felt.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) return zoomBy(Math.exp(-event.deltaY / 300), event.clientX - r.left, event.clientY - r.top);
    ox -= event.deltaX;
    oy -= event.deltaY;
    move(false);
  }, { passive: false });
  felt.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    if (event.target.closest(".pc:not(.fixed), .heap, .die, .counter, .pick-bar, .felt-tools, .shown-row, .paper-note, .lay-title button")) return;
    if (!event.shiftKey) pick([]);
    const from = [event.clientX, event.clientY], was = [ox, oy];
    const go = (e) => {
      if (fingers.size > 1 && e.pointerId !== event.pointerId) {
        const a = fingers.get(event.pointerId), b = fingers.get(e.pointerId), r = felt.getBoundingClientRect();
        if (!a || !b) return;
        fingers.set(e.pointerId, e);
        return zoomBy(Math.hypot(a.clientX - e.clientX, a.clientY - e.clientY) / Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)), (a.clientX + e.clientX) / 2 - r.left, (a.clientY + e.clientY) / 2 - r.top);
      }
      if (e.pointerId !== event.pointerId || fingers.size > 1) return;
      ox = was[0] + e.clientX - from[0];
      oy = was[1] + e.clientY - from[1];
      move(false);
    };
    const up = (e) => {
      if (e.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", go);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
    addEventListener("pointermove", go);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => fingers.delete(event.pointerId));
}

// -- picking and dragging -------------------------------------------------------------------------------------

function pick(list) {
  picked = new Set(list.filter((one) => m[`p:${one}`]));
  for (const [handle, el] of things) if (el.classList.contains("pc")) el.classList.toggle("picked", picked.has(handle));
  bar();
}

function bar() {
  const box = $(".pick-bar"), first = [...picked][0];
  box.hidden = !first || !!dragging || watches();
  if (box.hidden) return;
  const now = [...picked].join();
  if (box.dataset.now !== now) {
    box.dataset.now = now;
    const one = picked.size === 1;
    fill(box, h("b", {}, one ? called(m[`p:${first}`]) : many(picked.size, "piece")), tool("flip", "Flip", () => flip(), "F"), tool("turn", "Turn", () => rotate(90), "R"), one ? null : tool("stack", "Stack", () => act("stack", { pieces: [...picked] }), "S"), tool("take", "To hand", () => toHand(), "H"), button("more", "More", (event) => pieceMenu(first, event.currentTarget)));
  }
  const rects = [...picked].map((one) => things.get(one).getBoundingClientRect()), felt = $("#felt").getBoundingClientRect();
  const left = Math.min(...rects.map((r) => r.left)), right = Math.max(...rects.map((r) => r.right)), top = Math.min(...rects.map((r) => r.top)), bottom = Math.max(...rects.map((r) => r.bottom));
  const above = top - felt.top > box.offsetHeight + 12;
  box.style.left = `${clamp((left + right) / 2 - felt.left - box.offsetWidth / 2, 6, Math.max(6, felt.width - box.offsetWidth - 6))}px`;
  box.style.top = `${clamp(above ? top - felt.top - box.offsetHeight - 8 : bottom - felt.top + 8, 6, felt.height - box.offsetHeight - 6)}px`;
}
const tool = (pictogram, words, does, letter) => button(pictogram, words, does, { words: true, "aria-keyshortcuts": letter, title: `${words} (${letter})` });
const chosen = (handle) => (picked.has(handle) ? [...picked] : [handle]);
const flip = (list = [...picked]) => act("flip", { pieces: list });
const rotate = (by, list = [...picked]) => act("turn", { pieces: list, by });
const toHand = (list = [...picked]) => act("move", { pieces: list, to: `hand ${m.you}` });

/** Follow a finger or the mouse from here on; it is a drag after a few pixels. */
function follow(event, { start: begin, go, end, tap, hold }) {
  const from = [event.clientX, event.clientY], far = event.pointerType === "mouse" ? 4 : 8;
  let moved = false, held = false, frame = 0, last; // of several moves within a frame the last one counts
  const timer = hold && event.pointerType !== "mouse" ? setTimeout(() => ((held = true), done(), hold()), 450) : 0;
  const onmove = (e) => {
    if (e.pointerId !== event.pointerId) return;
    if (!moved && Math.hypot(e.clientX - from[0], e.clientY - from[1]) < far) return;
    if (!moved) ((moved = true), (measured = null), clearTimeout(timer), begin?.(e));
    last = e;
    frame ||= requestAnimationFrame(() => ((frame = 0), go?.(last)));
  };
  const onup = (e) => {
    if (e.pointerId !== event.pointerId) return;
    done();
    if (held) return;
    moved ? end?.(e, e.type === "pointercancel") : tap?.(e);
  };
  const done = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    removeEventListener("pointermove", onmove);
    removeEventListener("pointerup", onup);
    removeEventListener("pointercancel", onup);
  };
  addEventListener("pointermove", onmove);
  addEventListener("pointerup", onup);
  addEventListener("pointercancel", onup);
}

/** Where things are in the window: asked once, not at each move of a drag, for every question lays the page out anew. */
let measured = null;

/** What lies under a point: a pile, a place, the hand; with the point in the place's own millimetres. */
function under(x, y) {
  const inside = (r) => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom;
  const rects = (measured ??= { dock: $("#dock").getBoundingClientRect(), felt: $("#felt").getBoundingClientRect(), piles: piles().map((name) => [name, $(".heap", things.get(name)).getBoundingClientRect()]) });
  if (inside(rects.dock)) return { to: `hand ${m.you}`, el: $(".hand") };
  for (const [name, rect] of rects.piles) if (inside(rect)) return { to: name, el: things.get(name) };
  const felt = rects.felt;
  const [wx, wy] = [(x - felt.left - ox) / k, (y - felt.top - oy) / k];
  for (const [name, p] of places) if (name !== "table" && wx >= p.x && wx <= p.x + p.w * p.scale && wy >= p.y - 20 && wy <= p.y + p.h * p.scale) return { to: name, el: p.el, at: [(wx - p.x) / p.scale, clamp((wy - p.y) / p.scale, 0, p.h)] };
  const table = places.get("table");
  return { to: "table", el: table.el, at: [clamp(wx - table.x, 0, table.w), clamp(wy - table.y, 0, table.h)] };
}
let aimed = null;
function aim(target) {
  if (aimed === target?.el) return;
  aimed?.classList.remove("over");
  aimed = target?.el ?? null;
  aimed?.classList.add("over");
}

function ghostOf(p, event) {
  const scale = p.scale ?? 1, box = h("div", { class: `ghost ${p.round ? "round" : p.cut ? "cut" : ""}`, style: { width: `${p.size[0] * k * scale}px`, height: `${p.size[1] * k * scale}px`, translate: `${event.clientX}px ${event.clientY}px` } }, picture(p));
  document.body.append(box);
  return box;
}

function touching(el, handle) {
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || watches()) return;
    const list = chosen(handle);
    if (m[`p:${handle}`]?.fixed) return follow(event, { tap: () => pick([handle]), hold: () => pieceMenu(handle, el) });
    const grip = () => places.get(m[`p:${handle}`].in);
    let ghosts = [], off;
    follow(event, {
      start: () => {
        dragging = list;
        off = list.map((one) => ((r) => [r.left + r.width / 2 - event.clientX, r.top + r.height / 2 - event.clientY])(things.get(one).getBoundingClientRect()));
        ghosts = list.map((one) => ghostOf({ ...m[`p:${one}`], scale: grip().scale }, event));
        for (const one of list) things.get(one).classList.add("lifted");
        document.body.classList.add("dragging");
        post("grab", { pieces: list }).then(async (answer) => answer.ok || toast(`${(await answer.json()).says}.`, { kind: "bad" })).catch(() => {});
        bar();
      },
      go: (e) => {
        ghosts.forEach((ghost, n) => (ghost.style.translate = `${e.clientX + off[n][0]}px ${e.clientY + off[n][1]}px`));
        aim(under(e.clientX + off[list.indexOf(handle)][0] * 0.2, e.clientY));
      },
      end: async (e, cancelled) => {
        const target = under(e.clientX + off[0][0], e.clientY + off[0][1]), drop = under(e.clientX, e.clientY);
        aim(null);
        document.body.classList.remove("dragging");
        dragging = null;
        const where = drop.to === target.to ? target : drop;
        if (cancelled) await post("grab", { pieces: [] }).catch(() => {});
        else await act("move", { pieces: list, to: where.to }, where.at ? { at: where.at } : {});
        for (const ghost of ghosts) ghost.remove();
        for (const one of list) things.get(one)?.classList.remove("lifted");
        if (picked.size < 2) pick([]);
        bar();
      },
      tap: (e) => pick(e.shiftKey || (e.pointerType !== "mouse" && picked.size > 1) ? (picked.has(handle) ? [...picked].filter((one) => one !== handle) : [...picked, handle]) : picked.size === 1 && picked.has(handle) ? [] : [handle]),
      hold: () => (pick(list), pieceMenu(handle, el)),
    });
  });
  el.addEventListener("dblclick", () => watches() || flip([handle]));
  el.addEventListener("contextmenu", (event) => (event.preventDefault(), watches() || (picked.has(handle) || pick([handle]), pieceMenu(handle, el))));
}

function pileTouching(b, name) {
  b.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || watches()) return;
    let ghost;
    follow(event, {
      start: (e) => ((ghost = m[`at:${name}`].n ? ghostOf({ size: m[`at:${name}`].box.slice(2), ...m[`at:${name}`] }, e) : null), document.body.classList.add("dragging")),
      go: (e) => ghost && ((ghost.style.translate = `${e.clientX}px ${e.clientY}px`), aim(under(e.clientX, e.clientY))),
      end: async (e, cancelled) => {
        const target = under(e.clientX, e.clientY);
        aim(null);
        document.body.classList.remove("dragging");
        if (ghost && !cancelled && target.to !== name) await (target.to === `hand ${m.you}` ? act("draw", { of: name, n: 1 }) : act("turn-up", { of: name, to: target.to, down: m[`at:${name}`].closed }, target.at ? { at: target.at } : {}));
        ghost?.remove();
      },
      tap: () => pileMenu(name, b),
      hold: () => pileMenu(name, b),
    });
  });
  b.addEventListener("contextmenu", (event) => (event.preventDefault(), watches() || pileMenu(name, b)));
  b.addEventListener("keydown", (event) => {
    if (watches()) return;
    if (event.key === "Enter" || event.key === " ") (event.preventDefault(), pileMenu(name, b));
    else if (/^[1-9]$/.test(event.key)) act("draw", { of: name, n: Number(event.key) });
    else {
      const row = pileRows(name, b).find((one) => one?.letter?.toLowerCase() === event.key.toLowerCase());
      if (!row || event.ctrlKey || event.metaKey) return;
      row.does();
    }
    event.stopPropagation();
  });
}

// -- menus ----------------------------------------------------------------------------------------------------

function menu(opener, title, rows) {
  for (const old of $$(".pop.menu")) old.remove();
  const list = rows.filter(Boolean).map((row) => h("button", { type: "button", role: "menuitem", onclick: () => (box.hidePopover(), row.does()) }, icon(row.icon), h("span", { class: "grow" }, row.words, row.small ? h("small", {}, row.small) : null), row.letter ? h("kbd", {}, row.letter) : null));
  const box = h("div", { class: "pop menu", popover: "auto", role: "menu", "aria-label": title }, h("p", { class: "menu-title", "aria-hidden": "true" }, title), list);
  document.body.append(box);
  box.showPopover();
  const r = opener.getBoundingClientRect();
  box.style.left = `${clamp(r.right + 6 + box.offsetWidth < innerWidth ? r.right + 6 : r.left, 8, Math.max(8, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${clamp(r.top, 8, Math.max(8, innerHeight - box.offsetHeight - 8))}px`;
  box.addEventListener("toggle", (event) => event.newState === "closed" && setTimeout(() => box.remove()));
  box.addEventListener("keydown", (event) => {
    const at = list.indexOf(document.activeElement), by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) (event.preventDefault(), list[(at + by + list.length) % list.length].focus());
    const row = rows.filter(Boolean).find((one) => one.letter?.toLowerCase() === event.key.toLowerCase());
    if (row) (event.preventDefault(), box.hidePopover(), row.does());
    event.stopPropagation();
  });
  list[0]?.focus();
}

function pileRows(name, opener) {
  const p = m[`at:${name}`], word = p.word ?? "piece";
  if (!p.n) return [{ icon: "flip", words: p.closed ? "Lay pieces here face up" : "Lay pieces here face down", does: () => act("over", { of: name }) }];
  return [
    { icon: "take", words: `${p.closed ? "Draw" : "Take"} a ${word}`, letter: "D", small: "2 to 9 takes so many", does: () => act("draw", { of: name, n: 1 }) },
    { icon: "deal", words: "Deal to each …", letter: "E", does: () => write(opener, "1", (n) => act("deal", { of: name, n: Number(n) || 0 }), `How many ${word}s to each?`) },
    p.closed ? { icon: "flip", words: `Turn the top ${word} up`, letter: "F", does: () => act("turn-up", { of: name }) } : null,
    p.closed ? { icon: "peek", words: `Look at the top ${word}`, letter: "K", small: "only you see it; everybody reads that you did", does: async () => found(await act("peek", { of: name }), `On top of ${p.title}`) } : null,
    { icon: "list", words: "Look through it", letter: "L", small: "everybody reads that you did", does: async () => found(await act("look", { of: name }), p.title) },
    { icon: "search", words: "Search it", letter: "/", small: "sorted by name; what you take is yours", does: async () => found(await act("search", { of: name }), p.title, name) },
    { icon: "shuffle", words: "Shuffle", letter: "S", does: () => act("shuffle", { of: name }) },
    { icon: "stack", words: "Put it onto another pile …", does: () => menu(opener, `${p.title} onto`, piles().filter((one) => one !== name).map((one) => ({ icon: "deck", words: m[`at:${one}`].title, does: () => act("gather", { of: name, to: one }) }))) },
    { icon: "flip", words: "Turn the whole pile over", does: () => act("over", { of: name }) },
  ].filter(Boolean);
}
const pileMenu = (name, opener) => menu(opener, `${m[`at:${name}`].title} · ${many(m[`at:${name}`].n, m[`at:${name}`].word ?? "piece")}`, pileRows(name, opener));

function moveRows(list) {
  const hands = m.seats.map((seat, n) => ({ icon: "hand", words: n === m.you ? "Into your hand" : `Give to ${seat.name}`, does: () => act("move", { pieces: list, to: `hand ${n}` }) }));
  const spotsOf = [...places.keys()].map((name) => ({ icon: m[`at:${name}`].seat === undefined ? "board" : "person", words: name === "table" ? "To the middle" : placeName(name), does: () => act("move", { pieces: list, to: name }) }));
  return [...spotsOf, ...piles().map((name) => ({ icon: "deck", words: `Onto ${m[`at:${name}`].title}`, does: () => act("move", { pieces: list, to: name }) })), ...hands];
}

/** What goes from hand to hand at random, with another player. */
const handRows = (seat) => [
  { icon: "hand", words: `Ask ${m.seats[seat].name} for a card at random`, small: "it comes when they agree", does: () => act("ask", { to: `hand ${seat}` }) },
  m.hand.length ? { icon: "dice", words: `Give ${m.seats[seat].name} a card of your hand at random`, does: () => act("random", { to: `hand ${seat}` }) } : null,
];

/** What can be done with a card of the own hand. */
function cardRows(id, opener) {
  const card = m.hand.find((one) => one.id === id), name = m[`f:${card.face}`], others = m.seats.map((_, n) => n).filter((n) => n !== m.you);
  const toOne = (pictogram, words, letter, small, does) => others.length === 1 ? { icon: pictogram, words: `${words} ${m.seats[others[0]].name}`, letter, small, does: () => does(others[0]) } : { icon: pictogram, words: `${words} …`, letter, small, does: () => menu(opener, words, others.map((n) => ({ icon: "person", words: m.seats[n].name, does: () => does(n) }))) };
  return [
    { icon: "search", words: "Look closely", letter: "Z", does: () => closely([{ face: card.face, name }], name) },
    others.length ? toOne("hand", "Give to", "V", "face down: only the two of you know it", (n) => act("move", { pieces: [id], to: `hand ${n}` })) : null,
    others.length ? toOne("eye", "Show to", "W", "until you stop or it leaves your hand", (n) => act("show", { pieces: [id], to: `hand ${n}` })) : null,
    ...(card.to ?? []).map((n) => ({ icon: "close", words: `Stop showing it to ${m.seats[n].name}`, does: () => act("show", { pieces: [id], to: `hand ${n}`, down: true }) })),
    { icon: "right", words: "Move to …", letter: "M", does: () => menu(opener, "Move to", moveRows([id])) },
  ];
}
const cardMenu = (id, opener) => menu(opener, m[`f:${m.hand.find((one) => one.id === id).face}`], cardRows(id, opener));

function pieceMenu(handle, opener) {
  const list = chosen(handle), p = m[`p:${handle}`], several = list.length > 1;
  menu(opener, several ? many(list.length, "piece") : called(p), [
    { icon: "flip", words: several ? "Flip" : p.face ? "Turn face down" : "Turn face up", letter: "F", does: () => flip(list) },
    { icon: "turn", words: "Turn by a quarter", letter: "R", does: () => rotate(90, list) },
    { icon: "take", words: "Into your hand", letter: "H", does: () => toHand(list) },
    { icon: "right", words: "Move to …", letter: "M", does: () => menu(opener, "Move to", moveRows(list)) },
    several ? { icon: "stack", words: "Stack", letter: "S", does: () => act("stack", { pieces: list }) } : null,
    { icon: "up", words: "To the top", letter: "]", does: () => act("lift", { pieces: list }) },
    { icon: "down", words: "To the bottom", letter: "[", does: () => act("lift", { pieces: list, down: true }) },
    p.face ? { icon: "search", words: "Look closely", letter: "Z", does: () => closely([{ face: p.face, name: called(p) }], called(p)) } : { icon: "peek", words: "Look at its face", letter: "K", small: "only you see it; everybody reads that you did", does: async () => found(await act("peek", { pieces: list }), "Only you see this") },
    { icon: "lock", words: p.fixed ? "Free it" : "Fix it to the table", does: () => act("fix", { pieces: list }) },
  ]);
}

/** Faces that only this seat sees: of a search one may be taken. */
function found(told, title, pile) {
  if (told?.shown?.length) closely(told.shown, title, pile);
}
function closely(cards, title, pile) {
  const box = h("dialog", { class: "closely", "aria-label": title }, h("header", { class: "dialog-head" }, h("h2", {}, title), button("close", "Close", () => box.close())), h("ol", { class: "faces-row" }, cards.map((one) => h("li", {}, h("img", { src: face(one.face), alt: "" }), h("span", {}, one.name), pile ? button("take", "Take", () => (box.close(), act("pick", { of: pile, card: one.card })), { words: true }) : null))));
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.showModal();
}

// -- the hand -------------------------------------------------------------------------------------------------

let up = null; // the card of the hand that is raised
function dock() {
  const box = $("#dock");
  if (watches()) return fill(box, h("p", { class: "soft" }, "You see what everybody sees."));
  if (!m.hand.some((card) => card.id === up)) up = null;
  const at = $$(".fan-card", box).indexOf(document.activeElement), n = m.hand.length;
  const hand = h("div", { class: "hand", role: "group", "aria-label": `Your hand: ${many(n, "card")}` }, n ? h("div", { class: "fan", style: { "--n": n } }, m.hand.map(fanCard)) : h("p", { class: "soft" }, "Your hand is empty."));
  const to = (place, down) => act("move", { pieces: [up], to: place, down });
  const first = piles().find((name) => m[`at:${name}`].closed && m[`at:${name}`].n);
  const discard = piles().find((name) => m[`at:${name}`].title === "Discard");
  const own = [
    first ? tool("take", "Draw", () => act("draw", { of: first, n: 1 }), "D") : null,
    m.dice.length ? tool("dice", "Roll", () => act("roll"), "O") : button("dice", "Put a die down", (event) => dieMenu(event.currentTarget)),
    button("counter", "Put a counter down", (event) => write(event.currentTarget, "", (title) => act("counter", { title }), "What does it count?")),
    button("note", "Put a note down", (event) => write(event.currentTarget, "", (says) => says.trim() && act("note", { says }))),
  ];
  const raised = [tool("board", "Play", () => to("table"), "P"), tool("down", "Face down", () => to("table", true), "G"), tool("person", "Before you", () => to(`area ${m.you}`), "B"), discard ? tool("deck", "Discard", () => to(discard), "X") : null, button("more", "More: give, show, move", (event) => cardMenu(up, event.currentTarget))];
  fill(box, h("div", { class: "acts" }, up ? raised : own), hand, h("div", { class: "acts right" }, m.last ? tool("undo", "Take back", () => undo(m.you, true), "U") : null, h("button", { type: "button", class: `btn ${m.turn === m.you ? "btn-main" : ""}`, onclick: () => act("turnover"), "aria-keyshortcuts": "T" }, icon("flag"), h("span", {}, m.turn === m.you ? "End turn" : "Next turn"))));
  $$(".acts .btn", box).forEach((one) => one.title ||= one.textContent);
  if (at >= 0) $$(".fan-card", box)[Math.min(at, n - 1)]?.focus();
}

const dieMenu = (opener) => menu(opener, "Put a die down", [4, 6, 8, 10, 12, 20].map((sides) => ({ icon: "dice", words: `d${sides}`, does: () => act("die", { sides }) })));

const cardName = (card) => `${m[`f:${card.face}`]}${card.to ? `, shown to ${card.to.map((n) => m.seats[n].name).join(" and ")}` : ""}`;

function fanCard(card, i) {
  const n = m.hand.length;
  const el = h("button", { type: "button", class: `fan-card ${card.id === up ? "up" : ""} ${card.round ? "round" : card.cut ? "cut" : ""}`, data: { id: card.id }, "aria-label": cardName(card), "aria-pressed": String(card.id === up), style: { "--i": i - (n - 1) / 2, "--ratio": card.size[0] / card.size[1] } }, h("img", { src: face(card.face), alt: "", draggable: false }), card.to ? h("span", { class: "shown-to", "aria-hidden": "true" }, icon("eye"), card.to.map((one) => seatMark(one, m.seats[one].name))) : null);
  const raise = () => ((up = up === card.id ? null : card.id), dock(), $(`.fan-card[data-id="${card.id}"]`)?.focus());
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    let ghost;
    follow(event, {
      start: (e) => ((ghost = ghostOf(card, e)), el.classList.add("lifted"), document.body.classList.add("dragging")),
      go: (e) => ((ghost.style.translate = `${e.clientX}px ${e.clientY}px`), aim(under(e.clientX, e.clientY))),
      end: async (e, cancelled) => {
        const target = under(e.clientX, e.clientY);
        aim(null);
        document.body.classList.remove("dragging");
        if (!cancelled && target.to !== `hand ${m.you}`) await act("move", { pieces: [card.id], to: target.to }, target.at ? { at: target.at } : {});
        ghost.remove();
        el.classList.remove("lifted");
      },
      tap: raise,
      hold: () => closely([{ face: card.face, name: m[`f:${card.face}`] }], m[`f:${card.face}`]),
    });
  });
  el.addEventListener("keydown", (event) => {
    const other = { ArrowRight: el.nextElementSibling, ArrowLeft: el.previousElementSibling }[event.key];
    if (other) (event.preventDefault(), other.focus());
    else if (event.key === "Enter" || event.key === " ") (event.preventDefault(), raise());
    else {
      const to = { p: "table", g: "table", b: `area ${m.you}` }[event.key];
      if (to) act("move", { pieces: [card.id], to, down: event.key === "g" });
      else {
        const row = cardRows(card.id, el).find((one) => one?.letter?.toLowerCase() === event.key);
        if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
        (event.preventDefault(), row.does());
      }
    }
    event.stopPropagation();
  });
  el.addEventListener("contextmenu", (event) => (event.preventDefault(), cardMenu(card.id, el)));
  return el;
}

// -- beside the table: the story, all pieces as a list, who is here --------------------------------------------

function sidePanel() {
  const tabs = [["story", "Story", "story"], ["list", "Pieces", "list"], ["who", "People", "person"]];
  const choose = (id) => ((tab = id), side());
  const say = talk({ say: (says) => act("say", { says }), point: (piece) => act("say", { pieces: [piece.dataset.id] }), pieces: ".pc[data-id]" });
  fill($("#side"), h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the table" }, tabs.map(([id, words, pictogram]) => h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": "panel", onclick: () => choose(id) }, icon(pictogram), h("span", {}, words))), button("close", "Close", () => $("#side").classList.remove("up"), { kind: "side-close" })), h("div", { id: "panel", class: "panel", role: "tabpanel", tabindex: 0 }), say);
}

function side(before) {
  if (!m) return;
  const box = $("#panel");
  for (const one of $$("[role=tab]")) one.setAttribute("aria-selected", String(one.id === `tab-${tab}`));
  box.setAttribute("aria-labelledby", `tab-${tab}`);
  $(".say").hidden = watches();
  if (tab === "story") {
    const old = $(".tales", box);
    const same = old && before ? before.story.findIndex((line, n) => JSON.stringify(line) !== JSON.stringify(m.story[n])) : 0;
    if (old && before?.story.length && same === -1) old.append(...m.story.slice(before.story.length).map(tale));
    else fill(box, m.begun.length ? h("div", { class: "begun soft", role: "note" }, m.begun.map((one) => h("p", {}, one))) : null, h("ol", { class: "tales", "aria-label": "What happened" }, m.story.length ? m.story.map(tale) : h("li", { class: "soft" }, "Nothing has happened yet. Tap a pile to see what one can do with it.")));
    box.scrollTop = box.scrollHeight;
  } else if (tab === "list") listed(box);
  else fill(box, watches() && !m.over ? null : h("p", { class: "evening" }, m.over ? h("a", { class: "btn btn-main", href: "film", download: "" }, icon("film"), h("span", {}, "Watch the film")) : button("film", "End the evening", () => act("end"), { words: true })), toggle("Sounds", sounding(), (on) => (remembered.set("sound", on), sound("said"))), h("ul", { class: "people" }, m.seats.map((seat, n) => h("li", {}, seatMark(n, seat.name), h("b", {}, seat.name), n === m.you ? h("span", { class: "soft" }, "you") : null, h("span", { class: "grow" }), h("span", { class: "soft" }, `${many(m.hands[n], "card")} · ${seat.here ? "here" : "not here"}`), seat.seconds ? h("span", { class: "soft thought", title: "How long they were on turn; no time ends a turn" }, icon("clock"), ` ${Math.floor(seat.seconds / 60)}:${String(seat.seconds % 60).padStart(2, "0")}`) : null, n === m.you || watches() ? null : button("more", `More for ${seat.name}`, (event) => menu(event.currentTarget, seat.name, handRows(n))))), m.watching ? h("li", { class: "soft" }, icon("eye"), `${m.watching} watching`) : null));
}
const tale = (line) => h("li", { class: "tale" }, seatMark(line.who, m.seats[line.who].name), h("span", {}, h("b", {}, nameOf(line.who)), ` ${line.says}`));

function listed(box) {
  const had = document.activeElement?.dataset?.key;
  const go = (key, words, label, does, empty = false) => h("button", { type: "button", class: "btn", data: { key }, "aria-label": label, disabled: watches() || empty, onclick: (event) => does(event.currentTarget) }, words);
  const rowsOf = (name) => m[`at:${name}`].order.map((handle) => h("li", {}, h("span", { class: "grow" }, called(m[`p:${handle}`])), go(`m${handle}`, "Move", `Move ${called(m[`p:${handle}`])}`, (el) => menu(el, "Move to", moveRows([handle]))), go(`o${handle}`, icon("more"), `More for ${called(m[`p:${handle}`])}`, (el) => (pick([handle]), pieceMenu(handle, el)))));
  fill(box, h("div", { class: "as-list" },
    h("section", {}, h("h2", {}, "Piles"), h("ul", {}, piles().map((name) => h("li", {}, h("span", { class: "grow" }, m[`at:${name}`].title, h("small", { class: "soft" }, ` ${m[`at:${name}`].n}`)), go(`d${name}`, m[`at:${name}`].closed ? "Draw" : "Take", `${m[`at:${name}`].closed ? "Draw" : "Take"} from ${m[`at:${name}`].title}`, () => act("draw", { of: name, n: 1 }), !m[`at:${name}`].n), go(`p${name}`, icon("more"), `More for ${m[`at:${name}`].title}`, (el) => pileMenu(name, el)))))),
    m.hand.length ? h("section", {}, h("h2", {}, "Your hand"), h("ul", {}, m.hand.map((card) => h("li", {}, h("span", { class: "grow" }, cardName(card)), go(`m${card.id}`, "Move", `Move ${cardName(card)}`, (el) => menu(el, "Move to", moveRows([card.id]))), go(`o${card.id}`, icon("more"), `More for ${cardName(card)}: give or show`, (el) => cardMenu(card.id, el)))))) : null,
    [...places.keys()].map((name) => h("section", {}, h("h2", {}, name === "table" ? "In the middle" : placeName(name)), m[`at:${name}`].order.length ? h("ul", {}, rowsOf(name)) : h("p", { class: "soft" }, "Nothing")))));
  if (had) $$("[data-key]", box).find((one) => one.dataset.key === had)?.focus();
}

/** Cards of others that only this seat is shown: they stay until their owner stops. */
function shownToYou() {
  let box = $(".shown-row");
  if (!box) $("#felt").append((box = h("ul", { class: "shown-row", "aria-label": "Shown to you alone" })));
  const now = JSON.stringify(m.shown);
  if (box.dataset.now === now) return;
  box.dataset.now = now;
  box.hidden = !m.shown.length;
  fill(box, m.shown.map((one) => h("li", {}, h("button", { type: "button", "aria-label": `${m.seats[one.by].name} shows you ${m[`f:${one.face}`]}. Look closely`, onclick: () => closely([{ face: one.face, name: m[`f:${one.face}`] }], `${m.seats[one.by].name} shows you`) }, h("img", { src: face(one.face), alt: "" }), h("span", {}, seatMark(one.by, m.seats[one.by].name), "shows you")))));
}

/** Somebody wants to take something back: those who are here agree, or do not. */
function asked() {
  $(".vote-box")?.remove();
  if (m.wish?.[1] === m.you && !m.stopped && !m.asks) {
    const answer = (words, down, kind = "") => h("button", { type: "button", class: `btn ${kind}`, onclick: () => act("random", { to: `hand ${m.wish[0]}`, down }) }, words);
    return $("#main").append(h("p", { class: "vote-box", role: "status" }, icon("hand"), h("span", { class: "grow" }, `${m.seats[m.wish[0]].name} asks you for a card at random.`), answer("Give one", false, "btn-main"), answer("No", true)));
  }
  if (m.ends.length && !m.over && !m.asks && !m.stopped) {
    const choice = (words, down, kind = "") => h("button", { type: "button", class: `btn ${kind}`, onclick: () => act("end", { down }) }, words), mine = m.ends.includes(m.you);
    return $("#main").append(h("p", { class: "vote-box", role: "status" }, icon("film"), h("span", { class: "grow" }, mine ? "You want to end the evening. It ends when all players agree." : `${m.ends.map(nameOf).join(", ")} would like to end the evening. Then its film shows every hand.`), watches() ? null : mine ? choice("Never mind", true) : [choice("Agree", false, "btn-main"), choice("Play on", true)]));
  }
  if (!m.asks && !m.stopped) return;
  if (m.stopped) return $("#main").append(h("p", { class: "vote-box", role: "alert" }, icon("error"), h("span", { class: "grow" }, `This could not be saved: ${m.stopped}. Nothing that was saved is lost.`)));
  const { seat, missing } = m.asks, choice = (words, agree, kind = "") => h("button", { type: "button", class: `btn ${kind}`, onclick: () => undo(seat, agree) }, words);
  const names = missing.map((n) => nameOf(n)).join(", ");
  $("#main").append(h("p", { class: "vote-box", role: "status" }, icon("undo"), h("span", { class: "grow" }, seat === m.you ? `You want to take back your last deed and what came after it. ${names} must agree.` : `${m.seats[seat].name} wants to take back the last deed and what came after it.`), missing.includes(m.you) ? [choice("Agree", true, "btn-main"), choice("No", false)] : seat === m.you ? choice("Never mind", false) : null));
}

// -- keys -----------------------------------------------------------------------------------------------------

function keys() {
  $("#felt").addEventListener("keydown", (event) => {
    if (!m || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      return next(document.activeElement, event.key)?.focus({ preventScroll: true });
    }
    if (event.key === "Escape") return pick([]);
    const on = document.activeElement?.dataset?.id, list = picked.size ? [...picked] : m[`p:${on}`] ? [on] : [];
    if (watches() || !list.length) return;
    if (event.key === "Enter") return event.preventDefault(), pick(list), pieceMenu(list[0], things.get(list[0]));
    if (event.key === "x" && m[`p:${on}`]) return pick(picked.has(on) ? list.filter((one) => one !== on) : [...picked, on]);
    const does = { f: () => flip(list), r: () => rotate(90, list), R: () => rotate(-90, list), h: () => toHand(list), s: () => list.length > 1 && act("stack", { pieces: list }), m: () => menu(things.get(list[0]), "Move to", moveRows(list)), "]": () => act("lift", { pieces: list }), "[": () => act("lift", { pieces: list, down: true }), k: async () => found(await act("peek", { pieces: list }), "Only you see this"), z: () => m[`p:${list[0]}`].face && closely([{ face: m[`p:${list[0]}`].face, name: called(m[`p:${list[0]}`]) }], called(m[`p:${list[0]}`])) }[event.key];
    if (does) (event.preventDefault(), event.stopPropagation(), does());
  });
  addEventListener("keydown", (event) => {
    if (!m || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog, .pop") || (watches() && !"+-0".includes(event.key))) return;
    const first = piles().find((name) => m[`at:${name}`].closed && m[`at:${name}`].n);
    const does = { d: () => first && act("draw", { of: first, n: 1 }), o: () => m.dice.length && act("roll"), u: () => m.last && undo(m.you, true), t: () => act("turnover"), "+": () => zoomBy(1.25), "-": () => zoomBy(0.8), 0: () => look("all") }[event.key];
    does?.();
  });
}

/** The next thing in the direction of an arrow. */
function next(from, arrow) {
  const every = $$(".pc, .heap, .die, .paper-note", world);
  if (!every.includes(from)) return every[0];
  const a = from.getBoundingClientRect(), dir = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[arrow];
  let best, least = Infinity;
  for (const el of every) {
    const b = el.getBoundingClientRect(), dx = b.left + b.width / 2 - a.left - a.width / 2, dy = b.top + b.height / 2 - a.top - a.height / 2, along = dx * dir[0] + dy * dir[1];
    if (el === from || along < 3) continue;
    const cost = along + 2.5 * Math.abs(dx * dir[1] + dy * dir[0]);
    if (cost < least) [least, best] = [cost, el];
  }
  return best;
}
