// The rules: their sheet as people read it, a web page in a frame of its own; the pages that are printed; and rules.yaml as ten games meet it.

import { $, fill, h, many, segmented } from "./dom.js";
import { loadKit, metOf, picture, query, rulesOf, rulesPage, wanted } from "./data.js";
import { empty, mountShell, showKit } from "./shell.js";
import { pageViewer } from "./pages.js";
import { live } from "./live.js";
import { opener } from "./problems-list.js";
import { rulesEditor } from "./ruling.js";

let kit, told;
let form = ["pages", "met", "edit"].find((one) => one === query.get("form")) ?? "web";
const rule = query.get("rule"); // the sheet is opened at it
let turn = 0, editor;

start();

async function start() {
  mountShell("rules");
  kit = await loadKit().catch(() => null);
  if (!kit) return fill($("#read"), empty("offline", `There is no kit “${wanted}”`, "The studio was started in another folder, or the kit has another name now.", h("a", { class: "btn btn-main", href: "./" }, "Choose a kit")));
  heads();
  await draw();
  const renew = async () => {
    kit = (await loadKit().catch(() => null)) ?? kit;
    heads();
    draw();
  };
  live.addEventListener("state", ({ detail }) => detail.state === "fresh" && draw());
  live.addEventListener("problems", ({ detail }) => ((kit.problems = detail.problems), draw()));
  live.addEventListener("again", renew);
  live.listen(kit.said);
}

function heads() {
  showKit(kit);
  document.title = `${kit.title}, rules · cardgen studio`;
  fill($("#tools"), segmented("form", "Form", [{ value: "web", label: "Web page" }, { value: "pages", label: "Printed pages" }, kit.sentences ? { value: "met", label: "Ten games", title: "How often games meet each step, move and condition of rules.yaml" } : null, kit.sentences ? { value: "edit", label: "Edit the rules", title: "rules.yaml, with its mistakes while you type" } : null].filter(Boolean), form, (value) => ((form = value), draw())));
}

async function draw() {
  const mine = ++turn;
  if (["met", "edit"].includes(form) && !kit.sentences) form = "web";
  if (form === "met") return drawMet(mine);
  if (form === "edit") return drawEditor(mine);
  if (!$("#read").childElementCount) fill($("#read"), h("p", { class: "soft wait" }, "Setting the rules …"));
  try {
    told = await rulesOf();
  } catch (error) {
    if (mine !== turn) return;
    if ($("#read").querySelector("iframe, .leaves")) return; // what was read last stays
    return fill($("#read"), empty("error", "The rule sheet cannot be set yet", error.problems?.[0]?.message ?? "Mend the problems of this kit and save."));
  }
  if (mine !== turn) return;
  if (!told.pages.length) return fill($("#read"), empty("book", "This kit has no rule sheet", "Name one in game.yaml: rules: rules.md.j2"));
  if (form === "pages") return fill($("#read"), printed());
  const old = $("#read iframe");
  const at = `${rulesPage()}?${told.pages.map((p) => p.picture.slice(0, 8)).join("")}${rule ? `#${encodeURIComponent(rule)}` : ""}`;
  if (old?.dataset.at === at) return;
  const frame = h("iframe", { title: `Rules of ${kit.title}`, sandbox: "", data: { at }, src: at });
  fill($("#read"), frame);
}

/** The text of rules.yaml, and below it what ten games met of it when it was saved last. */
function drawEditor(mine) {
  editor ??= rulesEditor(kit);
  if (!editor.box.isConnected) fill($("#read"), h("div", { class: "ruling-page", tabindex: 0, role: "region", "aria-label": "Edit the rules" }, editor.box, h("div", { id: "met-below" })));
  editor.refresh();
  return drawMet(mine, $("#met-below"));
}

/** What ten games of random players met of rules.yaml; played again at each save. */
async function drawMet(mine, into = $("#read")) {
  if (!$(".met", into)) fill(into, h("p", { class: "soft wait", role: "status" }, "Playing ten games …"));
  const found = await metOf().catch((error) => ({ wrong: error.problems ?? [{ message: "The studio does not answer." }] }));
  if (mine !== turn) return;
  const problems = found.wrong ?? found.problems;
  const steps = found.steps ?? [];
  fill(
    into,
    h("div", { class: "met", tabindex: 0, role: "region", "aria-label": "rules.yaml in ten games" },
      problems.length ? h("ul", { class: "met-wrong", role: "alert" }, problems.map((one) => h("li", { class: "error" }, h("p", {}, one.message), h("p", { class: "soft" }, [one.short ? `${one.short}:${one.line}` : "", one.hint].filter(Boolean).join(" · ")), opener(kit, one.short, one.line, one.column)))) : null,
      steps.length ? h("p", { class: "soft" }, `${many(found.games, "game")} of random players, with each number of players in turn. They are played again whenever you save. A rule that no game met was never tried.`) : null,
      steps.map((step) =>
        h("section", {}, h("h2", {}, step.step, " ", h("small", { class: "soft" }, [step.rule, step.answer ? "when a player is asked" : ""].filter(Boolean).join(", "))),
          h("table", { class: "was-is met-moves" }, h("caption", { class: "sr" }, `Moves of ${step.step}`),
            h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Line"), h("th", { scope: "col" }, "Move or condition"), h("th", { scope: "col" }, `In ${many(step.met, "decision")}`))),
            h("tbody", {}, step.moves.flatMap((move) => [
              met(move.line, move.says, move.rule, move.offered ? `possible in ${figure(move.offered)}, chosen ${many(move.played, "time")}` : "never possible", !move.offered),
              ...move.needs.map((need) => met(need.line, `needs ${need.that}`, need.why, need.asked ? (need.refused ? `refused ${figure(need.refused)} of ${many(need.asked, "choice")}` : `met by all of ${many(need.asked, "choice")}`) : "never asked", !need.asked || !need.refused, true)),
            ]))))),
    ),
  );
}

const figure = (n) => n.toLocaleString("en");

function met(line, words, more, says, odd, inside = false) {
  return h("tr", { class: `${odd ? "odd" : ""} ${inside ? "inside" : ""}` }, h("td", { class: "num" }, line), h("th", { scope: "row" }, words, more ? h("small", { class: "soft" }, ` ${more}`) : null), h("td", { class: "num" }, says));
}

function printed() {
  const viewer = pageViewer(told.pages.map((page, n) => ({ title: `Page ${n + 1}`, size: page.size, picture: page.picture, note: `${many(told.pages.length, "page")} on A4` })));
  return h(
    "div",
    { class: "leaves" },
    told.pages.map((page, n) => h("button", { type: "button", class: "page marked", onclick: () => viewer(n), "aria-label": `Page ${n + 1}` }, h("img", { class: "paper", src: picture(page.picture), alt: "", loading: "lazy", width: page.size[0] * 4, height: page.size[1] * 4 }), h("small", { class: "soft" }, `page ${n + 1}`))),
  );
}
