// Print and export: the settings of a build as the command line knows them, one build at a time, and its files.

import { $, announce, button, copying, fill, h, icon, many, quoted, toast } from "./dom.js";
import { address, ask, loadKit, query, statesOf, wanted } from "./data.js";
import { grouped, problemRow } from "./problems-list.js";
import { live } from "./live.js";
import { empty, mountShell, showKit } from "./shell.js";

const home = `kits/${encodeURIComponent(wanted)}/builds`;
const said = {}; // what differs from the default, by the name of its setting
let kit, offer, now, states = [], since = ""; // earlier states, and the one that the page to share is compared with

start();

async function start() {
  mountShell("print");
  fill($("#form"), h("h1", {}, "Print and export"), h("p", { class: "soft wait", role: "status" }, "Reading the kit …"));
  try {
    [kit, offer] = await Promise.all([loadKit(), ask(home)]);
    statesOf().then((found) => ((states = found.states.filter(({ id }) => id !== "build")), side()), () => null);
  } catch (error) {
    return fill($("#form"), empty("error", "This kit cannot be printed now", error.problems?.[0]?.message ?? "Mend its problems and save.", h("a", { class: "btn", href: address("problems") }, "See the problems")));
  }
  showKit(kit);
  document.title = `${kit.title}, print · cardgen studio`;
  now = offer.now;
  for (const field of offer.fields) if (query.has(field.name)) take(field, query.getAll(field.name));
  form();
  side();
  live.addEventListener("build", ({ detail }) => ((now = detail), heard()));
  live.addEventListener("kit", again);
  live.addEventListener("again", again);
  live.listen(kit.said);
}

async function again() {
  [kit, offer] = await Promise.all([loadKit(), ask(home)]).catch(() => [kit, offer]);
  now = offer.now;
  if (!$("#form").contains(document.activeElement)) form();
  side();
}

/** A link may say what to print: the value is one that the field takes. */
function take(field, values) {
  const value = { list: values, bool: values[0] === "true", int: Number(values[0]) }[field.kind] ?? values[0];
  const known = !field.choices.length || field.open || field.kind === "list" || field.choices.some(([one]) => one === value);
  if (field.name === "changed_since") return values[0] && field.choices[1] && (said[field.name] = field.choices[1][0]);
  if (known) put(field, value);
}
function put(field, value) {
  if (JSON.stringify(value) === JSON.stringify(field.default)) delete said[field.name];
  else said[field.name] = value;
}
const valueOf = (field) => said[field.name] ?? field.default;

// -- what is asked ----------------------------------------------------------------------------------------------

const target = () => offer.fields.find((field) => field.name === "target").choices.find(([name]) => name === (said.target ?? ""));
const fits = (field) => field.name !== "target" && !target()[3].includes(field.name);

function form() {
  const open = $("#form details")?.open || offer.rules.some((rule) => said[`option ${rule.name}`]) || offer.fields.some((field) => field.where === "more" && field.name in said);
  const places = offer.fields.find((field) => field.name === "target");
  const shown = (where) => offer.fields.filter((field) => field.where === where && fits(field)).map(control);
  fill($("#form"),
    h("h1", {}, "Print and export"),
    h("fieldset", { class: "whereto" }, h("legend", {}, "Where to"), places.choices.map(([name, title]) => {
      const input = h("input", { type: "radio", name: "target", value: name, checked: name === (said.target ?? ""), "aria-describedby": "says" });
      input.addEventListener("change", () => (put(places, name), form(), side(), $(`#form [name=target][value="${name}"]`).focus()));
      return h("label", { class: "target" }, input, h("b", {}, title));
    })),
    h("p", { id: "says", class: "soft" }, target()[2]),
    h("div", { class: "settings" }, shown("first")),
    h("details", { open }, h("summary", {}, "More settings", icon("down")), h("div", { class: "settings" }, shown("more"), offer.rules.map(houseRule))));
  $("#form").onsubmit = (event) => (event.preventDefault(), print());
}

function control(field) {
  const value = valueOf(field), id = `of-${field.name}`;
  const changed = (value) => (put(field, value), side());
  if (field.kind === "list") return parts(field, value);
  const help = h("small", { id: `${id}-help` }, field.help);
  const about = { id, "aria-describedby": help.id };
  if (field.kind === "bool") {
    const input = h("input", { ...about, type: "checkbox", checked: value });
    input.addEventListener("change", () => changed(input.checked));
    return h("div", { class: "ask", data: { of: field.option } }, h("div", { class: "parts" }, h("label", {}, input, field.label)), help);
  }
  if (field.choices.length) {
    const known = field.choices.some(([one]) => one === value);
    const select = h("select", { ...about, class: "select" }, field.choices.map(([one, words]) => h("option", { value: one, selected: one === value }, words)), field.open ? h("option", { value: "?", selected: !known }, "Another …") : null);
    const typed = field.open ? h("input", { class: "typed", type: "text", value: known ? "" : value, hidden: known, placeholder: "200x280mm", "aria-label": `${field.label}: another` }) : null;
    select.addEventListener("change", () => {
      if (typed) typed.hidden = select.value !== "?";
      if (select.value === "?") return typed.focus();
      changed(select.value);
    });
    typed?.addEventListener("input", () => changed(typed.value.trim() || field.default));
    return h("label", { class: "ask", data: { of: field.option } }, h("b", {}, field.label), select, typed, field.where === "more" || field.open ? help : h("span", { class: "sr" }, help));
  }
  const input = field.kind === "int" ? h("input", { ...about, class: "typed num", type: "number", min: field.bounds?.[0], max: field.bounds?.[1], value }) : h("input", { ...about, class: "typed", type: "text", value, placeholder: field.form });
  input.addEventListener("input", () => changed(field.kind === "int" ? (input.value === "" ? field.default : Number(input.value)) : input.value.trim()));
  return h("label", { class: "ask", data: { of: field.option } }, h("b", {}, field.label), input, help);
}

/** Components to tick, and the cards that a link has named. */
function parts(field, value) {
  const known = field.choices.map(([one]) => one);
  const boxes = [...field.choices, ...value.filter((one) => !known.includes(one)).map((one) => [one, cardsIn(one)])].map(([one, words]) => {
    const input = h("input", { type: "checkbox", checked: value.includes(one) });
    input.addEventListener("change", () => (put(field, input.checked ? [...valueOf(field), one] : valueOf(field).filter((other) => other !== one)), side()));
    return h("label", {}, input, words);
  });
  return h("fieldset", { class: "ask wide", data: { of: field.option } }, h("legend", {}, field.label), h("div", { class: "parts" }, boxes), h("small", {}, "Nothing ticked prints everything."));
}
const cardsIn = (word) => {
  const [component, ids] = word.split(":");
  return ids ? `${kit.component.get(component)?.title ?? component}: ${ids.split(",").join(", ")}` : word;
};

function houseRule(rule) {
  const key = `option ${rule.name}`;
  const select = h("select", { class: "select" }, rule.choices.map(([one, words]) => h("option", { value: one, selected: one === (said[key] ?? rule.default) }, words)));
  select.addEventListener("change", () => ((said[key] = select.value), select.value === rule.default && delete said[key], side()));
  return h("label", { class: "ask wide" }, h("b", {}, rule.title), select);
}

/** What is asked, with house rules in one list as the command line has them. */
function asked() {
  const options = Object.entries(said).filter(([key]) => key.startsWith("option ")).map(([key, value]) => `${key.slice(7)}=${value}`);
  const fields = offer.fields.filter((field) => field.name in said && (field.name === "target" || fits(field)));
  return { ...Object.fromEntries(fields.map((field) => [field.name, said[field.name]])), ...(options.length ? { options } : {}) };
}

function command() {
  const words = ["cardgen build", kit.slug];
  for (const [name, value] of Object.entries(asked())) {
    const option = offer.fields.find((field) => field.name === name)?.option ?? "--option";
    if (value === true) words.push(option.split("/")[0]);
    else if (value === false) words.push(option.split("/")[1] ?? "");
    else for (const one of [value].flat()) words.push(option, quoted(one));
  }
  return words.filter(Boolean).join(" ");
}

// -- what comes of it ---------------------------------------------------------------------------------------------

function side() {
  const busy = ["running", "stopping"].includes(now.state), line = command();
  fill($("#side"),
    h("h2", {}, kit.title),
    offer.why_not ? h("p", { class: "tag warn" }, icon("lock"), ` ${offer.why_not[0].toUpperCase()}${offer.why_not.slice(1)}.`) : h("div", { class: "acts" }, button("sheet", said.target ? `Make the files` : "Make the PDFs", print, { words: true, kind: "btn-main make", disabled: busy }), button("external", "Page to share", () => print(true), { words: true, disabled: busy, title: "One file with pieces, rules, a film and room for remarks, to send around" })),
    offer.why_not || !states.length ? null : changes(),
    h("p", { class: "soft" }, "The same in a terminal:"),
    h("div", { class: "command" }, h("pre", { tabindex: 0 }, h("code", {}, line)), copying(line)),
    h("div", { class: "now" }, result()));
}

/** What the page to share shows before and after. */
function changes() {
  const select = h("select", { class: "select", id: "of-since" }, [["", "Nothing"], ...states.map(({ id, title }) => [id, title])].map(([value, words]) => h("option", { value, selected: value === since }, words)));
  select.addEventListener("change", () => (since = select.value));
  return h("label", { class: "ask" }, h("b", {}, "The page shows before and after since"), select);
}

function result() {
  if (now.state === "running" || now.state === "stopping") return [h("p", {}, h("b", {}, now.step ? `${now.step[0].toUpperCase()}${now.step.slice(1)}` : "Stopping"), now.of ? h("span", { class: "soft num" }, ` ${now.done} of ${now.of}`) : null), h("progress", { "aria-label": "Progress", ...(now.of ? { max: now.of, value: now.done } : {}) }), button("close", "Stop", stop, { words: true })];
  if (now.state === "failed") return [h("p", { class: "tag bad", role: "alert" }, icon("error"), ` ${now.says ? `${now.says}.` : `${many(now.problems.length, "problem")}: nothing was written.`}`), listed(now.problems)];
  if (now.state !== "done") return h("p", { class: "soft" }, `Files go into output/${kit.slug}. Nothing leaves this computer.`);
  return [
    h("p", { class: "tag good" }, icon("check"), ` ${now.fresh ? "Nothing has changed: these files are up to date" : `${many(now.files.length, "file")} in ${now.seconds} s`}`),
    h("p", { class: "soft" }, `In ${now.folder}.`),
    h("ul", { class: "files" }, now.files.map(([name, size]) => {
      const place = `${home}/${name.split("/").map(encodeURIComponent).join("/")}`, opens = /\.(pdf|html|png)$/.test(name);
      return h("li", {}, h("a", { class: "name", href: opens ? place : `${place}?download`, ...(opens ? { target: "_blank", rel: "noopener" } : { download: "" }) }, name), h("small", { class: "soft num" }, bytes(size)), h("a", { class: "btn btn-icon", href: `${place}?download`, download: "", "aria-label": `Download ${name}`, title: `Download ${name}` }, icon("save")));
    })),
    (now.notes ?? []).map((note) => h("p", { class: "soft" }, note)),
    listed(now.problems),
  ];
}
const bytes = (n) => (n < 1e6 ? `${Math.max(1, Math.round(n / 1e3))} kB` : `${(n / 1e6).toFixed(1)} MB`);
const listed = (problems) => (problems.length ? h("ol", { class: "problem-list plain" }, grouped(problems, kit).map((one) => problemRow(one, kit, { hrefOf: (id) => address("card", { card: id }) }))) : null);

function heard() {
  side();
  for (const one of document.querySelectorAll(".ask.wrong")) one.classList.remove("wrong");
  if (now.state === "done") (announce(`Done: ${many(now.files.length, "file")}`), again()); // there is a last build now
  if (now.state !== "failed") return;
  const asked = document.querySelector(`.ask[data-of^="${/--[\w-]+/.exec(now.says ?? now.problems[0]?.message)?.[0] ?? "?"}"]`);
  asked?.classList.add("wrong");
  asked?.closest("details")?.setAttribute("open", ""); // it may be among More settings
}

const post = (place, body) => fetch(place, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function print(share) {
  if (["running", "stopping"].includes(now.state) || offer.why_not) return;
  const language = asked().language;
  now = { state: "running", step: "starting", done: 0, of: 0 }; // before the answer: a second press finds it running
  side();
  const answer = await post(home, share === true ? { share: true, ...(since ? { since } : {}), ...(language ? { language } : {}) } : asked()).catch(() => null);
  if (answer?.ok) return;
  const said = await answer?.json().catch(() => ({}));
  toast(`${said?.says ?? "The studio does not answer"}.`, { kind: "bad" });
  again();
}
async function stop() {
  await post(`${home}/stop`, {}).catch(() => null);
}
