// A table as one seat sees it: the pieces, the moves that may be made, the story. What is shown comes from the server
// as one whole message after each change; what is done goes back as the number of a move.

import { $, $$, announce, button, fill, h, icon, remembered, toast, toggle } from "./dom.js";
import { Lesson } from "./lesson.js";
import { Pointer, overWords, you } from "./pointing.js";
import { endForm, playtestPanel } from "./playtest.js";
import { asksOf, found, rules } from "./rulechips.js";
import { seatGone, toRoom } from "./shared.js";
import { sound, sounding } from "./sounds.js";
import { Links, storyEntry, withFaces } from "./story.js";
import { Player, unrolled } from "./steps.js";
import { shows, talk } from "./talk.js";
import { TableView, seatMark } from "./zones.js";
import { trimmed } from "./faces.js";

let kit, view, pointer, links, message, player, lesson;
const post = (path, what, patience = 20_000) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what), signal: AbortSignal.timeout(patience) });
const picture = (name) => `faces/${name}.svg`;

start();

async function start() {
  const answer = await fetch("table");
  if (!answer.ok) return fill($("#game"), h("p", { class: "stopped", role: "alert" }, icon("error"), h("span", {}, await answer.text())));
  kit = await answer.json();
  kit.component = new Map(kit.components.map((one) => [one.id, one]));
  kit.card = new Map(kit.cards.map((one) => [one.id, one]));
  for (const [number, says] of Object.entries(kit.rules)) rules.set(number, says);
  if (/^#[0-9a-f]{6}$/i.test(kit.accent)) document.documentElement.style.setProperty("--kit", kit.accent);
  for (const [number, asks] of Object.entries(kit.asks)) asksOf.set(number, asks);
  if (kit.lesson && !kit.watches) lesson = new Lesson({ post, face: lessonFace, lookUp: () => ($("#tab-rules").click(), $("#panel-rules input").focus()), table: () => view });
  fill($("#top"), h("b", { class: "kit-name" }, h("i", { class: "bar" }), h("span", { class: "caps" }, kit.title)), kit.watches ? h("span", { class: "tag" }, "You watch") : kit.lesson ? h("span", { class: "tag" }, "Lesson") : null, h("span", { class: "grow" }), lesson?.beads, toRoom(kit, kit.watches), button("story", "Story and rules", () => $("#side").classList.toggle("up"), { kind: "story-open" }));
  document.body.classList.add("playing");
  view = new TableView($("#felt"), { kit, layout: kit.layout, picture });
  player = new Player(view);
  player.heard = ({ move }) => move && sound("step");
  $("#hand").before(h("p", { class: "last", id: "last" }));
  $("#hand").append(view.hand);
  $("#hand").hidden = kit.watches;
  pointer = new Pointer(view, $("#ask"), { play, why, pointed, after });
  side();
  listen();
}

const SILENT = 25_000; // the server says every 10 s that it is there

function listen() {
  let live, note, watchdog, again;
  const lost = () => {
    live.close();
    document.body.classList.add("lost");
    note ??= toast("The table does not answer. Your hand is safe; the game goes on when it does.", { kind: "bad", seconds: 0 });
    clearTimeout(again);
    clearTimeout(watchdog);
    again = setTimeout(open, 1000);
    if (!kit.watches) seatGone(kit);
  };
  const heard = (take) => ({ data }) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, SILENT);
    note?.remove();
    note = null;
    document.body.classList.remove("lost");
    take?.(JSON.parse(data));
  };
  const open = () => {
    clearTimeout(again);
    live?.close();
    live = new EventSource("live");
    watchdog = setTimeout(lost, SILENT);
    live.addEventListener("table", heard(show));
    live.addEventListener("news", heard((news) => show({ ...message, ...news, story: news.story ? [...message.story.slice(0, news.from), ...news.story] : message.story })));
    live.addEventListener("here", heard());
    live.addEventListener("error", lost);
    live.addEventListener("elsewhere", () => {
      live.close();
      clearTimeout(watchdog);
      document.body.classList.add("lost");
      toast(`${kit.watches ? "Too many people watch" : "This seat is open on three other pages"}, so this page has stopped.`, { kind: "bad", seconds: 0, label: "Go on here", action: open });
    });
  };
  addEventListener("online", open);
  open();
}

function show(next) {
  const before = message;
  if (before && before.deal !== next.deal) return location.reload(); // the next game of the room
  message = next;
  links = new Links(message.pieces, loupe, kit, message.met);
  const [move] = message.steps;
  heardWords(before);
  if (before && before.version === message.version && !player.left.length) return view.paintSeats(message), aside(); // somebody came or left
  const fresh = before && move && move.n === (before.steps[0]?.n ?? 0) + 1 ? move : null;
  if (fresh && pointer.moves.length) pointer.take({ ...message, moves: [], more: 0 });
  said(fresh);
  player.play(fresh ? moments(before, fresh) : [message], () => {
    pointer.take(message);
    view.called(message);
    if (message.moves.length && !before?.moves.length) view.left = null;
    view.fit(); // the sentence may have taken room from the table
    pointer.reveal();
    const ends = message.over && !ended; // what was shown late finds a message that came meanwhile
    ended = Boolean(message.over);
    if (ends) over();
    else if (message.moves.length && !before?.moves.length) yourTurn(fresh);
    if (ends || (before && message.moves.length && !before.moves.length)) sound(ends ? "end" : "turn");
  });
  aside();
  curtain();
  $("link[rel=icon]").href = message.moves.length ? "mark-turn.svg" : "mark.svg";
  const seat = message.seats[message.turn];
  document.title = message.moves.length ? `Your turn · ${kit.title}` : `${seat.name} plays · ${kit.title}`;
}

/** What stands beside the table: it changes without a move, too. */
function aside() {
  story();
  stopped();
  people();
  // nobody can agree who is not here; at one screen people agree together
  $("#undo").hidden = !message.undo?.every((n) => message.seats[n].here || shared.has(n));
  $(".say").hidden = kit.watches || message.seats.filter((seat) => seat.is === "person").length < 2;
  $(".side-foot").hidden = $("#undo").hidden && $(".say").hidden;
  asked();
  for (const one of $$(".again")) if (one.dataset.next !== String(message.next)) (one.dataset.next = message.next, fill(one, after()));
  if (message.next && wanted) toNext();
  lesson?.show(message.lesson);
}

const lessonFace = (id) => {
  const card = kit.card.get(id), component = kit.component.get(card.in);
  const face = h("span", { class: "face", role: "img", "aria-label": card.name }, trimmed(component, picture(message.faces[id])));
  face.style.setProperty("--w", component.size[0]);
  face.style.setProperty("--h", component.size[1]);
  return face;
};

/** What somebody says, or points at, is shown and heard at once. */
function heardWords(before) {
  if (!before) return;
  for (const one of message.story.slice(before.story.length).filter((one) => one.points !== undefined)) {
    if (one.points !== null) shows($(`[data-piece="${one.points}"]`));
    if (one.who === message.you) continue;
    const words = `${message.seats[one.who].name} ${links.said(one.say)}`;
    toast(words);
    sound("said");
  }
}

/** What is shown while moves happen: figures change when all has been seen. */
function moments(before, ...moves) {
  const { signs, words, turn, over: was } = before;
  const shown = [];
  let now = before;
  for (const move of moves) {
    const all = unrolled(now, move.frames);
    now = all.at(-1);
    shown.push(...all.map(({ pieces, zones, at, turned }) => ({ ...message, signs, words, turn, over: was, moves: [], mover: move.who, move, pieces: { ...pieces, ...message.pieces }, zones, at, turned })));
  }
  return [...shown.slice(0, -1), { ...message, move: moves.at(-1) }];
}

// -- who has looked elsewhere may watch what happened ----------------------------------------------------------

let away = null;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return (away = message);
  const missed = (message?.steps[0]?.n ?? 0) - (away?.steps[0]?.n ?? 0);
  const from = away;
  if (from && missed > 1) toast(`${missed} moves while you looked away.`, { label: "Watch", action: () => watch(from) });
});

async function watch(from) {
  const after = from.steps[0]?.n ?? 0;
  const moves = await fetch(`steps?after=${after}`).then((answer) => answer.json()).catch(() => []);
  if (moves[0]?.n !== after + 1) return $("#tab-story").click(); // too long ago: the story has it
  player.shown = ({ move }) => move && lastLine(move);
  const upTo = message;
  pointer.take({ ...message, moves: [], more: 0 });
  player.play(moments(from, ...moves.filter((one) => one.n <= (upTo.steps[0]?.n ?? 0))), () => ((player.shown = null), said(), pointer.take(message)), 450);
}

const wholeMove = ({ who, say, tell }) => [`${message.seats[who].name} ${say}`, ...tell.map(([says]) => says)].map((one) => `${links.said(one)}.`).join(" ");

/** The last move in one line, for a window in which the story has no room; what others do is read aloud. */
function said(fresh) {
  lastLine(message.steps[0] ?? message.story.at(-1));
  if (fresh && fresh.who !== message.you) announce(wholeMove(fresh));
}

function lastLine(move) {
  const mine = move?.who === message.you, says = mine ? you(move.say) : "";
  fill($("#last"), move ? [seatMark(move.who, message.seats[move.who].name), h("span", {}, h("b", {}, mine ? "You" : message.seats[move.who].name), " ", withFaces([mine ? says[0].toLowerCase() + says.slice(1) : move.say, ...move.tell.map(([says]) => says)].join("; "), links))] : null);
}

/** Somebody wants to take back a move: whoever has not agreed is asked, the others see who is waited for. */
function asked() {
  $(".asks")?.remove();
  const { asks, seats, you: me } = message;
  if (!asks) return;
  const choice = (words, agree) => h("button", { type: "button", class: "btn", onclick: () => undo(asks.seat, agree) }, words);
  const names = asks.missing.map((n) => seats[n].name).join(", ");
  const says = asks.seat === me ? `You want to take back your last move. ${names} must agree.` : `${seats[asks.seat].name} wants to take back the last move.`;
  $("#game").prepend(h("p", { class: "asks", role: "status" }, icon("undo"), h("span", { class: "grow" }, says), asks.missing.includes(me) ? [choice("Agree", true), choice("No", false)] : asks.seat === me ? choice("Never mind", false) : null));
}

/** Somebody who looks elsewhere is told: read aloud, and a phone trembles; title and icon of the page say it, too. */
function yourTurn(move) {
  announce(`${move && move.who !== message.you ? `${wholeMove(move)} ` : ""}Your turn: ${you(message.phase)}`);
  // a phone that nobody has touched yet must not tremble
  if ((document.hidden || matchMedia("(pointer: coarse)").matches) && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 40]);
}

/** Why nobody can go on, and a way to try it again. */
function stopped() {
  $(".stopped")?.remove();
  if (message.stopped) $("#game").prepend(h("p", { class: "stopped", role: "alert" }, icon("error"), h("span", { class: "grow" }, `${message.stopped[0].toUpperCase()}${message.stopped.slice(1)}. Nothing that was played is lost.`), kit.watches ? null : h("button", { type: "button", class: "btn", onclick: () => post("on", {}) }, "Try again")));
}

// -- several people at one screen: their seats stand behind the # of the address, which is never sent

const shared = new Map(location.hash.slice(1).split(",").filter((one) => /^\d+\.[\w-]{32,}$/.test(one)).map((one) => [Number(one.split(".")[0]), one.slice(one.indexOf(".") + 1)]));

function curtain() {
  $(".curtain")?.remove();
  const next = message.turn;
  const hide = !message.over && next !== message.you && shared.has(next) && message.seats[next].is === "person";
  for (const part of [$("#main"), $("#top")]) part.inert = hide;
  $("#main").hidden = hide;
  if (!hide) return;
  const name = message.seats[next].name;
  const go = h("button", { type: "button", class: "btn btn-main", onclick: () => location.assign(`/${shared.get(next)}/${location.hash}`) }, `I am ${name}`);
  document.body.append(h("section", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": `It is ${name}'s turn` }, seatMark(next, name), h("h2", {}, `It is ${name}'s turn`), h("p", { class: "soft" }, "Everybody else looks away."), go));
  go.focus();
}

const SLOW = 3000;
let sent = -1;
async function play(move) {
  const version = message.version;
  if (sent === version) return; // pressed twice: the first is on its way
  sent = version;
  let note;
  const late = setTimeout(() => (note = toast("The table has not answered yet. Your move is sent again until it does.", { kind: "bad", seconds: 0 })), SLOW);
  let answer, tries = 0;
  // the version makes it safe to send a move again: it is played once
  while (!answer && message.version === version) {
    if (tries++) await new Promise((go) => setTimeout(go, 1000));
    answer = await post("moves", { version, move: move[2] }, 8000).catch(() => null);
  }
  clearTimeout(late);
  note?.remove();
  if (sent === version) sent = -1;
  if (!answer || (answer.ok && !lesson)) return;
  const told = await answer.json().catch(() => ({ says: "the table does not answer" }));
  if (tries > 1 && answer.status === 409) {
    const now = await fetch("message").then((one) => one.json()).catch(() => null);
    if (now && now.version !== version) return message.version < now.version && show(now); // an earlier try has come through
  }
  if (answer.ok && !told.says) return;
  if (lesson) lesson.wrong(told);
  else toast(`That was not played: ${told.says}.`, { kind: "bad" });
  pointer.take(message);
}

/** The moves that mention what is picked: asked for where there are too many to be sent at once. */
async function pointed(picked) {
  const answer = await post("pointed", { version: message.version, picked }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

async function why(handles) {
  if (kit.watches) return null;
  const words = pointer.moves.length ? whatWasMeant(handles) : `points at ${handles.map((one) => pointer.words(one)).join(", ")}`;
  const answer = await post("why", { words }).catch(() => null);
  const told = await answer?.json().catch(() => null) ?? { rule: message.rule, says: "that is not one of the moves" };
  return { ...told, rule: told.rule || message.rule, says: told.rule ? told.says : "that is none of the moves you have now", sentence: told.sentence || rules.get(message.rule) };
}

/** The sentence that somebody began to point at, with the names of pieces as the game has them. */
function whatWasMeant(handles) {
  const left = [...handles];
  const verb = pointer.meant()[0]?.[0] ?? pointer.moves[0][0];
  const named = (handle) => (handle.startsWith("p") ? message.pieces[handle.slice(1)][1] : pointer.words(handle));
  return message.phrases[verb].replace(/\{\w+\}/g, () => (left.length ? named(left.shift()) : "…"));
}

// -- beside the table ---------------------------------------------------------------------------------------

function side() {
  const tabs = [["story", "Story", "story"], ["rules", "Rules", "book"], ["table", "Table", "options"]];
  if (lesson) tabs.unshift(["lesson", "Lesson", "hint"]), $("#side").classList.add("up");
  const panels = { ...(lesson ? { lesson: lesson.box } : {}), story: h("ol", { class: "tales", id: "tales", "aria-label": "Story of the game" }), rules: rulesPanel(), table: tablePanel() };
  const bar = h("div", { class: "tabs", role: "tablist" }, tabs.map(([id, words, pictogram], i) => h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": String(i === 0), tabindex: i ? -1 : 0, onclick: () => choose(id) }, icon(pictogram), h("span", {}, words))));
  bar.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow")) return;
    const all = $$("[role=tab]", bar);
    const next = all[(all.indexOf(document.activeElement) + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    next.click();
    next.focus();
  });
  const choose = (id) => {
    for (const tab of $$("[role=tab]", bar)) {
      const on = tab.id === `tab-${id}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    for (const [name, panel] of Object.entries(panels)) panel.parentElement.hidden = name !== id;
    $("#side").classList.add("up");
  };
  fill(
    $("#side"),
    h("button", { type: "button", class: "sheet-handle", "aria-label": "Story and rules", onclick: () => $("#side").classList.toggle("up") }, h("i")),
    bar,
    tabs.map(([id]) => h("div", { class: "panel", role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0, hidden: id !== tabs[0][0] }, panels[id])),
    h("footer", { class: "side-foot", hidden: true }, h("button", { type: "button", class: "btn", id: "undo", onclick: () => undo() }, icon("undo"), h("span", {}, "Take back")), talk({ say: (says) => speak({ says }), point: (piece) => speak({ piece: Number(piece.dataset.piece) }), pieces: ".piece[data-piece]" })),
  );
  new ResizeObserver(toLast).observe($("#panel-story")); // what comes below it takes room from the story
}

async function speak(what) {
  const answer = await post("say", what).catch(() => null);
  if (!answer?.ok) toast(`That was not said: ${(await answer?.json().catch(() => null))?.says ?? "the table does not answer"}.`, { kind: "bad" });
}

let waiting;
/** Who is here; one's own seat can be given to a bot, and that of somebody who has gone. */
function people() {
  const bots = kit.bots ?? [];
  const give = (seat, bot) => async () => {
    const answer = await post("hand-over", { seat, bot }).catch(() => null);
    if (!answer?.ok) toast((await answer?.json().catch(() => null))?.says ?? "The table does not answer", { kind: "bad" });
  };
  clearTimeout(waiting);
  const soonest = Math.min(...message.seats.map((seat) => seat.free || Infinity));
  if (soonest < Infinity) waiting = setTimeout(() => (message.seats.forEach((seat) => (seat.free = Math.max(0, seat.free - soonest))), people()), soonest * 1000);
  const now = JSON.stringify([message.seats, !!message.over, message.watching]);
  if ($("#people").dataset.now === now) return;
  $("#people").dataset.now = now;
  fill($("#people"), message.seats.map((seat, n) => {
    const mine = n === message.you;
    const bot = seat.is === "bot";
    return h("li", {}, seatMark(n, seat.name), h("span", { class: "grow" }, h("b", {}, seat.name), " ", h("span", { class: "soft" }, bot ? "a bot plays" : mine ? "you" : seat.here ? "here" : seat.free ? "not here; soon a bot may play" : "not here"), seat.seconds ? h("span", { class: "soft thought", title: "How long they thought about their moves; no time ends a turn" }, icon("clock"), ` ${Math.floor(seat.seconds / 60)}:${String(seat.seconds % 60).padStart(2, "0")}`) : null),
      mine && bot ? h("button", { type: "button", class: "btn", onclick: give(n, "") }, "Play yourself") : null,
      !message.over && !bot && !kit.watches && (mine || (!seat.here && !seat.free)) && bots.length ? h("button", { type: "button", class: "btn", onclick: give(n, bots[0]) }, mine ? "Let a bot play" : "Let a bot play instead") : null);
  }), message.watching ? h("li", { class: "soft" }, icon("eye"), `${message.watching} watching`) : null);
}

/** Take back the last move of a seat, or agree to it; people at this screen agree together. */
async function undo(seat = message.you, agree = true) {
  const before = message.story.length;
  const seats = seat === message.you && agree ? [...shared.values()] : [];
  let answer = await post("undo", { for: seat, agree }).catch(() => null);
  for (const secret of seats) answer = answer?.ok && !location.pathname.includes(secret) ? await post(`/${secret}/undo`, { for: seat }).catch(() => null) : answer;
  if (!answer?.ok) toast((await answer?.json().catch(() => null))?.says ?? "The table does not answer", { kind: "bad" });
  else if (agree && !$(".asks") && message.story.length < before) toast("Taken back", { seconds: 3 });
}

let told = [];
const toLast = () => ($("#panel-story").scrollTop = 1e9);
function story() {
  const list = $("#tales");
  const seats = message.seats;
  if (!list.children.length) list.append(storyEntry({ n: 0, who: -1, say: "Set-up", tell: message.setup }, seats, links));
  let same = 0;
  while (same < told.length && JSON.stringify(told[same]) === JSON.stringify(message.story[same])) same++;
  told = message.story;
  while (list.children.length > same + 1) list.lastElementChild.remove();
  for (const entry of message.story.slice(list.children.length - 1)) list.append(storyEntry(entry, seats, links));
  toLast();
}

function rulesPanel() {
  const input = h("input", { type: "search", placeholder: "A question, or words", "aria-label": "Find in the rules" });
  const list = h("ul", { class: "rule-list" });
  const paint = () => {
    const all = found(input.value, kit.glossary);
    fill(list, all.slice(0, 200).map((id) => h("li", {}, h("b", { class: "num" }, id, id.includes("-Q") ? " · our ruling" : ""), asksOf.has(id) ? h("p", { class: "question" }, asksOf.get(id)) : null, h("p", {}, rules.get(id)))), all.length ? null : h("li", {}, h("p", { class: "soft" }, "No rule has these words.")));
  };
  input.addEventListener("input", paint);
  paint();
  return h("div", { class: "rules-panel" }, h("label", { class: "field" }, icon("search"), input), list);
}

function tablePanel() {
  const mats = view.mats(); // a phone has no room for them on the table
  return h(
    "div",
    { class: "table-panel" },
    kit.watches ? h("p", { class: "soft" }, "You see what everybody sees.") : playtestPanel(post),
    h("section", {}, h("h3", {}, "Who is here"), h("ul", { class: "people", id: "people" })),
    h("section", {}, toggle("Sounds", sounding(), (on) => (remembered.set("sound", on), sound("said")))),
    kit.watches ? null : h("section", {}, h("h3", {}, "Your hand"), h("button", { type: "button", class: "btn", onclick: () => arrange(true) }, "Sort"), " ", h("button", { type: "button", class: "btn", onclick: () => arrange(false) }, "As it was drawn")),
    h("section", {}, h("h3", {}, "House rules"), kit.options.length ? h("ul", { class: "plain" }, kit.options.map((one) => h("li", {}, h("b", {}, one.title), h("p", { class: "soft" }, one.says)))) : h("p", { class: "soft" }, "As the rulebook says.")),
    mats ? h("section", {}, h("h3", {}, "Boards and mats"), mats) : null,
    h("section", {}, h("h3", {}, "Keys"), h("dl", { class: "keys" }, [["Tab", "to the next piece that may be chosen"], ["← ↑ → ↓", "to the one in that direction"], ["Enter", "choose it"], ["Esc", "one step back"], ["Z", "look at a piece closely"]].map(([key, words]) => [h("dt", {}, h("kbd", { class: "kbd" }, key)), h("dd", {}, words)]))),
  );
}

/** Sort the hand in the order of the kit, or leave it as it was drawn; what was arranged by hand is forgotten. */
function arrange(sorted) {
  player.finish();
  Object.assign(view, { sorted, held: [] }).show(message);
}

// -- looking closely ------------------------------------------------------------------------------------------

let glass;
function loupe(id, anchor) {
  glass?.remove();
  glass = null;
  const name = id && (message.faces[id] ?? kit.boards[id]);
  if (!name) return;
  const card = kit.card.get(id);
  const component = kit.component.get(card.in);
  const [w, height] = component.size;
  const width = w > height * 1.4 ? 320 : 200;
  const face = h("span", { class: "face" }, trimmed(component, picture(name)));
  face.style.setProperty("--w", w);
  face.style.setProperty("--h", height);
  glass = h("div", { class: "loupe", "aria-hidden": "true" }, face, card.name !== card.id ? h("b", {}, card.name) : null);
  glass.style.width = `${width}px`;
  document.body.append(glass);
  const a = anchor.getBoundingClientRect(), b = glass.getBoundingClientRect();
  glass.style.left = `${Math.max(8, Math.min(innerWidth - b.width - 8, a.left - b.width - 12 > 8 ? a.left - b.width - 12 : a.right + 12))}px`;
  glass.style.top = `${Math.max(64, Math.min(innerHeight - b.height - 8, a.top - b.height / 2))}px`;
}

addEventListener("keydown", (event) => {
  const piece = document.activeElement?.dataset?.piece;
  if (event.key.toLowerCase() === "z" && piece) glass ? loupe(null) : loupe(message.pieces[piece][0], document.activeElement);
  if (event.key === "Escape") loupe(null);
});
addEventListener("click", (event) => {
  const mat = event.target.closest?.(".mat");
  if (mat) loupe(mat.dataset.card, mat);
});
addEventListener("contextmenu", (event) => {
  const piece = event.target.closest?.(".piece[data-piece]");
  if (!piece) return;
  event.preventDefault();
  loupe(message.pieces[piece.dataset.piece][0], piece);
});
addEventListener("pointerdown", (event) => {
  if (glass) loupe(null);
  const piece = event.pointerType === "touch" ? event.target.closest?.(".piece[data-piece]") : null;
  if (!piece) return;
  // a finger that rests on a piece looks at it closely, and chooses nothing
  const from = [event.clientX, event.clientY];
  const wait = setTimeout(() => ((pointer.dragged = true), loupe(message.pieces[piece.dataset.piece]?.[0], piece)), 450);
  const stop = (e) => {
    if (e.type === "pointermove" && Math.hypot(e.clientX - from[0], e.clientY - from[1]) < 8) return;
    clearTimeout(wait);
    if (e.type !== "pointermove") setTimeout(() => (pointer.dragged = false));
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(kind, stop);
  };
  for (const kind of ["pointermove", "pointerup", "pointercancel"]) addEventListener(kind, stop);
});

// -- the end --------------------------------------------------------------------------------------------------

let ended = false;
let wanted = false; // this page has asked for the next game

/** The way to the next game of those who sit here: the room deals it, or this table; whoever has not asked goes there when they like. */
function after() {
  if (kit.room) return h("a", { class: "btn", href: kit.watches ? "../room/" : "room/" }, icon("shuffle"), h("span", {}, "Play again"));
  if (message.next) return h("button", { type: "button", class: "btn btn-main", onclick: toNext }, icon("play"), h("span", {}, "To the next game"));
  if (kit.lesson || kit.watches) return null;
  return h("button", { type: "button", class: "btn", title: "The same people and house rules; everybody moves on by a seat", onclick: again }, icon("shuffle"), h("span", {}, "Play again"));
}

async function again() {
  wanted = true;
  const answer = await post("again", {}).catch(() => null);
  if (answer?.ok) return;
  wanted = false;
  toast(`${(await answer?.json().catch(() => null))?.says ?? "The table does not answer"}.`, { kind: "bad" });
}

/** Go on at the next table; who shares this screen comes along. */
async function toNext() {
  const seats = await Promise.all([...shared].map(async ([seat, secret]) => [(seat + 1) % message.seats.length, (await fetch(`/${secret}/message`).then((answer) => answer.json())).next]));
  location.assign(`/${message.next}/${seats.length ? `#${seats.map((one) => one.join(".")).join(",")}` : ""}`);
}

function over() {
  const { winners, scores, ending } = message.over;
  const rows = message.seats.map((seat, n) => [seat, n, scores[n]]).sort((a, b) => winners.includes(b[1]) - winners.includes(a[1]) || b[2] - a[2]);
  const box = h(
    "dialog",
    { class: "result", "aria-label": "The end of the game" },
    h("div", { class: "result-body" },
      h("p", { class: "soft" }, winners.includes(message.you) ? "Well played" : "The end"),
      h("h2", {}, overWords(message)),
      ending ? h("p", { class: "soft" }, `${ending[0].toUpperCase()}${ending.slice(1)}.`) : null,
      h("ol", { class: "ranks" }, rows.map(([seat, n, score]) => h("li", { class: winners.includes(n) ? "won" : "" }, seatMark(n, seat.name), h("b", {}, seat.name), h("span", { class: "grow" }), h("span", { class: "num" }, score)))),
      kit.watches ? null : endForm(post),
      h("div", { class: "row" }, h("button", { type: "button", class: "btn btn-main", onclick: () => box.close() }, "Look at the table"), h("span", { class: "again" }, after()))),
  );
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.showModal();
}
