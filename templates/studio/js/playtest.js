// What players say about a game they play: remarks on moves, a form at the end, a position to be proven.

import { fill, h, icon, toast } from "./dom.js";
import { about } from "./rulechips.js";

/** Note which rules are asked for, and return the part of the table's panel about playtests; `post` asks the table. */
export function playtestPanel(post) {
  about.opened = (rule) => post("asked", { rule }).catch(() => null);
  const words = h("textarea", { rows: 3, maxlength: 2000, "aria-label": "Remark on the last move", placeholder: "Unclear, dull, exciting …" });
  const remark = async (event) => {
    event.preventDefault();
    if (!words.value.trim()) return words.focus();
    const answer = await post("remarks", { text: words.value }).catch(() => null);
    if (!answer?.ok) return toast(`The remark was not noted: ${(await answer?.json().catch(() => null))?.says ?? "the table does not answer"}`, { kind: "bad" });
    words.value = "";
    toast("Noted with the last move", { seconds: 3 });
  };
  const save = async () => {
    const answer = await post("scenario", {}).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (!answer?.ok) return toast(`Not saved: ${told?.says ?? "the table does not answer"}.`, { kind: "bad" });
    const url = URL.createObjectURL(new Blob([told.text], { type: "application/yaml" }));
    h("a", { href: url, download: told.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
    toast(`${told.name} is saved. cardgen scenario ${told.name} proves it.`);
  };
  return [
    h("section", {}, h("h3", {}, "Remark on the last move"), h("form", { class: "remark-form", onsubmit: remark }, words, h("button", { class: "btn" }, icon("story"), h("span", {}, "Note it")))),
    h("section", {}, h("h3", {}, "A question about the rules?"), h("p", { class: "soft" }, "The position as a file: what may be done now, for cardgen scenario."), h("button", { type: "button", class: "btn", onclick: save }, icon("share"), h("span", {}, "Save as scenario"))),
  ];
}

/** Return the form at the end of a game; what was sent is thanked for. */
export function endForm(post) {
  const choice = (name, label, values) => h("fieldset", { class: "end-choice" }, h("legend", {}, label), h("div", { class: "row" }, values.map(([value, says]) => h("label", { class: "choice" }, h("input", { type: "radio", name, value }), h("span", {}, says)))));
  const form = h(
    "form",
    { class: "end-form" },
    h("h3", {}, "How was it?"),
    choice("fun", "Fun, from 1 to 5", [1, 2, 3, 4, 5].map((n) => [n, n])),
    choice("length", "The game was", [["too short", "too short"], ["right", "right"], ["too long", "too long"]]),
    choice("again", "Would you play this game again?", [["yes", "yes"], ["no", "no"]]),
    h("label", { class: "end-words" }, h("span", {}, "In your words"), h("textarea", { name: "words", rows: 2, maxlength: 2000 })),
    h("button", { class: "btn" }, "Send"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(form));
    const told = { words: said.words };
    if (said.fun) told.fun = Number(said.fun);
    if (said.length) told.length = said.length;
    if (said.again) told.again = said.again === "yes";
    const answer = await post("form", told).catch(() => null);
    if (answer?.ok) return fill(form, h("p", { role: "status" }, "Thank you: it is kept with the game."));
    const why = await answer?.json().catch(() => null);
    toast(`Not sent: ${why?.says ?? "the table does not answer"}.`, { kind: "bad" });
  });
  return form;
}
