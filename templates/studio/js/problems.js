// Everything that is wrong with the kit, grouped by file; what is equal is one row.

import { $, fill, h, icon, many } from "./dom.js";
import { address, loadKit, wanted } from "./data.js";
import { grouped, problemRow } from "./problems-list.js";
import { empty, mountShell, showKit } from "./shell.js";
import { live } from "./live.js";
import { showRemarks } from "./remarks.js";

let kit;

start();

async function start() {
  mountShell("problems");
  kit = await loadKit().catch(() => null);
  if (!kit) return fill($("#list"), empty("offline", `There is no kit “${wanted}”`, "The studio was started in another folder, or the kit has another name now.", h("a", { class: "btn btn-main", href: "./" }, "Choose a kit")));
  live.say(kit.state);
  show();
  showRemarks($("#remarks"), kit);
  live.addEventListener("problems", ({ detail }) => {
    kit.problems = detail.problems;
    kit.stale = detail.stale;
    show();
  });
  live.addEventListener("state", () => !kit.problems.length && show());
  const renew = async () => {
    kit = (await loadKit().catch(() => null)) ?? kit;
    show();
  };
  live.addEventListener("kit", renew);
  live.addEventListener("again", renew);
  live.listen(kit.said);
}

function show() {
  showKit(kit);
  document.title = `${kit.title}, problems · cardgen studio`;
  const groups = grouped(kit.problems, kit);
  const errors = groups.filter((p) => p.level === "error").length;
  $("#note").textContent = groups.length ? `${many(errors, "error")}, ${many(groups.length - errors, "warning")}${kit.stale.length ? `; ${many(kit.stale.length, "face")} as drawn last` : ""}` : "";
  const busy = ["reading", "drawing"].includes(live.now.state);
  if (!groups.length && busy) return fill($("#list"), h("p", { class: "soft wait" }, "Looking at every file and every face …"));
  if (!groups.length) return fill($("#list"), empty("check", "Nothing is wrong", "Files, counts, faces, sheets and the rule sheet are as they should be. Scenarios and games are tried by cardgen check.", h("a", { class: "btn", href: address("gallery") }, "All faces")));
  const files = new Map();
  for (const problem of groups) files.set(problem.short, [...(files.get(problem.short) ?? []), problem]);
  fill(
    $("#list"),
    [...files].map(([file, rows]) =>
      h("section", { class: "mend", "aria-label": file || "The kit" },
        h("header", {}, h("h2", {}, file || "The kit"), h("span", { class: "soft num" }, many(rows.length, "problem"))),
        h("ol", { class: "problem-list" }, rows.map((problem) => problemRow(problem, kit, { hrefOf: (id) => address("card", { card: id }) })))),
    ),
  );
}
