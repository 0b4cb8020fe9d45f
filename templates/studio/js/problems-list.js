// Problems: all at once, sorted by place, with a hint, as on the command line; equal ones are one row.

import { button, fill, h, icon, many, toast } from "./dom.js";
import { openFile } from "./data.js";

/** The same message at the same place is one problem, however many cards it strikes. */
export function grouped(problems, kit) {
  const groups = new Map();
  for (const problem of problems) {
    const message = problem.message.replace(/^card \S+?: /, "");
    const key = [problem.level, problem.file, problem.line, problem.column, problem.code, message].join("|");
    if (!groups.has(key)) groups.set(key, { ...problem, message, cards: [] });
    const card = cardOf(problem, kit);
    if (card && !groups.get(key).cards.includes(card)) groups.get(key).cards.push(card);
  }
  const weight = { error: 0, warning: 1 };
  return [...groups.values()].sort((a, b) => weight[a.level] - weight[b.level]); // what stops a build comes first
}

/** The card that a problem is about: of its trail, or named in its message. */
export function cardOf(problem, kit) {
  for (const name of [...problem.in, /^card (\S+?):/.exec(problem.message)?.[1] ?? ""]) {
    const id = name.replace(/^card /, "");
    if (kit.card.has(id)) return id;
  }
  return null;
}

/** A link or a button that opens a place in the editor; null where there is none to open it. */
export function opener(kit, file, line, column, cell) {
  const words = `Open ${placeOf({ short: file, line, column, cell })} in the editor`;
  if (!kit.editor || !file || file.startsWith("/") || file.includes("..")) return null;
  if (kit.editor === "vscode") {
    const path = [...kit.root.replaceAll("\\", "/").split("/"), ...file.split("/")].map(encodeURIComponent).join("/").replace(/^\/?/, "/").replace(/^\/([A-Za-z])%3A\//, "/$1:/");
    return h("a", { class: "btn btn-icon open", href: `vscode://file${path}:${line || 1}:${column || 1}`, "aria-label": words, title: words }, icon("external"));
  }
  const one = button("external", words, async () => {
    const wrong = await openFile(file, line || 1, column || 1).catch(() => "the studio has stopped");
    if (wrong) toast(wrong, { kind: "bad" });
  });
  one.classList.add("open");
  return one;
}

export const placeOf = (p) => p.cell ? `${p.short}: ${p.cell}` : `${p.short}${p.line ? `:${p.line}` : ""}${p.column ? `:${p.column}` : ""}`;

/** Return a problem as a row; `jump(id)` goes to one of its cards, or `hrefOf(id)` leads there. */
export function problemRow(problem, kit, { jump, hrefOf }) {
  const place = placeOf(problem);
  const [first, ...more] = problem.cards;
  const go = first && (hrefOf ? h("a", { class: "chip", href: hrefOf(first) }, first, plus(more)) : h("button", { type: "button", class: "chip", onclick: () => jump(first) }, first, plus(more)));
  const inside = problem.in.length ? `in ${problem.in.join(" › ")}` : "";
  return h(
    "li",
    { class: problem.level },
    icon(problem.level === "error" ? "error" : "warn", problem.level),
    h(
      "div",
      { class: "what" },
      h("p", {}, problem.message),
      inside ? h("p", { class: "soft" }, inside) : null,
      problem.hint ? h("p", { class: "soft" }, h("b", {}, "Hint: "), problem.hint) : null,
    ),
    go || h("span"),
    h("code", { class: "where" }, place),
    opener(kit, problem.short, problem.line, problem.column, problem.cell) ?? h("span"),
  );
}

const plus = (more) => (more.length ? h("span", { class: "soft" }, `and ${more.length} more`) : null);

/** Return the drawer at the foot of the gallery; `show(problems)` fills it, `jump(id)` is called with a card. */
export function problemDrawer({ jump }) {
  const list = h("ol", { class: "problem-list" });
  const title = h("b", {});
  const note = h("span", { class: "soft" });
  const minor = h("b", { class: "tag warn" });
  const handle = h("button", { type: "button", class: "drawer-handle", "aria-expanded": "false", "aria-controls": "problem-rows" }, title, minor, note, icon("up"));
  let had = 0;
  list.id = "problem-rows";
  const drawer = h("section", { class: "drawer", id: "problems", "aria-label": "Problems", hidden: true }, handle, list);
  handle.addEventListener("click", () => drawer.toggle());
  drawer.toggle = (open = handle.getAttribute("aria-expanded") !== "true") => {
    handle.setAttribute("aria-expanded", String(open));
    drawer.classList.toggle("open", open);
  };
  drawer.show = (problems, stale, kit) => {
    drawer.hidden = problems.length === 0;
    const groups = grouped(problems, kit);
    const errors = groups.filter((p) => p.level === "error").length;
    const warnings = groups.length - errors;
    drawer.classList.toggle("minor", !errors);
    fill(title, errors ? [icon("error"), many(errors, "error")] : null);
    fill(minor, warnings ? [icon("warn"), many(warnings, "warning")] : null);
    note.textContent = stale.length ? `${many(stale.length, "face")} could not be drawn: the page shows the last good state` : "";
    fill(list, groups.slice(0, 200).map((group) => problemRow(group, kit, { jump })));
    if (!problems.length) drawer.toggle(false);
    else if (errors && !had) drawer.toggle(true);
    had = errors;
  };
  return drawer;
}
