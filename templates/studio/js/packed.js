// What pages that stand alone carry in themselves: packed text, and faces as parts of one common drawing.

const SVG = "http://www.w3.org/2000/svg";

/** Return the text of packed data: base64 of a stream without head. */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** Return what has an address for the picture of a face: what it uses of the common drawing, as an SVG of its own. */
export function cutOut(sprites, faces) {
  const all = new DOMParser().parseFromString(sprites.replace("<svg ", `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" `), "image/svg+xml");
  const parts = new Map([...all.querySelectorAll("defs > [id]")].map((part) => [part.id, part]));
  const owner = new Map();
  for (const [id, part] of parts) for (const one of [part, ...part.querySelectorAll("[id]")]) owner.set(one.id, id);
  const text = new Map([...parts].map(([id, part]) => [id, new XMLSerializer().serializeToString(part)]));
  const uses = new Map([...text].map(([id, words]) => [id, new Set([...words.matchAll(/(?:href="|url\(['"]?(?:&quot;)?)#([^"')&]+)/g)].map(([, name]) => owner.get(name)).filter((name) => name && name !== id))]));
  const loose = [...all.querySelectorAll("defs > style")].map((one) => new XMLSerializer().serializeToString(one)).join("");
  const made = new Map();
  const cut = ([id, box]) => {
    const needed = new Set([id]);
    for (const one of needed) for (const other of uses.get(one) ?? []) needed.add(other);
    const [, , w, height] = box.split(" ");
    const svg = `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}" width="${w * 4}" height="${height * 4}"><defs>${loose}${[...needed].map((one) => text.get(one)).join("")}</defs><use href="#${id}"/></svg>`;
    return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  };
  return (name) => {
    if (!faces[name]) return undefined;
    const [id] = faces[name];
    if (!made.has(id)) made.set(id, cut(faces[name]));
    return made.get(id);
  };
}
