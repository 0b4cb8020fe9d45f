// Picture files from this computer: dropped or chosen, and copied into the kit, which names them from then on.

import { announce, button, h, toast } from "./dom.js";
import { wanted } from "./data.js";

const home = `kits/${encodeURIComponent(wanted)}`;
const MOST = 12; // MB

/** Copy a file into the kit; return its name there, "" after saying why it isn't copied. */
export async function bring(file) {
  if (file.size > MOST * 1e6) return toast(`“${file.name}” has more than ${MOST} MB; make it smaller: 300 dots per inch are enough.`, { kind: "bad", seconds: 10 }), "";
  const answer = await fetch(`${home}/pictures?${new URLSearchParams({ name: file.name })}`, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file }).catch(() => null);
  const said = await answer?.json().catch(() => ({}));
  if (!answer?.ok) return toast(`${said?.says ?? "The studio does not answer"}.`, { kind: "bad", seconds: 10 }), "";
  announce(`Copied to ${said.picture}`);
  return said.picture;
}

/** A button that asks for a picture file; `then(name)` gets its name in the kit. */
export function fileButton(words, then, id = null) {
  const input = h("input", { type: "file", accept: ".png,.jpg,.jpeg,.webp,.svg", hidden: true, tabindex: -1 });
  input.addEventListener("change", async () => {
    const name = input.files[0] && (await bring(input.files[0]));
    input.value = "";
    if (name) then(name);
  });
  const open = button("folder", words, () => input.click(), { words: true });
  if (id) open.id = id;
  return h("span", { class: "file" }, open, input);
}

/** Let picture files be dropped into a box: `place(event)` returns the element that would take one, or null; `then(element, name, event)`. */
export function takeFiles(box, place, then) {
  let over = null;
  const mark = (next) => {
    if (over !== next) (over?.classList.remove("takes"), next?.classList.add("takes"));
    over = next;
  };
  const files = (event) => event.dataTransfer?.types.includes("Files");
  box.addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault(); // else the browser would leave the page for the picture
    mark(place(event));
    event.dataTransfer.dropEffect = over ? "copy" : "none";
  });
  box.addEventListener("dragleave", (event) => files(event) && !box.contains(event.relatedTarget) && mark(null));
  box.addEventListener("drop", async (event) => {
    if (!files(event)) return;
    event.preventDefault();
    const to = place(event), file = event.dataTransfer.files[0];
    mark(null);
    const name = to && file && (await bring(file));
    if (name) then(to, name, event);
  });
}
