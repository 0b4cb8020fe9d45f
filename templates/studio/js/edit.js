// Cards as a table: a cell is changed here and written into the file it came from, at its place. Files stay the truth: what
// an editor saves meanwhile is seen, and nothing is written over it.

import { $, $$, announce, button, fill, h, icon, many, popBelow, toast } from "./dom.js";
import { address, ask, facesIn, keepInAddress, loadKit, picture, query, wanted } from "./data.js";
import { fileButton, takeFiles } from "./brought.js";
import { faceImage } from "./faces.js";
import { live } from "./live.js";
import { grouped, opener } from "./problems-list.js";
import { readSearch } from "./search.js";
import { empty, mountShell, showKit } from "./shell.js";

let kit, told, component, written, chosen = null, ticked = new Set(), faces = {}, filter = query.get("find") ?? "", look = query.get("look") ?? "";
let loading = Promise.resolve(), changes = 0; // readings, and what this page has changed
let wrongOnly = false, unpainted = false, signs = {}, named = ""; // icons by name: the addresses of their pictures
let sorted = { key: query.get("sort")?.replace(/^-/, "") ?? "", down: query.get("sort")?.[0] === "-" }; // the view only: files keep their order
let drafted = null, drafting = 0; // the face that is shown while somebody types, and is in no file
const page = Math.random().toString(36).slice(2), unsaved = new Map(); // by card and key: what the file cannot hold
let resting, restUntil = 0; // what this page wrote itself is read again when nobody types
const REST = 600; // ms
const AT_REST = 400; // ms after the last key a cell is written
let leave = null; // writes the cell that is open
let missed = false; // the files could not be read, so the cells may be other ones than are shown
const TOGETHER = 1500; // ms: presses of a stepper that are one undo
const narrow = matchMedia("(max-width: 600px)");
narrow.addEventListener("change", () => component && paint());
const STANDARD = ["id", "name", "count"];
const home = `kits/${encodeURIComponent(wanted)}`;

start();

async function start() {
  mountShell("edit");
  await load();
  live.addEventListener("saved", ({ detail }) => {
    if (/icons\.svg$/.test(detail.file ?? "")) readSigns();
    if (detail.look !== look) return;
    Object.assign(faces, detail.faces);
    if (drafted && !$("#grid .editor") && detail.faces[drafted.card]) drafted = null;
    drawn();
  });
  for (const news of ["kit", "again"]) live.addEventListener(news, () => soon(restUntil - performance.now()));
  live.addEventListener("back", () => send());
  live.addEventListener("state", ({ detail }) => missed && detail.state === "fresh" && soon());
  live.listen(kit?.said ?? 0);
  live.addEventListener("problems", ({ detail }) => kit && (Object.assign(kit, detail), wrongOnly ? paint() : face()));
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea, select")) (event.preventDefault(), $("#tools input[type=search]")?.focus());
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
    if (event.key.toLowerCase() === "z") (event.preventDefault(), step(event.shiftKey ? "redo" : "undo"));
    if (event.key.toLowerCase() === "y") (event.preventDefault(), step("redo"));
  });
}

/** What the table shows: when that is as it was, it isn't made again. */
function seen() {
  return JSON.stringify([told?.read_only, component?.id, component?.fields, component?.rows.map(({ said, text, why, wrong }) => [said, text, why, wrong]), kit?.would_say]);
}

/** Read all of it, one reading after another. */
function load(again = false) {
  return (loading = loading.catch(() => null).then(() => reading(again)));
}
async function reading(again) {
  if (again && queue.length) return; // what waits is written first
  const then = changes;
  let same;
  try {
    const before = seen();
    const found = await Promise.all([loadKit(), ask(`${home}/cells`)]);
    if (again && then !== changes) return reading(again); // read before the page changed something
    [kit, told, missed] = [...found, false];
    component = told.tables.find((one) => one.id === (component?.id ?? query.get("in"))) ?? told.tables[0];
    same = again && before === seen();
    if (!kit.looks.some((one) => one.id === look)) look = kit.looks[0]?.id ?? "";
    faces = kit.faces?.[look] ?? (await facesIn(look)).faces;
  } catch (error) {
    if (again) return (missed = true); // what is on the screen stays; the header says what is wrong
    return fill($("#grid"), empty("error", "The cards cannot be read now", error.problems?.[0]?.message ?? error.message, h("a", { class: "btn", href: address("problems") }, "Problems")));
  }
  if (named !== String(told.icons)) readSigns();
  showKit(kit);
  document.title = `${kit.title}, cards · cardgen studio`;
  if (!told.tables.length) return fill($("#grid"), empty("deck", "There are no cards yet", "Begin with a layout.", h("a", { class: "btn btn-main", href: address("new") }, "New component")));
  const meant = again ? -1 : component.rows.findIndex((row) => row.said.id === query.get("card"));
  if (meant >= 0) chosen = meant;
  same ? (tools(), face()) : paint();
  if (meant >= 0) cell(meant, keysOf()[0])?.focus();
}

// -- what is seen ---------------------------------------------------------------------------------------------

const fieldsOf = () => Object.entries(component.fields).filter(([, field]) => !field.made);
const keysOf = () => [...STANDARD, ...fieldsOf().map(([name]) => name)];
/** The rows that are found by words and by such as cost>=4, in the order that a column has been asked for. */
function rowsShown() {
  const tests = readSearch(filter, new Map(Object.entries(component.fields).map(([name, field]) => [name, { type: field.kind }])));
  const as = (row) => ({ id: row.said.id ?? "", name: row.said.name ?? "", count: row.said.count ?? 1, fields: { ...kit.card.get(row.said.id)?.fields, ...row.said }, words: Object.values(row.text) });
  const told = new Set(wrongOnly ? grouped(kit.problems ?? [], kit).flatMap((one) => one.cards) : []);
  const wrong = (row) => keysOf().some((key) => wrongIn(row, key)) || told.has(row.said.id);
  const rows = component.rows.map((row, n) => [row, n]).filter(([row]) => (!wrongOnly || wrong(row)) && tests.every((test) => test(as(row))));
  if (!keysOf().includes(sorted.key)) return rows;
  const of = ([row]) => worded(row, sorted.key), numbers = ["int", "number"].includes(kindOf(sorted.key));
  const by = (a, b) => (of(a) === "") - (of(b) === "") || (sorted.down ? -1 : 1) * (numbers ? of(a) - of(b) : of(a).localeCompare(of(b), undefined, { numeric: true }));
  return rows.sort(by);
}
function sortBy(key) {
  sorted = sorted.key !== key ? { key, down: false } : sorted.down ? { key: "", down: false } : { key, down: true };
  keepInAddress("sort", sorted.key && `${sorted.down ? "-" : ""}${key}`);
  grid();
  $(`#grid th button[data-key="${CSS.escape(key)}"]`)?.focus();
  announce(sorted.key ? `By ${key}, ${sorted.down ? "falling" : "rising"}` : "In the order of the file");
}

/** What a cell shows: lists with commas, counts with their signs, anything else as YAML would say it. */
function shown(value, kind) {
  if (value === undefined || value === null) return "";
  if (kind === "list") return value.join(", ");
  if (kind === "counts") return Object.entries(value).filter(([, n]) => n).map(([name, n]) => `${name} ${n}`).join(", ");
  return String(value);
}
const worded = (row, key) => unsaved.get(`${row.said.id}/${key}`)?.text ?? (asLines(key) ? row.said[key]?.join("; ") : row.text[key]) ?? shown(row.said[key] ?? (key === "count" ? 1 : undefined), kindOf(key));
/** A text as it reads: bold words are bold, icons are drawn. */
const MARKS = /(\*\*[^*]+\*\*|(?<![\\{])\{[A-Za-z_][\w.:-]*\}(?!\}))/;
const marked = (text) => text.split(MARKS).map((part, n) => (!(n % 2) ? part : part[0] === "{" ? sign(part) : h("b", {}, marked(part.slice(2, -2)))));
const rich = (text, key) => (kindOf(key) === "text" ? marked(text) : text);
/** An icon where a text names one; its name in braces as long as nothing draws it. */
function sign(words) {
  const face = signs[words.slice(1, -1)], word = h("span", { class: "icon-word" }, words);
  return face ? h("img", { class: "icon-word", src: picture(face), alt: words, title: words, onerror: (event) => event.target.replaceWith(word) }) : word;
}
async function readSigns() {
  const before = JSON.stringify(signs);
  named = String(told.icons);
  signs = named ? await ask(`${home}/signs`).catch(() => signs) : {};
  if (component && before !== JSON.stringify(signs)) grid();
}
const wrongIn = (row, key) => unsaved.get(`${row.said.id}/${key}`)?.says ?? row.wrong[key];
function mark(td, row, key) {
  fill(td, rich(worded(row, key), key));
  td.classList.toggle("unsaid", row.said[key] === undefined);
  const says = wrongIn(row, key);
  says ? td.setAttribute("aria-invalid", "true") : td.removeAttribute("aria-invalid");
  td.title = row.why || says || "";
}
const kindOf = (key) => (key === "count" ? "int" : STANDARD.includes(key) ? "text" : component.fields[key].kind);

function tools() {
  const bar = $("#tools"), typing = document.activeElement?.matches("#tools input") && [document.activeElement.selectionStart];
  const pick = h("select", { class: "select", "aria-label": "Component" }, told.tables.map((one) => h("option", { value: one.id, selected: one === component }, `${one.title} (${one.rows.length})`)));
  pick.addEventListener("change", () => ((component = told.tables.find((one) => one.id === pick.value)), (chosen = null), ticked.clear(), keepInAddress("in", component.id), paint()));
  const search = h("input", { type: "search", placeholder: "cost>=4, hops", "aria-label": "Only rows with these words, or such as cost>=4", value: filter, oninput: (event) => ((filter = event.target.value), keepInAddress("find", filter), paint()) });
  search.addEventListener("keydown", (event) => event.key === "Escape" && filter && (event.preventDefault(), (filter = ""), keepInAddress("find", ""), paint(), $("#tools input").focus()));
  const looks = kit.looks.length < 2 ? null : h("select", { class: "select", "aria-label": "Look of the face" }, kit.looks.map((one) => h("option", { value: one.id, selected: one.id === look }, one.title)));
  looks?.addEventListener("change", async () => ((look = looks.value), (drafted = null), keepInAddress("look", look), (faces = (await facesIn(look).catch(() => ({ faces: {} }))).faces), face()));
  const can = !told.read_only;
  fill(bar, pick, h("label", { class: "field" }, icon("filter"), search), button("warn", "Only cards with problems", () => ((wrongOnly = !wrongOnly), paint(), $("#wrong-only").focus()), { id: "wrong-only", "aria-pressed": String(wrongOnly) }), looks, h("span", { class: "grow" }), printing(),
    told.shipped ? button("copy", "Copy into my project", (event) => copyKit(event.currentTarget), { words: true, id: "copy-kit" }) : null,
    can && component.rows.length ? button("plus", "Add a card", addCard, { words: true, kind: "add" }) : null,
    can && component.rows.length ? button("list", "Paste rows", (event) => pasteRows(event.currentTarget), { id: "paste-rows" }) : null,
    button("keyboard", "Keys", (event) => popBelow(event.currentTarget, "Keys", "many-form", h("dl", { class: "keys", tabindex: 0 }, KEYS.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]))), { id: "keys" }),
    can ? [h("a", { class: "btn", href: address("icons") }, icon("coin"), "Icons"), h("a", { class: "btn", id: "new-component", href: address("new") }, icon("plus"), "New component")] : null,
    can ? h("span", { class: "steps" }, button("undo", told.undo ? `Undo: ${told.undo}` : "Nothing to undo", () => step("undo"), { disabled: !told.undo, "aria-keyshortcuts": "Control+Z" }), button("undo", told.redo ? `Do again: ${told.redo}` : "Nothing to do again", () => step("redo"), { disabled: !told.redo, kind: "redo", "aria-keyshortcuts": "Control+Y" })) : h("span", { class: "tag warn" }, icon("lock"), " Read only"));
  if (typing) (search.focus(), search.setSelectionRange(typing[0], typing[0]));
  for (const one of kit.would_say ?? []) bar.append(h("p", { class: "why say" }, icon("warn"), ` A check fails: ${one.that}${one.why ? ` (${one.why})` : ""}`, can ? button("", `Say ${one.now}`, () => change({ do: "say", ...one }), { words: true }) : null));
  if (told.read_only) bar.append(h("p", { class: "soft why" }, `${told.read_only[0].toUpperCase()}${told.read_only.slice(1)}.`));
}

function paint() {
  tools();
  grid();
  face();
}

/** Cards that are ticked can be printed; rows that make several cards by themselves cannot be ticked. */
function printing() {
  ticked = new Set([...ticked].filter((id) => component.rows.some((row) => row.said.id === id)));
  const rows = () => component.rows.map((row, n) => n).filter((n) => ticked.has(component.rows[n].said.id));
  const all = (what, label) => edit(rows().map((n) => ({ ...what, row: n, card: component.rows[n].said.id, was: component.rows[n].said })), label);
  return h("span", { id: "these", role: "group", "aria-label": "Chosen cards", hidden: !ticked.size },
    h("a", { class: "btn", id: "print-these", href: address("print", { only: `${component.id}:${[...ticked].join(",")}` }) }, icon("sheet"), `Print ${many(ticked.size, "card")}`),
    told.read_only ? null : [
      button("options", "Set a field", (event) => setMany(event.currentTarget, rows()), { words: true }),
      button("copy", "Duplicate the chosen cards", () => all({ do: "duplicate" }, `${many(ticked.size, "card")} duplicated`)),
      button("close", "Delete the chosen cards", () => all({ do: "remove" }, `${many(ticked.size, "card")} deleted`)),
    ]);
}
const KEYS = [["Arrows, Tab, Home, End", "go to another cell"], ["Enter, F2 or a letter", "change it"], ["Esc", "leave the file as it was"], ["Space, Shift Up, Shift Down", "choose cards"], ["Alt Up, Alt Down", "move the card"], ["Ctrl D", "duplicate it"], ["Shift Delete", "delete it"], ["+, - on a count", "one copy more or less"], ["Ctrl V", "paste cells or rows"], ["Ctrl Z, Ctrl Y", "undo, do again"], ["/", "filter"]];
/** Rows of a spreadsheet where there is no Ctrl V, as on a phone. */
function pasteRows(opener) {
  const td = $("#grid td[data-key][tabindex='0']") ?? $("#grid td[data-key]");
  if (!td) return toast("There is no row to begin at.", { kind: "bad" });
  const words = h("textarea", { class: "input", rows: 6, "aria-label": "Rows", placeholder: "Copy rows in Excel, LibreOffice or Google Sheets and paste them here" });
  const form = h("form", { onsubmit: (event) => (event.preventDefault(), box.hidePopover(), words.value && pasted(td, words.value)) },
    h("p", { class: "soft" }, `They fill the table from ${td.dataset.key} of ${component.rows[td.dataset.row].said.id ?? "this row"} on. If the first line names fields, an id or a name finds its card.`), words, h("button", { class: "btn btn-main" }, "Put them in"));
  const box = popBelow(opener, "Rows from a spreadsheet", "many-form", form);
  words.focus();
}
/** One field of many cards, in one step: a value for all, or `+1`, `+word`, `-word`, which change what is there. */
function setMany(opener, rows) {
  const pick = h("select", { class: "select", "aria-label": "Field" }, ["count", "name", ...fieldsOf().map(([name]) => name)].filter((key) => told.read_only === "" && !["any", "effects_of"].includes(kindOf(key))).map((key) => h("option", {}, key)));
  const typed = h("input", { class: "input", "aria-label": "Value", placeholder: "3, +1, -word" });
  const form = h("form", { onsubmit: (event) => (event.preventDefault(), box.hidePopover(), edit(rows.map((n) => setting(n, pick.value, changed(component.rows[n], pick.value, typed.value.trim()))), `${many(rows.length, "card")}: ${pick.value}`)) },
    h("label", {}, "Field ", pick), h("label", {}, "Value ", typed), h("button", { class: "btn btn-main" }, `Set for ${rows.length}`));
  const box = popBelow(opener, "Set a field", "many-form", form);
}
function changed(row, key, typed) {
  const now = row.said[key] ?? (key === "count" ? 1 : undefined), sign = typed[0] === "-" ? -1 : 1;
  if (/^[+-]\d+(\.\d+)?$/.test(typed) && ["int", "number"].includes(kindOf(key))) return Number(now ?? 0) + Number(typed);
  if (!/^[+-]./.test(typed) || ["int", "number", "bool", "one_of"].includes(kindOf(key))) return meant(typed, key);
  if (kindOf(key) === "list") return typed.split(/[,\s]+/).reduce((words, word) => [...words.filter((one) => String(one) !== word.slice(1)), ...(word[0] === "+" ? meant(word.slice(1), key) : [])], now ?? []);
  const word = typed.slice(1);
  return sign > 0 ? [now, word].filter(Boolean).join(" ") : String(now ?? "").split(word).join("").replace(/  +/g, " ").trim();
}
/** The last row of which a new card can be made: that of one card, or else an entry that makes several. */
function lastRow() {
  const last = component.rows.findLastIndex(({ why }) => !why);
  return last < 0 ? component.rows.findLastIndex(({ makes }) => makes.length) : last;
}
function addCard() {
  const at = component.rows[chosen ?? -1]?.why === "" ? chosen : lastRow();
  if (at < 0) return toast(`${component.rows[0].why}.`, { kind: "bad" });
  const empty = fieldsOf().filter(([, field]) => field.free).map(([name]) => [name, null]);
  change({ do: "duplicate", row: at, was: component.rows[at].said, values: { name: "New card", count: null, ...Object.fromEntries(empty) } }).then((done) => done && (choose(cell(at + 1, "name") ?? cell(component.rows.length - 1, "name"))));
}
function tick(row, on = !ticked.has(component.rows[row].said.id)) {
  const { said, why } = component.rows[row];
  if (why || !said.id) return toast(`${why || "This row has no id"}.`, { kind: "bad" });
  on ? ticked.add(said.id) : ticked.delete(said.id);
  const box = $(`#grid tr[data-row="${row}"] .tick`);
  if (box) box.checked = on;
  $("#these").replaceWith(printing());
  announce(`${many(ticked.size, "card")} chosen`);
}

function tickAll(rows, on) {
  for (const [{ said, why }] of rows) if (!why && said.id) ticked[on ? "add" : "delete"](said.id);
  tools();
  grid();
  $("#every").focus();
  announce(`${many(ticked.size, "card")} chosen`);
}
function grid() {
  const at = document.activeElement?.closest?.("#grid td") ? [document.activeElement.dataset.row, document.activeElement.dataset.key] : null;
  if ((unpainted = !!$("#grid .editor"))) return; // somebody writes in a cell just now
  const keys = keysOf(), rows = rowsShown();
  if (narrow.matches && !rows.some(([, n]) => n === chosen)) chosen = rows[0]?.[1] ?? null; // one card with its form
  fill($("#grid"), h("table", { role: "grid", "aria-label": `${component.title}: ${many(component.rows.length, "card")}`, "aria-rowcount": component.rows.length + 1 },
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "row-tick" }, h("label", {}, h("input", { type: "checkbox", id: "every", "aria-label": "Choose every card that is shown", checked: rows.some(([row]) => !row.why) && rows.every(([row]) => row.why || ticked.has(row.said.id)), onchange: (event) => tickAll(rows, event.target.checked) }))), keys.map((key) => h("th", { scope: "col", class: ["int", "number"].includes(kindOf(key)) ? "num" : "", "aria-sort": sorted.key === key ? (sorted.down ? "descending" : "ascending") : null }, h("button", { type: "button", class: "by", data: { key }, onclick: () => sortBy(key), title: `Sort by ${key}` }, key, sorted.key === key ? icon(sorted.down ? "down" : "up") : null))), h("th", { scope: "col" }, h("span", { class: "sr" }, "Row")))),
    h("tbody", {}, rows.map(([row, n]) => h("tr", { class: `${row.why ? "several" : ""} ${n === chosen ? "chosen" : ""}`, "aria-selected": String(n === chosen), data: { row: n } },
      h("td", { class: "row-tick" }, row.why ? null : h("label", {}, h("input", { type: "checkbox", class: "tick", tabindex: -1, checked: ticked.has(row.said.id), "aria-label": `Choose ${row.said.id}`, onchange: (event) => tick(n, event.target.checked) }))),
      keys.map((key) => {
        const says = wrongIn(row, key);
        return h("td", { tabindex: n === (chosen ?? 0) && key === keys[0] ? 0 : -1, class: `${row.said[key] === undefined ? "unsaid" : ""} ${["int", "number"].includes(kindOf(key)) ? "num" : ""}`, data: { row: n, key }, title: row.why || says || null, "aria-invalid": says ? "true" : null }, rich(worded(row, key), key));
      }),
      h("td", { class: "row-menu", draggable: !row.why && !told.read_only && !sorted.key && !filter && !wrongOnly ? "true" : null, title: "Drag it to another place, or press Alt Up and Alt Down" }, row.why ? h("span", { class: "soft", title: row.why }, icon("lock", row.why)) : button("options", `What can be done with ${row.said.id}`, (event) => rowMenu(n, event.currentTarget), { disabled: !!told.read_only })))))));
  if (at) cell(...at)?.focus({ preventScroll: true });
  wide();
}
/** Ids stay in sight where a table is wider than its window; where it isn't, hundreds of pinned cells would only slow scrolling. */
const wide = () => $("#grid").classList.toggle("wide", $("#grid").scrollWidth > $("#grid").clientWidth);
new ResizeObserver(wide).observe($("#grid"));
const cell = (row, key) => $(`#grid td[data-row="${row}"][data-key="${CSS.escape(key)}"]`);

/** A copy of a game that comes with cardgen, in the project of whoever asks. */
function copyKit(opener) {
  const typed = h("input", { class: "input", "aria-label": "Title of the copy", value: `My ${kit.title}`, maxlength: 60 });
  const form = h("form", { onsubmit: async (event) => {
    event.preventDefault();
    const answer = await fetch("begin", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ title: typed.value.trim(), from: wanted }) }).catch(() => null);
    const said = await answer?.json().catch(() => ({}));
    if (answer?.ok) return location.assign(`edit?${new URLSearchParams({ kit: said.kit })}`);
    toast(`${said?.says ?? "The studio does not answer"}.`, { kind: "bad", seconds: 10 });
  } }, h("label", {}, "Title of the copy", typed), h("button", { class: "btn btn-main" }, "Copy"));
  popBelow(opener, "Copy into my project", "many-form", form);
}

/** Where a row is by now: the table may have been read again since it was shown, while a file was chosen. */
const placeOf = (row, was) => [component.rows.indexOf(row), row.said.id ? component.rows.findIndex(({ said }) => said.id === row.said.id) : -1, was].find((n) => n >= 0);

/** The card of a row; of one that makes several the first. */
const cardOf = (row) => row && (kit.card.get(row.said.id) ?? kit.card.get(row.makes[0]));
function face() {
  const place = chosen ?? 0, row = component.rows[place], card = cardOf(row);
  const box = kit.component.get(component.id);
  if (!row || !box) return fill($("#face")); // one that is new in the files, before the kit is read again
  const name = card && (drafted?.card === card.id ? drafted.face : faces[card.id]?.front);
  const all = rowsShown(), at = all.findIndex(([, n]) => n === (chosen ?? 0)), to = (by) => choose(cell(all[(at + by + all.length) % all.length][1], keysOf()[0]));
  fill($("#face"),
    all.length > 1 ? h("p", { class: "turns" }, button("left", "Card before", () => to(-1)), h("span", { class: "num" }, `${at + 1} of ${all.length}`), button("right", "Card after", () => to(1))) : null,
    name ? h("a", { class: "face-box", href: address("card", { card: card.id, ...(look === kit.looks[0]?.id ? {} : { look }) }), style: { "--ratio": box.size[0] / box.size[1], "--round": box.shape === "round" ? "50%" : "4%" } }, faceOf(card, name)) : h("p", { class: "soft" }, row.why ? "This entry makes several cards." : "This face is drawn when the kit can be read."),
    h("h2", {}, (card?.name ?? row.said.id ?? "") + (card && row.makes.length > 1 ? ` and ${row.makes.length - 1} more` : "")),
    h("p", { class: "soft" }, `${row.file}, line ${row.line}`, opener(kit, row.file, row.line, 1)),
    told.read_only ? null : button("options", `Size: ${box.size.join(" × ")} mm`, (event) => askSize(event.currentTarget, box), { words: true, id: "size" }),
    card ? h("a", { class: "btn", id: "words", href: address("words", { find: `${card.id}.` }) }, icon("text"), "Translate") : null,
    row.why ? h("p", {}, `${row.why[0].toUpperCase()}${row.why.slice(1)}.${row.makes.length > 1 && !told.read_only ? " Open a cell to change it for all of them, or to write one card out." : ""}`) : told.read_only ? null : h("p", { class: "stepper" }, "Copies ", button("minus", "One copy less", () => stepBy(chosen ?? 0, -1)), h("output", {}, shown(row.said.count ?? 1)), button("plus", "One copy more", () => stepBy(chosen ?? 0, 1))),
    keysOf().map((key) => wrongIn(row, key)).filter(Boolean).map((says) => h("p", { class: "wrong" }, says)),
    h("p", { class: "wrong", id: "draft-says", hidden: true }),
    card ? grouped(kit.problems ?? [], kit).filter((one) => one.cards.includes(card.id) && !keysOf().some((key) => wrongIn(row, key) === one.message)).slice(0, 3).map((one) => h("p", { class: "wrong of-face" }, one.message)) : null,
    takesFiles(row) ? keysOf().filter((key) => kindOf(key) === "picture").map((key) => fileButton(`${key}: file …`, (name) => set(placeOf(row, place), key, name, {}, row))) : null);
  difference();
}

/** Another size for all pieces of the component: the kit and the templates are written in one step. */
function askSize(opener, { id, size: was }) {
  const sides = ["Width", "Height"].map((label, n) => h("input", { class: "input", type: "number", min: 1, max: 2000, step: "any", required: true, value: was[n], "aria-label": `${label} in mm` }));
  const form = h("form", { onsubmit: (event) => (event.preventDefault(), pop.hidePopover(), change({ do: "resize", in: id, was, size: sides.map((one) => Number(one.value)) })) },
    h("label", {}, "Width in mm", sides[0]), h("label", {}, "Height in mm", sides[1]),
    h("p", { class: "soft" }, "In the same proportions the face is drawn larger or smaller. Otherwise what is on it stays where it is; move it with Edit on the page of a card."), h("button", { class: "btn btn-main" }, "Change the size"));
  const pop = popBelow(opener, "Size of the pieces", "many-form", form);
}

const faceOf = (card, name, old = $("#face .face-box img")) => old?.dataset.face === name ? old : faceImage(kit.component.get(component.id), name, { alt: `The face of ${card.name}`, svg: true });

/** A face was drawn: put it in the place of the one that is seen, when it can be painted. */
async function drawn() {
  const now = () => {
    const card = cardOf(component?.rows[chosen ?? 0]);
    return [card, card && (drafted?.card === card.id ? drafted.face : faces[card.id]?.front)];
  };
  const [card, name] = now(), old = $("#face .face-box img");
  if (!name || old?.dataset.face === name) return;
  if (!old) return face();
  const fresh = faceOf(card, name);
  fresh.paint(old.clientWidth);
  await fresh.decode().catch(() => null);
  if (now()[1] === name) $("#face .face-box img")?.replaceWith(fresh);
}

// -- going about and writing ----------------------------------------------------------------------------------

let was = null; // a first click chooses a cell, a second one opens it
$("#grid").addEventListener("pointerdown", () => (was = document.activeElement));
$("#grid").addEventListener("click", (event) => {
  const td = event.target.closest("td[data-key]");
  if (td) was === td ? write(td) : choose(td);
});
$("#grid").addEventListener("dblclick", (event) => event.target.closest("td[data-key]") && write(event.target.closest("td[data-key]")));
$("#grid").addEventListener("focusin", (event) => event.target.matches("td[data-key]") && event.target.dataset.row !== String(chosen) && choose(event.target));
$("#grid").addEventListener("keydown", (event) => {
  const td = event.target.closest("td[data-key]");
  if (event.target.matches("input, textarea, select, button") || !td) {
    if (event.target.id === "grid" && event.key.startsWith("Arrow")) (event.preventDefault(), $("#grid td")?.focus());
    return;
  }
  const row = Number(td.dataset.row), does = { d: (event.ctrlKey || event.metaKey) && "duplicate", ArrowUp: event.altKey && "up", ArrowDown: event.altKey && "down", Delete: event.shiftKey && "remove" }[event.key];
  if (does) return event.preventDefault(), act(row, does);
  if (td.dataset.key === "count" && ["+", "-"].includes(event.key)) return event.preventDefault(), stepBy(row, event.key === "+" ? 1 : -1);
  const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (by && event.shiftKey && by[0]) return event.preventDefault(), [td, beside(td, ...by)].forEach((one) => one && (tick(one.dataset.row, true), one.focus()));
  if (by) return event.preventDefault(), beside(td, ...by)?.focus();
  if (["Home", "End"].includes(event.key)) return event.preventDefault(), $$("td[data-key]", td.parentElement).at(event.key === "Home" ? 0 : -1).focus();
  if (event.key === " ") return event.preventDefault(), tick(td.dataset.row);
  if (event.key === "Enter" || event.key === "F2") return event.preventDefault(), write(td);
  if (event.key === "Delete" || event.key === "Backspace") return event.preventDefault(), set(td.dataset.row, td.dataset.key, null);
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) (event.preventDefault(), write(td, event.key));
});
// a row is dragged by its last cell: each step changes places with the next card, and all of them are one undo
const ROW = "application/x-cardgen-row";
$("#grid").addEventListener("dragstart", (event) => event.target.matches?.(".row-menu") && event.dataTransfer.setData(ROW, event.target.parentElement.dataset.row));
$("#grid").addEventListener("dragover", (event) => event.dataTransfer.types.includes(ROW) && event.target.closest("tbody tr") && event.preventDefault());
$("#grid").addEventListener("drop", async (event) => {
  const from = event.dataTransfer.getData(ROW), to = Number(event.target.closest("tbody tr")?.dataset.row);
  if (from === "" || Number.isNaN(to)) return;
  event.preventDefault();
  const merge = `${page}.${performance.now()}`, by = Math.sign(to - from);
  for (let row = Number(from); row !== to; row += by) if (!(await act(row, by < 0 ? "up" : "down", { merge }))) return;
});
$("#grid").addEventListener("paste", (event) => {
  const td = document.activeElement?.closest("td[data-key]"), words = event.clipboardData?.getData("text/plain") ?? "";
  if (!td || !words || event.target.matches("input, textarea")) return;
  event.preventDefault();
  pasted(td, words);
});

const takesFiles = (row) => row && !row.why && !told.read_only;
takeFiles($("#grid"), (event) => {
  const td = event.target.closest?.("td[data-key]");
  return td && kindOf(td.dataset.key) === "picture" && takesFiles(component.rows[td.dataset.row]) ? td : null;
}, (td, name) => set(td.dataset.row, td.dataset.key, name));

function beside(td, down, right) {
  const rows = $$("#grid tbody tr"), row = rows.indexOf(td.parentElement), cells = $$("td[data-key]", td.parentElement);
  const next = rows[row + down];
  return next && $$("td[data-key]", next)[cells.indexOf(td) + right];
}
function choose(td) {
  chosen = Number(td.dataset.row);
  for (const tr of $$("#grid tbody tr")) {
    const mine = tr === td.parentElement;
    tr.classList.toggle("chosen", mine);
    tr.setAttribute("aria-selected", String(mine));
  }
  for (const one of $$("#grid td[tabindex='0']")) one.tabIndex = -1;
  td.tabIndex = 0;
  if (document.activeElement !== td) td.focus({ preventScroll: true });
  face();
}

/** Put marks around what is selected in a text. */
function around(control, before, after = "") {
  const [from, to] = [control.selectionStart, control.selectionEnd];
  control.setRangeText(before + control.value.slice(from, to) + after, from, to, "end");
  control.focus();
  control.dispatchEvent(new Event("input"));
}
/** Bold, italic and the kit's icons, below the text that is written. */
function marks(control) {
  const one = (words, title, before, after = before) => h("button", { type: "button", class: "btn", tabindex: -1, title, "aria-label": title, onpointerdown: (event) => event.preventDefault(), onclick: () => around(control, before, after) }, words);
  const icons = told.icons.length ? h("select", { class: "select", tabindex: -1, "aria-label": "Icon" }, h("option", { value: "" }, "Icon …"), told.icons.map((name) => h("option", {}, name))) : null;
  icons?.addEventListener("change", () => icons.value && (around(control, `{${icons.value}}`), (icons.value = "")));
  return h("div", { class: "text-marks", role: "toolbar", "aria-label": "Marks" }, one(h("b", {}, "B"), "Bold, Ctrl B", "**"), one(h("i", {}, "I"), "Italic, Ctrl I", "*"), one("↵", "New line, Shift Enter", "\n", ""), icons);
}

/** Open a cell: what can be typed or chosen there is what its field takes. */
function write(td, typed = null) {
  const { row, key } = td.dataset, entry = component.rows[row], field = component.fields[key] ?? {}, kind = kindOf(key), now = entry.said[key];
  if (told.read_only) return toast(`${told.read_only}.`, { kind: "bad" });
  if (entry.makes.length) return forAll(td, entry, key);
  if (entry.why) return toast(`${entry.why}.`, { kind: "bad" });
  const label = `${key} of ${entry.said.id}`;
  let control, value;
  if (kind === "bool" || kind === "one_of") {
    const choices = kind === "bool" ? [true, false] : field.choices;
    control = h("select", { class: "editor select", "aria-label": label }, [undefined, ...choices].map((one) => h("option", { value: one === undefined ? "" : JSON.stringify(one), selected: one === now }, one === undefined ? "" : kind === "bool" ? (one ? "yes" : "no") : String(one))));
    value = () => (control.value ? JSON.parse(control.value) : null);
  } else if (kind === "list" || kind === "counts") {
    control = h("div", { class: "editor many", role: "group", tabindex: -1, "aria-label": label }, field.choices.map((one) => (kind === "list" ? h("label", { class: "choice" }, h("input", { type: "checkbox", value: JSON.stringify(one), checked: (now ?? []).includes(one) }), String(one)) : h("label", { class: "choice" }, String(one), h("input", { type: "number", min: 0, value: now?.[one] ?? 0, data: { of: String(one) } })))), button("check", "Done", null, { type: "button", kind: "done", words: true }));
    value = () => (kind === "list" ? $$("input:checked", control).map((one) => JSON.parse(one.value)) : Object.fromEntries($$("input", control).map((one) => [one.dataset.of, Number(one.value)]).filter(([, n]) => n)));
    $(".done", control).addEventListener("click", () => done(true));
  } else if (["int", "number"].includes(kind)) {
    control = h("input", { class: "editor num", type: "number", step: kind === "int" ? 1 : "any", min: field.min ?? (key === "count" ? 1 : null), max: field.max ?? null, value: typed ?? now ?? "", "aria-label": label });
    value = () => (control.value === "" ? null : Number(control.value));
  } else if (asLines(key)) {
    control = h("textarea", { class: "editor", rows: Math.max(3, (now ?? []).length), "aria-label": `${label}, one on each line` });
    control.value = typed ?? (now ?? []).join("\n");
    value = () => (control.value === "" ? null : listed(control.value.split("\n"), key));
  } else {
    const text = unsaved.get(`${entry.said.id}/${key}`)?.text ?? entry.text[key] ?? now ?? "";
    control = h("textarea", { class: "editor", rows: Math.min(6, Math.max(1, String(text).split("\n").length + (String(text).length > 60 ? 2 : 0))), "aria-label": label });
    control.value = typed ?? text;
    value = () => (control.value === "" ? null : control.value);
  }
  const box = td.getBoundingClientRect(), home = $("#grid").getBoundingClientRect();
  Object.assign(control.style, { left: `${Math.min(box.left - home.left + $("#grid").scrollLeft, Math.max(0, $("#grid").scrollLeft + home.width - 250))}px`, top: `${box.top - home.top + $("#grid").scrollTop}px`, minWidth: `${Math.max(box.width, 120)}px` });
  const bar = (kind === "text" && key !== "id") || asLines(key) ? marks(control) : null;
  $("#grid").append(...[control, bar].filter(Boolean));
  if (bar && asLines(key)) bar.append(h("small", { class: "soft" }, "One on each line"));
  if (bar) Object.assign(bar.style, { left: control.style.left, top: `${control.offsetTop + control.offsetHeight}px` });
  // each key draws the face; the file is written when nobody types for a moment, or when the cell is left
  const first = (asYaml(key) ? entry.text[key] : now) ?? null, merge = `${page}.${++drafting}`, quick = key !== "id" && !asYaml(key);
  leave = () => put(value());
  let over = false, last = first, seen = now ?? null, timer;
  const put = (next) => {
    clearTimeout(timer);
    if (JSON.stringify(next) === JSON.stringify(last) && !unsaved.has(`${entry.said.id}/${key}`)) return;
    const was = seen;
    last = seen = next;
    set(row, key, next, { merge, was }, entry);
  };
  control.addEventListener("input", () => {
    clearTimeout(timer);
    if (!quick) return;
    draft(entry.said.id, key, value());
    timer = setTimeout(() => put(value()), AT_REST);
  });
  const done = (keep, to = null) => {
    if (over) return;
    [over, leave] = [true, null];
    const next = keep ? value() : first;
    control.remove();
    bar?.remove();
    put(next);
    if (unpainted) grid();
    if (!keep) ((drafted = null), drafting++, face());
    cell(row, key)?.focus({ preventScroll: true });
    if (to) beside(cell(row, key), ...to)?.focus();
  };
  control.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") done(false);
    const star = (event.ctrlKey || event.metaKey) && control.matches("textarea") && { b: "**", i: "*" }[event.key.toLowerCase()];
    if (star) (event.preventDefault(), around(control, star, star));
    if (event.key === "Tab") (event.preventDefault(), done(true, [0, event.shiftKey ? -1 : 1]));
    if (event.key === "Enter" && !event.shiftKey && !event.target.matches(".done")) (event.preventDefault(), done(true, [1, 0]));
  });
  for (const one of [control, bar]) one?.addEventListener("focusout", (event) => control.contains(event.relatedTarget) || bar?.contains(event.relatedTarget) || done(true));
  if (control.tagName === "SELECT") control.addEventListener("change", () => done(true));
  const begin = control.matches("div") ? $("input", control) : control;
  begin.focus();
  if (begin.select && typed === null) begin.select();
  if (typed !== null) control.dispatchEvent(new Event("input"));
}

/** Draw a face with a value that is in no file; only the newest is waited for. */
async function draft(card, key, value) {
  const n = ++drafting, answer = await post("draft", { n, page, card, key, value, look });
  if (n !== drafting || answer?.status !== 200) return;
  const said = await answer.json(), note = $("#draft-says");
  if (note) ((note.textContent = said.says), (note.hidden = !said.says));
  if (n === drafting && said.face) ((drafted = { card, face: said.face }), drawn());
}

/** The cells of what a spreadsheet copies: one with line breaks, tabs or quotation marks may be in quotation marks. */
function cellsOf(text) {
  const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]*/y, lines = [[]];
  for (let at = 0; at <= text.length; at = cell.lastIndex + 1) {
    cell.lastIndex = at;
    const [all, inside] = cell.exec(text);
    if (at && text[at - 1] === "\n") lines.push([]);
    lines.at(-1).push(/[\n\t]|""/.test(inside ?? "") ? inside.replaceAll('""', '"') : all);
    cell.lastIndex = at + all.length;
  }
  return lines;
}

/** Cells from a spreadsheet, in one step. A first line may name fields: then an id or a name that is there finds its card. Other lines fill
    the rows from the chosen cell on. What finds no card is a new one behind the last. */
function pasted(td, words) {
  const lines = cellsOf(words.replace(/\r\n?/g, "\n").replace(/\n$/, ""));
  const known = keysOf(), named = lines.length > 1 && lines[0].every((word) => known.includes(word.trim()));
  const keys = named ? lines.shift().map((word) => word.trim()) : known.slice(known.indexOf(td.dataset.key)), rows = rowsShown().map(([, n]) => n), first = rows.indexOf(Number(td.dataset.row));
  const last = lastRow(), wants = [], left = [];
  for (const [down, line] of lines.entries()) {
    if ((named || first + down >= rows.length) && !line.some((word) => word.trim())) continue; // an empty row is no card
    const values = Object.fromEntries(keys.slice(0, line.length).map((key, n) => [key, meant(line[n], key)]));
    const found = named ? component.rows.findIndex(({ said }) => (values.id ? said.id === values.id : values.name && said.name === values.name)) : rows[first + down] ?? -1;
    if (found >= 0) wants.push(...Object.entries(values).map(([key, value]) => setting(found, key, value)));
    else if (last >= 0 && (named || !filter)) wants.push({ do: "duplicate", row: last, card: component.rows[last].said.id, ...(values.id ? { id: values.id } : {}), values });
    else left.push(line);
  }
  if (left.length) toast(`${many(left.length, "line")} left out: no row is shown for ${left.length > 1 ? "them" : "it"}. Clear the filter and paste again.`, { kind: "bad", seconds: 10 });
  return edit(wants, `${many(lines.reduce((n, line) => n + (left.includes(line) ? 0 : line.length), 0), "cell")} pasted`);
}
function meant(word, key) {
  const field = component.fields[key] ?? {}, kind = kindOf(key), said = word.trim();
  if (said === "") return null;
  if (["int", "number"].includes(kind)) return Number.isNaN(Number(said)) ? said : Number(said); // no number is written as it is, and marked
  if (kind === "bool") return ["true", "yes", "1", "x"].includes(said.toLowerCase());
  if (kind === "one_of") return field.choices.find((one) => String(one) === said) ?? said;
  if (asLines(key)) return listed(said.split(/;\s*/), key);
  if (kind === "list") return said.split(/[,;]\s*/).map((one) => field.choices.find((c) => String(c) === one) ?? one);
  return word;
}

/** Whether a field that takes anything has nothing but lists of words or of numbers: those are written line by line. */
function asLines(key) {
  const known = kindOf(key) === "any" ? component.rows.map(({ said }) => said[key] ?? null).filter((one) => one !== null) : [];
  return known.length > 0 && known.every((one) => Array.isArray(one) && one.every((item) => typeof item === "number" || (typeof item === "string" && !/[\n;]/.test(item))));
}
function listed(lines, key) {
  const numbers = component.rows.flatMap(({ said }) => said[key] ?? []).every((one) => typeof one === "number");
  return lines.map((line) => (numbers && line.trim() && !Number.isNaN(Number(line)) ? Number(line) : line));
}
const asYaml = (key) => !STANDARD.includes(key) && !asLines(key) && !["text", "picture", "bool", "one_of", "list", "counts", "int", "number"].includes(kindOf(key));
/** What is asked for one cell: what it was says whether somebody else has changed it. */
function setting(row, key, value, entry = component.rows[row]) {
  const said = value !== null && asYaml(key) ? { yaml: String(value) } : { value };
  return { do: "set", row: Number(row), card: entry.said.id, key, was: entry.said[key] ?? null, ...said };
}
const set = (row, key, value, more = {}, entry = undefined) => change({ ...setting(row, key, value, entry), ...more });
const edit = (wants, label) => (wants.length ? change({ all: wants, label }) : false);
const act = (row, what, more = {}) => (component.rows[row].why || told.read_only ? toast(`${told.read_only || component.rows[row].why}.`, { kind: "bad" }) : change({ do: what, row, was: component.rows[row].said, ...more }).then((done) => {
  const td = done && ["up", "down"].includes(what) && cell(row + (what === "up" ? -1 : 1), document.activeElement?.dataset?.key ?? "id");
  if (td) choose(td); // the choice goes where the card went
  return done;
}));

let stepped = { at: 0 };
function stepBy(row, by) {
  const entry = component.rows[row], now = performance.now();
  if (entry.why) return;
  if (stepped.card !== entry.said.id || now - stepped.at > TOGETHER) stepped = { card: entry.said.id, merge: `${page}.${now}` };
  stepped.at = now;
  const next = Math.max(1, (entry.said.count ?? 1) + by);
  set(row, "count", next, { merge: stepped.merge });
  const says = $("#face .stepper output");
  if (says) says.textContent = next;
}

// -- what waits to be written: in order, with what the page saw; a conflict stops the rest ------------------------

const queue = [];
let sending = false;
/** What is small enough arrives also when the page is left meanwhile. */
const post = (what, said, body = JSON.stringify(said)) => fetch(`${home}/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body, keepalive: body.length < 15000 }).catch(() => null);
addEventListener("pagehide", () => leave?.());
function change(what) {
  changes++;
  const entry = what.card || what.all ? null : component.rows[what.row];
  const job = { what: { card: entry?.said.id, versions: told.versions, ...what, in: component.id } };
  for (const one of what.all ?? [what]) if (one.do === "set" && !("yaml" in one) && one.key !== "id") shows(job.what.in, one);
  return new Promise((done) => (queue.push(Object.assign(job, { done })), send()));
}
/** Show a cell as it will be. */
function shows(table, { card, key, value, row }) {
  const of = told.tables.find((one) => one.id === table), entry = of.rows.find((one) => one.said.id === card);
  if (!entry) return;
  unsaved.delete(`${card}/${key}`);
  delete entry.wrong[key];
  if (value === null) delete entry.said[key];
  else entry.said[key] = value;
  const td = of === component && cell(of.rows.indexOf(entry), key);
  if (td) mark(td, entry, key);
}
async function send() {
  if (sending || !queue.length) return;
  sending = true;
  const job = queue[0];
  restUntil = performance.now() + REST;
  const answer = await post(job.step ?? "cells", job.step ? job.what : { ...job.what, versions: told.versions });
  if (!answer) return (sending = false), waiting();
  queue.shift();
  waiting();
  const said = await answer.clone().json().catch(() => ({}));
  if (said.conflict) {
    const again = await asks(job.what, said, !!job.step);
    if (again) queue.unshift({ ...job, what: again });
    else (await load(true), job.done(false));
  } else {
    if (answer.status === 422 && job.what.do === "set" && typeof job.what.value === "string") unsaved.set(`${job.what.card}/${job.what.key}`, { text: job.what.value, says: said.says });
    const simple = (job.what.all ?? [job.what]).every((one) => one.do === "set" && !("yaml" in one) && one.key !== "id");
    job.done(await heard(answer, (said) => simple && !said.joined && (Object.assign(told.versions, said.versions), ([told.undo, told.redo] = [said.undo ?? told.undo, said.redo ?? told.redo]), tools(), true)));
    if (said.joined) toast(`Joined: ${said.file} was saved elsewhere, in other places.`);
  }
  sending = false;
  send();
}
/** The studio does not answer: say that edits wait, and ask again now and then. */
function waiting() {
  const note = $("#offline");
  if (!queue.length || (sending && !note)) return note?.remove();
  if (sending) return;
  const says = h("p", { id: "offline", class: "why", role: "alert" }, icon("offline"), ` The studio does not answer. ${many(queue.length, "edit")} will be written when it is back; keep this window open. `, button("", "Try again", send, { words: true }));
  note ? note.replaceWith(says) : $("#tools").append(says);
  setTimeout(send, 2000);
}
/** Somebody else changed the same: show what it was, what it is and what would be written. Return what to write instead, null for nothing. */
function asks(what, { conflict, says }, undo = false) {
  const told = (value, key) => (value === null || value === undefined ? "" : key ? shown(value, kindOf(key)) : typeof value === "object" ? JSON.stringify(value) : String(value));
  const one = conflict.length === 1 && conflict[0].key && what.do === "set" && ["text", "picture"].includes(kindOf(conflict[0].key)) ? conflict[0] : null;
  const field = one && h("textarea", { class: "input", rows: 2, "aria-label": "Another text" });
  if (field) field.value = one.mine ?? "";
  return new Promise((answer) => {
    const hit = (want) => conflict.find(({ card, key }) => card === want.card && key === (want.key ?? ""));
    const mine = (change) => {
      if (undo || !what.all) return undo ? { force: "mine" } : { ...what, ...change, was: conflict[0].theirs };
      return { ...what, all: what.all.map((want) => (hit(want) ? { ...want, was: hit(want).theirs } : want)) };
    };
    const others = what.all?.filter((want) => !hit(want)) ?? [];
    const end = (next) => (box.close(), box.remove(), answer(next));
    const box = h("dialog", { id: "conflict", role: "alertdialog", "aria-labelledby": "conflict-title", oncancel: (event) => event.preventDefault() },
      h("h2", { id: "conflict-title" }, `${conflict[0].file} changed meanwhile`),
      h("p", {}, `${says}. Yours is in no file until you choose.`),
      conflict.slice(0, 20).map((cell) => h("div", { class: "three" }, h("p", { class: "soft" }, [cell.card, cell.key, `line ${cell.line}`].filter(Boolean).join(", ")),
        [["As it was", "was"], ["In the file now", "theirs"], [undo ? "With this step" : "Yours, not written", "mine"]].map(([title, name]) => h("div", {}, h("small", {}, title), h("pre", {}, told(cell[name], cell.key in (component.fields ?? {}) && cell.key)))))),
      field,
      h("p", { class: "answers" }, button("", "Keep theirs", () => end(others.length ? { ...what, all: others } : null), { words: true }), button("", undo ? "Force mine" : "Write mine", () => end(mine({})), { words: true, kind: "mine" }), field ? button("", "Write this instead", () => end(mine({ value: field.value || null })), { words: true, kind: "btn-main" }) : null));
    document.body.append(box);
    box.showModal();
  });
}
/** An entry that makes several cards: change it for all, or write one of them out. */
function forAll(td, entry, key) {
  const row = Number(td.dataset.row), pick = h("select", { class: "select", "aria-label": "Card" }, entry.makes.map((id) => h("option", {}, id)));
  const text = h("textarea", { class: "input", rows: 2, "aria-label": `${key} of the entry` });
  text.value = entry.said[key] === undefined ? "" : asLines(key) ? entry.said[key].join("; ") : entry.text[key] ?? (typeof entry.said[key] === "string" ? entry.said[key] : shown(entry.said[key], kindOf(key)));
  const ask = (what) => (box.hidePopover(), change({ row, card: entry.said.id, ...what }));
  const box = popBelow(td, "An entry that makes several cards", "for-all",
    h("p", {}, `This entry makes ${many(entry.makes.length, "card")} (each:).`),
    key === "id" ? null : [h("label", {}, `${key} for all`, text), button("check", `Change for all ${entry.makes.length}`, () => ask({ do: "set", key, was: entry.said[key] ?? null, value: text.value === "" ? null : text.value.includes("{{") ? text.value : meant(text.value, key) }), { words: true })],
    h("label", {}, "One card", pick), button("copy", "Write it out as an entry of its own", () => ask({ do: "out", made: pick.value, was: null }), { words: true }));
}
/** Undo or redo, behind what waits to be written. */
const step = (which) => new Promise((done) => (changes++, queue.push({ step: which, what: {}, done }), send()));
const soon = (wait = REST) => (clearTimeout(resting), (resting = setTimeout(load, wait, true)));
/** Show what was written: read it all again, unless `known` can show it from the answer; then that waits until nobody types. */
async function heard(answer, known = () => false) {
  const said = await answer?.json().catch(() => ({}));
  if (!answer?.ok) {
    toast(`${said?.says ?? "The studio does not answer"}.`, { kind: "bad", seconds: 10 });
    said?.changed ? await load(true) : soon();
    return false;
  }
  if (!known(said)) await load(true);
  else soon();
  if (said.says) announce(`Written: ${said.says}`);
  if (said.diff?.length) ((written = said), difference());
  return true;
}

/** What was written, line by line, beside the face. */
function difference() {
  $(".written")?.remove();
  if (written) $("#face").append(h("figure", { class: "written" }, h("figcaption", { class: "soft" }, `Written to ${[written.file, ...(written.also ?? []).map(([file]) => file)].join(", ")}`), h("pre", {}, written.diff.map((line) => h("span", { class: line[0] === "+" ? "plus" : "minus" }, `${line}\n`)))));
}

function rowMenu(n, opener) {
  const row = component.rows[n];
  const list = [["copy", "Duplicate", "duplicate"], ["up", "Up", "up"], ["down", "Down", "down"], ["close", "Delete", "remove"]].map(([pictogram, words, does]) => h("button", { type: "button", onclick: () => (box.hidePopover(), act(n, does)) }, icon(pictogram), words));
  const face = h("a", { href: address("card", { card: row.said.id, edit: "1" }) }, icon("hand"), "Edit its face");
  const tries = h("a", { href: address("simulate", { path: `cards.${row.said.id}.count` }) }, icon("dice"), "Try other counts in games");
  const box = h("div", { class: "pop menu", popover: "auto", role: "dialog", "aria-label": `Card ${row.said.id}` }, list, face, tries);
  document.body.append(box);
  box.showPopover();
  const a = opener.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(a.right - box.offsetWidth, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.min(a.bottom + 4, innerHeight - box.offsetHeight - 8)}px`;
  box.addEventListener("toggle", (event) => event.newState === "closed" && setTimeout(() => box.remove()));
  list[0].focus();
}
