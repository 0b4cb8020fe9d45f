// Every sheet of the kit as it will come out of the printer: what to print, in which order.

import { $, announce, fill, h, icon, many, remembered, segmented, toast } from "./dom.js";
import { address, keepInAddress, loadKit, picture, query, sheetsOf, wanted } from "./data.js";
import { empty, mountShell, showKit } from "./shell.js";
import { pageViewer } from "./pages.js";
import { live } from "./live.js";
import { lookAs } from "./lookas.js";

const BACKS = [["long-edge", "flip on the long edge"], ["short-edge", "flip on the short edge"], ["fold", "fold"], ["separate", "on pages of their own"], ["none", "none"]];
const SIDES = { front: "front", back: "back", single: "one side", blank: "empty", part: "part", fold: "fold" };
/** The papers that cardgen knows by name: A4, Letter. */
const papers = () => kit.papers.map((id) => [id, /\d/.test(id) ? id.toUpperCase() : id[0].toUpperCase() + id.slice(1)]);
const known = (list, value) => (list.some(([id]) => id === value) ? value : list[0][0]);

const view = { what: query.get("print") === "changed" ? "changed" : "all", picked: new Set(), paper: query.get("paper") ?? remembered.get("paper", "a4"), backs: known(BACKS, query.get("backs") ?? remembered.get("backs", "long-edge")), look: query.get("look") ?? "" };
let kit, plan, leaves, opened;
let turn = 0;

start();

async function start() {
  mountShell("sheets");
  fill($("#pile"), ghosts());
  fill($("#job"), h("p", { class: "soft wait" }, "Planning the sheets …"));
  kit = await loadKit().catch(() => null);
  if (!kit) fill($("#job"));
  if (!kit) return fill($("#pile"), empty("offline", `There is no kit “${wanted}”`, "The studio was started in another folder, or the kit has another name now.", h("a", { class: "btn btn-main", href: "./" }, "Choose a kit")));
  head();
  await arrange();
  const asked = Number(query.get("page"));
  if (asked && plan) opened?.(plan.pages.findIndex((p) => p.page === asked));
  live.addEventListener("state", ({ detail }) => detail.seconds && arrange());
  live.addEventListener("again", async () => {
    kit = (await loadKit().catch(() => null)) ?? kit;
    head();
    arrange();
  });
  live.addEventListener("kit", async () => ((kit = (await loadKit().catch(() => null)) ?? kit), head()));
  live.listen(kit.said);
}

function head() {
  showKit(kit);
  view.paper = known(papers(), view.paper);
  document.title = `${kit.title}, sheets · cardgen studio`;
  if (!kit.looks.some((look) => look.id === view.look)) view.look = kit.looks[0]?.id ?? "full";
}

/** Have the sheets planned, and show them; what was planned last stays when the kit is broken. */
async function arrange() {
  const mine = ++turn;
  try {
    const found = await sheetsOf(view.paper, view.backs, view.look, view.what === "changed" ? "changed" : "");
    if (mine !== turn) return;
    plan = found;
  } catch (error) {
    if (mine !== turn) return;
    if (view.what === "changed" && error.problems?.[0]?.code === "earlier-kit") return print("all", `Everything is shown: ${error.problems[0].message}`);
    if (plan) return;
    fill($("#job"));
    return fill($("#pile"), empty("error", "The sheets cannot be planned yet", error.problems?.[0]?.message ?? "Mend the problems of this kit and save.", h("a", { class: "btn", href: address("problems") }, "See the problems")));
  }
  leaves = leavesOf(plan.pages);
  view.picked = new Set([...view.picked].filter((no) => leaves.some((leaf) => leaf.no === no)));
  opened = pageViewer(plan.pages.map(asPage));
  job();
  pile();
}

/** Choose what is printed; what changed are other sheets, planned anew. */
function print(what, why) {
  const again = (what === "changed") !== (view.what === "changed");
  view.what = what;
  keepInAddress("print", what === "changed" ? "changed" : "");
  if (why) toast(why, { kind: "bad" });
  if (again) return arrange();
  job();
  pile();
}

const asPage = (page) => ({
  title: `Sheet ${page.sheet}, ${SIDES[page.side] ?? page.side}: ${page.title}`,
  size: page.size,
  picture: page.picture,
  note: page.todo,
  more: h("span", { class: "row" }, page.cuts ? h("span", {}, many(page.cuts, "cut")) : null, [...new Set(page.slots.map((slot) => slot[0]))].slice(0, 12).map((id) => h("a", { class: "chip", href: address("card", { card: id }) }, id))),
});

/** Pages → sheets of paper. */
function leavesOf(pages) {
  const found = new Map();
  for (const page of pages) {
    const leaf = found.get(page.sheet) ?? { no: page.sheet, pages: [] };
    leaf.pages.push(page);
    found.set(page.sheet, leaf);
  }
  return [...found.values()].map((leaf) => {
    const of = leaf.pages.flatMap((p) => p.of);
    return { ...leaf, stock: of.length ? kit.component.get(of[0])?.stock || "any paper" : "Plain paper", todo: leaf.pages[0].todo };
  });
}

const chosen = () => (view.what === "picked" ? leaves.filter((leaf) => view.picked.has(leaf.no)) : leaves);

// -- what to print -----------------------------------------------------------------------------------------

function job() {
  const list = chosen();
  const choice = (value, title, words, n) => {
    const input = h("input", { type: "radio", name: "what", value, checked: view.what === value });
    input.addEventListener("change", () => print(value));
    return h("label", { class: "choice" }, input, h("span", {}, h("b", {}, title), h("small", { class: "soft" }, words)), h("span", { class: "count num" }, n));
  };
  const pages = list.flatMap((leaf) => leaf.pages);
  const minutes = view.what !== "picked" ? plan.minutes : Math.ceil((plan.minutes * list.length) / Math.max(1, leaves.length) / 5) * 5;
  const usual = { paper: "a4", backs: "long-edge", look: kit.looks[0]?.id };
  const differs = Object.fromEntries(Object.entries(usual).filter(([name, value]) => view[name] !== value).map(([name]) => [name, view[name]]));
  const next = address("print", { ...differs, ...(view.what === "changed" ? { changed_since: "build" } : {}) });
  const active = document.activeElement?.getAttribute("aria-label");
  fill(
    $("#job"),
    h("div", { class: "job-scroll" },
      h("fieldset", { class: "choices" }, h("legend", { class: "caps" }, "What to print"), choice("all", "The whole kit", "with print guide and duplex test", view.what === "changed" ? "" : leaves.length), choice("changed", "What changed", "since the last build", view.what === "changed" ? leaves.length : ""), choice("picked", "Sheets I choose", "tick them among the sheets", view.picked.size)),
      plan.changed ? swaps(plan.changed) : null,
      h("section", { class: "totals" }, figure(list.length, list.length === 1 ? "sheet" : "sheets"), figure(pages.filter((p) => p.side !== "blank").length, "printed pages"), figure(minutes, "minutes to cut")),
      h("section", { class: "row" }, picker("Paper", papers(), "paper"), picker("Backs", BACKS, "backs")),
      kit.looks.length > 1 ? h("section", {}, h("h2", { class: "caps" }, "Look"), segmented("job-look", "Look", kit.looks.map((look) => ({ value: look.id, label: look.title })), view.look, (value) => ((view.look = value), arrange()))) : null,
      h("section", { class: "row" }, lookAs()),
      h("section", {}, h("h2", { class: "caps" }, "In this order"), orderList(list))),
    h("div", { class: "job-foot" }, view.what === "picked" ? h("p", { class: "soft" }, list.length ? `Make the PDFs, and print the pages ${pageNumbers(pages)} of them.` : "No page is chosen.") : null, h("a", { class: "btn btn-main", href: next }, icon("sheet"), "Print or export")),
  );
  for (const one of document.querySelectorAll("#job select")) if (one.getAttribute("aria-label") === active) one.focus();
}

/** What leaves the box of whoever printed the last build, and what comes into it. */
function swaps({ take_out, put_in }) {
  const list = (title, cards) => (Object.keys(cards).length ? h("p", {}, h("b", {}, title), " ", Object.entries(cards).map(([id, n]) => (n > 1 ? `${id} × ${n}` : id)).join(", ")) : null);
  const both = [list("Take out:", take_out), list("Put in:", put_in)].filter(Boolean);
  return h("section", { class: "swaps" }, both.length ? both : h("p", { class: "soft" }, "Nothing is different. What was built last is this kit."));
}

/** "1 to 4, 7". */
function pageNumbers(pages) {
  const parts = [];
  for (const { page } of pages) {
    const last = parts.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else parts.push([page, page]);
  }
  return parts.map(([a, b]) => (a === b ? a : `${a} to ${b}`)).join(", ");
}

const figure = (n, words) => h("div", {}, h("b", { class: "num" }, n), h("span", { class: "soft" }, words));

function picker(words, values, name) {
  const select = h("select", { class: "select", "aria-label": words }, values.map(([id, label]) => h("option", { value: id, selected: id === view[name] }, label)));
  select.addEventListener("change", () => {
    view[name] = select.value;
    remembered.set(name, select.value);
    arrange();
  });
  return h("label", { class: "pick" }, words, select);
}

/** Which paper goes in when: sheets that share stock and sides are one job for the printer. */
function orderList(list) {
  if (!list.length) return h("p", { class: "soft" }, "Nothing to print.");
  const jobs = [];
  for (const leaf of list) {
    const two = leaf.pages.length > 1 && leaf.pages[1].side === "back";
    const last = jobs.at(-1);
    if (last && last.stock === leaf.stock && last.two === two) last.leaves.push(leaf);
    else jobs.push({ stock: leaf.stock, two, leaves: [leaf] });
  }
  const edge = view.backs === "short-edge" ? "short" : "long";
  return h("ol", { class: "order" }, jobs.map((one) => h("li", {}, h("b", {}, span(one.leaves)), h("span", { class: "soft" }, `${one.stock}, ${one.two ? `both sides, flip on the ${edge} edge` : "one side"}`))));
}

const span = (list) => (list.length === 1 ? `Sheet ${list[0].no}` : `Sheets ${list[0].no} to ${list.at(-1).no}`);

// -- the sheets ----------------------------------------------------------------------------------------------

function pile() {
  const groups = [];
  for (const leaf of leaves) {
    if (groups.at(-1)?.stock === leaf.stock) groups.at(-1).leaves.push(leaf);
    else groups.push({ stock: leaf.stock, leaves: [leaf] });
  }
  const box = $("#pile");
  const top = box.scrollTop;
  fill(box, groups.map((one) => h("section", { class: "stock", "aria-label": `${one.stock}, ${span(one.leaves)}` }, h("header", {}, h("h2", {}, one.stock), h("p", { class: "soft" }, span(one.leaves))), h("div", { class: "leaves" }, one.leaves.map(leafCard)))));
  if (!leaves.length) fill(box, empty("sheet", "Nothing to print", "No piece is new or different since the last build."));
  if (plan.problems.length) box.prepend(h("p", { class: "note" }, icon("warn"), h("span", {}, plan.problems[0].message, plan.problems.length > 1 ? ` (and ${plan.problems.length - 1} more)` : "")));
  box.scrollTop = top;
  announce(many(leaves.length, "sheet"));
}

function leafCard(leaf) {
  const tick = h("input", { type: "checkbox", checked: view.picked.has(leaf.no), "aria-label": `Print sheet ${leaf.no}` });
  tick.addEventListener("change", () => {
    tick.checked ? view.picked.add(leaf.no) : view.picked.delete(leaf.no);
    view.what = "picked";
    job();
    for (const other of document.querySelectorAll(".leaf")) other.classList.toggle("dim", !view.picked.has(Number(other.dataset.no)));
  });
  const [w, height] = leaf.pages[0].size;
  return h(
    "article",
    { class: `leaf ${view.what === "picked" && !view.picked.has(leaf.no) ? "dim" : ""} ${w > height ? "wide" : ""}`, data: { no: leaf.no }, "aria-label": `Sheet ${leaf.no}` },
    h("header", {}, h("label", { class: "tick" }, tick), h("h3", { class: "num" }, `Sheet ${leaf.no}`)),
    h("div", { class: "sides" }, leaf.pages.map((page) => h("button", { type: "button", class: "page marked", onclick: () => opened(plan.pages.indexOf(page)), "aria-label": `Sheet ${leaf.no}, ${SIDES[page.side] ?? page.side}: ${page.title}` }, h("img", { class: "paper", src: picture(page.picture), alt: "", loading: "lazy", decoding: "async", width: page.size[0] * 4, height: page.size[1] * 4 }), h("small", { class: "soft" }, SIDES[page.side] ?? page.side)))),
    h("p", { class: "soft title", title: leaf.pages[0].title }, leaf.pages[0].title),
  );
}

function ghosts() {
  return h("section", { class: "stock", "aria-busy": "true", "aria-label": "Sheets" }, h("header", {}, h("div", { class: "ghost-line" })), h("div", { class: "leaves" }, Array.from({ length: 6 }, () => h("article", { class: "leaf two" }, h("header", {}, h("div", { class: "ghost-line" })), h("div", { class: "sides" }, h("div", { class: "page ghost" }, h("span", { class: "face paper-ghost" })), h("div", { class: "page ghost" }, h("span", { class: "face paper-ghost" })))))));
}
