// "Changed since": which cards are not what they were at the last build, at a commit or at a tag, and how.

import { $, button, fill, h, icon, popBelow, toast } from "./dom.js";
import { keepInAddress, picture, query, sinceOf, statesOf } from "./data.js";

export const since = { state: query.get("since") ?? "", told: null };

export const KINDS_OF_CHANGE = { changed: "changed", redrawn: "drawn differently", new: "new", gone: "gone" };
const NAMES = { HEAD: "the last commit", build: "the last build" };
export const sinceWords = () => `since ${NAMES[since.state] ?? since.state}`;

/** How a card has changed, null for not at all. */
export const changeOf = (id) => since.told?.cards[id] ?? null;

/** "2 changed, 1 new", "nothing is different". */
export function changeCounts() {
  const kinds = [...Object.values(since.told.cards).map((card) => card.kind), ...since.told.gone.map(() => "gone")];
  const words = Object.entries(KINDS_OF_CHANGE).map(([kind, said]) => [kinds.filter((one) => one === kind).length, said]);
  return words.filter(([n]) => n).map(([n, said]) => `${n} ${said}`).join(", ") || "nothing is different";
}

let turn = 0;

/** Ask what changed, in a look; what cannot be compared is told, and nothing is compared any more. Returns whether it is news. */
export async function readSince(look) {
  const mine = ++turn;
  if (!since.state) {
    const had = since.told;
    since.told = null;
    return had !== null;
  }
  try {
    const told = await sinceOf(since.state, look);
    if (mine !== turn) return false;
    since.told = told;
  } catch (error) {
    if (mine !== turn) return false;
    const why = error.problems?.[0]?.message ?? error.gone ?? (error.status === 404 ? `“${since.state}” is no earlier state of this kit` : "the studio did not answer");
    toast(`Nothing to compare with: ${why}`, { kind: "bad" });
    choose("");
    since.told = null;
  }
  return true;
}

function choose(state) {
  since.state = state;
  keepInAddress("since", state);
}

/** Return the button that opens the choice; `changed` is told of it. */
export function sinceButton(changed) {
  const opener = button("compare", "Changed since", () => open(), { words: true, "aria-haspopup": "dialog" });
  opener.id = "since";
  const show = () => opener.setAttribute("aria-pressed", String(Boolean(since.state)));
  opener.show = show;
  show();

  async function open() {
    const { states } = await statesOf().catch(() => ({ states: [] }));
    const take = (state) => (choose(state), show(), changed());
    const choice = (id, label, says) => {
      const input = h("input", { type: "radio", name: "since", value: id, checked: id === since.state });
      input.addEventListener("change", () => take(id));
      return h("label", { class: "choice" }, input, h("span", {}, h("b", {}, label), says ? h("small", { class: "soft" }, says) : null));
    };
    const other = h("input", { type: "text", value: states.some((one) => one.id === since.state) ? "" : since.state, placeholder: "HEAD~3, main, v1.0", "aria-label": "Another revision of git", autocomplete: "off", spellcheck: "false" });
    const form = h("form", { class: "row other", onsubmit: (event) => (event.preventDefault(), other.value.trim() && (box.hidePopover(), take(other.value.trim()), opener.focus())) }, h("span", { class: "field" }, other), h("button", { type: "submit", class: "btn" }, "Compare"));
    const box = popBelow(
      opener,
      "Changed since",
      "look-as",
      h("fieldset", { class: "as" }, h("legend", {}, "Compare the faces with"), choice("", "Nothing"), states.map((one) => choice(one.id, one.title, one.says)), states.length ? null : h("p", { class: "soft" }, "There is no build and no commit of this kit yet.")),
      form,
    );
  }
  return opener;
}

let at = 50; // where the slider stands, on every face alike

/** Return what is different about a card: each side before and after under a slider, and its data. */
export function comparison(card) {
  const change = changeOf(card.id);
  if (!since.told) return h("p", { class: "soft" }, "Comparing …");
  if (!change) return h("p", { class: "soft" }, "This card is as it was.");
  const pairs = Object.entries(change.sides).map(([side, [before, now]]) => {
    const faces = h("div", { class: "faces" }, [[before, "before"], [now, "now"]].map(([name, when]) => (name ? h("img", { class: "was-is", src: picture(name), alt: `${card.id}, ${side}, ${when}` }) : null)));
    const both = Boolean(before && now);
    const pair = h("figure", { class: both ? "pair both" : "pair" }, faces);
    pair.style.setProperty("--at", `${at}%`);
    if (!both) return fill(pair, faces, h("figcaption", {}, h("span", {}, `${side}, ${before ? "before" : "now"}`), !before && change.kind !== "new" ? h("span", {}, "the picture from before was not kept") : null));
    const slider = h("input", { type: "range", min: 0, max: 100, value: at, "aria-label": `${side}: from before to now` });
    slider.addEventListener("input", () => {
      at = Number(slider.value);
      pair.style.setProperty("--at", `${at}%`);
    });
    pair.append(slider, h("figcaption", {}, h("span", {}, "before"), h("span", {}, side), h("span", {}, "now")));
    return pair;
  });
  const rows = change.data.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name), h("td", {}, h("del", {}, one.before)), h("td", {}, h("ins", {}, one.now))));
  const said = change.data.length ? null : h("p", {}, icon(change.kind === "new" ? "new" : "changed"), { new: " This card is new.", redrawn: " Its data are as they were; the face is drawn differently.", changed: " Its face is another one." }[change.kind]);
  return [said, pairs, rows.length ? h("table", { class: "was-is" }, h("tbody", {}, rows)) : null];
}

/** Put a flag above a face that changed, or take it away. */
export function flag(cell, id) {
  $(".ribbon", cell)?.remove();
  const change = changeOf(id);
  if (change) cell.prepend(h("span", { class: `ribbon ${change.kind}`, "aria-hidden": "true" }, icon(change.kind === "new" ? "new" : "changed"), KINDS_OF_CHANGE[change.kind]));
}

/** Stop comparing. */
export function dropSince() {
  choose("");
  since.told = null;
  $("#since")?.show();
}
