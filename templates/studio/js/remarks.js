// Remarks that came back from a shared page: pasted or opened here, each a thing to answer, with its card and its place.

import { fill, h, icon, many, remembered } from "./dom.js";
import { address, wanted } from "./data.js";

const kept = `remarks.${wanted}`;

/** Read the text of a shared page: a remark begins with ids in brackets, further lines are indented. */
export function remarksIn(text) {
  const found = [];
  for (const block of text.replaceAll("\r", "").split(/\n(?=\[)/)) {
    const parts = /^\[([^\]\n]+?)(?: (front|back) (\d+)×(\d+) mm)?\] ([^]*)$/.exec(block.trim());
    if (parts) found.push({ about: parts[1].split(", "), side: parts[2] ?? "", at: parts[3] ? [Number(parts[3]), Number(parts[4])] : null, says: parts[5].replace(/\n {2}/g, "\n").trim(), done: false });
  }
  return found;
}

/** Show what is to answer in a box; it stays in this browser. */
export function showRemarks(box, kit) {
  let all = remembered.get(kept, []);
  const keep = () => (remembered.set(kept, all), showRemarks(box, kit));
  const take = (text) => {
    const known = new Set(all.map((one) => JSON.stringify([one.about, one.at, one.says])));
    all = [...all, ...remarksIn(text).filter((one) => !known.has(JSON.stringify([one.about, one.at, one.says])))];
    keep();
  };
  const paste = h("textarea", { rows: 2, id: "remarks-text", placeholder: "[C03] The number is hard to read." });
  paste.addEventListener("input", () => remarksIn(paste.value).length && take(paste.value));
  const file = h("input", { type: "file", accept: ".txt,text/plain", "aria-label": "Open a file of remarks" });
  file.addEventListener("change", async () => file.files[0] && take(await file.files[0].text()));
  const link = (one) => (id) => (kit.card.has(id) ? h("a", { href: address("card", { card: id, ...(one.side === "back" ? { side: "back" } : {}), ...(one.at ? { pin: one.at.join(",") } : {}) }) }, kit.card.get(id).name) : h("span", {}, id));
  const open = all.filter((one) => !one.done).length;
  fill(box,
    h("header", {}, h("h2", {}, "Remarks"), h("span", { class: "soft num" }, all.length ? `${many(open, "remark")} to answer` : "")),
    h("ol", { class: "remarks" }, all.map((one) => h("li", { class: one.done ? "done" : "" },
      h("label", {}, h("input", { type: "checkbox", checked: one.done, "aria-label": `Answered: ${one.says.slice(0, 40)}`, onchange: (event) => ((one.done = event.target.checked), keep()) })),
      h("p", {}, h("b", {}, one.about.map(link(one)).flatMap((part, n) => (n ? [", ", part] : [part])), one.at ? ` · ${one.side}, ${one.at.join(" × ")} mm` : ""), h("span", {}, one.says))))),
    h("div", { class: "row" }, h("label", { for: "remarks-text" }, icon("story"), "Paste remarks from a shared page"), paste, file, all.length ? h("button", { type: "button", class: "btn", onclick: () => ((all = all.filter((one) => !one.done)), keep()) }, "Remove answered") : null));
}
