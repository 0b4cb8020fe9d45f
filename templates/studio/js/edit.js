// Cards as a table: a cell is changed here and written into the file it came from, at its place. Files stay the truth: what
// an editor saves meanwhile is seen, and nothing is written over it.

import { $, $$, announce, button, fill, h, icon, many, remembered, toast } from "./dom.js";
import { address, ask, facesIn, keepInAddress, loadKit, query, wanted } from "./data.js";
import { fileButton, takeFiles } from "./brought.js";
import { faceImage } from "./faces.js";
import { live } from "./live.js";
import { empty, mountShell, showKit } from "./shell.js";

let kit, told, component, written, chosen = null, ticked = new Set(), faces = {}, filter = "", writing = Promise.resolve();
let resting, restUntil = 0; // what this page wrote itself is read again when nobody types
const REST = 600; // ms
const STANDARD = ["id", "name", "count"];
const home = `kits/${encodeURIComponent(wanted)}`;

start();

async function start() {
  mountShell("edit");
  await load();
  live.addEventListener("saved", ({ detail }) => {
    if (detail.look !== kit?.looks[0].id) return;
    Object.assign(faces, detail.faces);
    drawn();
  });
  for (const news of ["kit", "again"]) live.addEventListener(news, () => (clearTimeout(resting), (resting = setTimeout(load, restUntil - performance.now(), true))));
  live.listen(kit?.said ?? 0);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
    if (event.key.toLowerCase() === "z") (event.preventDefault(), step(event.shiftKey ? "redo" : "undo"));
    if (event.key.toLowerCase() === "y") (event.preventDefault(), step("redo"));
  });
}

/** What the table shows: when that is as it was, it isn't made again. */
function seen() {
  return JSON.stringify([told?.read_only, component?.id, component?.fields, component?.rows.map(({ said, text, why }) => [said, text, why])]);
}

async function load(again = false) {
  let same;
  try {
    const before = seen();
    [kit, told] = await Promise.all([loadKit(), ask(`${home}/cells`)]);
    component = told.tables.find((one) => one.id === (component?.id ?? query.get("in"))) ?? told.tables[0];
    same = again && before === seen();
    faces = kit.faces?.[kit.looks[0].id] ?? {};
  } catch (error) {
    if (again) return; // what is on the screen stays; the header says what is wrong
    return fill($("#grid"), empty("error", "The cards cannot be read now", error.problems?.[0]?.message ?? error.message, h("a", { class: "btn", href: address("problems") }, "Problems")));
  }
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
const rowsShown = () => component.rows.map((row, n) => [row, n]).filter(([row]) => !filter || JSON.stringify(row.said).toLowerCase().includes(filter.toLowerCase()));

/** What a cell shows: lists with commas, counts with their signs, anything else as YAML would say it. */
function shown(value, kind) {
  if (value === undefined || value === null) return "";
  if (kind === "list") return value.join(", ");
  if (kind === "counts") return Object.entries(value).filter(([, n]) => n).map(([name, n]) => `${name} ${n}`).join(", ");
  return String(value);
}
const worded = (row, key) => row.text[key] ?? shown(row.said[key] ?? (key === "count" ? 1 : undefined), kindOf(key));
const kindOf = (key) => (key === "count" ? "int" : STANDARD.includes(key) ? "text" : component.fields[key].kind);

function tools() {
  const bar = $("#tools"), typing = document.activeElement?.matches("#tools input") && [document.activeElement.selectionStart];
  const pick = h("select", { class: "select", "aria-label": "Component" }, told.tables.map((one) => h("option", { value: one.id, selected: one === component }, `${one.title} (${one.rows.length})`)));
  pick.addEventListener("change", () => ((component = told.tables.find((one) => one.id === pick.value)), (chosen = null), ticked.clear(), keepInAddress("in", component.id), paint()));
  const search = h("input", { type: "search", placeholder: "Filter", "aria-label": "Only rows with these words", value: filter, oninput: (event) => ((filter = event.target.value), paint()) });
  const can = !told.read_only;
  fill(bar, pick, h("label", { class: "field" }, icon("filter"), search), h("span", { class: "grow" }), printing(),
    can ? [h("a", { class: "btn", href: address("icons") }, icon("coin"), "Icons"), h("a", { class: "btn", id: "new-component", href: address("new") }, icon("plus"), "New component")] : null,
    can ? [button("undo", told.undo ? `Undo: ${told.undo}` : "Nothing to undo", () => step("undo"), { disabled: !told.undo, "aria-keyshortcuts": "Control+Z" }), button("undo", told.redo ? `Do again: ${told.redo}` : "Nothing to do again", () => step("redo"), { disabled: !told.redo, kind: "redo", "aria-keyshortcuts": "Control+Y" })] : h("span", { class: "tag warn" }, icon("lock"), " Read only"));
  if (typing) (search.focus(), search.setSelectionRange(typing[0], typing[0]));
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
  return h("a", { class: "btn", id: "print-these", hidden: !ticked.size, href: address("print", { only: `${component.id}:${[...ticked].join(",")}` }) }, icon("sheet"), `Print ${many(ticked.size, "card")}`);
}
function tick(row, on = !ticked.has(component.rows[row].said.id)) {
  const { said, why } = component.rows[row];
  if (why || !said.id) return toast(`${why || "This row has no id"}.`, { kind: "bad" });
  on ? ticked.add(said.id) : ticked.delete(said.id);
  const box = $(`#grid tr[data-row="${row}"] .tick`);
  if (box) box.checked = on;
  $("#print-these").replaceWith(printing());
  announce(`${many(ticked.size, "card")} chosen`);
}

function grid() {
  const at = document.activeElement?.closest?.("#grid td") ? [document.activeElement.dataset.row, document.activeElement.dataset.key] : null;
  if ($("#grid .editor")) return; // somebody writes in a cell just now
  const keys = keysOf();
  fill($("#grid"), h("table", { role: "grid", "aria-label": `${component.title}: ${many(component.rows.length, "card")}`, "aria-rowcount": component.rows.length + 1 },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "sr" }, "Chosen")), keys.map((key) => h("th", { scope: "col", class: ["int", "number"].includes(kindOf(key)) ? "num" : "" }, key)), h("th", { scope: "col" }, h("span", { class: "sr" }, "Row")))),
    h("tbody", {}, rowsShown().map(([row, n]) => h("tr", { class: `${row.why ? "fixed" : ""} ${n === chosen ? "chosen" : ""}`, "aria-selected": String(n === chosen), data: { row: n } },
      h("td", { class: "row-tick" }, row.why ? null : h("label", {}, h("input", { type: "checkbox", class: "tick", tabindex: -1, checked: ticked.has(row.said.id), "aria-label": `Choose ${row.said.id}`, onchange: (event) => tick(n, event.target.checked) }))),
      keys.map((key) => {
        return h("td", { tabindex: n === (chosen ?? 0) && key === keys[0] ? 0 : -1, class: `${row.said[key] === undefined ? "unsaid" : ""} ${["int", "number"].includes(kindOf(key)) ? "num" : ""}`, data: { row: n, key }, title: row.why || null }, worded(row, key));
      }),
      h("td", { class: "row-menu" }, row.why ? h("span", { class: "soft", title: row.why }, icon("lock", row.why)) : button("options", `What can be done with ${row.said.id}`, (event) => rowMenu(n, event.currentTarget), { disabled: !!told.read_only })))))));
  if (at) cell(...at)?.focus({ preventScroll: true });
  wide();
}
/** Ids stay in sight where a table is wider than its window; where it isn't, hundreds of pinned cells would only slow scrolling. */
const wide = () => $("#grid").classList.toggle("wide", $("#grid").scrollWidth > $("#grid").clientWidth);
new ResizeObserver(wide).observe($("#grid"));
const cell = (row, key) => $(`#grid td[data-row="${row}"][data-key="${CSS.escape(key)}"]`);

function face() {
  const row = component.rows[chosen ?? 0], card = row && kit.card.get(row.said.id);
  if (!row) return fill($("#face"));
  const box = kit.component.get(component.id), name = card && faces[card.id]?.front;
  fill($("#face"),
    name ? h("a", { class: "face-box", href: address("card", { card: card.id }), style: { "--ratio": box.size[0] / box.size[1], "--round": box.shape === "round" ? "50%" : "4%" } }, faceOf(card, name)) : h("p", { class: "soft" }, row.why ? "This entry makes several cards." : "This face is drawn when the kit can be read."),
    h("h2", {}, card?.name ?? row.said.id ?? ""),
    h("p", { class: "soft" }, `${row.file}, line ${row.line}`),
    row.why ? h("p", {}, `${row.why[0].toUpperCase()}${row.why.slice(1)}.`) : null,
    takesFiles(row) ? keysOf().filter((key) => kindOf(key) === "picture").map((key) => fileButton(`${key}: file …`, (name) => set(component.rows.indexOf(row), key, name))) : null);
  difference();
}

const faceOf = (card, name, old = $("#face .face-box img")) => old?.dataset.face === name ? old : faceImage(kit.component.get(component.id), name, { alt: `The face of ${card.name}`, svg: true });

/** A face was drawn: put it in the place of the one that is seen, when it can be painted. */
async function drawn() {
  const now = () => {
    const card = kit.card.get(component?.rows[chosen ?? 0]?.said.id);
    return [card, card && faces[card.id]?.front];
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
  const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (by) return event.preventDefault(), beside(td, ...by)?.focus();
  if (event.key === " ") return event.preventDefault(), tick(td.dataset.row);
  if (event.key === "Enter" || event.key === "F2") return event.preventDefault(), write(td);
  if (event.key === "Delete" || event.key === "Backspace") return event.preventDefault(), set(td.dataset.row, td.dataset.key, null);
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) (event.preventDefault(), write(td, event.key));
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

/** Open a cell: what can be typed or chosen there is what its field takes. */
function write(td, typed = null) {
  const { row, key } = td.dataset, entry = component.rows[row], field = component.fields[key] ?? {}, kind = kindOf(key), now = entry.said[key];
  if (told.read_only || entry.why) return toast(`${told.read_only || entry.why}.`, { kind: "bad" });
  const label = `${key} of ${entry.said.id}`;
  let control, value;
  if (kind === "bool" || kind === "one_of") {
    const choices = kind === "bool" ? [true, false] : field.choices;
    control = h("select", { class: "editor select", "aria-label": label }, [undefined, ...choices].map((one) => h("option", { value: one === undefined ? "" : JSON.stringify(one), selected: one === now }, one === undefined ? "" : kind === "bool" ? (one ? "yes" : "no") : String(one))));
    value = () => (control.value ? JSON.parse(control.value) : null);
  } else if (kind === "list" || kind === "counts") {
    control = h("div", { class: "editor many", role: "group", "aria-label": label }, field.choices.map((one) => (kind === "list" ? h("label", { class: "choice" }, h("input", { type: "checkbox", value: JSON.stringify(one), checked: (now ?? []).includes(one) }), String(one)) : h("label", { class: "choice" }, String(one), h("input", { type: "number", min: 0, value: now?.[one] ?? 0, data: { of: String(one) } })))), button("check", "Done", null, { type: "button", kind: "done", words: true }));
    value = () => (kind === "list" ? $$("input:checked", control).map((one) => JSON.parse(one.value)) : Object.fromEntries($$("input", control).map((one) => [one.dataset.of, Number(one.value)]).filter(([, n]) => n)));
    $(".done", control).addEventListener("click", () => done(true));
  } else if (["int", "number"].includes(kind)) {
    control = h("input", { class: "editor num", type: "number", step: kind === "int" ? 1 : "any", min: field.min ?? (key === "count" ? 1 : null), max: field.max ?? null, value: typed ?? now ?? "", "aria-label": label });
    value = () => (control.value === "" ? null : Number(control.value));
  } else {
    const text = entry.text[key] ?? now ?? "";
    control = h("textarea", { class: "editor", rows: Math.min(6, Math.max(1, String(text).split("\n").length + (String(text).length > 60 ? 2 : 0))), "aria-label": label });
    control.value = typed ?? text;
    value = () => {
      if (control.value === "") return key === "id" || now !== undefined ? null : undefined;
      return control.value;
    };
  }
  const box = td.getBoundingClientRect(), home = $("#grid").getBoundingClientRect();
  Object.assign(control.style, { left: `${Math.min(box.left - home.left + $("#grid").scrollLeft, Math.max(0, $("#grid").scrollLeft + home.width - 250))}px`, top: `${box.top - home.top + $("#grid").scrollTop}px`, minWidth: `${Math.max(box.width, 120)}px` });
  $("#grid").append(control);
  let over = false;
  const done = (keep, to = null) => {
    if (over) return;
    over = true;
    const next = keep ? value() : now;
    control.remove();
    cell(row, key)?.focus({ preventScroll: true });
    if (to) beside(cell(row, key), ...to)?.focus();
    if (keep && next !== undefined && JSON.stringify(next) !== JSON.stringify(entry.text[key] ?? now ?? null)) set(row, key, next);
  };
  control.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") done(false);
    if (event.key === "Tab") (event.preventDefault(), done(true, [0, event.shiftKey ? -1 : 1]));
    if (event.key === "Enter" && !event.shiftKey && !event.target.matches(".done")) (event.preventDefault(), done(true, [1, 0]));
  });
  control.addEventListener("focusout", (event) => control.contains(event.relatedTarget) || done(true));
  if (control.tagName === "SELECT") control.addEventListener("change", () => done(true));
  const first = control.matches("div") ? $("input", control) : control;
  first.focus();
  if (first.select && typed === null) first.select();
}

/** Cells from a spreadsheet: tabs between columns, lines below each other, written one after the other; for lines below the last row there are new cards. */
async function pasted(td, words) {
  const lines = words.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n").map((line) => line.split("\t"));
  const keys = keysOf().slice(keysOf().indexOf(td.dataset.key)), rows = rowsShown().map(([, n]) => n), first = rows.indexOf(Number(td.dataset.row));
  for (const [down, line] of lines.entries()) {
    let row = rows[first + down];
    if (row === undefined) {
      if (filter || !(await change({ do: "duplicate", row: component.rows.length - 1 }))) return;
      row = component.rows.length - 1;
    }
    for (const [n, key] of keys.slice(0, line.length).entries()) if (!(await set(row, key, meant(line[n], key)))) return;
  }
}
function meant(word, key) {
  const field = component.fields[key] ?? {}, kind = kindOf(key), said = word.trim();
  if (said === "") return null;
  if (["int", "number"].includes(kind)) return Number(said);
  if (kind === "bool") return ["true", "yes", "1", "x"].includes(said.toLowerCase());
  if (kind === "one_of") return field.choices.find((one) => String(one) === said) ?? said;
  if (kind === "list") return said.split(/[,;]\s*/).map((one) => field.choices.find((c) => String(c) === one) ?? one);
  return word;
}

/** Write one cell; what stands in the file is shown again. Writes wait for each other. */
function set(row, key, value) {
  const asYaml = value !== null && !STANDARD.includes(key) && !["text", "picture", "bool", "one_of", "list", "counts", "int", "number"].includes(kindOf(key));
  return change({ do: "set", row: Number(row), key, ...(asYaml ? { yaml: String(value) } : { value }) });
}
function change(what) {
  const table = component.id;
  const job = writing.then(async () => {
    const entry = told.tables.find((one) => one.id === table).rows[what.row];
    restUntil = performance.now() + REST;
    const answer = await fetch(`${home}/cells`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...what, in: table, card: entry.said.id, version: told.versions[entry.file] }) }).catch(() => null);
    return heard(answer, (said) => {
      if (what.do !== "set" || "yaml" in what || what.key === "id") return false;
      if (what.value === null) delete entry.said[what.key];
      else entry.said[what.key] = what.value;
      [told.versions[entry.file], told.undo, told.redo] = [said.version, said.undo, said.redo];
      const shows = cell(what.row, what.key);
      if (shows) (shows.textContent = worded(entry, what.key), shows.classList.toggle("unsaid", what.value === null));
      tools();
      return true;
    });
  });
  writing = job.catch(() => false);
  return job;
}
async function step(which) {
  heard(await fetch(`${home}/${which}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).catch(() => null));
}
/** Show what was written: read it all again, unless `known` can show it from the answer; then that waits until nobody types. */
async function heard(answer, known = () => false) {
  const said = await answer?.json().catch(() => ({}));
  if (!answer?.ok) {
    toast(`${said?.says ?? "The studio does not answer"}.`, { kind: "bad", seconds: 10 });
    if (said?.changed) await load(true);
    return false;
  }
  if (!known(said)) await load(true);
  else (clearTimeout(resting), (resting = setTimeout(load, REST, true)));
  if (said.says) announce(`Written: ${said.says}`);
  if (said.diff?.length) ((written = said), difference());
  return true;
}

/** What was written, line by line, beside the face. */
function difference() {
  $(".written")?.remove();
  if (written) $("#face").append(h("figure", { class: "written" }, h("figcaption", { class: "soft" }, `Written to ${written.file}`), h("pre", {}, written.diff.map((line) => h("span", { class: line[0] === "+" ? "plus" : "minus" }, `${line}\n`)))));
}

function rowMenu(n, opener) {
  const row = component.rows[n], act = (what) => change({ do: what, row: n });
  const list = [["copy", "Duplicate", () => act("duplicate")], ["up", "Up", () => act("up")], ["down", "Down", () => act("down")], ["close", "Delete", () => act("remove")]].map(([pictogram, words, does]) => h("button", { type: "button", onclick: () => (box.hidePopover(), does()) }, icon(pictogram), words));
  const box = h("div", { class: "pop menu", popover: "auto", role: "dialog", "aria-label": `Card ${row.said.id}` }, list);
  document.body.append(box);
  box.showPopover();
  const a = opener.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(a.right - box.offsetWidth, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.min(a.bottom + 4, innerHeight - box.offsetHeight - 8)}px`;
  box.addEventListener("toggle", (event) => event.newState === "closed" && setTimeout(() => box.remove()));
  list[0].focus();
}
