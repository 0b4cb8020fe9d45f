// What surrounds every page: the header with the kit, the ways through it and the state of the desk.

import { $, button, fill, h, icon, many, remembered, toast } from "./dom.js";
import { address, kits, query, wanted } from "./data.js";
import { STATES, live } from "./live.js";

const PAGES = [
  ["gallery", "Faces", "faces"],
  ["edit", "Cards", "text"],
  ["balance", "Balance", "compare"],
  ["sheets", "Sheets", "sheet"],
  ["rules", "Rules", "book"],
  ["play", "Play", "play"],
  ["problems", "Problems", "error"],
];

/** Build the header, and on a phone the bar at the bottom. */
export function mountShell(page, { problems } = {}) {
  paintTheme(remembered.get("theme", "auto"));
  if (page === "welcome") document.documentElement.classList.add("no-kit");
  const ways = h("nav", { class: "ways", "aria-label": "Pages of the kit" });
  for (const [name, label, pictogram] of PAGES) {
    const here = name === page || { card: "gallery", print: "sheets", setup: "play", simulate: "play" }[page] === name;
    ways.append(h("a", { href: address(name), "aria-current": here ? (name === page ? "page" : "true") : null }, icon(pictogram), h("span", {}, label)));
  }
  fill(
    $("#top"),
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    page === "welcome" ? brand() : [h("a", { class: "home", href: "./", "aria-label": "All kits", title: "All kits" }, registration()), kitMenu(page)],
    page === "welcome" ? h("span", { class: "grow" }) : ways,
    page === "welcome" ? null : status(problems),
    themeButton(),
  );
  let note;
  live.addEventListener("gone", () => (note = toast("The studio has stopped. Faces stay as they were; saved files are not seen.", { kind: "bad", seconds: 0 })));
  live.addEventListener("back", () => {
    note?.remove();
    toast("The studio is back.", { seconds: 4 });
  });
}

/** Write the kit's name into the header and colour the page in its accent. */
export function showKit(kit) {
  if (/^#[0-9a-f]{6}$/i.test(kit.accent)) document.documentElement.style.setProperty("--kit", kit.accent);
  const name = $(".kit-name");
  if (!name) return;
  $(".caps", name).textContent = kit.title;
  name.title = kit.title;
  $(".version", name).textContent = kit.version ? `v${kit.version}` : "";
  const rules = $('.ways a[href^="rules"]');
  if (rules) rules.hidden = !kit.rules;
}

function brand() {
  return h("a", { class: "home wide", href: "./" }, registration(), h("b", { class: "brand" }, "cardgen"), h("span", { class: "soft" }, "studio"));
}

/** The mark on every sheet: a ring on the front and a cross on the back, which meet when all is right. */
export function registration() {
  const svg = h("svg:svg", { class: "registration", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" });
  svg.append(
    h("svg:g", { class: "ring" }, h("svg:circle", { cx: 12, cy: 12, r: 5.5 }), h("svg:path", { d: "M12 2v4.5M12 17.5V22M2 12h4.5M17.5 12H22" })),
    h("svg:path", { class: "cross", d: "M12 8.3v7.4M8.3 12h7.4" }),
  );
  return svg;
}

function kitMenu(page) {
  const menu = h("div", { id: "kit-menu", class: "pop menu", popover: "auto" });
  const opener = h("button", { type: "button", class: "kit-name", popovertarget: "kit-menu" }, h("i", { class: "bar" }), h("b", { class: "caps" }, wanted), h("span", { class: "version" }), icon("down"));
  menu.addEventListener("beforetoggle", async (event) => {
    if (event.newState !== "open" || menu.childElementCount) return;
    const { kits: rows } = await kits().catch(() => ({ kits: [] }));
    const to = page === "card" ? "gallery" : page;
    for (const one of rows) menu.append(h("a", { href: `${to}?${new URLSearchParams({ kit: one.slug })}`, "aria-current": one.slug === wanted ? "true" : null }, h("i", { class: "bar" }), h("span", {}, one.slug, one.own ? null : h("small", {}, "comes with cardgen"))));
    menu.append(h("a", { class: "line", href: "./" }, icon("folder"), h("span", {}, "All kits")), h("button", { type: "button", id: "commit", onclick: async () => (menu.hidePopover(), (await import("./commit.js")).openCommit()) }, icon("save"), h("span", {}, "Commit …")));
  });
  return h("div", { class: "kit-switch" }, opener, menu);
}

const TOLD_FOR = 5000; // ms: how long drawing took is news, and then it is not

function status(openProblems) {
  const words = h("span", { class: "words" });
  const warned = h("span", { class: "tag warn" });
  let took, clock;
  const bar = h("i", { class: "progress", "aria-hidden": "true" });
  const pill = h("a", { class: "status", href: address("problems") }, registration(), words, warned, bar);
  pill.addEventListener("click", (event) => openProblems?.() && event.preventDefault());
  const show = (state) => {
    if (state.seconds) [took, clock] = [state.seconds, (clearTimeout(clock), setTimeout(() => ((took = 0), show({ ...live.now, seconds: 0 })), TOLD_FOR))];
    pill.dataset.state = state.state;
    words.textContent = STATES[state.state]({ ...state, seconds: took });
    const warnings = state.warnings ? many(state.warnings, "warning") : "";
    fill(warned, warnings ? [icon("warn", warnings), h("span", { class: "num", "aria-hidden": "true" }, state.warnings)] : null);
    pill.title = [words.textContent, warnings].filter(Boolean).join(", ");
    pill.style.setProperty("--done", state.of ? state.done / state.of : 0);
  };
  show(live.now);
  live.addEventListener("state", (event) => show(event.detail));
  return h("div", { class: "status-box", "aria-live": "polite" }, pill);
}

const THEMES = { auto: ["auto", "As the system"], light: ["sun", "Light"], dark: ["moon", "Dark"] };

function paintTheme(theme) {
  document.documentElement.dataset.theme = query.get("theme") ?? theme;
}

function themeButton() {
  const show = (theme) => {
    paintTheme(theme);
    const [pictogram, words] = THEMES[theme];
    fill(one, icon(pictogram));
    one.setAttribute("aria-label", `Light and dark: ${words}`);
    one.title = `Light and dark: ${words}`;
  };
  const one = button("auto", "", () => {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(remembered.get("theme", "auto")) + 1) % names.length];
    remembered.set("theme", next);
    show(next);
  });
  one.classList.add("theme");
  show(THEMES[remembered.get("theme", "auto")] ? remembered.get("theme", "auto") : "auto");
  return one;
}

/** What stands where nothing is: a pictogram, a sentence, and what to do. */
export function empty(pictogram, title, words, ...actions) {
  return h("div", { class: "empty" }, icon(pictogram), h("h2", {}, title), h("p", {}, words), actions.length ? h("div", { class: "row" }, actions) : null);
}
