// Where a page gets its data: every address is relative to the secret that the studio's own address begins with.

export const query = new URLSearchParams(location.search);
export const wanted = query.get("kit") ?? "";

const at = (slug) => `kits/${encodeURIComponent(slug)}`;

/** Return the JSON of an address; what the kit is too wrong for comes as an error with its `problems`. */
export async function ask(path) {
  const answer = await fetch(path);
  if (answer.ok) return answer.json();
  const error = new Error(`${path}: ${answer.status}`);
  error.status = answer.status;
  if (answer.status === 409) Object.assign(error, await answer.json().catch(() => ({})));
  throw error;
}

/** How much news this page has heard. */
export const heard = { said: -1 };

/** Return the kit with its cards and components by id, no older than the news; its faces are below `faces[look][card]`. */
export async function loadKit(slug = wanted) {
  let kit = await ask(at(slug));
  for (let again = 5; again && slug === wanted && kit.said < heard.said; again--) kit = await ask(at(slug));
  kit.component = new Map(kit.components.map((c) => [c.id, c]));
  kit.card = new Map(kit.cards.map((c) => [c.id, c]));
  return kit;
}

export const kits = () => ask("kits");
export const cover = (slug) => ask(`${at(slug)}/cover`);
export const facesIn = (look) => ask(`${at(wanted)}/faces?look=${encodeURIComponent(look)}`);
export const cardNotes = (id, look, side) => ask(`${at(wanted)}/cards/${encodeURIComponent(id)}?${new URLSearchParams({ look, side })}`);
export const sheetsOf = (paper, backs, look, print) => ask(`${at(wanted)}/sheets?${new URLSearchParams({ paper, backs, look, print })}`);
export const statesOf = () => ask(`${at(wanted)}/states`);
export const sinceOf = (state, look) => ask(`${at(wanted)}/since?${new URLSearchParams({ state, look })}`);
export const balanceOf = (count) => ask(`${at(wanted)}/balance?${new URLSearchParams({ count })}`);
export const rulesOf = () => ask(`${at(wanted)}/rules`);
export const metOf = () => ask(`${at(wanted)}/met`);
export const rulesPage = () => `${at(wanted)}/rules.html`;
export const stream = () => new EventSource(`${at(wanted)}/live`);

/** Return the address of a picture by the address of what it shows. */
export const picture = (name, slug = wanted) => `${at(slug)}/faces/${name}.svg`;

/** Return the address of a small picture of a face, so many pixels wide with its bleed. */
export const thumbnail = (name, px) => `${at(wanted)}/faces/${name}.webp?width=${px}`;
export const MOST_PIXELS = 800;

/** Open a file of the kit in the editor of whoever started the studio; say what went wrong, "" when nothing did. */
export async function openFile(file, line, column) {
  const answer = await fetch(`${at(wanted)}/open`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ file, line, column }) });
  return answer.ok ? "" : (await answer.text()) || `status ${answer.status}`;
}

/** Return the address of another page for the same kit, with more in its query. */
export function address(page, more = {}) {
  const next = new URLSearchParams({ kit: wanted, ...more });
  for (const [key, value] of Object.entries(more)) if (value === null) next.delete(key);
  return `${page}?${next}`;
}

/** Write a choice into the address of this page, so that a link shows the same; "" and null take it out. */
export function keepInAddress(name, value) {
  const here = new URL(location.href);
  if (value) here.searchParams.set(name, value);
  else here.searchParams.delete(name);
  history.replaceState(history.state, "", here);
}

/** Return the way back to the gallery as it was left, at a card. */
export function backTo(id) {
  let left = null;
  try {
    left = sessionStorage.getItem("cardgen.gallery");
  } catch {
    /* a private window */
  }
  const mine = left && new URLSearchParams(left.split("?")[1]).get("kit") === wanted;
  return `${mine ? left : address("gallery")}#${encodeURIComponent(id)}`;
}

export const KINDS = { decks: "Decks", tiles: "Tiles", tokens: "Tokens", boards: "Boards", mats: "Mats", aids: "Player aids" };

const PIECES = { decks: "card", tiles: "tile", tokens: "token", boards: "board", mats: "mat", aids: "card" };
export const pieceWord = (component, n) => `${n} ${PIECES[component.kind]}${n === 1 ? "" : "s"}`;
