// A commit that somebody asks for: which files of the kit are in it is seen before, and nothing else happens.

import { $, button, fill, h, many, toast } from "./dom.js";
import { ask, wanted } from "./data.js";

const place = `kits/${encodeURIComponent(wanted)}/commit`;
const cap = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

export async function openCommit() {
  const box = h("dialog", { class: "commit", "aria-labelledby": "commit-title" }, h("header", { class: "dialog-head" }, h("h2", { id: "commit-title" }, "Commit"), button("close", "Close", () => box.close())), h("div", { class: "dialog-body" }, h("p", { class: "soft" }, "Reading …")));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  const told = await ask(place).catch(() => ({ why_not: "the studio does not answer", files: [] })), body = $(".dialog-body", box);
  if (told.why_not) return fill(body, h("p", {}, cap(told.why_not)));
  const where = `Repository ${told.repository}${told.branch && told.branch !== "HEAD" ? `, branch ${told.branch}` : ""}${told.inside ? `. The kit is in its folder ${told.inside}, and only the kit is committed` : ""}.`;
  if (!told.files.length) return fill(body, h("p", {}, where), h("p", {}, "Nothing differs from the last commit."));
  const wrong = h("p", { class: "wrong", role: "alert" }), message = h("textarea", { id: "commit-message", rows: 3, required: true, maxlength: 5000 });
  const does = button("check", `Commit ${many(told.files.length, "file")}`, null, { words: true, kind: "btn-main", type: "submit" });
  fill(body, h("form", { onsubmit: (event) => (event.preventDefault(), commit()) },
    h("p", {}, where),
    h("ul", { class: "committed", tabindex: 0, "aria-label": "Files" }, told.files.map(([name, kind]) => h("li", {}, h("code", {}, name), h("span", { class: "soft" }, kind)))),
    h("label", { for: "commit-message" }, "What has changed"), message,
    h("p", { class: "soft" }, "Hooks of the repository don’t run, nothing is pushed, and earlier commits stay as they are."), wrong, does));
  message.focus();
  async function commit() {
    does.disabled = true;
    const answer = await fetch(place, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ message: message.value, files: told.files.map(([name]) => name) }) }).catch(() => null);
    const said = await answer?.json().catch(() => ({}));
    does.disabled = false;
    if (!answer?.ok) return (wrong.textContent = cap(said?.says ?? "the studio does not answer"));
    box.close();
    toast(`Committed as ${said.commit}: ${many(said.files.length, "file")}.`);
  }
}
