// Games of bots: how many, who plays, what is tried, or a league of kinds of player; the page fills while they are played, and each card leads to its page.

import { $, announce, button, copying, fill, h, icon, many, toast } from "./dom.js";
import { address, ask, loadKit, query, wanted } from "./data.js";
import { live } from "./live.js";
import { empty, mountShell, showKit } from "./shell.js";

const home = `kits/${encodeURIComponent(wanted)}/games`, cells = `kits/${encodeURIComponent(wanted)}/cells`;
const said = { players: query.get("players") ?? "", games: Number(query.get("games")) || 400, seed: Number(query.get("seed")) || 1, path: query.get("path") ?? "", sure: query.get("sure") ?? "", league: query.has("league"), kinds: new Set(), more: "", from: "", to: "", step: 1 };
const MOST_TRIED = 12; // values of a sweep
let kit, offer, now, found = null, shown = 0, tried = null; // games of the report in the frame; the value under the slider

start();

async function start() {
  mountShell("simulate");
  fill($("#form"), h("h1", {}, "Simulate"), h("p", { class: "soft wait", role: "status" }, "Reading the kit …"));
  try {
    [kit, offer] = await Promise.all([loadKit(), ask(home)]);
  } catch (error) {
    return fill($("#form"), empty("error", "This game cannot be simulated now", error.problems?.[0]?.message ?? "Fix its problems and save.", h("a", { class: "btn", href: address("problems") }, "See the problems")));
  }
  showKit(kit);
  document.title = `${kit.title}, simulate · cardgen studio`;
  if (offer.why) return fill($("#form"), empty("dice", "This kit has no rules yet", `${offer.why}. People can play it on a free table; bots need rules.`, h("a", { class: "btn", href: address("play") }, "Free table")));
  now = offer.now;
  if (now.found?.at) found = now.found;
  said.kinds = new Set(offer.kinds.length ? offer.kinds.map(([name]) => name) : ["random"]);
  said.more = query.get("league") ?? "";
  around();
  form();
  result();
  live.addEventListener("games", ({ detail }) => heard(detail));
  live.addEventListener("again", again);
  live.addEventListener("kit", again);
  live.listen(kit.said);
  addEventListener("message", follow);
}

/** Go where the report in the frame leads: to a card, a rule, or the film of one of its games. */
function follow({ source, data }) {
  if (source !== $("#found iframe")?.contentWindow) return;
  const { kind, what } = data ?? {};
  if (kind === "card" && kit.card.has(what)) location.assign(address("card", { card: what }));
  if (kind === "rule" && /^[\w-]+$/.test(what)) location.assign(address("rules", { rule: what }));
  if (kind === "film" && /^\d+\/\d+$/.test(what)) watch(`${home}/${encodeURIComponent(file())}/${what}`);
}

/** Wait for the film of a game, which is played again for it, and go there. */
async function watch(film) {
  const asking = new AbortController(), began = performance.now(), time = h("span", { class: "num" }, "0 s");
  const box = h("dialog", { class: "commit", "aria-labelledby": "film-title", onclose: () => asking.abort() }, h("div", { class: "dialog-body" }, h("h2", { id: "film-title" }, "The film is made"), h("p", { role: "status" }, "The game is played again from its seed, in about a minute at most. ", time), h("progress", { "aria-label": "Progress" }), button("close", "Cancel", () => box.close(), { words: true })));
  document.body.append(box);
  box.showModal();
  const clock = setInterval(() => (time.textContent = `${Math.round((performance.now() - began) / 1000)} s`), 1000);
  const answer = await fetch(film, { signal: asking.signal }).catch(() => null), said = answer?.ok ? "" : await answer?.text();
  clearInterval(clock);
  const left = asking.signal.aborted;
  box.close();
  box.remove();
  if (answer?.ok && !left) location.assign(film);
  else if (!left) toast(said || "The studio does not answer.", { kind: "bad", seconds: 12 });
}

async function again() {
  [kit, offer] = await Promise.all([loadKit(), ask(home)]).catch(() => [kit, offer]);
  heard(offer.now);
}

function heard(told) {
  now = told;
  if (told.found?.at) found = told.found;
  progress();
  if (told.found?.at) result();
  if (told.state === "done") announce(`${told.stopped ? "Stopped" : "Done"}: ${many(found.at, "game")}`);
}

// -- what is asked ----------------------------------------------------------------------------------------------

const base = () => offer.numbers.find(([path]) => path === said.path)?.[1];
/** Values on both sides of what the kit says. */
function around() {
  const value = base();
  if (value === undefined) return;
  const decimals = fraction(value), step = Number((10 ** -decimals).toFixed(decimals)), by = (n) => Number((value + n * step).toFixed(decimals));
  [said.from, said.to, said.step] = [Math.max(value > 0 ? step : by(-2), by(-2)), by(2), step];
}
const fraction = (value) => (String(value).split(".")[1] ?? "").length; // decimals
const typed = (value) => typeof value === "number" && Number.isFinite(value);
const tries = () => base() !== undefined && typed(said.from) && typed(said.to) && typed(said.step) && said.step > 0 && said.from < said.to;
const howMany = () => Math.floor((said.to - said.from) / said.step + 1e-9) + 1;
const tooMany = () => tries() && howMany() > MOST_TRIED;
function sweep() {
  if (!tries() || tooMany()) return "";
  if (said.step === 1 && Number.isInteger(said.from) && Number.isInteger(said.to)) return `${said.path}=${said.from}..${said.to}`;
  const decimals = Math.max(fraction(said.from), fraction(said.step));
  return `${said.path}=${Array.from({ length: howMany() }, (_, n) => Number((said.from + n * said.step).toFixed(decimals))).join(",")}`;
}

function form() {
  const field = (label, input, help = "", kind = "ask") => h("label", { class: kind }, h("b", {}, label), input, help ? h("small", {}, help) : null);
  const select = (name, choices) => {
    const one = h("select", { class: "select", id: `of-${name}` }, choices.map(([value, words]) => h("option", { value, selected: String(value) === String(said[name]) }, words)));
    one.addEventListener("change", () => ((said[name] = name === "games" ? Number(one.value) : one.value), progress()));
    return one;
  };
  const number = (name, more = {}) => {
    const one = h("input", { class: "typed num", type: "number", id: `of-${name}`, value: said[name], ...more });
    one.addEventListener("input", () => ((said[name] = one.value === "" ? "" : Number(one.value)), progress()));
    return one;
  };
  const most = offer.counts.includes(kit.players[1]) ? kit.players[1] : offer.counts.at(-1);
  const what = (league, words) => h("label", {}, h("input", { type: "radio", name: "what", checked: said.league === league, id: league ? "of-league" : "of-report", onchange: () => ((said.league = league), form(), $(league ? "#of-league" : "#of-report").focus()) }), words);
  const kind = ([name, words]) => h("label", {}, h("input", { type: "checkbox", value: name, checked: said.kinds.has(name), onchange: ({ target }) => (said.kinds[target.checked ? "add" : "delete"](name), progress()) }), h("span", {}, name, words ? h("small", {}, words) : null));
  const more = h("textarea", { id: "of-more", rows: 3, placeholder: "never sells", "aria-describedby": "more-says", oninput: () => ((said.more = more.value), progress()) }, said.more);
  const sure = h("input", { class: "typed", id: "of-sure", list: "lines", value: said.sure, placeholder: "play all games", autocomplete: "off", "aria-describedby": "sure-says", oninput: () => ((said.sure = sure.value.trim()), progress()) });
  const path = h("input", { class: "typed", id: "of-path", list: "numbers", value: said.path, placeholder: "tables.bar.hand", autocomplete: "off", "aria-describedby": "path-says" });
  path.addEventListener("change", () => ((said.path = path.value.trim()), around(), form(), progress()));
  fill($("#form"),
    h("h1", {}, "Simulate"),
    h("fieldset", { class: "what" }, h("legend", { class: "sr" }, "What to play"), what(false, "Report"), what(true, "League")),
    h("p", { class: "soft" }, said.league ? "Kinds of player play each other: which one wins, which mix nobody beats, who decides who wins." : "Bots play your rules: whether games end, how long they take, which seat and which cards win."),
    h("div", { class: "settings" },
      field("Players", select("players", said.league ? [["", most], ...offer.counts.filter((n) => n > 1 && n !== most).map((n) => [String(n), n])] : [["", `${most}, a glance at others`], ...offer.counts.map((n) => [String(n), many(n, "player")])]), "", "ask wide"),
      field(said.league ? "Games of each pair" : "Games", select("games", [...new Set([100, 200, 400, 1000, 2000, 5000, said.games])].sort((a, b) => a - b).map((n) => [n, n.toLocaleString("en")]))),
      field("Seed", number("seed", { min: 0, step: 1 }))),
    said.league ? [h("fieldset", { class: "kinds" }, h("legend", {}, "Kinds of player"), h("p", { class: "soft" }, "Greedy players are always among them."), [...offer.kinds, ["random", ""], ["ismcts:20", "thinks ahead, takes long"]].map(kind)),
      h("label", { class: "ask wide" }, h("b", {}, "Others, one in each line"), more, h("small", { id: "more-says" }, "“never” or “always” with a move or a card, or a bot. To name one, list it under strategies: in game.yaml."))] :
    h("details", { open: !!said.sure }, h("summary", {}, "Stop as soon as it is sure", icon("down")),
      h("div", { class: "settings" },
        h("label", { class: "ask wide" }, h("b", {}, "About what"), sure, h("small", { id: "sure-says" }, "“page” for all yardsticks, one of them such as “card C3”, or a goal such as “rounds 4..6”. At most that many games are played.")),
        h("datalist", { id: "lines" }, offer.lines.map((value) => h("option", { value }))))),
    h("details", { open: !!said.path }, h("summary", {}, "Try other values", icon("down")),
      h("div", { class: "settings" },
        h("label", { class: "ask wide" }, h("b", {}, "A number of a table or a card"), path, h("small", { id: "path-says" }, said.path && base() === undefined ? "The kit has no such number." : said.path ? `${base()} now. Files stay as they are until you write a value.` : "Type to search.")),
        h("datalist", { id: "numbers" }, offer.numbers.map(([one, value]) => h("option", { value: one }, String(value)))),
        base() === undefined ? null : [field("From", number("from", { step: "any" })), field("To", number("to", { step: "any" })), field("Step", number("step", { step: "any", min: 0 }))])),
    h("div", { id: "go", class: "now" }));
  $("#form").onsubmit = (event) => (event.preventDefault(), play());
  progress();
}

const kinds = () => [...new Set([...said.kinds, ...said.more.split("\n").map((line) => line.trim()).filter(Boolean)])];
const quoted = (words) => (/^[\w@%+=:,./-]+$/.test(words) ? words : `'${words.replaceAll("'", `'"'"'`)}'`);
const wrong = () => (said.league ? (!kinds().length || kinds().length >= offer.most_kinds ? `${many(kinds().length + 1, "kind")} of player, expected 2 to ${offer.most_kinds}.` : "") : tooMany() ? `${howMany()} values, expected ${MOST_TRIED} or fewer.` : "");
const busy = () => ["running", "stopping"].includes(now.state);
function command() {
  const words = [said.league ? "cardgen league" : "cardgen simulate", kit.slug];
  if (said.players) words.push("--players", said.players);
  words.push("--games", said.games);
  if (said.seed !== 1) words.push("--seed", said.seed);
  if (said.league) words.push(...kinds().flatMap((one) => ["--strategy", quoted(one)]));
  else if (sweep()) words.push("--sweep", sweep());
  if (said.sure && !said.league) words.push("--until-sure", quoted(said.sure));
  return [...words, "--report", said.league ? "league.html" : "report.html"].join(" ");
}

function progress() {
  const line = command(), at = document.activeElement?.id;
  fill($("#go"),
    offer.why_not ? h("p", { class: "tag warn" }, icon("lock"), ` ${offer.why_not[0].toUpperCase()}${offer.why_not.slice(1)}.`)
      : busy() ? button("close", "Stop", stop, { words: true, id: "stop" })
      : h("button", { class: "btn btn-main make", id: "play", disabled: !!wrong() || !Number.isInteger(said.seed) || said.seed < 0 }, icon("play"), h("span", {}, said.league ? "Play the league" : "Simulate")),
    wrong() ? h("p", { class: "tag bad", role: "alert" }, icon("error"), ` ${wrong()}`) : null,
    busy() ? [h("p", {}, h("b", {}, now.step ? `${now.step[0].toUpperCase()}${now.step.slice(1)}` : "Stopping"), now.of ? h("span", { class: "soft num" }, ` ${now.done} of ${now.of}`) : null), h("progress", { "aria-label": "Progress", ...(now.of ? { max: now.of, value: now.done } : {}) })] : null,
    now.state === "failed" ? h("p", { class: "tag bad", role: "alert" }, icon("error"), ` ${now.says ?? now.problems[0]?.message ?? "It failed"}.`) : null,
    (now.problems ?? []).map((one) => h("p", {}, `${one.short ?? ""} ${one.message}`)),
    (now.notes ?? []).map((one) => h("p", { class: "soft" }, one)),
    h("p", { class: "soft" }, "The same in a terminal:"), h("div", { class: "command" }, h("pre", { tabindex: 0 }, h("code", {}, line)), copying(line)));
  if (["play", "stop"].includes(at)) ($("#play") ?? $("#stop"))?.focus();
}

const post = (place, body) => fetch(place, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
async function play() {
  if (busy() || offer.why_not || wrong()) return;
  now = { state: "running", step: "starting", done: 0, of: 0 };
  found = null;
  tried = null;
  progress();
  result();
  const answer = await post(home, { players: said.players, games: said.games, seed: said.seed, ...(said.league ? { strategies: kinds() } : { sweep: sweep(), until_sure: said.sure }) });
  if (answer?.ok) return;
  toast(`${(await answer?.json().catch(() => ({})))?.says ?? "The studio does not answer"}.`, { kind: "bad" });
  again();
}
const stop = () => post(`${home}/stop`, {});

// -- what was found ---------------------------------------------------------------------------------------------

const signed = (value, digits) => `${value < 0 ? "−" : value > 0 ? "+" : "±"}${Math.abs(value).toFixed(digits)}`;
function span([name, at, low, high], most, words, fair) {
  const part = (value) => `${Math.max(0, Math.min(1, (value ?? at) / most)) * 100}%`;
  return h("div", { class: "span-row" }, h("span", {}, name), h("span", { class: "span", role: "img", "aria-label": `${name}: ${words}`, style: { "--from": part(low), "--to": part(high), "--at": part(at) } }, h("b", {}), fair ? h("i", { class: "fair", style: { "--at": part(fair) } }) : null, h("i", {})), h("span", { class: "num" }, words));
}
const half = (low, high) => ((high ?? 0) - (low ?? 0)) / 2;

/** Reports and leagues that were written into the kit's results by a command. */
const others = () => (offer.pages.length ? h("p", { class: "row others" }, h("span", { class: "soft" }, "Also made:"), offer.pages.map(([name, title]) => h("a", { href: `${home}/${encodeURIComponent(name)}`, target: "_blank", rel: "noopener", title: name }, title))) : null);
const file = () => found?.files?.[0]?.[0] ?? offer.report;
function result() {
  const box = $("#found");
  if (!found && !offer.report) return (shown = 0), fill(box, others(), busy() ? empty("dice", "The first games are played", "A page appears when some are over, and is written again with more games.") : empty("dice", "Nothing was simulated yet", "Bots play your rules. The report shows whether games end, how long they take, which seat and which cards win."));
  const place = `${home}/${encodeURIComponent(file())}`;
  if (!$("iframe", box)) fill(box, h("div", { id: "numbers-found" }), h("div", { class: "report-head" }), h("div", { id: "others" }), h("iframe", { title: "The report" }));
  fill($("#numbers-found"), found && !found.kinds ? numbers() : null);
  fill($("#others"), others());
  fill($(".report-head"), h("h2", {}, found?.kinds ? `League of ${found.kinds} kinds, ${many(found.at, "game")} of each pair` : found ? `Report of ${many(found.at, "game")}` : "The last report"), h("a", { class: "btn", href: place, target: "_blank", rel: "noopener" }, icon("external"), "Open alone"), h("a", { class: "btn btn-icon", href: `${place}?download`, download: "", "aria-label": "Download the page", title: "Download the page" }, icon("save")));
  const at = found?.at ?? -1, frame = $("iframe", box);
  if (at === shown) return;
  if (busy() && shown && document.activeElement === frame) return; // somebody reads it: the last one comes anyway
  shown = at;
  frame.src = `${place}?of=${at}`;
}

/** What a card is called, with its id where another one has the same name. */
const named = (id) => {
  const name = kit.card.get(id)?.name;
  return !name || kit.cards.filter((one) => one.name === name).length > 1 ? [name, id].filter(Boolean).join(" ") : name;
};

function numbers() {
  const wins = Math.max(0.01, ...found.wins.map(([, , , high]) => high)), last = (high, at) => 1.15 * Math.max(1, high ?? at);
  return h("div", { class: "facts" },
    h("section", {}, h("h2", {}, `Wins with ${many(found.players, "player")}`), found.wins.length ? found.wins.map((one) => span(one, wins, `${(one[1] * 100).toFixed(0)} % ± ${(half(one[2], one[3]) * 100).toFixed(0)}`, found.fair)) : h("p", { class: "soft" }, "Nobody won.")),
    h("section", {}, h("h2", {}, "Length of a game"), found.length.map((one) => span(one, last(one[3], one[1]), `${one[1].toFixed(1)} ± ${half(one[2], one[3]).toFixed(1)}`))),
    found.sweep.length ? tryouts() : null,
    found.cards.length ? h("details", { class: "broad", open: true }, h("summary", {}, h("h2", {}, "How much more often a player with the card wins, in points"), icon("down")), h("ul", { class: "plain of-cards" }, found.cards.map(([id, strength, margin, sure]) => h("li", { class: sure ? "sure" : "" }, h("a", { href: address("card", { card: id }), title: id }, named(id)), h("span", { class: "num" }, `${signed(strength * 100, 0)} ± ${((margin ?? 0) * 100).toFixed(0)}`))))) : null);
}

const MEASURES = [["rounds", "Rounds", 1, 1], ["decisions", "Decisions", 1, 1], ["top", "Best score", 1, 1], ["lead", "Lead", 1, 1], ["first", "First player wins, %", 100, 0], ["nobody", "Nobody wins, %", 100, 0]];
/** The values of a sweep below what the kit says; a slider chooses one, and it is written when asked for. */
function tryouts() {
  const rows = found.sweep, { path, base: is } = rows[0], says = offer.numbers.find(([one]) => one === path)?.[1];
  const measures = MEASURES.filter(([name]) => rows.some((row) => name in row.against));
  const values = [...rows.map((row) => row.value), is].filter((value) => typeof value === "number").sort((a, b) => a - b);
  tried ??= is;
  const line = (value, row) => h("tr", { class: value === tried ? "on" : "", data: { value } }, h("td", {}, row ? String(value) : `${value}, as played`, row?.breaks.length ? h("div", { class: "why" }, `${row.breaks[0][0].toUpperCase()}${row.breaks[0].slice(1)}`) : null), measures.map(([name, , by, digits]) => {
    if (!row) return h("td", {}, ((rows[0].before[name] ?? 0) * by).toFixed(digits));
    const [mean, low, high] = row.against[name] ?? [0, 0, 0];
    return h("td", { class: low > 0 || high < 0 ? "sure" : "" }, `${signed(mean * by, digits)} ± ${(half(low, high) * by).toFixed(digits)}`);
  }));
  const slider = h("input", { type: "range", min: 0, max: values.length - 1, step: 1, value: values.indexOf(tried), "aria-label": `${path}: value`, "aria-valuetext": String(tried) });
  const write = button("save", "", () => writes(path, tried, says), { words: true, kind: "btn-main", id: "write-it" });
  const choose = () => {
    tried = values[Number(slider.value)];
    slider.setAttribute("aria-valuetext", String(tried));
    for (const row of box.querySelectorAll("tbody tr")) row.classList.toggle("on", row.dataset.value === String(tried));
    $("span", write).textContent = tried === says ? "As the file says" : `Write ${tried}`;
    write.disabled = tried === says || !!offer.why_not;
    output.textContent = String(tried);
  };
  const output = h("output", { class: "num" });
  const box = h("section", { class: "broad" }, h("h2", {}, `${path}, from the same deals`), says !== is ? h("p", { class: "soft" }, `The file says ${says} by now. Simulate again to compare with it.`) : null,
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Value"), measures.map(([, words]) => h("th", { scope: "col" }, words)))), h("tbody", {}, values.map((value) => line(value, rows.find((row) => row.value === value))))),
    h("div", { class: "write" }, h("label", {}, h("span", {}, "Value"), slider, output), write));
  slider.addEventListener("input", choose);
  choose();
  return box;
}

async function writes(path, value, was) {
  const [first, ...rest] = path.split("."), card = first === "cards" && kit.card.get(rest[0]);
  if (first === "cards" && (!card || rest.length !== 2)) return toast("This number is inside a list of the card; change it among the cards.", { kind: "bad" });
  const answer = await post(cells, card ? { do: "set", in: card.in, card: rest[0], key: rest[1], value, was, versions: {} } : { do: "number", path, value, was });
  const told = await answer?.json().catch(() => ({}));
  toast(answer?.ok ? `Written to ${told.file}: ${told.diff?.find((one) => one[0] === "+")?.slice(1).trim() ?? value}` : `${told?.says ?? "The studio does not answer"}.`, answer?.ok ? {} : { kind: "bad", seconds: 10 });
  if (answer?.ok) again().then(form);
}
