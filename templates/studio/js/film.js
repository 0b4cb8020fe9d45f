// A saved game as a film, in one file: the table at every move, a time line with marks, the story beside it.

import { $, $$, button, calm, fill, h, icon, many, remembered, segmented, toggle } from "./dom.js";
import { trimmed } from "./faces.js";
import { cutOut, unpacked } from "./packed.js";
import { about, rules } from "./rulechips.js";
import { Player, unrolled } from "./steps.js";
import { TableView, seatMark } from "./zones.js";
import { Links, storyEntry, withFaces } from "./story.js";

const SPEEDS = [[2600, "½"], [1300, "1"], [650, "2"], [260, "5"]];

const MINUTE = 60_000, PACE = 1300; // ms: of the highlights, and the most of a move in them

let kit, film, states, view, links, pictures, player;
let brief = false; // only the highlights are played
let at = 0, playing = null, speed = remembered.get("speed", 1300), open = true;

start();

async function start() {
  const told = JSON.parse(await unpacked($("#packed").textContent));
  ({ kit, film, brief } = told);
  kit.component = new Map(kit.components.map((one) => [one.id, one]));
  kit.card = new Map(kit.cards.map((one) => [one.id, one]));
  for (const [number, says] of Object.entries(told.rules)) rules.set(number, says);
  about.uses = uses;
  pictures = cutOut(told.sprites, told.faces);
  states = unroll();
  document.title = `${kit.title}: ${film.players.map((one) => one.name).join(", ")}`;
  fill($("#top"), h("b", { class: "kit-name" }, h("i", { class: "bar" }), h("span", { class: "caps" }, kit.title)), h("span", { class: "grow" }));
  links = new Links(film.pieces, loupe, kit);
  view = new TableView($("#felt"), { kit, layout: kit.layout, picture: pictures, open: true });
  player = new Player(view);
  side();
  transport();
  document.body.classList.toggle("stills", location.hash === "#stills");
  globalThis.still = still;
  show(Number(location.hash.slice(1)) || 0, false);
  if (brief) play();
  addEventListener("keydown", keys);
  addEventListener("hashchange", () => (stop(), show(Number(location.hash.slice(1)) || 0)));
}

/** The table after the set-up, and at every step of each move. */
function unroll() {
  const all = [[film.start]];
  for (const step of film.steps) all.push(unrolled(all.at(-1).at(-1), step.frames));
  return all;
}

function message(n, state = states[n].at(-1)) {
  const { zones, at: where, turned, signs, words, turn } = state;
  const last = n === film.steps.length && film.end.over && state === states[n].at(-1);
  const hands = new Set(open ? [] : film.hands);
  return {
    you: -1,
    turn,
    at: where,
    turned,
    mover: film.steps[n - 1]?.who,
    signs,
    words,
    moves: [],
    seats: film.players.map((one) => ({ name: one.name, is: one.bot ? "bot" : "person" })),
    pieces: film.pieces,
    faces: Object.fromEntries(kit.cards.map((card) => [card.id, card.id])),
    zones: Object.fromEntries(Object.entries(zones).map(([key, there]) => [key, hands.has(key) && Array.isArray(there) ? there.map(() => null) : there])),
    over: last ? film.end : null,
  };
}

/** One step of a move, for a moving picture, when all faces are painted: above it what was told last. Return how high it is. */
async function still(n, frame) {
  const step = film.steps[n - 1], shown = step?.frames[frame].told ?? 0;
  const told = frame && shown > step.frames[0].told ? step.tell[shown - 1][0] : "";
  if (at !== n) show(n, false);
  view.show(message(n, states[n][frame]), { animate: false });
  if (told) fill($("#now"), h("span", {}, told));
  else now(step);
  await Promise.all($$("#felt img").map((one) => one.decode().catch(() => {})));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return innerHeight + Math.max(0, $("#felt").scrollHeight - $("#felt").clientHeight);
}

// -- the film -------------------------------------------------------------------------------------------

function show(n, animate = true) {
  const before = at;
  at = Math.max(0, Math.min(film.steps.length, n));
  player.finish();
  if (animate && at === before + 1) player.play(states[at].map((state) => message(at, state)));
  else view.show(message(at), { animate });
  const step = film.steps[at - 1];
  now(step);
  $("#count").textContent = `${at} of ${film.steps.length}`;
  $("#scrub").value = at;
  $("#scrub").setAttribute("aria-valuetext", step ? `Move ${at}: ${film.players[step.who].name} ${step.say}` : "Set-up");
  $("#line").style.setProperty("--at", film.steps.length ? at / film.steps.length : 0);
  for (const tale of $$(".tale.here")) (tale.classList.remove("here"), tale.removeAttribute("aria-current"));
  const tale = $(`.tale[data-n="${at}"]`);
  tale?.classList.add("here");
  tale?.setAttribute("aria-current", "step");
  if (tale) follow(tale);
  for (const later of $$(".tale")) later.classList.toggle("later", Number(later.dataset.n) > at);
  // who wins is told when it has happened
  const end = at === film.steps.length, head = $("#head");
  head.textContent = end ? head.dataset.end : film.title;
  if ($("#how")) $("#how").hidden = !end;
  if (end) stop();
}

const now = (step) => fill($("#now"), step ? [seatMark(step.who, film.players[step.who].name), h("b", {}, film.players[step.who].name), h("span", {}, withFaces(step.say, links))] : h("b", {}, "Set-up"));

function follow(tale) {
  const box = tale.closest(".panel");
  const a = tale.getBoundingClientRect(), b = box.getBoundingClientRect();
  const top = box.scrollTop + a.top - b.top - (b.height - a.height) / 2;
  box.scrollTo({ top, behavior: calm() || Math.abs(top - box.scrollTop) > 1200 ? "auto" : "smooth" });
}

function play() {
  if (at === film.steps.length) show(0);
  goOn();
  paintPlay();
}

/** The next move, when all steps of this one have been seen. */
function goOn() {
  if (brief) return (playing = setTimeout(() => (show(film.reel.find((n) => n > at)), playing && goOn()), Math.min(PACE, MINUTE / film.reel.length)));
  playing = setTimeout(() => (goOn(), show(at + 1)), Math.max(speed, 150 * (at ? states[at].length : 1)));
}

function stop() {
  clearTimeout(playing);
  playing = null;
  paintPlay();
}

const playOrStop = () => (playing ? stop() : play());

function paintPlay() {
  const one = $("#play");
  if (!one) return;
  fill(one, icon(playing ? "pause" : "play"));
  one.setAttribute("aria-label", playing ? "Pause" : "Play");
  one.title = playing ? "Pause (Space)" : "Play (Space)";
}

function keys(event) {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === " " && !event.target.matches("button, a")) (event.preventDefault(), playOrStop());
  else if (way) (event.preventDefault(), stop(), show(at + way));
  else if (event.key === "Home") (stop(), show(0));
  else if (event.key === "End") (stop(), show(film.steps.length));
  else if (event.key === "[" || event.key === "]") toMark(event.key === "]" ? 1 : -1);
}

function toMark(way) {
  const marks = [...new Set(film.marks.map((mark) => mark.at))].sort((a, b) => a - b);
  const next = way > 0 ? marks.find((mark) => mark > at) : marks.filter((mark) => mark < at).pop();
  stop();
  show(next ?? (way > 0 ? film.steps.length : 0));
}

function transport() {
  const speeds = segmented("speed", "Speed", SPEEDS.map(([value, label]) => ({ value, label: `${label}×` })), speed, (value) => {
    speed = value;
    remembered.set("speed", value);
    if (playing) (stop(), play());
  });
  const scrub = h("input", { type: "range", id: "scrub", min: 0, max: film.steps.length, step: 1, value: 0, "aria-label": "Move" });
  scrub.addEventListener("input", () => (stop(), show(Number(scrub.value), false)));
  fill(
    $("#transport"),
    h("p", { id: "now", class: "now" }),
    h("div", { class: "line-box", id: "line" }, curves(), marksRow(), scrub),
    h("div", { class: "controls" },
      h("div", { class: "row" },
        button("mark-prev", "Mark before ([)", () => toMark(-1)),
        button("prev", "One move back (←)", () => (stop(), show(at - 1))),
        button("play", "Play", playOrStop, { id: "play", kind: "btn-main play-btn" }),
        button("next", "One move on (→)", () => (stop(), show(at + 1))),
        button("mark-next", "Mark after (])", () => toMark(1))),
      h("button", { type: "button", class: "btn", id: "highlights", onclick: () => ((brief = !brief), stop(), paintBrief(), show(0, false), play()) }),
      h("span", { id: "count", class: "soft num" }),
      h("span", { class: "grow" }),
      film.hands.length ? toggle("Open hands", open, (on) => ((open = on), (view.seats = null), show(at, false)), { pictogram: "hand" }) : null,
      speeds),
  );
  paintPlay();
  paintBrief();
}

/** The other of the highlights and the whole game, as a button. */
function paintBrief() {
  const words = brief ? "The whole game" : "Highlights in 60 seconds", one = $("#highlights");
  $("#transport .seg").hidden = brief;
  one.hidden = film.reel.length > film.steps.length;
  fill(one, icon(brief ? "play" : "clock"), brief ? "Whole game" : "60 s");
  one.title = words;
  one.setAttribute("aria-label", words);
}

/** Who is ahead: one line for each seat, behind the marks. */
function curves() {
  const all = states.map((one) => one.at(-1).ahead);
  const low = Math.min(...all.flat()), high = Math.max(low + 1, ...all.flat());
  const W = 1000, H = 100;
  const x = (n) => (n / Math.max(1, film.steps.length)) * W, y = (value) => H - ((value - low) / (high - low)) * (H - 6) - 3;
  return h(
    "svg:svg",
    { class: "curves", viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    film.players.map((_, seat) => {
      let d = `M0 ${y(all[0][seat])}`;
      for (let n = 1; n < all.length; n++) if (all[n][seat] !== all[n - 1][seat] || n === all.length - 1) d += `H${x(n).toFixed(1)}V${y(all[n][seat]).toFixed(1)}`;
      return h("svg:path", { d, style: { stroke: `var(--seat-${seat % 6})` }, class: `curve curve-${seat}` });
    }),
  );
}

function marksRow() {
  const lanes = [];
  return h("div", { class: "marks-row" }, film.marks.map((mark) => {
    const x = mark.at / Math.max(1, film.steps.length);
    let lane = lanes.findIndex((end) => end < x - 0.105);
    if (lane < 0 || lane > 2) lane = lanes.length < 3 ? lanes.length : -1;
    const words = lane >= 0;
    if (words) lanes[lane] = x;
    const one = h("button", { type: "button", class: `film-mark ${mark.kind} ${words ? "" : "bare"} ${x > 0.88 ? "left" : ""}`, style: { "--x": x, "--lane": Math.max(0, lane), "--seat": mark.seat === undefined ? "var(--ink)" : `var(--seat-${mark.seat % 6})` }, title: mark.says, "aria-label": `${mark.word}, move ${mark.at}: ${mark.says}` }, h("i"), words ? h("span", {}, mark.word) : null);
    one.addEventListener("click", () => (stop(), show(mark.at)));
    return one;
  }));
}

// -- beside it ---------------------------------------------------------------------------------------------

function side() {
  const seats = film.players;
  const list = h("ol", { class: "tales" });
  list.append(tale({ who: -1, say: "Set-up", tell: film.setup }, 0));
  film.steps.forEach((step, i) => list.append(tale(step, i + 1)));
  const { over, winners, how } = film.end;
  const names = winners.map((n) => seats[n].name);
  const title = names.length ? `${[names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ")} ${names.length > 1 ? "win" : "wins"}` : film.free && over ? "The evening" : over ? "Nobody wins" : "Not played to the end";
  fill(
    $("#side"),
    h("header", { class: "film-head" },
      h("h1", { id: "head", data: { end: title } }),
      h("p", { class: "soft" }, `${seats.map((one) => (one.bot ? `${one.name} (${one.bot})` : one.name)).join(", ")}.`, how ? h("span", { id: "how" }, ` ${how[0].toUpperCase()}${how.slice(1)}.`) : null),
      h("p", { class: "soft num" }, many(film.steps.length, "move")),
      film.judged ? [h("p", { class: "soft" }, film.judged), h("p", { class: "judged" }, film.marks.filter((mark) => mark.kind === "doubt").map((mark) => h("button", { type: "button", class: "chip", title: mark.says, onclick: () => (stop(), show(mark.at)) }, seatMark(mark.seat, film.players[mark.seat].name), `Move ${mark.at}`)))] : null,
      film.options.map((one) => h("p", { class: "soft" }, `${one.title}: ${one.says}`))),
    h("div", { class: "panel", tabindex: 0, role: "group", "aria-label": "Story" }, list),
  );
}

function tale(step, n) {
  const one = storyEntry({ ...step, n }, film.players, links);
  for (const [seat, text] of step.remarks ?? []) one.lastElementChild.append(h("p", { class: "remark" }, seatMark(seat, film.players[seat].name), h("q", {}, text)));
  if (step.doubt) one.lastElementChild.append(h("p", { class: "doubted" }, "For “", withFaces(step.doubt.better, links), `” ${step.doubt.by}.`));
  one.addEventListener("click", (event) => event.target.closest("button") || (stop(), show(n, false)));
  return one;
}

/** Where in this game a rule was applied: numbers of moves to jump to. */
function uses(number, close) {
  const found = film.steps.map((step, i) => [i + 1, step.tell.some(([, rule]) => rule.split(" ").includes(number))]).filter(([, used]) => used).map(([n]) => n);
  if (!found.length) return null;
  const near = found.filter((n) => n > at).concat(found.filter((n) => n <= at)).slice(0, 8).sort((a, b) => a - b);
  return h("div", { class: "uses" }, h("p", { class: "soft" }, found.length > 8 ? `In ${found.length} moves of this game, such as` : "In this game at move"), h("div", { class: "chips" }, near.map((n) => h("button", { type: "button", class: "chip", "aria-label": `Move ${n}`, onclick: () => (close(), stop(), show(n)) }, n))));
}

let glass;
function loupe(id, anchor) {
  glass?.remove();
  glass = null;
  const src = id && pictures(id);
  if (!src) return;
  const card = kit.card.get(id);
  const component = kit.component.get(card.in);
  const [w, height] = component.size;
  glass = h("div", { class: "loupe", "aria-hidden": "true", style: { width: w > height * 1.4 ? "320px" : "190px" } }, h("span", { class: "face", style: { "--w": w, "--h": height } }, trimmed(component, src)), card.name !== card.id ? h("b", {}, card.name) : null);
  document.body.append(glass);
  const a = anchor.getBoundingClientRect(), b = glass.getBoundingClientRect();
  glass.style.left = `${Math.max(8, Math.min(innerWidth - b.width - 8, a.left - b.width - 12 > 8 ? a.left - b.width - 12 : a.right + 12))}px`;
  glass.style.top = `${Math.max(8, Math.min(innerHeight - b.height - 8, a.top - b.height / 2))}px`;
}
