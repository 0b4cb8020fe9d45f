// Playing by pointing: a move is a sentence with blanks, and a blank is filled with what is pointed at.
//
// A legal move is [verb, handles, number]. Handles are p12 (a piece), z:bar Ben (a zone), s:2 (a seat),
// c:garden Ana:1,0 (a cell of a grid), w:north (a word). Nothing here knows a game.

import { $, $$, fill, h, icon } from "./dom.js";
import { ruleChips } from "./rulechips.js";

const MOST_CHIPS = 60;

export class Pointer {
  /** `play(move)`, `why(handles)` and `pointed(handles)` are answered by the table; `after()` is the way on when the game is over. */
  constructor(view, bar, { play, why, pointed, after }) {
    Object.assign(this, { view, bar, play, why, pointed, after });
    this.picked = [];
    this.moves = [];
    this.more = 0;
    this.asked = new Map();
    view.root.addEventListener("click", (event) => this.click(event));
    view.hand.addEventListener("click", (event) => this.click(event));
    for (const root of [view.root, view.hand]) {
      root.addEventListener("pointerdown", (event) => this.press(event));
      root.addEventListener("keydown", (event) => this.keys(event));
    }
    document.addEventListener("keydown", (event) => {
      this.byKeys = true;
      if (event.key === "Escape" && this.picked.length) this.back();
    });
    document.addEventListener("pointerdown", () => (this.byKeys = false));
  }

  /** Take the legal moves of a message; what was pointed at is forgotten. */
  take(message) {
    this.message = message;
    this.moves = message.moves;
    this.more = message.more;
    this.asked = new Map([["", message]]);
    this.picked = [];
    this.refusal = null;
    this.paint();
    // Who plays with keys goes on where something may be chosen.
    if (this.byKeys && this.moves.length && !document.querySelector("dialog[open]") && !document.activeElement?.matches(".can, input, select")) ($(".can", this.view.hand) ?? $(".can", this.view.root))?.focus();
  }

  /**
   * Where there are too many moves to have them all, have those that mention what is picked; false when the table has
   * changed meanwhile. As long as some are left out (`more`), those at hand show all that can be pointed at next.
   */
  async narrow() {
    const { message } = this;
    if (!message.more) return true;
    const key = this.picked.join(" ");
    if (!this.asked.has(key)) this.asked.set(key, this.pointed([...this.picked]));
    const told = await this.asked.get(key);
    if (this.message !== message || key !== this.picked.join(" ")) return false;
    if (!told) this.asked.delete(key);
    ({ moves: this.moves, more: this.more } = told ?? message);
    if (!told) this.picked = [];
    return true;
  }

  // -- which moves are still meant

  /** Pointed at in the order of the sentence: "swaps A and B", "gives A to Ben and B to Cleo". */
  inOrder(move, picked) {
    const left = new Map();
    for (const [handle, sort] of this.sorts(move)) left.set(sort, [...(left.get(sort) ?? []), handle]);
    return picked.every((handle) => [...left.values()].some((row) => row[0] === handle && row.shift()));
  }

  /** What fills each blank, and which blanks are filled one after the other: those of a field that comes twice, or of a kind. */
  sorts(move) {
    const fields = fieldsOf(this.message.phrases[move[0]]);
    return move[1].map((handle, i) => [handle, fields.filter((one) => one === fields[i]).length > 1 ? fields[i] : kind(handle), fields[i]]);
  }

  /** Or the other way round: the card first, then whom it raids. */
  anyHow(move, picked) {
    const left = [...move[1]];
    return picked.every((handle) => left.includes(handle) && left.splice(left.indexOf(handle), 1));
  }

  /** For each verb the moves in its own order or, if there are none, the other way round. */
  meant() {
    this.loose = new Set();
    const straight = this.moves.filter((move) => this.inOrder(move, this.picked));
    const verbs = new Set(straight.map((move) => move[0]));
    const others = this.moves.filter((move) => !verbs.has(move[0]) && this.anyHow(move, this.picked));
    for (const move of others) this.loose.add(move[0]);
    return [...straight, ...others];
  }

  /** Moves that are said completely. */
  whole = () => this.meant().filter((move) => move[1].length === this.picked.length);

  /** What may be pointed at next: handle → the moves it leads to. Pieces come before places, words come last. */
  next() {
    const found = new Map();
    const first = !this.picked.length;
    for (const move of this.meant()) {
      const rest = this.sorts(move);
      for (const handle of this.picked) rest.splice(rest.findIndex(([one]) => one === handle), 1);
      const only = rest.every(([handle]) => kind(handle) === "w");
      const pieces = rest.some(([handle]) => kind(handle) === "p");
      const seen = new Set();
      for (const [handle, group, field] of rest) {
        const sort = first || this.loose.has(move[0]) ? field : group;
        if (seen.has(sort)) continue;
        seen.add(sort);
        if (kind(handle) === "w" && !only) continue;
        if (first && pieces && kind(handle) !== "p") continue;
        found.set(handle, [...(found.get(handle) ?? []), move]);
      }
    }
    return found;
  }

  pick(handle) {
    this.refusal = null;
    if (this.picked.includes(handle) && !this.next().has(handle)) {
      this.picked = this.picked.slice(0, this.picked.indexOf(handle));
      return this.repaint();
    }
    if (this.next().has(handle)) {
      this.picked.push(handle);
      return this.message.more ? this.narrow().then((now) => now && this.played()) : this.played();
    }
    // Something else of the same kind takes the place of the last one, if that could be a beginning.
    const others = this.picked.filter((one) => kind(one) !== kind(handle));
    const kept = this.picked;
    this.picked = others;
    if (!this.message.more) return this.instead(handle, kept);
    return this.narrow().then((now) => now && this.instead(handle, kept));
  }

  instead(handle, kept) {
    if (kept.length && this.next().has(handle)) return this.pick(handle);
    this.picked = kept;
    if (this.message.more) this.narrow();
    return this.refuse([...this.picked, handle]);
  }

  /** Pick something that is not at hand, because too much is; false when no move mentions it. */
  async tried(handle) {
    this.picked.push(handle);
    if (!(await this.narrow())) return true;
    if (this.moves.length) return this.played(), true;
    this.picked.pop();
    await this.narrow();
    return false;
  }

  /** Play what is said completely, or show what is left to be said. */
  played() {
    const whole = this.whole();
    if (whole.length && !this.next().size && whole.every((move) => move[0] === whole[0][0])) return this.play(whole[0]);
    return this.paint();
  }

  back() {
    this.picked.pop();
    this.refusal = null;
    this.repaint();
  }

  repaint() {
    return this.message.more ? this.narrow().then((now) => now && this.paint()) : this.paint();
  }

  async refuse(handles) {
    this.refusal = await this.why(handles);
    this.paint();
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
  }

  // -- pointing

  handleOf(target) {
    const piece = target.closest("[data-handle^='p'], [data-handle^='c:'], [data-handle^='w:'], [data-handle^='s:']");
    const zone = target.closest("[data-zone]");
    if (!piece) return zone?.dataset.handle ?? null;
    if (piece.dataset.handle.startsWith("s:") && !this.next().has(piece.dataset.handle)) return null;
    const next = this.next();
    // A piece that lies in a zone that is meant stands for the zone.
    if (!next.has(piece.dataset.handle) && zone && next.has(zone.dataset.handle)) return zone.dataset.handle;
    return piece.dataset.handle;
  }

  click(event) {
    if (this.dragged) return (this.dragged = false);
    const handle = this.handleOf(event.target);
    if (!handle || event.target.closest(".chip, .no-point")) return;
    if (!this.moves.length || "zw".includes(kind(handle)) && !this.next().has(handle) && !this.picked.length && !event.target.closest(".piece")) {
      if (this.message?.over || this.moves.length) return;
      return this.refuse([handle]);
    }
    this.pick(handle);
  }

  press(event) {
    const piece = event.target.closest(".piece");
    if (!piece || event.button !== 0 || !piece.dataset.piece) return;
    const start = [event.clientX, event.clientY];
    let ghost = null;
    const move = (e) => {
      if (!ghost) {
        if (Math.hypot(e.clientX - start[0], e.clientY - start[1]) < 8 || e.pointerType === "touch" && Math.abs(e.clientX - start[0]) > Math.abs(e.clientY - start[1]) * 2) return;
        const handle = piece.dataset.handle;
        if (!this.picked.includes(handle)) {
          if (this.next().has(handle)) this.pick(handle);
          if (!this.picked.includes(handle) && !this.view.hand.contains(piece)) return stop();
        }
        const box = piece.getBoundingClientRect();
        ghost = piece.cloneNode(true);
        ghost.className = "piece ghost-piece";
        Object.assign(ghost.style, { width: `${box.width}px`, left: `${box.left}px`, top: `${box.top}px` });
        document.body.append(ghost);
        piece.classList.add("away");
      }
      ghost.style.translate = `${e.clientX - start[0]}px ${e.clientY - start[1]}px`;
      const over = this.under(e);
      for (const el of $$(".over")) el.classList.remove("over");
      over?.element.classList.add("over");
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
      piece.classList.remove("away");
      ghost?.remove();
      for (const el of $$(".over")) el.classList.remove("over");
    };
    const up = (e) => {
      const there = ghost ? this.under(e, true) : null;
      const dragging = !!ghost;
      stop();
      if (!dragging) return;
      this.dragged = true;
      setTimeout(() => (this.dragged = false));
      if (!there || there.handle === piece.dataset.handle) return;
      // a card that is put down beside another one of the hand lies there from now on
      const beside = there.handle[0] === "p" && this.view.hand.contains(piece) && this.view.hand.contains(there.element);
      if (beside && !this.next().has(there.handle)) return (this.picked = []), this.repaint(), this.view.put(Number(piece.dataset.piece), Number(there.handle.slice(1)));
      if (this.picked.includes(piece.dataset.handle)) this.pick(there.handle);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", stop);
  }

  under(event, any = false) {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      if (element.closest(".ghost-piece")) continue;
      const target = element.closest("[data-handle]");
      if (!target) continue;
      const handle = this.handleOf(element);
      if (this.next().has(handle)) return { handle, element: target.dataset.handle === handle ? target : target.closest("[data-zone]") ?? target };
      if (any && !target.classList.contains("away")) return { handle, element: target };
    }
    return null;
  }

  /** Arrows walk over what can be chosen now, in the direction they point. */
  keys(event) {
    const zone = event.target.closest(".zone.can, header.can");
    if ((event.key === "Enter" || event.key === " ") && zone === event.target) {
      event.preventDefault();
      return this.pick(zone.dataset.handle);
    }
    if (!event.key.startsWith("Arrow")) return;
    const here = event.target.closest("[data-handle]");
    if (!here) return;
    event.preventDefault();
    const a = here.getBoundingClientRect();
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    let best, least = Infinity;
    for (const other of $$(".can")) {
      if (other === here) continue;
      const b = other.getBoundingClientRect();
      const x = b.left + b.width / 2 - a.left - a.width / 2, y = b.top + b.height / 2 - a.top - a.height / 2;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < 6) continue;
      if (along + aside * 2.2 < least) (least = along + aside * 2.2), (best = other);
    }
    best?.focus();
  }

  /** A whole move as a sentence: "Play Cherry with mint at your bar". */
  said(move) {
    const left = [...move[1]];
    return you(this.message.phrases[move[0]]).replace(/\{\w+\}/g, () => this.words(left.shift()));
  }

  // -- showing it

  paint() {
    const next = this.next();
    const roots = [this.view.root, this.view.hand];
    for (const root of roots) {
      for (const one of $$(".spot", root)) one.remove();
      for (const one of $$("[data-handle]", root)) {
        const zone = !!one.dataset.zone || one.dataset.handle.startsWith("s:");
        const can = next.has(one.dataset.handle);
        one.classList.toggle("can", can);
        one.classList.toggle("picked", this.picked.includes(one.dataset.handle));
        if (zone) can ? ((one.tabIndex = 0), one.setAttribute("role", "button")) : (one.removeAttribute("tabindex"), one.dataset.zone ? one.setAttribute("role", "group") : one.removeAttribute("role"));
        else one.tabIndex = can || this.picked.includes(one.dataset.handle) ? 0 : -1;
        if (!zone) one.setAttribute("aria-label", this.told(one, can ? next.get(one.dataset.handle) : null));
      }
      // a place that is a button holds no other buttons: what lies there stands for it
      for (const piece of $$(".piece", root)) piece.inert = !!piece.closest(".zone.can") && !$(".piece.can, .piece.picked", piece.closest(".zone.can"));
      root.classList.toggle("pointing", this.picked.length > 0);
    }
    this.spots(next);
    this.view.fitGrids();
    this.sentence(next);
    this.reveal();
  }

  /** On a small window: bring what may be chosen now into view. */
  reveal() {
    const scroller = this.view.root.parentElement?.classList.contains("felt") ? this.view.root.parentElement : this.view.root;
    if (scroller.scrollHeight <= scroller.clientHeight + 4) return;
    const box = scroller.getBoundingClientRect();
    const all = $$(".can", this.view.root).filter((one) => !one.hidden && one.offsetParent);
    if (!all.length || all.some((one) => { const r = one.getBoundingClientRect(); return r.bottom > box.top + 20 && r.top < box.bottom - 20; })) return;
    all[0].scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  told(one, moves) {
    const name = one.dataset.piece ? this.view.heardOf(one.dataset.piece) : "";
    if (!moves) return name;
    return moves.length === 1 && !this.more ? `${name}. ${this.said(moves[0])}` : name;
  }

  /** Free cells of a grid that may be chosen now. */
  spots(next) {
    for (const [handle, moves] of next) {
      if (!handle.startsWith("c:")) continue;
      const [, zone, cell] = handle.split(":");
      const body = this.view.zones.get(zone)?.body;
      if (!body) continue;
      const [x, y] = cell.split(",");
      const spot = h("button", { type: "button", class: "spot can", data: { handle, x, y }, "aria-label": this.said(moves[0]) });
      body.append(spot);
    }
  }

  sentence(next) {
    const { message } = this;
    const mine = this.moves.length > 0;
    const words = [...next.keys()].filter((handle) => "ws".includes(kind(handle)) && !this.view.has(handle));
    const bare = this.picked.length ? [] : this.moves.filter((move) => !move[1].length);
    const lines = [];
    if (mine) {
      const verbs = [...new Set(this.meant().map((move) => move[0]))].filter((verb) => message.phrases[verb].includes("{"));
      if (this.picked.length) for (const verb of verbs.slice(0, 2)) lines.push(this.phrase(verb, words));
      else if (verbs.length === 1 && this.moves.length > bare.length) lines.push(this.phrase(verbs[0], words));
    }
    const seat = message.seats[message.turn];
    const ask = message.over ? null : mine ? this.view.layout.ask?.[message.phase] ?? you(message.phase) : message.lesson ? (message.lesson.solved ? "Done. Go on in the lesson." : "Look at the table, and answer in the lesson.") : `${seat.name} is to ${message.phase}`;
    fill(
      this.bar,
      h("div", { class: "ask-line" },
        h("h2", { class: "ask-title" }, message.over ? overWords(message) : ask),
        h("div", { class: "ask-buttons" },
          message.over ? h("span", { class: "again" }, this.after?.()) : null,
          this.picked.length ? h("button", { type: "button", class: "btn", onclick: () => this.back() }, icon("left"), h("span", {}, "Back")) : null,
          this.picked.length ? this.whole().filter((move, n, all) => all.findIndex((one) => one[0] === move[0]) === n).map((move) => h("button", { type: "button", class: "btn btn-main", onclick: () => this.play(move) }, this.said(move))) : null,
          !this.picked.length && words.length > 24 && !lines.length ? this.chooser(words) : null,
          !this.picked.length && words.length && words.length <= 24 && !lines.length ? words.map((w) => h("button", { type: "button", class: "btn", onclick: () => this.pick(w) }, this.words(w))) : null,
          bare.map((move) => h("button", { type: "button", class: "btn", onclick: () => this.play(move) }, this.said(move))))),
      h("div", { class: "ask-note", role: "status", "aria-live": "assertive" },
        this.refusal
          ? h("p", { class: "refused" }, icon("error"), h("span", {}, h("b", {}, "Not allowed: "), this.refusal.says, "."), this.refusal.sentence ? h("span", { class: "soft why" }, this.refusal.sentence) : null, ruleChips(this.refusal.rule))
          : lines.length
            ? h("p", { class: "sentence" }, lines.flatMap((line, i) => (i ? [h("span", { class: "soft or" }, "or"), line] : [line])))
            : mine && message.rule
              ? h("p", { class: "soft hint" }, ruleChips(message.rule), this.starters())
              : h("p", { class: "soft hint" }, message.over ? message.over.ending ? `${message.over.ending[0].toUpperCase()}${message.over.ending.slice(1)}.` : "" : "")),
    );
  }

  starters() {
    const verbs = [...new Set(this.moves.filter((m) => m[1].length).map((m) => m[0]))];
    return h("span", {}, verbs.map((verb) => you(this.message.phrases[verb]).replace(/\{\w+\}/g, "…")).join("  ·  "));
  }

  /** "Play [Cherry with mint] at [a bar]": a move that is still meant says which blank each choice fills. */
  phrase(verb, words) {
    const template = this.message.phrases[verb];
    const model = this.meant().find((move) => move[0] === verb);
    const left = [...this.picked];
    let slot = 0, offered = false;
    const chips = () => h("span", { class: "chips" }, words.map((w) => h("button", { type: "button", class: "chip word", onclick: () => this.pick(w) }, this.words(w))));
    return h("span", { class: "line" }, you(template).split(/(\{\w+\})/).map((part) => {
      if (!part.startsWith("{")) return part;
      const handle = model?.[1][slot++] ?? "";
      if (left.includes(handle)) {
        left.splice(left.indexOf(handle), 1);
        return h("button", { type: "button", class: "blank full", title: "Choose something else", onclick: () => this.pick(handle) }, this.words(handle));
      }
      if ("ws".includes(kind(handle)) && words.length > MOST_CHIPS) return this.chooser(words);
      if ("ws".includes(kind(handle)) && words.length) return chips();
      const own = this.view.layout.cardWords?.[verb];
      const field = part.slice(1, -1).replace(/\d+$/, "").replace(/^(zone|row_of|space)_(\w+)_$/, (_, of, name) => (of === "space" ? "spot" : name));
      if (own && field === "card") return h("span", { class: "blank" }, own);
      const word = field === "card" ? this.view.layout.pieceWord ?? "card" : field === "guest" || field === "seat" ? "player" : field === "spot" ? "place" : field === "number" || field === "chips" ? "number" : field;
      const blank = h("span", { class: "blank" }, /[^s]s$/.test(word) ? word : `${"aeiou".includes(word[0]) ? "an" : "a"} ${word}`);
      // what is said may fill this blank as well as what is pointed at
      if (!words.length || words.length > MOST_CHIPS || offered) return blank;
      offered = true;
      return [blank, chips()];
    }));
  }

  /** Hundreds of numbers or words are typed, not pointed at. */
  chooser(words) {
    const by = new Map(words.map((handle) => [String(this.words(handle)).toLowerCase(), handle]));
    const said = [...by.keys()];
    const input = h("input", { class: "blank-input", autocomplete: "off", "aria-label": `${said[0]} to ${said.at(-1)}`, placeholder: `${said[0]} … ${said.at(-1)}`, list: "blank-words" });
    const take = async (event) => {
      event.preventDefault();
      const word = input.value.trim();
      const handle = by.get(word.toLowerCase());
      if (handle) return this.pick(handle);
      if (!(this.more && word && (await this.tried(`w:${word}`)))) (input.setAttribute("aria-invalid", "true"), input.select());
    };
    return h("form", { class: "blank-form no-point", onsubmit: take }, input, h("datalist", { id: "blank-words" }, said.map((value) => h("option", { value }))), h("button", { class: "btn" }, "Choose"));
  }

  words(handle) {
    if (handle.startsWith("p")) return this.view.nameOf(handle.slice(1));
    if (handle.startsWith("z:")) return handle.slice(2).replace(/^(\w+) (.+)$/, (_, zone, who) => (who === this.message.seats[this.message.you]?.name ? `your ${zone}` : `${who}'s ${zone}`));
    if (handle.startsWith("s:")) return this.message.seats[Number(handle.slice(2))]?.name ?? "?";
    if (handle.startsWith("c:")) {
      const [, zone, cell] = handle.split(":");
      return this.view.beside(zone, ...cell.split(",").map(Number)) || "there";
    }
    return handle.slice(2);
  }
}

const kind = (handle) => handle[0];
const fieldsOf = (phrase) => [...(phrase ?? "").matchAll(/\{(\w+?)\d*\}/g)].map(([, field]) => field);

/** "You, Cleo and Eva win" */
export const overWords = (message) => {
  const names = message.over.winners.map((n) => (n === message.you ? "you" : message.seats[n].name));
  if (!names.length) return "Nobody wins";
  const words = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  return `${words[0].toUpperCase()}${words.slice(1)} ${names.length > 1 || names[0] === "you" ? "win" : "wins"}`;
};

/** "plays {card} at {bar}" → "Play {card} at {bar}". */
export function you(sentence) {
  const [verb, ...rest] = sentence.split(" ");
  const plain = { does: "do", has: "have", is: "are" }[verb] ?? (verb.endsWith("ies") ? `${verb.slice(0, -3)}y` : /(ss|sh|ch|x)es$/.test(verb) ? verb.slice(0, -2) : verb.endsWith("s") ? verb.slice(0, -1) : verb);
  return [plain[0].toUpperCase() + plain.slice(1), ...rest].join(" ");
}
