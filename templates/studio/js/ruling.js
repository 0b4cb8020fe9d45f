// rules.yaml as text: what is wrong with it is marked at its line while somebody types, and nothing is written before it is saved.

import { $, announce, button, fill, h, icon, many, remembered, settled, toast } from "./dom.js";
import { wanted } from "./data.js";

const home = `kits/${encodeURIComponent(wanted)}`;
const AT_REST = 300; // ms after the last key the text is read
const LINE = 20, MOST_SHOWN = 6; // px; words offered
const SILENT = "The studio doesn't answer. Your text stays in this browser.";

async function post(path, body) {
  const answer = await fetch(`${home}/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  return [answer?.status ?? 0, (await answer?.json().catch(() => null)) ?? {}];
}

/** Return the editor: its `box`, and `refresh`, which reads the file again. */
export function rulesEditor(kit) {
  const key = `rules.${kit.root}`; // what is not saved is kept by the folder of the kit
  let told = null, file = "", names = [], problems = [], reading = false, stale = false, saving = false, free = false, offered = [], at = 0, seenAt = 0;

  const area = h("textarea", { id: "ruling", spellcheck: "false", wrap: "off", autocapitalize: "off", autocomplete: "off", "aria-label": "rules.yaml", "aria-describedby": "ruling-keys ruling-says", "aria-controls": "ruling-words", "aria-autocomplete": "list", oninput: typed, onscroll: scrolled, onkeydown: pressed, onblur: () => ((free = false), offer([])) });
  const gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  const words = h("ul", { class: "ruling-words", id: "ruling-words", role: "listbox", "aria-label": "Words", hidden: true });
  const says = h("p", { id: "ruling-says", role: "status" }), list = h("ol", { class: "slips" }), bar = h("div", { class: "row" }), note = h("div", { class: "ruling-note", role: "alert", hidden: true });
  const keys = h("p", { class: "soft", id: "ruling-keys" }, "Ctrl+S saves. Ctrl+Space offers words. Tab inserts two spaces; Escape, then Tab, leaves the text.");
  const box = h("section", { class: "ruling", "aria-label": "rules.yaml" }, bar, note, h("div", { class: "ruling-text" }, h("div", { class: "ruling-lines" }, gutter), area, words), says, list, keys);
  const check = settled(AT_REST, read);
  const dirty = () => area.value !== file;

  async function refresh() {
    const found = await fetch(`${home}/ruling`).then((answer) => (answer.ok ? answer.json() : null), () => null);
    if (!found) return told ? null : fill(says, SILENT);
    const first = !told, kept = first ? remembered.get(key, null) : null, unsaved = !first && dirty();
    const other = !first && found.version !== told.version;
    if (!(unsaved && other)) [told, file] = [found, found.text];
    else Object.assign(told, { undo: found.undo, redo: found.redo });
    area.readOnly = Boolean(told.read_only);
    if (unsaved && other) changedElsewhere();
    else if (first || other) {
      area.value = file;
      if (kept && kept.text !== file && !told.read_only) {
        area.value = kept.text;
        if (kept.version !== told.version) told.version = kept.version; // saving asks first
        say("Your text from before, which is not saved.", button("", "Back to the file", theirs, { words: true }));
      } else if (other) say();
      numbers();
      read();
    }
    tools();
  }

  /** A line above the text, with what can be done about it. */
  function say(text = "", ...does) {
    note.hidden = !text;
    fill(note, text ? [h("p", {}, icon("warn"), text), does] : null);
  }
  function changedElsewhere() {
    stale = true;
    say("rules.yaml was changed elsewhere since. Nothing was written.", button("", "Take theirs", theirs, { words: true }), button("", "Write mine", () => save(true), { words: true }));
  }

  function tools() {
    const can = told && !told.read_only, step = (back) => button("undo", (back ? told.undo && `Undo: ${told.undo}` : told.redo && `Do again: ${told.redo}`) || (back ? "Nothing to undo" : "Nothing to do again"), () => turn(back), { disabled: dirty() || !(back ? told.undo : told.redo), kind: back ? "" : "redo" });
    const had = box.contains(document.activeElement) && document.activeElement !== area;
    fill(bar, h("h2", {}, "rules.yaml"), h("span", { class: "soft" }, !can ? "" : dirty() ? "Not saved" : "Saved"), can ? [button("check", "Save", () => save(), { words: true, kind: "btn-main", disabled: !dirty(), "aria-keyshortcuts": "Control+S" }), step(true), step(false)] : h("span", { class: "tag warn" }, icon("lock"), ` Read only: ${told?.read_only ?? ""}`));
    if (had && document.activeElement === document.body) area.focus();
  }

  function typed() {
    if (!told) return;
    remembered.set(key, dirty() ? { text: area.value, version: told.version } : null);
    numbers();
    tools();
    check();
    if (offered.length) complete();
  }

  /** Send the text to be read; while an answer is awaited no other is asked for, and the newest text is read last. */
  async function read() {
    if (reading || !told || told.read_only) return;
    reading = true;
    const text = area.value, [status, found] = await post("ruling", { text });
    reading = false;
    if (status !== 200) return fill(says, found.gone ?? found.says ?? SILENT);
    problems = found.problems.sort((a, b) => a.line - b.line || a.column - b.column);
    if (found.names.length) names = found.names;
    numbers();
    const count = problems.length ? many(problems.length, "mistake") : "No mistakes";
    const told_ = found.whole ? count : `${count}. The cards of this kit can't be read, so they are left out.`;
    if (says.textContent !== told_) fill(says, icon(problems.length ? "error" : "check"), told_);
    says.className = problems.length ? "bad" : "good";
    fill(list, problems.slice(0, 100).map((one) => h("li", {}, h("button", { type: "button", class: "btn btn-text", onclick: () => jump(one) }, h("code", {}, `${one.line}:${one.column}`), h("span", {}, one.message)), one.hint ? h("p", { class: "soft" }, h("b", {}, "Hint: "), one.hint) : null)));
    if (text !== area.value) check();
    return problems.length;
  }

  function numbers() {
    const wrong = new Map(problems.map((one) => [one.line, one.message])), lines = area.value.split("\n").length;
    fill(gutter, Array.from({ length: lines }, (_, n) => (wrong.has(n + 1) ? h("div", { class: "wrong", title: wrong.get(n + 1) }, `▸ ${n + 1}`) : h("div", {}, n + 1))));
    follow();
  }
  const follow = () => (gutter.style.transform = `translateY(${-area.scrollTop}px)`);
  function scrolled() {
    follow();
    if (offered.length && seenAt !== area.scrollTop) offer([]);
  }

  function jump({ line, column }) {
    const lines = area.value.split("\n"), from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, column - 1);
    area.focus();
    area.setSelectionRange(from, from + (/^\w+/.exec(area.value.slice(from))?.[0].length ?? 0));
    area.scrollTop = Math.max(0, (line - 4) * LINE);
  }

  async function save(over = false) {
    if (saving || !told || told.read_only || !(dirty() || over)) return;
    if (stale && !over) return announce(note.textContent);
    saving = true;
    if (over) {
      const now = await fetch(`${home}/ruling`).then((answer) => answer.json(), () => null);
      if (now) told.version = now.version;
    }
    const text = area.value, [status, said] = await post("ruling", { text, write: true, version: told.version });
    saving = false;
    if (said.changed) return changedElsewhere();
    if (status !== 200) return toast(said.says ?? SILENT, { kind: "bad" });
    [told.version, file, stale] = [said.version, text, false];
    remembered.set(key, dirty() ? { text: area.value, version: told.version } : null);
    say();
    await refresh();
    const wrong = await read();
    toast(wrong ? `rules.yaml is saved with ${many(wrong, "mistake")}.` : "rules.yaml is saved.", { kind: wrong ? "bad" : "" });
  }

  /** Take the file as it is; Ctrl+Z in the text brings back what was typed. */
  async function theirs() {
    const now = await fetch(`${home}/ruling`).then((answer) => answer.json(), () => null);
    if (!now) return toast(SILENT, { kind: "bad" });
    [told, file, stale] = [now, now.text, false];
    area.focus();
    area.select();
    document.execCommand("insertText", false, file);
    area.setSelectionRange(0, 0);
    say();
    typed();
  }

  async function turn(back) {
    const [status, said] = await post(back ? "undo" : "redo", {});
    if (status !== 200) return toast(said.says ?? SILENT, { kind: "bad" });
    announce(`${back ? "Undone" : "Done again"}: ${said.says}`);
    refresh();
  }

  // -- words

  const begun = () => /(?:^\s*(?:- )?|[\s([{,"'])([a-z]\w*(?: \w*)?|\w*)$/i.exec(lineHere())?.[1] ?? "";
  const lineHere = () => area.value.slice(0, area.selectionStart).split("\n").at(-1);
  function complete() {
    const word = begun(), all = [...names.map((one) => [one, "a name in this file"]), ...told.words];
    const found = all.filter(([one]) => one.startsWith(word) && one !== word), last = word.split(" ").at(-1);
    if (found.length || last === word) return offer(found, word);
    offer(all.filter(([one]) => one.startsWith(last) && one !== last), last);
  }
  function offer(found, word = "") {
    [offered, at] = [found.slice(0, MOST_SHOWN).map(([one]) => [one, word]), 0];
    words.hidden = !offered.length;
    fill(words, found.slice(0, MOST_SHOWN).map(([one, means], n) => h("li", { id: `word-${n}`, role: "option", "aria-selected": String(n === 0), onpointerdown: (event) => (event.preventDefault(), take(n)) }, h("b", {}, one), h("small", { class: "soft" }, means))));
    if (!offered.length) return area.removeAttribute("aria-activedescendant");
    const here = lineHere(), line = area.value.slice(0, area.selectionStart).split("\n").length;
    words.style.top = `${line * LINE + 10 - area.scrollTop}px`;
    words.style.left = `min(calc(56px + ${here.length - word.length}ch - ${area.scrollLeft}px), max(0px, 100% - 340px))`;
    seenAt = area.scrollTop;
    area.setAttribute("aria-activedescendant", "word-0");
  }
  function choose(n) {
    at = (n + offered.length) % offered.length;
    [...words.children].forEach((one, k) => one.setAttribute("aria-selected", String(k === at)));
    area.setAttribute("aria-activedescendant", `word-${at}`);
  }
  function take(n) {
    const [one, word] = offered[n];
    offer([]);
    document.execCommand("insertText", false, one.slice(word.length));
    offer([]);
  }

  function pressed(event) {
    const ctrl = event.ctrlKey || event.metaKey, open = offered.length, does = (action) => (event.preventDefault(), action());
    if (ctrl && event.key.toLowerCase() === "s") return does(() => save());
    if (area.readOnly) return;
    if (event.ctrlKey && event.key === " ") return does(complete);
    if (open && event.key === "ArrowDown") return does(() => choose(at + 1));
    if (open && event.key === "ArrowUp") return does(() => choose(at - 1));
    if (open && (event.key === "Enter" || event.key === "Tab")) return does(() => take(at));
    if (event.key === "Escape") return open ? does(() => offer([])) : (free = true);
    if (event.key === "Tab" && !event.shiftKey && !ctrl && !free) return does(() => document.execCommand("insertText", false, "  "));
    if (event.key !== "Shift" && event.key !== "Tab") free = false;
    if (open && event.key.startsWith("Arrow")) offer([]);
  }

  return { box, refresh };
}
