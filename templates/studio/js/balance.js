// What the cards say before anybody plays: counted by the desk from the data of the cards; every figure leads to its faces.

import { $, fill, h, icon, many, segmented } from "./dom.js";
import { address, balanceOf, keepInAddress, loadKit, query } from "./data.js";
import { cornerOf, faceImage } from "./faces.js";
import { live } from "./live.js";
import { empty, mountShell, showKit } from "./shell.js";

let kit, told, chosen = query.get("in"), count = query.get("count") === "different" ? "different" : "copies";
let b, component, of; // what is counted of one component, the component, and its cards by id
const GROUPS = 8, PRECISE = 1e-9;

start();

async function start() {
  mountShell("balance");
  await load();
  for (const name of ["saved", "kit", "again"]) live.addEventListener(name, () => load(true));
  live.listen(kit?.said ?? 0);
  addEventListener("keydown", (event) => event.key === "Escape" && away());
}

async function load(again = false) {
  try {
    [kit, told] = await Promise.all([loadKit(), balanceOf(count)]);
  } catch (error) {
    if (again) return; // what is on the screen stays; the header says what is wrong
    return fill($("#tiles"), empty("error", "The cards cannot be read now", error.problems?.[0]?.message ?? error.message, h("a", { class: "btn", href: address("problems") }, "Problems")));
  }
  showKit(kit);
  document.title = `${kit.title}, balance · cardgen studio`;
  paint();
}

// -- small parts ----------------------------------------------------------------------------------------------

const s = (tag, attributes, ...children) => h(`svg:${tag}`, attributes, ...children);
const label = (x, y, words, more = {}) => s("text", { x, y, ...more }, words);
const called = (value) => (value === true ? "yes" : value === false ? "no" : value === null || value === "" ? "none" : String(value));
const figure = (value, digits = 1) => (Math.abs(value - Math.round(value)) < PRECISE ? String(Math.round(value)) : value.toFixed(digits)).replace("-", "−");
const SHAPES = [
  (x, y, r) => s("circle", { cx: x, cy: y, r }),
  (x, y, r) => s("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8 }),
  (x, y, r) => s("path", { d: `M${x} ${y - r * 1.2}L${x + r * 1.15} ${y + r * 0.85}H${x - r * 1.15}Z` }),
  (x, y, r) => s("path", { d: `M${x} ${y - r * 1.25}L${x + r * 1.25} ${y}L${x} ${y + r * 1.25}L${x - r * 1.25} ${y}Z` }),
  (x, y, r) => s("path", { d: `M${x - r * 1.15} ${y - r * 0.85}H${x + r * 1.15}L${x} ${y + r * 1.2}Z` }),
];
const shape = (n, x, y, r) => SHAPES[n % SHAPES.length](x, y, r);
const nameOf = (id) => kit.card.get(id)?.name ?? id;

function smallFace(id) {
  const name = kit.faces?.[kit.looks[0].id]?.[id], front = name?.front ?? name;
  const box = h("span", { class: "small-face", style: { "--ratio": component.size[0] / component.size[1], "--round": cornerOf(component) } });
  if (typeof front === "string") box.append(faceImage(component, front));
  return box;
}

let tip;
function away() {
  tip?.remove();
  tip = null;
}
/** Make a mark show its cards where it is pointed at or reached by key; pressed, it leads to the first. */
function hot(element, cards, words) {
  const svg = element instanceof SVGElement;
  element.setAttribute("class", `${element.getAttribute("class") ?? ""} hot`.trim());
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", svg ? "img" : element.tagName === "TD" ? "cell" : "group");
  element.setAttribute("aria-label", words);
  const show = () => {
    away();
    tip = h("div", { class: "tip", role: "status" }, h("b", {}, words), h("div", { class: "tip-faces" }, cards.slice(0, 5).map(smallFace)), h("small", {}, cards.slice(0, 6).map(nameOf).join(", "), cards.length > 6 ? ` and ${cards.length - 6} more` : ""));
    $("#main").append(tip);
    tip.of = element;
    const at = element.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(innerWidth - tip.offsetWidth - 8, at.left + at.width / 2 - tip.offsetWidth / 2))}px`;
    tip.style.top = `${at.top > tip.offsetHeight + 70 ? at.top - tip.offsetHeight - 8 : at.bottom + 8}px`;
  };
  element.addEventListener("pointerenter", show);
  element.addEventListener("focus", show);
  const leave = () => tip?.of === element && away(); // the page scrolls below the pointer when another mark takes the focus
  element.addEventListener("pointerleave", leave);
  element.addEventListener("blur", leave);
  return element;
}

const tile = (title, says, body, kind = "") => h("section", { class: `tile ${kind}`, "aria-label": title }, h("header", {}, h("h2", {}, title), h("p", { class: "soft" }, says)), body);
const linkTo = (id) => h("a", { href: address("edit", { in: component.id, card: id }) }, told.lines[id] ? told.lines[id].join(":") : id);
const groups = () => (b.fields.group ? b.spread[b.fields.group.field].slice(0, GROUPS) : []);
const groupOf = (id) => Math.max(0, groups().findIndex((one) => one.cards.includes(id)));
const counted = (ids) => ids.reduce((sum, id) => sum + (count === "copies" ? (of.get(id)?.count ?? 1) : 1), 0);

function legend() {
  return h("div", { class: "legend" }, groups().map((one, n) => h("span", {}, s("svg", { viewBox: "0 0 12 12", width: 12, height: 12, class: `g${n}`, "aria-hidden": "true" }, shape(n, 6, 6, 4.4)), called(one.value))));
}

// -- the tiles ------------------------------------------------------------------------------------------------

function curve() {
  const { slope, start: from, spread, within, points, outliers } = b.curve, wide = 620, high = 340;
  const cost = b.fields.cost.field, worth = b.fields.worth.field, far = new Set(outliers);
  const xs = points.map((p) => p.cost), ys = points.map((p) => p.worth);
  const [x0, x1] = [Math.min(0, ...xs), Math.max(...xs) + 0.6], [y0, y1] = [Math.min(0, ...ys), Math.max(...ys) + 0.8];
  const px = (x) => 38 + ((x - x0) / (x1 - x0)) * (wide - 52), py = (y) => high - 34 - ((y - y0) / (y1 - y0)) * (high - 50);
  const line = (x) => from + slope * x, kept = (y) => Math.max(y0, Math.min(y1, y));
  const chart = s("svg", { viewBox: `0 0 ${wide} ${high}`, class: "chart", role: "group", "aria-label": `${worth} over ${cost}: ${many(far.size, "card")} far from the line` });
  for (const x of ticks(x0, x1)) chart.append(s("path", { class: "gl", d: `M${px(x)} 10V${high - 34}` }), label(px(x), high - 16, figure(x), { "text-anchor": "middle" }));
  for (const y of ticks(y0, y1)) chart.append(s("path", { class: "gl", d: `M38 ${py(y)}H${wide - 8}` }), label(30, py(y) + 4, figure(y), { "text-anchor": "end" }));
  const band = within * spread;
  chart.append(
    label(wide - 8, high - 3, cost, { "text-anchor": "end", class: "strong" }), label(42, 18, worth, { class: "strong" }),
    s("path", { class: "band", d: `M${px(x0)} ${py(kept(line(x0) + band))}L${px(x1)} ${py(kept(line(x1) + band))}V${py(kept(line(x1) - band))}L${px(x0)} ${py(kept(line(x0) - band))}Z` }),
    s("path", { class: "fit", d: `M${px(x0)} ${py(kept(line(x0)))}L${px(x1)} ${py(kept(line(x1)))}` }),
  );
  const met = new Map();
  for (const p of points) {
    const place = `${p.cost},${p.worth}`, n = met.get(place) ?? 0, group = groupOf(p.card);
    met.set(place, n + 1);
    const x = px(p.cost) + ((n % 3) - (n ? 0.5 : 0)) * 13, y = py(p.worth) + Math.floor(n / 3) * 13 - (n % 2) * 6;
    const mark = shape(group, x, y, 5.4);
    mark.setAttribute("class", `g${group} ${far.has(p.card) ? "far" : ""}`.trim());
    if (far.has(p.card)) chart.append(label(x + 10, y + 4, nameOf(p.card), { class: "strong" }));
    chart.append(hot(mark, [p.card], `${nameOf(p.card)}: ${cost} ${figure(p.cost)}, ${worth} ${figure(p.worth)} (${p.more > 0 ? "+" : ""}${figure(p.more)})`));
  }
  const more = new Map(points.map((p) => [p.card, p.more]));
  const list = h("ul", { class: "findings" }, outliers.map((id) => h("li", {}, icon(more.get(id) > 0 ? "up" : "down"), h("span", { class: "grow" }, h("b", {}, nameOf(id)), ` gives ${figure(Math.abs(more.get(id)))} ${more.get(id) > 0 ? "more" : "less"} than its ${cost} says`), linkTo(id))));
  return tile("Cost curve", `${worth} = ${figure(from, 2)} ${slope < 0 ? "−" : "+"} ${figure(Math.abs(slope), 2)} × ${cost}. Most cards lie within ${figure(band)} (${within} standard deviations).`, h("div", {}, chart, legend(), list), "wide");
}

function ticks(low, high) {
  const step = 10 ** Math.floor(Math.log10(Math.max(high - low, PRECISE))), nice = [0.1, 0.2, 0.5, 1, 2, 5].map((n) => n * step).find((n) => (high - low) / n <= 10);
  return Array.from({ length: Math.floor(high / nice) - Math.ceil(low / nice) + 1 }, (_, n) => (Math.ceil(low / nice) + n) * nice);
}

function spread(name) {
  const rows = b.spread[name], wide = 460, high = 270, top = Math.max(1, ...rows.map((row) => row.count)), bar = (wide - 44) / rows.length, thin = Math.ceil(26 / bar);
  const chart = s("svg", { viewBox: `0 0 ${wide} ${high}`, class: "chart", role: "group", "aria-label": `${name}: ${rows.map((row) => `${called(row.value)}: ${row.count}`).join(", ")}` });
  const y = (n) => high - 30 - (n / top) * (high - 52), step = Math.max(1, Math.ceil(top / 4));
  for (let n = 0; n <= top; n += step) chart.append(s("path", { class: "gl", d: `M32 ${y(n)}H${wide}` }), label(26, y(n) + 4, n, { "text-anchor": "end" }));
  const kinds = groups().length && name !== b.fields.group.field ? groups() : [null];
  rows.forEach((row, at) => {
    let under = 0;
    kinds.forEach((kind, n) => {
      const cards = kind ? row.cards.filter((id) => kind.cards.includes(id)) : row.cards, here = counted(cards);
      if (!here) return;
      const mark = s("rect", { x: 36 + at * bar + bar * 0.12, y: y(under + here) + 0.8, width: bar * 0.76, height: Math.max(0.5, y(under) - y(under + here) - 0.8), class: `g${kind ? n : at % GROUPS}` });
      chart.append(hot(mark, cards, `${name} ${called(row.value)}${kind ? `, ${called(kind.value)}` : ""}: ${here}`));
      under += here;
    });
    if (at % thin) return;
    const words = called(row.value), most = Math.max(3, Math.floor(bar * thin / 7));
    chart.append(label(36 + (at + 0.5) * bar, y(under) - 5, row.count, { "text-anchor": "middle", class: "strong" }), label(36 + (at + 0.5) * bar, high - 12, words.length > most ? `${words.slice(0, most - 1)}…` : words, { "text-anchor": "middle" }));
  });
  const says = `${count === "copies" ? "Pieces printed" : "Different cards"}${kinds[0] ? `, coloured by ${b.fields.group.field}` : ""}`;
  return tile(`By ${name}`, says, h("div", {}, chart, kinds[0] && !b.curve ? legend() : null));
}

function heat() {
  const { rows, columns, cells } = b.map, across = b.spread[columns], top = Math.max(1, ...cells.map((cell) => cell.count));
  const at = new Map(cells.map((cell) => [JSON.stringify([cell.row, cell.column]), cell]));
  const cell = (row, column) => {
    const found = at.get(JSON.stringify([row, column]));
    if (!found) return h("td", { class: "zero" }, "·");
    const td = h("td", { class: found.count > top * 0.62 ? "deep" : "", style: { "--heat": `${found.count > top * 0.62 ? 100 : Math.round(12 + (78 * found.count) / top)}%` } }, String(found.count));
    return hot(td, found.cards, `${rows} ${called(row)}, ${columns} ${called(column)}: ${found.count}`);
  };
  const table = h("table", { class: "heat" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, `${rows} × ${columns}`), across.map((one) => h("th", { scope: "col" }, called(one.value))), h("th", { scope: "col" }, "all"))),
    h("tbody", {}, b.spread[rows].map((row) => h("tr", {}, h("th", { scope: "row" }, called(row.value)), across.map((one) => cell(row.value, one.value)), h("td", { class: "all" }, String(row.count)))),
      h("tr", {}, h("th", { scope: "row" }, "all"), across.map((one) => h("td", { class: "all" }, String(one.count))), h("td", { class: "all" }, String(count === "copies" ? b.copies : b.different)))));
  return tile(`${rows} × ${columns}`, "Where there are many cards, and where few.", h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${rows} and ${columns}` }, table), across.length > 9 ? "mid" : "");
}

function bars(list) {
  const top = Math.max(1, ...list.map((one) => one.count));
  return h("div", {}, list.map((one) => hot(h("div", { class: "bar-row" }, h("span", {}, one.word), h("i", {}, h("b", { style: { "--part": `${(100 * one.count) / top}%` } })), h("span", { class: "num" }, String(one.count))), one.cards, `${one.word}: ${one.count}`)));
}

function effects() {
  const worth = b.fields.worth.field;
  return tile("Worth of effects", `How much more ${worth} the cards with each have, on average, than those without.`, h("ul", { class: "findings" }, b.effects.map((one) => h("li", {}, h("span", { class: "grow" }, h("b", {}, one.word), ` on ${one.count}`), hot(h("span", { class: "num" }, `${one.worth > 0 ? "+" : ""}${figure(one.worth)}`), one.cards, `${one.word}: ${figure(one.worth)}`)))));
}

function near() {
  return tile("Nearly the same", "Texts that share most of their words.", h("div", {}, b.near.map(({ alike, cards: [one, other] }) => h("div", { class: "twin" }, smallFace(one), smallFace(other), h("div", {}, h("b", {}, `${Math.round(alike * 100)} % alike`), h("p", {}, `${nameOf(one)} and ${nameOf(other)}`), h("small", {}, linkTo(one), ", ", linkTo(other)))))));
}

function left() {
  return tile("Empty cells", "Fields that some cards fill in and others leave out.", h("ul", { class: "findings" }, b.empty.map(({ field, cards }) => h("li", {}, icon("minus"), h("span", { class: "grow" }, h("b", {}, field), `: ${cards.length} of ${b.different}`, cards.length < 4 ? ` (${cards.map(nameOf).join(", ")})` : ""), h("a", { href: address("edit", { in: component.id, card: cards[0] }) }, "Show")))));
}

const longest = () => tile("Longest texts", "They decide how large the box of the text must be.", h("ul", { class: "findings" }, b.longest.map(({ letters, card }) => h("li", {}, h("span", { class: "num" }, String(letters)), h("span", { class: "grow" }, h("b", {}, nameOf(card))), linkTo(card)))));

function paint() {
  away();
  if (!told.components.length) return fill($("#tiles"), empty("deck", "There is nothing to compare yet", "A deck, tiles or tokens with several cards and fields of their own can be counted here."));
  b = told.components.find((one) => one.component === chosen) ?? told.components[0];
  component = kit.component.get(b.component);
  of = new Map(kit.cards.filter((card) => card.in === b.component).map((card) => [card.id, card]));
  const pick = h("select", { class: "select", "aria-label": "Component" }, told.components.map((one) => h("option", { value: one.component, selected: one === b }, `${one.title} (${one.different})`)));
  pick.addEventListener("change", () => ((chosen = pick.value), keepInAddress("in", chosen), paint()));
  fill($("#tools"), pick, segmented("count", "What is counted", [{ value: "copies", label: "Pieces" }, { value: "different", label: "Different" }], count, (value) => ((count = value), keepInAddress("count", value === "copies" ? "" : value), load(true))));
  const guessed = ["cost", "worth"].filter((key) => b.fields[key]?.guessed).map((key) => `${b.fields[key].field} for the ${key}`);
  fill($("#lead"), `${b.different} different, ${b.copies} printed. Counted from the data, not played.`, guessed.length ? [` Taken by name: ${guessed.join(", ")}; `, h("code", {}, `balance: {${["cost", "worth"].filter((key) => b.fields[key]).map((key) => `${key}: ${b.fields[key].field}`).join(", ")}}`), " in game.yaml says another."] : "");
  const names = Object.keys(b.spread);
  fill($("#tiles"),
    b.curve ? curve() : null,
    names.filter((name) => b.spread[name].length > 1).slice(0, 4).map(spread),
    b.map ? heat() : null,
    b.effects.length ? effects() : null,
    b.words.length ? tile("Words and icons", "How many say it.", bars(b.words)) : null,
    b.near.length ? near() : null,
    b.empty.length ? left() : null,
    b.longest.length ? longest() : null);
}
