// The log as a story: who does what, by which rules, with the faces it is about.

import { h } from "./dom.js";
import { ruleChips } from "./rulechips.js";
import { seatMark } from "./zones.js";

/** Return one entry; `link(id)` turns a piece's name into a word with its face. */
export function storyEntry(entry, seats, link) {
  const name = entry.who >= 0 ? seats[entry.who].name : "";
  return h(
    "li",
    { class: entry.who < 0 ? "tale setup" : "tale", data: { n: entry.n ?? "" } },
    entry.who >= 0 ? seatMark(entry.who, name) : null,
    h("div", {},
      h("p", { class: "said" }, entry.who >= 0 ? [h("b", {}, name), " "] : null, withFaces(entry.say, link)),
      (entry.tell ?? []).map(([says, rule]) => h("p", { class: "told" }, h("span", {}, withFaces(says, link)), " ", ruleChips(rule)))),
  );
}

/** Words in which the names of pieces show their faces. */
export function withFaces(words, link) {
  if (!link) return words;
  return link.split(words).map((part) => (link.has(part) ? link.word(part) : part));
}

/** Knows the names of a game's pieces and makes words of them that show the face when pointed at. */
export class Links {
  constructor(pieces, show, kit, met = {}) {
    this.names = new Map([...Object.entries(met), ...Object.values(pieces).map(([card, name]) => [name, card])]);
    this.kit = kit;
    this.show = show;
    const long = [...this.names.keys()].sort((a, b) => b.length - a.length).map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = long.length ? new RegExp(`(?<![\\w-])(${long.join("|")})(?![\\w-])`, "g") : /(?!)/;
  }

  /** A sentence as one says it, with the names that stand on cards. */
  said = (words) => this.split(words).map((part) => (this.has(part) ? this.kit?.card.get(this.names.get(part))?.name ?? part : part)).join("");
  has = (word) => this.names.has(word);
  split = (words) => words.split(this.pattern);

  word(name) {
    const face = this.names.get(name);
    const card = this.kit?.card.get(face);
    const one = h("button", { type: "button", class: "piece-word", title: card && card.name !== name ? name : null }, card?.name ?? name);
    one.addEventListener("pointerenter", () => this.show(face, one));
    one.addEventListener("focus", () => this.show(face, one));
    for (const end of ["pointerleave", "blur"]) one.addEventListener(end, () => this.show(null));
    one.addEventListener("click", () => this.show(face, one));
    return one;
  }
}
