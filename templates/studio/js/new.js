// A new game in three answers: what it begins with, how many play, a look. The files are those of `cardgen new`.
// With ?kit= it is a new component of that game, in two answers.

import { $, $$, button, fill, h, icon, quoted, segmented } from "./dom.js";
import { ask, loadKit, wanted } from "./data.js";
import { live } from "./live.js";
import { mountShell, showKit } from "./shell.js";

const state = { title: "", way: "layouts", layouts: new Set(["portrait", "back"]), starter: "", least: 2, most: 4, look: "" };
let offer, into = null;

start();

async function start() {
  mountShell(wanted ? "edit" : "welcome");
  offer = await ask("begin");
  if (wanted) {
    [into, state.layouts] = [await loadKit(), new Set()];
    showKit(into);
    live.listen(into.said);
    offer.why_not = (await ask(`kits/${encodeURIComponent(wanted)}/cells`)).read_only;
  }
  state.look = Object.keys(offer.looks)[0];
  state.starter = Object.keys(offer.starters)[0];
  form();
  side();
}

const heading = (n, words) => h("h2", {}, h("b", { "aria-hidden": "true" }, n), words);
const slug = () => state.title.normalize("NFKD").replace(/[^\x00-\x7f]/g, "").toLowerCase().match(/[a-z0-9]+/g)?.join("-") ?? "my-game";

function choice(type, name, value, checked, onchange, ...shown) {
  const input = h("input", { type, name, value, checked });
  input.addEventListener("change", () => onchange(input.checked));
  return h("label", { class: "begin" }, input, shown);
}

function form() {
  if (into) {
    fill($("#form"), h("div", {}, h("h1", {}, "A new component"), h("p", { class: "soft" }, "Each layout becomes a template, its cards and an entry in game.yaml. Comments stay.")),
      h("section", {}, heading(1, "What is it?"), layouts()), h("section", {}, heading(2, "Which look?"), h("p", { class: "soft" }, "It gives the fonts, and colours that your palette does not have."), looks()), h("section", {}, heading(3, "What is it for?"), purpose()));
    return ($("#form").onsubmit = (event) => (event.preventDefault(), make()));
  }
  const title = h("input", { type: "text", value: state.title, maxlength: 60, autocomplete: "off", required: true, placeholder: "My game" });
  title.addEventListener("input", () => ((state.title = title.value), side()));
  fill($("#form"),
    h("div", {}, h("h1", {}, "A new game"), h("p", { class: "soft" }, `${state.way === "layouts" ? "Three answers make" : "One answer makes"} a kit that checks and prints. You can change all of it later.`)),
    h("label", { class: "title" }, h("span", {}, "Its name"), title),
    h("section", {}, heading(1, "What does it begin with?"), segmented("way", "Beginning", [{ value: "layouts", label: "Layouts" }, { value: "starters", label: "A game that plays" }], state.way, (way) => ((state.way = way), form(), side())), state.way === "layouts" ? layouts() : starters()),
    state.way === "layouts" ? [h("section", {}, heading(2, "How many play?"), players()), h("section", {}, heading(3, "Which look?"), looks())] : null);
  $("#form").onsubmit = (event) => (event.preventDefault(), make());
  if (!state.title) title.focus();
}

const pictureOf = (name) => `layouts/${state.look}/${name}.webp`;
function layouts() {
  const groups = [...new Set(Object.values(offer.layouts).map((one) => one.group))];
  return groups.map((group) => h("section", { "aria-label": group }, h("h3", {}, group), h("div", { class: "begins" }, Object.entries(offer.layouts).filter(([name, one]) => one.group === group && !(into && name === "tuck-front")).map(([name, one]) =>
    choice("checkbox", "layouts", name, state.layouts.has(name), (on) => (state.layouts[on ? "add" : "delete"](name), side()),
      h("span", { class: "picture" }, name === "tuck-front" ? icon("deck") : h("img", { class: group === "Tokens" ? "round" : "", src: pictureOf(name), data: { layout: name }, alt: "", loading: "lazy" })), h("b", {}, one.title), h("small", { class: "soft" }, one.says))))));
}

const starters = () => h("div", { class: "begins wide" }, Object.entries(offer.starters).map(([name, one]) => {
  const [kind, rest] = one.says.split(/:(.*)/);
  return choice("radio", "starter", name, state.starter === name, () => ((state.starter = name), side()), h("b", {}, kind), h("small", { class: "soft" }, `${rest.trim()[0].toUpperCase()}${rest.trim().slice(1)} ${one.players.replace("-", "–")} players.`));
}));

function players() {
  const pick = (key, label) => {
    const select = h("select", { class: "select", "aria-label": label }, [1, 2, 3, 4, 5, 6, 7, 8].map((n) => h("option", { value: n, selected: n === state[key] }, n)));
    select.addEventListener("change", () => {
      state[key] = Number(select.value);
      if (key === "least") state.most = Math.max(state.least, state.most);
      else state.least = Math.min(state.least, state.most);
      form();
      side();
      $(`[aria-label="${label}"]`).focus();
    });
    return select;
  };
  return h("div", { class: "players" }, pick("least", "Fewest players"), h("span", {}, "to"), pick("most", "Most players"), h("span", {}, "players"));
}

const looks = () => h("div", { class: "begins wide" }, Object.entries(offer.looks).map(([name, one]) =>
  choice("radio", "look", name, state.look === name, () => ((state.look = name), $$("#form img").forEach((one) => (one.src = pictureOf(one.dataset.layout))), side()), h("span", { class: "inks", "aria-hidden": "true" }, ["paper", "ink", "accent", "a", "b", "c", "d", "e"].map((part) => h("i", { style: { "--ink-of": one.palette[part] } }))), h("b", {}, one.title), h("small", { class: "soft" }, `${one.says}. ${one.head} and ${one.body}.`))));

/** A new component, or a new face for one that is there. */
function purpose() {
  const pick = h("select", { class: "select", id: "for", "aria-label": "What is it for?" }, h("option", { value: "" }, "A new component"), into.components.map((one) => h("option", { value: one.id, selected: one.id === state.for }, `A new face for ${one.title}`)));
  pick.addEventListener("change", () => ((state.for = pick.value), side()));
  return pick;
}

function side() {
  if (into) return sideOf();
  const many = state.least === state.most ? `${state.least}` : `${state.least}-${state.most}`, own = state.way === "layouts";
  const title = state.title.trim() || slug();
  const command = own ? `cardgen new ${quoted(title)} --players ${many} --layout ${[...state.layouts].join(",")} --look ${state.look}` : `cardgen new ${quoted(title)} --starter ${state.starter}`;
  const ready = !offer.why_not && state.title.trim() && (!own || state.layouts.size);
  fill($("#side"),
    h("h2", {}, state.title.trim() || "My game"),
    h("p", { class: "soft" }, own ? `${many.replace("-", "–")} players, ${state.layouts.size === 1 ? "1 layout" : `${state.layouts.size} layouts`}` : "A game with rules that you can play at once."),
    offer.why_not ? h("p", { class: "tag warn" }, icon("warn"), ` ${offer.why_not[0].toUpperCase()}${offer.why_not.slice(1)}.`) : h("p", { class: "soft" }, "It goes into ", h("code", {}, `${offer.place}/data/${slug()}`), ". A folder of that name is never written over."),
    h("p", {}, "The same in a terminal:"), h("code", {}, command),
    h("p", { id: "wrong", class: "tag bad", role: "alert", hidden: true }),
    button("check", "Make the game", make, { words: true, kind: "btn-main", disabled: !ready }));
}

function sideOf() {
  const chosen = [...state.layouts];
  fill($("#side"),
    h("h2", {}, into.title),
    h("p", { class: "soft" }, chosen.length ? chosen.map((name) => offer.layouts[name].title).join(", ") : "Choose one layout or several."),
    offer.why_not ? h("p", { class: "tag warn" }, icon("lock"), ` ${offer.why_not[0].toUpperCase()}${offer.why_not.slice(1)}.`) : null,
    state.for ? h("p", {}, "Fields take the places of the same name and type, or of the same type. Fields without a place stay in your files and are listed.") : [h("p", {}, "The same in a terminal:"), h("code", {}, `cardgen new ${wanted} --add ${chosen.join(",") || "token"} --look ${state.look}`)],
    h("p", { id: "wrong", class: "tag bad", role: "alert", hidden: true }),
    button("check", state.for ? "Use it" : "Add it", make, { words: true, kind: "btn-main", disabled: !!offer.why_not || !chosen.length || (state.for && chosen.length > 1) }));
  if (state.for && chosen.length > 1) $("#side").append(h("p", { class: "soft" }, "One layout makes a face; choose one."));
}

async function make() {
  const own = state.way === "layouts", wrong = $("#wrong");
  const asked = into && state.for ? { for: state.for, layout: [...state.layouts][0], look: state.look } : into ? { layouts: [...state.layouts], look: state.look } : own ? { title: state.title.trim(), layouts: [...state.layouts], look: state.look, players: [state.least, state.most] } : { title: state.title.trim(), starter: state.starter };
  try {
    const answer = await fetch(into ? `kits/${encodeURIComponent(wanted)}/layouts` : "begin", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
    const told = await answer.json();
    if (answer.ok && told.without) return worn(told);
    if (answer.ok) return location.assign(`edit?${new URLSearchParams(into ? { kit: wanted, in: told.ids[0] } : { kit: told.kit })}`);
    wrong.textContent = `${told.says ?? "That cannot be made."}`;
  } catch {
    wrong.textContent = "The studio does not answer. Is it still running?";
  }
  wrong.hidden = false;
}

/** What came of a layout that is a face now: which field is where, and which has no place. */
function worn({ fields, without }) {
  const places = Object.entries(fields).filter(([place, field]) => place !== field).map(([place, field]) => h("li", {}, h("code", {}, field), ` is where the layout has ${place}`));
  fill($("#side"), h("h2", { tabindex: -1 }, "The face is new"), places.length ? h("ul", {}, places) : null,
    h("p", { id: "without" }, without.length ? ["No place on the face: ", h("code", {}, without.join(", ")), ". They stay in your files."] : "Every field has a place."),
    h("a", { class: "btn btn-main", href: `edit?${new URLSearchParams({ kit: wanted, in: state.for })}` }, "To the cards"));
  $("#side h2").focus();
}
