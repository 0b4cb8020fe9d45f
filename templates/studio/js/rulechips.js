// Rule numbers that can be asked what they say.

import { h } from "./dom.js";

let open;

/** The rules of the game: its numbers and what each says in one sentence. */
export const rules = new Map();

/** The questions that rulings answer, by number. */
export const asksOf = new Map();

const SMALL = new Set("a an and are as at be but by can could do does for from has have how i if in is it its may me must my not of on or should so than that the their then there they this to was we what when where which who why will with would you your".split(" "));
const stem = (word) => word.replace(/(?:ies|es|s|ing|ed|y|e)$/, "");

/** The rules that a question is about, best first: those with most of its words, of those the shortest with its rarest. */
export function found(question, glossary = []) {
  const asked = question.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
  const told = asked.filter((word) => !SMALL.has(word)).map((word) => stem(glossary.find(([, others]) => others.some((one) => stem(one.toLowerCase().replace("*", "")) === stem(word)))?.[0].toLowerCase() ?? word));
  const texts = new Map([...rules].map(([id, says]) => [id, ` ${id} ${asksOf.get(id) ?? ""} ${says}`.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, " ")]));
  const words = (told.length ? told : asked).map((word) => [word, [...texts.values()].filter((text) => text.includes(` ${word}`)).length]);
  const marks = [...texts].map(([id, text]) => [id, words.filter(([word]) => text.includes(` ${word}`))]).map(([id, hits]) => [id, hits.length + hits.reduce((sum, [, many]) => sum + 1 / (many + 1), 0) - texts.get(id).length / 1e6]);
  const most = Math.max(...marks.map(([, mark]) => Math.floor(mark)));
  return marks.filter(([, mark]) => !words.length || (most && mark >= most)).sort((a, b) => b[1] - a[1]).map(([id]) => id);
}

/** What a page adds to the box of a rule: `uses(number, close)` returns an element, `opened(number)` is told. */
export const about = {};

/** Return a chip with a rule's number; pressed, it shows the sentence from the seeds file. */
export function ruleChip(number) {
  const chip = h("button", { type: "button", class: "chip rule", "aria-haspopup": "dialog" }, number);
  chip.addEventListener("click", (event) => {
    event.stopPropagation();
    showRule(chip, number);
  });
  return chip;
}

/** Return chips for "BG-007 BG-031": the first, and how many more there are behind it. */
export function ruleChips(text, most = 2) {
  const numbers = text.split(" ").filter(Boolean);
  const box = h("span", { class: "chips" }, numbers.slice(0, most).map((n) => ruleChip(n)));
  if (numbers.length > most) {
    const more = h("button", { type: "button", class: "chip rule", "aria-label": `${numbers.length - most} more rules` }, `+${numbers.length - most}`);
    more.addEventListener("click", () => more.replaceWith(...numbers.slice(most).map((n) => ruleChip(n))));
    box.append(more);
  }
  return box;
}

function showRule(anchor, number) {
  open?.remove();
  const ruling = number.includes("-Q");
  const box = h(
    "div",
    { class: "pop rule-box", popover: "auto", role: "dialog", "aria-label": `Rule ${number}` },
    h("header", {}, h("b", { class: "caps" }, number), h("span", { class: "soft" }, ruling ? "Ruling" : "Rule")),
    h("p", {}, rules.get(number) ?? "This number is not in the seeds file."),
    about.uses?.(number, () => box.remove()),
  );
  about.opened?.(number);
  document.body.append(box);
  open = box;
  box.showPopover();
  place(box, anchor);
  box.addEventListener("toggle", (event) => event.newState === "closed" && setTimeout(() => box.remove()));
}

/** Put a popover beside what opened it, inside the window. */
export function place(box, anchor) {
  const a = anchor.getBoundingClientRect();
  const b = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, a.left), innerWidth - b.width - 8);
  const below = a.bottom + 6 + b.height < innerHeight;
  box.style.left = `${left}px`;
  box.style.top = `${below ? a.bottom + 6 : Math.max(8, a.top - b.height - 6)}px`;
}
