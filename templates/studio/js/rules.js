// The rule sheet as people read it: the web page in a frame of its own, and the pages that are printed.

import { $, fill, h, many, segmented } from "./dom.js";
import { loadKit, picture, query, rulesOf, rulesPage, wanted } from "./data.js";
import { empty, mountShell, showKit } from "./shell.js";
import { pageViewer } from "./pages.js";
import { live } from "./live.js";

let kit, told;
let form = query.get("form") === "pages" ? "pages" : "web";
let turn = 0;

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
  fill($("#tools"), segmented("form", "Form", [{ value: "web", label: "Web page" }, { value: "pages", label: "Printed pages" }], form, (value) => ((form = value), draw())));
}

async function draw() {
  const mine = ++turn;
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
  const at = `${rulesPage()}?${told.pages.map((p) => p.picture.slice(0, 8)).join("")}`;
  if (old?.dataset.at === at) return;
  const frame = h("iframe", { title: `Rules of ${kit.title}`, sandbox: "", data: { at }, src: at });
  fill($("#read"), frame);
}

function printed() {
  const viewer = pageViewer(told.pages.map((page, n) => ({ title: `Page ${n + 1}`, size: page.size, picture: page.picture, note: `${many(told.pages.length, "page")} on A4` })));
  return h(
    "div",
    { class: "leaves" },
    told.pages.map((page, n) => h("button", { type: "button", class: "page marked", onclick: () => viewer(n), "aria-label": `Page ${n + 1}` }, h("img", { class: "paper", src: picture(page.picture), alt: "", loading: "lazy", width: page.size[0] * 4, height: page.size[1] * 4 }), h("small", { class: "soft" }, `page ${n + 1}`))),
  );
}
