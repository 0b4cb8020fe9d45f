// The lobby: who sits where, by which house rules; then each seat has a link of its own, also for a phone.

import { $, button, fill, h, icon, many, segmented, toast } from "./dom.js";
import { ask, wanted } from "./data.js";
import { live } from "./live.js";
import { empty, mountShell, showKit } from "./shell.js";
import { seatMark } from "./zones.js";

let kit;
let older = [];
let free = false; // a table without rules: people only, no deal, no house rules
const table = { seats: [], options: {}, seed: Math.floor(Math.random() * 9999) };

start();

async function start() {
  mountShell("play");
  kit = await ask(`kits/${encodeURIComponent(wanted)}/lobby`).catch((error) => error);
  if (kit instanceof Error) return fill($("#lobby"), empty("error", "This game cannot be played now", kit.problems?.[0]?.message ?? kit.message));
  showKit(kit);
  live.listen(0);
  document.title = `${kit.title}, play · cardgen studio`;
  free = !kit.plays || new URLSearchParams(location.search).has("free");
  const most = kit.counts.at(-1);
  const first = kit.counts[0];
  table.seats = Array.from({ length: most }, (_, n) => ({ name: kit.names[n] ?? `P${n}`, is: n === 0 || (free && n < first) ? "person" : n < first ? kit.bots[0] : "nobody" }));
  for (const option of kit.options) table.options[option.id] = option.default;
  older = await ask("tables").then((told) => told.tables.filter((one) => one.game === wanted && !one.over)).catch(() => []);
  const set = new URLSearchParams(location.search).get("table");
  if (set) return open(set);
  if (new URLSearchParams(location.search).has("look")) return lookAt();
  lobby();
}

/** Show the links of a table that is set up. */
async function open(name) {
  const answer = await fetch(`tables/${encodeURIComponent(name)}`);
  if (answer.ok) return links(await answer.json());
  toast((await answer.json().catch(() => null))?.problems?.[0]?.message ?? "This game cannot go on", { kind: "bad", seconds: 0 });
  if (!$(".lobby-box")) lobby();
}

/** A game that was stopped, with who plays it. */
function olderRow(one) {
  const when = new Date(one.when * 1000);
  return h("li", {}, h("span", { class: "grow" }, h("b", {}, one.players.join(", ")), " ", h("span", { class: "soft" }, `${many(one.moves, "move")}, ${when.toLocaleDateString()} ${when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}${one.here ? ", somebody is there" : ""}`)), h("button", { type: "button", class: "btn", onclick: () => open(one.table), "aria-label": `Go on with the game of ${one.players.join(", ")}` }, "Go on"));
}

function lobby() {
  if (free) for (const seat of table.seats) if (!["person", "nobody"].includes(seat.is)) seat.is = "person";
  const people = table.seats.filter((seat) => seat.is === "person").length;
  const taken = table.seats.filter((seat) => seat.is !== "nobody").length;
  const fits = kit.counts.includes(taken);
  fill(
    $("#lobby"),
    h("div", { class: "lobby-box" },
      h("header", { class: "lobby-head" }, h("div", {}, h("h2", { class: "big" }, "Who plays?"), h("p", { class: "soft" }, `${kit.counts.length > 1 ? `${kit.counts[0]} to ${kit.counts.at(-1)}` : kit.counts[0]} players${kit.minutes ? `, about ${kit.minutes} minutes` : ""}. ${kit.subtitle}`)), kit.plays ? segmented("rules", "The table", [{ value: false, label: "By the rules" }, { value: true, label: "Free table" }], free, (value) => ((free = value), lobby())) : null),
      free ? h("p", { class: "free-says" }, kit.plays ? "Every printed piece lies on the table, and people move them as on a real one. The server keeps hands and piles secret." : "This kit has no rules that a program knows, so every printed piece lies on a free table, and people move them as on a real one. The server keeps hands and piles secret.") : null,
      h("section", { "aria-label": "Seats" },
        h("ul", { class: "seats" }, table.seats.map(seatRow)),
        people > 1 || free ? null : h("div", { class: "deal-as row" }, h("label", { class: "field seed" }, h("span", { class: "soft" }, "Seed"), h("input", { value: String(table.seed), inputmode: "numeric", "aria-label": "Seed: the same seed deals the same game", onchange: (event) => (table.seed = Number(event.target.value) || 1) })), button("dice", "Another seed", () => ((table.seed = Math.floor(Math.random() * 9999)), lobby())))),
      kit.options.length && !free ? h("section", { class: "house", "aria-label": "House rules" }, h("h2", {}, "House rules"), h("p", { class: "soft" }, "As the rulebook says, unless you choose otherwise."), kit.options.map(optionRow)) : null,
      older.length ? h("section", { "aria-label": "Games that were stopped" }, h("h2", {}, "Go on with"), h("ul", { class: "older" }, older.slice(0, 8).map(olderRow))) : null,
      h("footer", { class: "lobby-foot" }, h("a", { class: "btn", title: "How it will lie", href: `${location.pathname}${location.search}&look=1` }, icon("board"), h("span", {}, "How it will lie")), free ? h("a", { class: "btn", title: "Set-up", href: `setup?kit=${encodeURIComponent(wanted)}` }, icon("ruler"), h("span", {}, "Set-up")) : null, kit.plays ? h("a", { class: "btn", title: "Simulate", href: `simulate?kit=${encodeURIComponent(wanted)}` }, icon("dice"), h("span", {}, "Simulate")) : null, h("span", { class: "grow" }), h("span", { class: "soft" }, fits ? many(taken, "player") : `${kit.counts.join(", ")} players can play`), h("button", { type: "button", class: "btn btn-main deal", disabled: !fits, onclick: deal }, icon("play"), h("span", {}, free ? "Lay the table" : "Deal")))),
  );
}

const BOTS = { greedy: "Bot, plays well", random: "Bot, plays anything", rollout: "Bot, tries each move out", ismcts: "Bot, thinks ahead" };

function seatRow(seat, n) {
  const kinds = [["person", "A person"], ...(free ? [] : kit.bots.map((bot) => [bot, BOTS[bot] ?? `Bot, ${bot}`])), ["nobody", "Nobody"]];
  const pick = h("select", { class: "select", "aria-label": `Who sits on seat ${n + 1}` }, kinds.map(([value, words]) => h("option", { value, selected: value === seat.is }, words)));
  pick.addEventListener("change", () => {
    seat.is = pick.value;
    // Seats are taken in order, so that nobody sits behind an empty chair.
    if (seat.is === "nobody") for (const later of table.seats.slice(n)) later.is = "nobody";
    else for (const earlier of table.seats.slice(0, n)) if (earlier.is === "nobody") earlier.is = free ? "person" : kit.bots[0];
    lobby();
    $(`.seats li:nth-child(${n + 1}) select`)?.focus();
  });
  return h("li", { class: seat.is === "nobody" ? "empty-seat" : "" }, seatMark(n, seat.name), h("input", { class: "name", value: seat.name, maxlength: 24, "aria-label": `Name on seat ${n + 1}`, disabled: seat.is === "nobody", onchange: (event) => (seat.name = event.target.value.trim().replace(/\s+/g, " ") || kit.names[n]) }), pick);
}

function optionRow(option) {
  const now = table.options[option.id];
  return h(
    "details",
    { class: "option", open: now !== option.default },
    h("summary", {}, h("span", {}, option.title), h("span", { class: now === option.default ? "soft" : "tag changed" }, now === option.default ? "by the book" : "changed"), icon("down")),
    h("fieldset", {}, h("legend", { class: "sr" }, option.title), option.values.map((one) => {
      const input = h("input", { type: "radio", name: option.id, checked: one.value === now });
      input.addEventListener("change", () => ((table.options[option.id] = one.value), lobby()));
      return h("label", { class: "choice" }, input, h("span", {}, one.says));
    })),
  );
}

/** How the kit will lie: a table for as few as can play, at which nobody moves yet; it is no game, and is not kept. */
async function lookAt() {
  const seats = table.seats.slice(0, kit.counts[0]).map((seat) => ({ name: seat.name, bot: "" }));
  const answer = await fetch("tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ kit: wanted, seats, free, look: true }) });
  if (!answer.ok) return toast(`The table cannot be shown: ${await told(answer)}.`, { kind: "bad", seconds: 0 });
  location.replace(`/${(await answer.json()).seats[0].secret}/`);
}

async function deal() {
  const seats = table.seats.filter((seat) => seat.is !== "nobody").map((seat) => ({ name: seat.name, bot: seat.is === "person" ? "" : seat.is }));
  const options = Object.fromEntries(kit.options.filter((one) => table.options[one.id] !== one.default).map((one) => [one.id, table.options[one.id]]));
  const answer = await fetch("tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(free ? { kit: wanted, seats, free } : { kit: wanted, seats, options, seed: table.seed }) });
  if (!answer.ok) return toast(`The table cannot be set up: ${await told(answer)}.`, { kind: "bad", seconds: 0 });
  links(await answer.json());
}

/** Why something was refused, whichever way the server says it. */
async function told(answer) {
  const words = await answer.text();
  try {
    return JSON.parse(words).problems[0].message;
  } catch {
    return words;
  }
}

/** Copy a link; a page that came over plain http may not, so the link is selected for whoever copies it by hand. */
async function copy(field) {
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (copied) return toast("The link is copied", { seconds: 3 });
  field.focus();
  toast("This browser does not let the page copy. The link is selected: copy it by hand.", { seconds: 6 });
}

/** One person goes straight to the table; for several there is a link and a code for each. */
function links(told) {
  const people = told.seats.filter((seat) => !seat.bot);
  const to = (seat) => new URL(`/${seat.secret}/`, told.origin ?? location.href).href;
  const here = (seat) => new URL(`/${seat.secret}/`, location.href).href;
  if (people.length === 1) return location.assign(here(people[0]));
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(new URL(to(people[0])).hostname);
  const all = told.seats.flatMap((seat, n) => (seat.bot ? [] : [`${n}.${seat.secret}`])).join(",");
  fill(
    $("#lobby"),
    h("div", { class: "lobby-box" },
      h("header", { class: "lobby-head" }, h("div", {}, h("h2", { class: "big" }, "A seat for everybody"), h("p", { class: "soft" }, "Each link is one seat and shows what that seat sees. Nobody needs an account.")), told.free ? null : h("a", { class: "btn btn-main", href: `${here(people[0])}#${all}` }, "All at this screen")),
      h("section", { "aria-label": "Seats" }, local ? h("p", { class: "note" }, icon("warn"), h("span", {}, "These links work in browsers on this computer only. For phones and their codes, end the studio, start it with ", h("code", {}, "cardgen studio --lan"), " and go on with this game.")) : null, told.seats.map((seat, n) => (seat.bot ? null : h("div", { class: "friend" }, h("img", { class: "qr", src: `tables/${told.table}/${n}.svg`, alt: `Code for the seat of ${seat.name}`, width: 160, height: 160 }), h("div", {}, h("h3", {}, seatMark(n, seat.name), ` ${seat.name}`), h("div", { class: "row" }, h("a", { class: "btn", href: here(seat), target: "_blank", rel: "noopener" }, "Sit down here"), button("copy", "Copy the link", () => copy($(`#link-${n}`)))), h("input", { class: "link", id: `link-${n}`, readonly: true, value: to(seat), "aria-label": `Link of ${seat.name}`, onfocus: (event) => event.target.select() })))))),
      h("section", { "aria-label": "To watch" }, h("h3", {}, icon("eye"), " To watch"), h("p", { class: "soft" }, "This link shows what everybody sees, and moves nothing."), h("div", { class: "row" }, button("copy", "Copy the link", () => copy($("#link-watch")))), h("input", { class: "link", id: "link-watch", readonly: true, value: to({ secret: told.watch }), "aria-label": "Link to watch", onfocus: (event) => event.target.select() })),
    ),
  );
}
