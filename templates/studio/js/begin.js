// A new room: which game, for how many, by which house rules. Whoever begins it sits down first.

import { $, fill, h, icon, many, remembered, toggle } from "./dom.js";
import { complaint, fan, header, post, sentence } from "./rooms.js";

const asked = { kit: null, seats: 0, free: false, options: {} };
let games = [];

start();

async function start() {
  header();
  games = (await fetch("games").then((answer) => answer.json())).games;
  const first = games.find((game) => !game.trouble);
  if (first) choose(first);
  show();
}

function choose(game) {
  Object.assign(asked, { kit: game, seats: game.counts.find((n) => n > 1) ?? game.counts[0], free: !game.plays, options: {} });
}

function show() {
  const name = h("input", { type: "text", id: "name", maxlength: 24, autocomplete: "given-name", value: $("#name")?.value ?? remembered.get("name", "") });
  const wrong = complaint();
  const begin = async (event) => {
    event.preventDefault();
    remembered.set("name", name.value.trim());
    wrong.textContent = "";
    const what = { kit: asked.kit.slug, seats: asked.seats, free: asked.free, options: asked.options, name: name.value };
    await post("rooms", what).then((told) => location.assign(told.to), (error) => (wrong.textContent = error.message));
  };
  fill(
    $("#main"),
    h("header", {}, h("h1", {}, "Begin a game"), h("p", {}, "You get one link to send to everybody. Nobody needs an account.")),
    h("form", { class: "two", onsubmit: begin },
      h("fieldset", { class: "games" }, h("legend", { class: "sr" }, "Game"), games.map(card)),
      asked.kit ? h("section", { class: "box", "aria-label": "Your game" }, h("h2", {}, asked.kit.title), seats(), table(), houses(), h("label", { class: "f" }, h("span", {}, "Your name"), h("span", { class: "field" }, icon("person"), name)), wrong, h("button", { type: "submit", class: "btn btn-main" }, icon("play"), h("span", {}, "Open the room"))) : h("p", {}, "No game can be played here.")),
  );
}

function card(game) {
  const [least, most] = [game.counts?.[0], game.counts?.at(-1)];
  const pick = h("input", { type: "radio", name: "game", value: game.slug, checked: game === asked.kit, disabled: !!game.trouble });
  pick.addEventListener("change", () => {
    choose(game);
    show();
    $(`input[value="${CSS.escape(game.slug)}"]`).focus();
  });
  return h("label", {}, pick, game.shown ? fan(`games/${game.slug}`, game.shown) : null, h("b", { class: "caps" }, game.title), game.trouble ? h("span", { class: "soft" }, sentence(game.trouble)) : h("span", { class: "soft" }, `${least === most ? least : `${least}–${most}`} players${game.minutes ? ` · ${game.minutes} minutes` : ""}`));
}

function seats() {
  const pick = h("select", { class: "select", id: "seats" }, asked.kit.counts.map((n) => h("option", { value: n, selected: n === asked.seats }, many(n, "seat"))));
  pick.addEventListener("change", () => (asked.seats = Number(pick.value)));
  return h("label", { class: "f" }, h("span", {}, asked.free ? "At the table" : "At the table; a bot plays where nobody sits"), pick);
}

function table() {
  if (!asked.kit.plays) return h("p", { class: "soft" }, "This game has no rules that a program knows: its pieces lie on a free table.");
  return toggle("Free table, without rules", asked.free, (on) => ((asked.free = on), show()));
}

function houses() {
  if (asked.free || !asked.kit.options.length) return null;
  return h("details", { class: "houses" }, h("summary", {}, icon("options"), "House rules"), asked.kit.options.map((option) => h("fieldset", {}, h("legend", {}, option.title), option.values.map((one) => {
    const pick = h("input", { type: "radio", name: `option-${option.id}`, checked: one.value === (asked.options[option.id] ?? option.default) });
    pick.addEventListener("change", () => (asked.options[option.id] = one.value));
    return h("label", { class: "choice" }, pick, h("span", {}, one.says));
  }))));
}
