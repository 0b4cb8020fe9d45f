// What the pages around a room have in common: the header, a fan of cards, seats to choose from, the invitation.

import { $, button, fill, h, icon, toast } from "./dom.js";
import { themeButton } from "./theme.js";
import { seatMark } from "./zones.js";

/** Build the header: the game's name in its colour, or ours. */
export function header(title = "cardgen", accent = "", label = "") {
  if (/^#[0-9a-f]{6}$/i.test(accent)) document.documentElement.style.setProperty("--kit", accent);
  fill($("#top"), h("a", { class: "skip", href: "#main" }, "Skip to the content"), h("b", { class: "kit-name edge" }, h("i", { class: "bar" }), h("span", { class: "caps" }, title)), label ? h("span", { class: "free-tag" }, label) : null, h("span", { class: "grow" }), themeButton());
}

/** Ask the server for something; an Error says why it was not done. */
export async function post(path, what) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what), signal: AbortSignal.timeout(60_000) }).catch(() => null);
  if (!answer) throw new Error("The server does not answer. Try again.");
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(sentence(told.says ?? "The server could not do that."));
  return told;
}

export const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1).replace(/\.?$/, ".")}`;

/** Some cards of a game, side by side as in a hand. */
export const fan = (place, shown) => h("div", { class: "fan", "aria-hidden": "true" }, Array.from({ length: shown }, (_, n) => h("img", { src: `${place}/${n}.svg`, alt: "", style: { "--i": n - (shown - 1) / 2 } })));

/** Seats as buttons; `choose` hears which free one was taken. */
export function seatPicks(seats, chosen, choose) {
  const words = { free: "free", here: "is here", away: "is not here", you: "you" };
  return h("div", { class: "pick-seat", role: "group", "aria-label": "Your seat" }, seats.map((seat, n) => h("button", { type: "button", disabled: !seat.takes, "aria-pressed": String(n === chosen), onclick: () => choose(n) }, seatMark(n, seat.name || String(n + 1)), h("span", {}, h("b", {}, seat.name || `Seat ${n + 1}`), h("small", {}, seat.takes && seat.is === "away" ? "left: you may sit here" : words[seat.is])))));
}

/** The invitation: a code to scan, six letters, and the link for everybody. */
export function invitation(told, origin, place = "") {
  const link = h("input", { type: "text", readonly: true, value: `${origin}/${told.invitation}/`, "aria-label": "The invitation as a link", onfocus: (event) => event.target.select() });
  const copy = button("copy", "Copy the link", async () => {
    const done = await navigator.clipboard?.writeText(link.value).then(() => true, () => false);
    if (done) return toast("The link is copied. Send it to everybody.", { seconds: 4 });
    link.focus();
    toast("This browser does not let the page copy. The link is selected: copy it by hand.");
  });
  return [
    h("img", { class: "qr", src: `${place}code.svg`, alt: "Code to scan: the invitation", width: 264, height: 264 }),
    h("p", { class: "letters", "aria-label": `Code: ${[...told.code].join(" ")}` }, told.code),
    h("div", { class: "address" }, link, copy),
    h("p", { class: "soft" }, `Send this one link to everybody. The six letters do the same at ${new URL(origin).host} for a day.`),
  ];
}

/** A sentence that says what went wrong, read aloud. */
export const complaint = () => h("p", { class: "wrong", role: "alert" });
export { icon };
