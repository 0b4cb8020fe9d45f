// The lesson beside the table: a rule, what to try, and what is answered. The table's own page has the pieces and the moves.

import { $, announce, fill, h, icon } from "./dom.js";
import { ruleChip, rules } from "./rulechips.js";

export class Lesson {
  /** `post(path, what)` asks the table, `face(card)` returns a picture, `lookUp()` opens the rules, `table()` is what lies there. */
  constructor({ post, face, lookUp, table }) {
    Object.assign(this, { post, face, lookUp, table });
    this.box = h("div", { class: "lesson", id: "lesson" });
    this.beads = h("div", { class: "beads", role: "progressbar", "aria-label": "Rules of this lesson", "aria-valuemin": 0 });
    this.answer = null;
    document.body.classList.add("teaching");
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") return event.preventDefault(), lookUp();
      if (event.key === "w") return $("#lesson .why summary")?.click();
      if (event.key === "s" && !this.told?.solved) return this.go(this.told.at + 1);
    });
  }

  /** Show where the lesson is. */
  show(told) {
    if (!told) return; // it is played on
    const now = JSON.stringify(told);
    if (now === this.now) return this.taps();
    const fresh = told.at !== this.told?.at, done = told.solved && !this.told?.solved;
    Object.assign(this, { now, told });
    if (fresh || done) this.answer = null;
    this.paint();
    if (done) $("#next")?.focus();
    if (fresh) this.box.parentElement?.scrollTo?.(0, 0);
    if (fresh) (document.querySelector(".tap.seam") ?? document.querySelector(".tap, .piece.meant"))?.scrollIntoView({ block: "center" });
    if (fresh && told.task) announce([told.story, told.says || rules.get(told.new), told.task].filter(Boolean).join(" "));
  }

  /** A try that is not meant: what is answered, by which rule. */
  wrong({ says, rule }) {
    this.answer = { says, rule };
    this.paint();
    this.box.closest("#side")?.classList.add("up");
    $("#lesson .bad")?.scrollIntoView({ block: "nearest" });
  }

  async ask(what) {
    const answer = await this.post("lesson", what).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (told?.secret) return location.assign(`/${told.secret}/`);
    if (what.on && answer?.ok) return location.reload();
    if (!told || told.says) this.wrong(told ?? { says: "The table does not answer. Try again." });
  }
  go = (step) => this.ask({ step });

  paint() {
    const { told, box } = this;
    const learnt = told.rules.length;
    this.beads.setAttribute("aria-valuemax", told.ofRules);
    this.beads.setAttribute("aria-valuenow", learnt);
    fill(this.beads, h("span", { class: "num" }, this.say("{n} of {of} rules", learnt, told.ofRules)), Array.from({ length: told.ofRules }, (_, n) => h("i", { class: n < learnt ? "on" : "" })));
    fill(box, told.at < told.of ? this.step() : this.end(), this.sofar());
    for (const one of document.querySelectorAll("[data-piece]")) one.classList.toggle("meant", told.marks.includes(Number(one.dataset.piece)));
    this.taps();
  }

  /** Spots of a board and seams between pieces that may be tapped: each says what it counts as. */
  taps() {
    const { told } = this, table = this.table();
    for (const old of document.querySelectorAll(".tap")) old.remove();
    const tap = (counts, label, more) => h("button", { type: "button", class: "tap no-point", "aria-label": label, onclick: (event) => (event.stopPropagation(), this.ask({ count: counts })), ...more });
    const zone = told.tap && [...table.zones.values()].find(({ def, key }) => def.show === "board" && def.spots && (key === told.tap || key.startsWith(`${told.tap} `)));
    if (zone) {
      const [w, height] = table.kit.component.get(table.kit.card.get(zone.def.face).in).size;
      zone.body.append(...zone.def.spots.map(([x, y], n) => tap(n, String(n), { style: { left: `${(x / w) * 100}%`, top: `${(y / height) * 100}%` } })));
    }
    for (const [name, ids] of told.named) {
      const pieces = ids.map((id) => table.pieces.get(String(id)));
      if (pieces.some((one) => !one)) continue;
      const middle = (way) => pieces.reduce((sum, one) => sum + Number(one.dataset[way]), 0) / pieces.length;
      pieces[0].parentElement.append(tap(name, ids.map(table.nameOf).join(" / "), { class: "tap seam no-point", data: { x: middle("x"), y: middle("y") } }));
    }
    if (told.named.length) table.fitGrids();
  }

  /** One of the page's own words in the language of the lesson. */
  say = (words, n, of) => (this.told.words[words] ?? words).replace("{n}", n).replace("{of}", of);

  step() {
    const { told, answer, say } = this;
    const says = told.says || rules.get(told.new);
    return h("section", { class: "step" },
      h("p", { class: "kicker" }, h("span", {}, told.solved ? say("Done") : told.new ? say("New rule") : say("Practice")), h("b", { class: "caps" }, told.name), h("span", { class: "grow" }), h("span", { class: "soft num" }, say("{n} of {of}", told.at + 1, told.of))),
      h("div", { class: "head" }, says ? h("h2", {}, says) : null, told.show.length ? h("div", { class: "pic" }, told.show.map((card) => this.face(card))) : null),
      told.story ? h("p", { class: "soft" }, told.story) : null,
      told.solved ? null : h("div", { class: "try" }, h("b", {}, say("Try it")), h("p", {}, told.task), told.ask && !told.named.length ? this.count() : null),
      h("div", { role: "status" },
        told.solved ? h("p", { class: "good" }, icon("check"), h("span", {}, told.done || say("That is right."))) : null,
        answer ? h("p", { class: "bad" }, icon("error"), h("span", {}, answer.says, " ", answer.rule ? ruleChip(answer.rule) : null)) : null),
      h("div", { class: "acts" }, told.solved
        ? h("button", { type: "button", class: "btn btn-main", id: "next", onclick: () => this.go(told.at + 1) }, told.at + 1 < told.of ? say("Next") : say("Finish"), icon("right"))
        : [h("button", { type: "button", class: "btn", onclick: () => this.ask({ show: true }) }, icon("eye"), h("span", {}, say("Show me"))), h("button", { type: "button", class: "btn", "aria-keyshortcuts": "s", onclick: () => this.go(told.at + 1) }, say("Skip"), " ", h("kbd", { class: "kbd" }, "S"))],
        h("button", { type: "button", class: "btn", "aria-keyshortcuts": "?", onclick: this.lookUp }, icon("search"), h("span", {}, say("Look up"), " "), h("kbd", { class: "kbd" }, "?"))),
      told.why || told.new ? h("details", { class: "why" }, h("summary", {}, told.why ? say("Why?") : say("The rule")), told.why ? h("p", {}, told.why) : null, told.new ? h("p", {}, ruleChip(told.new), " ", rules.get(told.new) ?? "") : null) : null);
  }

  count() {
    const { say } = this;
    const input = h("input", { type: "number", min: 0, max: 99, required: true, "aria-label": say("Your count") });
    return h("form", { class: "row", onsubmit: (event) => (event.preventDefault(), this.ask({ count: Number(input.value) })) }, input, h("button", { class: "btn" }, say("That many")), this.told.tap ? h("span", { class: "soft" }, say("Tap it on the board, or type it.")) : null);
  }

  end() {
    const { say } = this;
    return h("section", { class: "step" },
      h("p", { class: "kicker" }, say("{n} of {of} rules", this.told.rules.length, this.told.ofRules)),
      h("h2", {}, this.told.end),
      h("div", { class: "acts" },
        this.told.goesOn ? h("button", { type: "button", class: "btn btn-main", id: "next", onclick: () => this.ask({ on: true }) }, icon("play"), h("span", {}, say("Play on"))) : null,
        h("button", { type: "button", class: `btn ${this.told.goesOn ? "" : "btn-main"}`, id: this.told.goesOn ? null : "next", onclick: () => this.ask({ play: true }) }, icon("play"), h("span", {}, say("Play a game"))),
        h("button", { type: "button", class: "btn", onclick: () => this.go(0) }, icon("undo"), h("span", {}, say("Start again"))),
        h("button", { type: "button", class: "btn", onclick: this.lookUp }, icon("search"), h("span", {}, say("Look up")))),
      this.told.later.length ? h("div", {}, h("h3", {}, say("What comes up later")), h("ul", { class: "learnt" }, this.told.later.map((id) => h("li", {}, ruleChip(id), h("span", {}, rules.get(id) ?? ""))))) : null);
  }

  sofar() {
    const { rules: learnt, at, of } = this.told;
    return h("details", { class: "why", open: at >= of }, h("summary", {}, `${this.say("Rules so far")}: ${learnt.length}`), h("ol", { class: "learnt" }, learnt.map(([id, name, says]) => h("li", {}, icon("check"), h("span", {}, h("b", {}, name), " ", says || rules.get(id) || "")))));
  }
}
