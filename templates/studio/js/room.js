// A room: somebody who was invited says a name and takes a seat; then everybody waits here until the game is dealt.

import { $, button, fill, h, icon, many, remembered, toast } from "./dom.js";
import { complaint, fan, header, invitation, post, seatPicks } from "./rooms.js";
import { seatMark } from "./zones.js";

// the invitation leads here with and without room/ at the end
const place = location.pathname.endsWith("/room/") ? "" : "room/";
let told, origin, shown;

start();

async function start() {
  const answer = await fetch(`${place}told`).catch(() => null);
  if (!answer?.ok) return fill($("#main"), h("p", { role: "alert" }, "This room has ended, or the server does not answer."));
  told = await answer.json();
  ({ origin, shown } = told);
  header(told.title, told.accent, told.free ? "Free table" : "");
  document.title = `${told.title} · cardgen`;
  // beside what changes, so that the sheet stays where it was read
  if (told.rules) $("#main").after(h("section", { class: "rooms reading", "aria-labelledby": "reading" }, h("h2", { id: "reading" }, "The rules, while you wait"), h("iframe", { title: `Rules of ${told.title}`, sandbox: "", loading: "lazy", src: `${place}rules.html` })));
  if (!told.you) return invited();
  remembered.set(`room.${told.code}`, location.pathname);
  listen();
}

// -- somebody who was invited -----------------------------------------------------------------------------------

function invited() {
  const name = h("input", { type: "text", id: "name", maxlength: 24, autocomplete: "given-name", value: remembered.get("name", ""), required: true });
  const wrong = complaint();
  const seats = h("div");
  let seat = told.seats.findIndex((one) => one.takes);
  const paint = () => fill(seats, seatPicks(told.seats, seat, (n) => ((seat = n), paint())));
  const come = async (where) => {
    wrong.textContent = "";
    remembered.set("name", name.value.trim());
    try {
      const came = await post(`${place}come`, { name: name.value, seat: where });
      remembered.set(`room.${told.code}`, `${came.to}room/`);
      location.assign(came.says ? `${came.to}room/` : came.to);
    } catch (error) {
      wrong.textContent = error.message;
      Object.assign(told, await fetch(`${place}told`).then((answer) => answer.json(), () => ({})));
      if (!told.seats[seat]?.takes) seat = told.seats.findIndex((one) => one.takes);
      paint();
    }
  };
  const back = remembered.get(`room.${told.code}`, "");
  const full = seat < 0;
  paint();
  $("#main").classList.add("guest");
  const playing = told.deals && !told.over;
  fill(
    $("#main"),
    fan(`${place}games`, shown),
    h("header", {}, h("h1", {}, told.host ? `${told.host} invites you` : "You are invited"), h("p", {}, `${told.title}, ${many(told.players, "player")}${told.minutes ? `, about ${told.minutes} minutes` : ""}. Nothing to install.`)),
    /^\/[A-Z]{6}-[\w-]+\/room\/$/.test(back) ? h("a", { class: "btn", href: back.replace("room/", "") }, icon("undo"), h("span", {}, "Go on where you were")) : null,
    h("form", { class: "guest", onsubmit: (event) => (event.preventDefault(), come(full ? null : seat)) },
      h("label", { class: "f" }, h("span", {}, "Your name"), h("span", { class: "field" }, icon("person"), name)),
      h("div", { class: "f" }, h("span", {}, "Your seat"), seats),
      wrong,
      full ? null : h("button", { type: "submit", class: "btn btn-main" }, icon("seat"), h("span", {}, "Sit down")),
      button("eye", told.free ? "Only watch" : "Come in without a seat", () => come(null), { words: true })),
    h("p", { class: "soft" }, `${playing ? "The game has begun: you go on with the cards of the seat you take. " : ""}You get a link of your own, which opens your seat on any device. Do not pass it on.`),
  );
}

// -- those who are in -------------------------------------------------------------------------------------------

function listen() {
  const live = new EventSource(`${place}live`);
  const take = ({ data }) => {
    Object.assign(told, JSON.parse(data));
    if (told.table && began !== undefined && told.deals !== began) return location.assign("../");
    began ??= told.deals;
    inside();
  };
  let began;
  live.addEventListener("table", take);
  live.addEventListener("news", take);
  live.addEventListener("elsewhere", () => (live.close(), toast("This room is open on three other pages of yours, so this one has stopped.", { kind: "bad", seconds: 0 })));
}

const doing = (path, what) => post(`${place}${path}`, what).catch((error) => toast(error.message, { kind: "bad" }));

const STATES = { free: "free", here: "here", away: "not here", you: "you" };

function seatRow(seat, n) {
  const mine = told.you.seat === n;
  const playing = told.deals && !told.over;
  const may = seat.takes && !mine && !(playing && told.you.seat !== null);
  return h("li", {}, seatMark(n, seat.name || String(n + 1)), h("b", { class: seat.name ? "" : "soft" }, seat.name || (playing && !told.free ? "Free; a bot plays" : "Free")), h("span", { class: "grow" }), seat.is === "free" ? null : h("span", { class: `is ${seat.is === "away" ? "" : "ok"}` }, icon(seat.is === "away" ? "clock" : "check"), STATES[seat.is]), may ? h("button", { type: "button", class: "btn", onclick: () => doing("sit", { seat: n }), "aria-label": `Sit on seat ${n + 1}` }, "Sit here") : null, mine && !playing ? h("button", { type: "button", class: "btn", onclick: () => doing("sit", { seat: null }) }, "Get up") : null);
}

function inside() {
  const people = told.seats.filter((seat) => seat.is !== "free").length;
  const bots = told.players - people;
  const with_ = told.free ? many(people, "player") : bots ? `${many(people, "player")} and ${many(bots, "bot")}` : many(people, "player");
  const playing = told.deals && !told.over;
  const may = told.you.seat !== null && (!playing || told.free || told.trouble);
  const doors = [
    told.table ? h("a", { class: "btn", href: "../" }, icon("hand"), h("span", {}, "To the table")) : null,
    told.watch && !told.table ? h("a", { class: "btn", href: "../watch/" }, icon("eye"), h("span", {}, "Watch")) : null,
    may ? h("button", { type: "button", class: "btn btn-main", id: "deal", onclick: () => doing("deal", {}) }, icon("play"), h("span", {}, `${told.deals ? "Deal again" : told.free ? "Lay the table" : "Deal"} for ${with_}`)) : null,
  ];
  const state = told.trouble ? told.trouble : playing && !told.free ? (told.table ? "The game is on." : "A game is on. You may take a seat that is free, or wait for the next game.") : told.deals ? "Deal again when everybody is ready; all move on by a seat." : "Deal when everybody is here. Who comes later can still take a free seat.";
  fill(
    $("#main"),
    h("header", {}, h("h1", {}, "Who sits where?"), h("p", {}, `${told.title} · ${many(told.players, "seat")}${told.minutes ? ` · about ${told.minutes} minutes` : ""}`)),
    h("div", { class: "two" },
      h("section", { class: "box", "aria-label": "Seats" }, h("ul", { class: "places" }, told.seats.map(seatRow), told.others.length ? h("li", {}, icon("eye"), h("span", { class: "grow" }, h("b", {}, "Without a seat: "), told.others.join(", "))) : null), h("p", { class: "soft", role: "status" }, state), h("div", { class: "row" }, h("span", { class: "grow" }), doors), h("p", { class: "soft" }, "The address of this page is your own: it opens your seat on any device. Do not pass it on.")),
      h("section", { class: "box invite", "aria-label": "Invitation" }, h("h2", {}, "Invite your friends"), invitation(told, origin, place))),
  );
}
