// The texts of a kit in another language: each beside its original, written into its catalogue when its field is left.

import { $, $$, announce, button, fill, h, icon, many, toast } from "./dom.js";
import { address, ask, keepInAddress, loadKit, query, wanted } from "./data.js";
import { live } from "./live.js";
import { mountShell, showKit } from "./shell.js";

const home = `kits/${encodeURIComponent(wanted)}`, AT_ONCE = 100;
const SHOWN = { all: "All texts", open: "Not translated", stale: "The original has changed" };
const SILENT = "The studio does not answer. Your text stays here until it does";
const typed = new Map(); // what is not written yet, by section and key
let told = { languages: [], texts: [] }, language = query.get("language") ?? "", find = query.get("find") ?? "", show = "all", most = AT_ONCE;

start();

async function start() {
  mountShell("edit");
  const kit = await loadKit();
  showKit(kit);
  live.listen(kit.said);
  document.title = `Words, ${kit.title} · cardgen studio`;
  addEventListener("beforeunload", (event) => typed.size && event.preventDefault());
  const search = h("input", { type: "search", value: find, placeholder: "words, or the id of a card", "aria-label": "Find a text" });
  search.addEventListener("input", () => ((find = search.value), keepInAddress("find", find), list()));
  const which = h("select", { class: "select", "aria-label": "Which texts" }, Object.entries(SHOWN).map(([value, label]) => h("option", { value }, label)));
  which.addEventListener("change", () => ((show = which.value), list()));
  fill($("#form"), h("div", {}, h("h1", {}, "Words"), h("p", { class: "soft" }, "Translate what is on cards, components and screens. A text is written when you leave it.")),
    h("div", { class: "tools-of" }, h("label", { class: "field" }, icon("search"), search), which), h("p", { id: "many", class: "soft", role: "status" }), h("div", { id: "texts" }));
  $("#form").onsubmit = (event) => event.preventDefault();
  await read();
  for (const news of ["kit", "again"]) live.addEventListener(news, () => document.activeElement?.localName !== "textarea" && read());
  live.addEventListener("back", () => $$("textarea").forEach((area) => typed.has(area.closest("article").dataset.key) && area.dispatchEvent(new Event("change"))));
}

async function read() {
  try {
    told = await ask(`${home}/words?${new URLSearchParams({ language })}`);
  } catch (error) {
    $("#many").textContent = `${error.problems?.[0]?.message ?? "The studio does not answer"}.`;
    return side();
  }
  language = told.language;
  keepInAddress("language", language);
  list();
  side();
}

const id = (one) => `${language} ${one.section}/${one.key}`;
const fits = (one) => {
  const words = find.trim().toLowerCase();
  return (show === "all" || (show === "open" ? !one.said : one.stale)) && (!words || `${one.key} ${one.text} ${one.said}`.toLowerCase().includes(words));
};

function counts() {
  const left = told.texts.filter((one) => !one.said).length, stale = told.texts.filter((one) => one.stale).length;
  $("#many").textContent = language ? `${many(told.texts.filter(fits).length, "text")} of ${told.texts.length}. ${left} not translated, ${stale} changed since.` : "Choose a language, or write one.";
}

function list() {
  const found = told.texts.filter(fits);
  let section = "";
  counts();
  fill($("#texts"), found.slice(0, most).flatMap((one) => {
    const heading = one.section === section ? null : h("h2", {}, `${one.section[0].toUpperCase()}${one.section.slice(1)}`);
    section = one.section;
    return [heading, row(one)];
  }), found.length > most ? button("more", `${found.length - most} more`, () => ((most += AT_ONCE), list()), { words: true }) : null);
}

function row(one) {
  const area = h("textarea", { rows: Math.min(8, Math.max(1, Math.ceil(one.text.length / 60), one.text.split("\n").length)), lang: language, "aria-label": `${one.key} in ${language}`, disabled: !!told.read_only });
  area.value = typed.get(id(one)) ?? one.said;
  const note = h("p", { class: "small", role: "status" }, one.stale ? [icon("changed"), " The original has changed since. Leave the field after a change, or press ", button("check", "It still fits", () => write(one, area, note, true), { words: true, kind: "btn-text" })] : null);
  area.addEventListener("input", () => (area.value.trim() === one.said ? typed.delete(id(one)) : typed.set(id(one), area.value)));
  area.addEventListener("change", () => write(one, area, note));
  area.addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && (event.preventDefault(), area.blur(), area.closest("article").nextElementSibling?.querySelector("textarea")?.focus()));
  return h("article", { data: { key: id(one) } }, h("div", {}, h("p", { lang: told.own }, one.text), h("small", { class: "soft" }, `${one.key === one.text ? "" : `${one.key}, `}${one.line}`)), h("div", {}, area, note));
}

/** Writes wait for each other: each is read by the one before. */
let queue = Promise.resolve();
const write = (one, area, note, again = false) => (queue = queue.then(() => written(one, area, note, again)).catch(() => null));
async function written(one, area, note, again) {
  const text = area.value.trim(), mine = language;
  if (!text && one.said) {
    area.value = one.said;
    typed.delete(id(one));
    return fill(note, "A translation can’t be empty. Undo takes one back.");
  }
  if (!text || (text === one.said && !again)) return typed.delete(id(one));
  const answer = await post("words", { language: mine, section: one.section, key: one.key, text, was: one.said });
  if (!answer) return fill(note, `${SILENT}. `, button("save", "Try again", () => write(one, area, note, again), { words: true, kind: "btn-text" }));
  const [ok, said] = answer, clash = said.conflict?.[0];
  if (clash) return fill(note, icon("warn"), ` Changed elsewhere: “${clash.theirs}”. `,
    button("check", "Take theirs", () => (typed.delete(id(one)), read()), { words: true, kind: "btn-text" }),
    button("save", "Write mine", () => ((one.said = clash.theirs), write(one, area, note, true)), { words: true, kind: "btn-text" }));
  if (!ok) return fill(note, icon("error"), ` ${said.says ?? "That can’t be written"}.`);
  if (area.value.trim() === text) typed.delete(id(one));
  Object.assign(one, { said: text, stale: false });
  Object.assign(told, { undo: said.undo ?? told.undo, redo: said.redo ?? "", languages: [...new Set([...told.languages, mine])] });
  fill(note, icon("check"), ` In ${said.file}`);
  announce(`Written in ${said.file}`);
  counts();
  side();
}

async function post(what, body) {
  const answer = await fetch(`${home}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  return answer && [answer.ok, await answer.json().catch(() => ({}))];
}

async function step(what) {
  const [ok, said] = (await post(what, {})) ?? [false, { says: "The studio does not answer" }];
  if (!ok) return toast(`${said.says}.`, { kind: "bad" });
  announce(said.says);
  await read();
}

function side() {
  const other = h("input", { class: "typed", type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false", placeholder: "de, fr, pt-BR", "aria-label": "Another language" });
  const go = (to) => ((language = to), (most = AT_ONCE), read());
  fill($("#side"), h("h2", {}, "Languages"), told.own ? h("p", { class: "soft" }, "The kit itself is in ", h("code", {}, told.own), ".") : null,
    told.languages.map((one) => button(one === language ? "check" : null, one, () => go(one), { words: true, "aria-pressed": `${one === language}` })),
    h("form", { class: "tools-of", onsubmit: (event) => (event.preventDefault(), other.value.trim() && go(other.value.trim())) }, other, button("plus", "Begin", null, { words: true, type: "submit" })),
    told.read_only ? h("p", { class: "tag warn" }, icon("lock"), ` ${told.read_only[0].toUpperCase()}${told.read_only.slice(1)}.`) : null,
    language ? h("p", { class: "soft" }, "All is in ", h("code", {}, `i18n/${language}.yaml`), ". Keep each ", h("code", {}, "{icon}"), " and ", h("code", {}, "{{ name }}"), ". The rule sheet is a file of its own, ", h("code", {}, `rules.${language}.md.j2`), ".") : null,
    language ? h("a", { class: "btn", href: address("print", { language }) }, icon("sheet"), "Print it") : null,
    told.undo ? button("undo", `Undo: ${told.undo}`, () => step("undo"), { words: true }) : null,
    told.redo ? button("redo", `Do again: ${told.redo}`, () => step("redo"), { words: true }) : null);
}
