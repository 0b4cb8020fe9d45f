// The general table: seven kinds of zone show every game. What lies where comes as a message, how it is shown from
// what the game says of them and a kit's table.yaml: fan, row, pile, grid, board; chips and counters are signs.

import { $, $$, calm, fill, h, icon } from "./dom.js";
import { cornerOf, trimmed } from "./faces.js";

export const SHAPES = ["circle", "square", "diamond", "triangle", "hexagon", "star"];

/** Return a player's mark: a letter on a shape and a colour, so that one of them is enough. */
export function seatMark(seat, name) {
  return h("span", { class: `mark mark-${SHAPES[seat % 6]}`, style: { "--seat": `var(--seat-${seat % 6})` }, "aria-hidden": "true" }, h("i", {}, (name ?? "?").slice(0, 1)));
}

/** "1 barrel", "2 barrels": words of a layout hold both, as "barrel|barrels". */
export function counted(layout, name, value) {
  const [one, more = one] = (layout.words?.[name] ?? name.replaceAll("_", " ")).split("|");
  return value === 1 ? one : more;
}

const countOf = (value) => (Array.isArray(value) ? value.length : value?.chips ?? 0);
const said = (value) => (value === true ? "yes" : value === false ? "no" : value);

/** Figures in the order in which a layout names them, each once; all of them where it names none. */
const inOrder = (figures, names) => [...new Set(names ?? figures.map(([name]) => name))].map((name) => figures.find(([one]) => one === name)).filter(Boolean);

export class TableView {
  /** `open` shows every hand, as in a replay; `you` is the seat that sits below. */
  constructor(root, { kit, layout, picture, open = false }) {
    const back = kit.component.get(kit.card.get(kit.back?.card)?.in) ?? kit.components[0];
    layout = { piece: { w: back.size[0], h: back.size[1] }, ...layout };
    Object.assign(this, { root, kit, layout, picture, open });
    this.pieces = new Map();
    this.zones = new Map();
    this.sorted = true;
    this.held = [];
    this.rank = new Map(kit.cards.map((card, n) => [card.id, n]));
    root.classList.add("table");
    root.dataset.game = kit.slug;
    this.rivals = h("div", { class: "rivals", tabindex: 0, role: "group", "aria-label": "The others" });
    this.middle = h("section", { class: "middle", "aria-label": "The table" });
    this.boards = h("div", { class: "boards" });
    this.own = h("section", { class: "own", "aria-label": "Before you" });
    this.hand = h("section", { class: "hand", "aria-label": "Your hand" });
    for (const part of [root, this.hand]) {
      part.style.setProperty("--pref", layout.piece.w);
      part.style.setProperty("--ratio", layout.piece.h / layout.piece.w);
    }
    root.append(this.rivals, this.middle, this.boards, this.own);
    new ResizeObserver(() => this.message && (this.fit(), this.fitGrids())).observe(root);
  }

  /** Show a message; pieces that have moved travel there. */
  show(message, { animate = true } = {}) {
    const before = animate && !calm() ? this.rects() : null;
    const counts = this.counts ?? {};
    this.message = message;
    const fresh = !this.seats || this.seats.length !== message.seats.length || this.you !== message.you;
    if (fresh) (this.build(message), (this.left = null));
    const seen = new Set();
    for (const [key, value] of Object.entries(message.zones)) this.fillZone(key, value, seen);
    for (const [id, piece] of this.pieces) if (!seen.has(id)) (piece.remove(), this.pieces.delete(id));
    this.paintSeats(message);
    this.fit();
    this.fitGrids();
    this.counts = Object.fromEntries(Object.entries(message.zones).map(([k, v]) => [k, countOf(v)]));
    if (before) this.travel(before, counts);
  }

  /** Pieces as large as they can be while all of the table is seen; as usual where nothing helps, and one's own side is seen first. */
  fit() {
    const { clientHeight: high, scrollHeight, scrollTop } = this.root;
    // nobody has scrolled away from the end since then
    const stays = scrollTop === (this.left ?? scrollTop) || scrollTop + high > scrollHeight - 4;
    const below = stays && this.you >= 0 && !this.open && !$(".zone-grid, .zone-board", this.root);
    // boards on which nothing lies go before the pieces become too small to be read
    const wide = innerWidth > 900;
    for (const [size, tight] of [[1], ...(wide ? [[0.92], [0.84]] : [[1, true], [0.92]]), [0.92, true], [0.84, true], [0.76, true], [0.68, true], [wide ? 0.6 : 1, true], [1]]) {
      this.root.style.setProperty("--fit", size);
      this.root.classList.toggle("tight", !!tight);
      if (this.needs() <= high + 1) return void (this.left = null);
    }
    if (below) this.root.scrollTop = this.root.scrollHeight;
    this.left = below ? this.root.scrollTop : NaN;
  }

  /** How high the table is; a piece that travels reaches further, and does not count. */
  needs() {
    const top = this.root.getBoundingClientRect().top - this.root.scrollTop;
    return Math.max(...$$(".seat, .zone:not([hidden]), .mats, .signs", this.root).map((one) => one.getBoundingClientRect().bottom - top)) + parseFloat(getComputedStyle(this.root).paddingBottom);
  }

  // -- seats and zones are built once

  build(message) {
    this.you = message.you;
    this.root.classList.toggle("watched", message.you < 0); // nobody sits below
    this.zones.clear();
    this.seats = message.seats.map((seat, n) => this.seatPanel(seat, n, n === message.you));
    const others = [];
    for (let i = 1; i < message.seats.length; i++) others.push((message.you + i) % message.seats.length);
    fill(this.rivals, message.you < 0 ? this.seats.map((s) => s.panel) : others.map((n) => this.seats[n].panel));
    this.rivals.style.setProperty("--rivals", this.rivals.children.length);
    fill(this.middle, h("dl", { class: "signs" }));
    fill(this.boards);
    fill(this.own, message.you >= 0 ? this.seats[message.you].panel : null);
    fill(this.hand);
    for (const key of Object.keys(message.zones)) this.makeZone(key, message);
    this.boards.append(...[this.mats()].filter(Boolean));
  }

  /** Boards and mats on which no zone lies: small, and looked at closely when they are pointed at; nothing where there are none. */
  mats() {
    const shown = (this.layout.beside ?? []).filter((card) => this.kit.boards[card] && this.kit.card.has(card));
    if (!shown.length) return null;
    return h("div", { class: "mats", role: "group", "aria-label": "Boards and mats" }, shown.map((id) => {
      const card = this.kit.card.get(id), component = this.kit.component.get(card.in), [w, height] = component.size;
      return h("button", { type: "button", class: "mat no-point", data: { card: id }, title: card.name, "aria-label": `Look at ${card.name} closely`, style: { "--w": w, "--h": height } }, trimmed(component, this.picture(this.kit.boards[id]), card.name));
    }));
  }

  /** Chips as they are printed, a few of them on top of each other; the number says how many. */
  chips(name, value) {
    const card = this.kit.card.get(this.layout.zones[name]?.chip);
    if (!card || !this.kit.boards[card.id]) return null;
    const component = this.kit.component.get(card.in), [w, height] = component.size;
    return h("span", { class: "chips-shown", "aria-hidden": "true" }, Array.from({ length: Math.min(value, 3) }, () => h("span", { class: "chip-piece", style: { "--w": w, "--h": height, "--corner": cornerOf(component) } }, trimmed(component, this.picture(this.kit.boards[card.id])))));
  }

  seatPanel(seat, n, mine) {
    const words = h("span", { class: "seat-words" });
    const is = h("span", { class: "soft is" });
    const held = h("span", { class: "held" });
    const called = h("span", { class: "called", hidden: true });
    const panel = h(
      "section",
      { class: `seat ${mine ? "mine" : ""}`, data: { seat: n }, "aria-label": mine ? "You" : seat.name },
      h("div", { class: "seat-head", data: { handle: `s:${n}` } }, seatMark(n, seat.name), h("b", {}, mine && !this.open ? "You" : seat.name), is, called, h("span", { class: "grow" }), words, held),
      h("div", { class: "zones" }),
    );
    return { panel, words, is, held, called, zones: $(".zones", panel) };
  }

  /** "bar Ben" is the zone `bar` of Ben; "deck" is nobody's. */
  named(key, message) {
    for (const [n, seat] of message.seats.entries()) if (key.endsWith(` ${seat.name}`)) return [key.slice(0, -seat.name.length - 1), n];
    return [key, -1];
  }

  makeZone(key, message) {
    const [name, seat] = this.named(key, message);
    // A zone that a game names besides its layout is a row of its own, while something lies there.
    const def = this.layout.zones[name] ?? { show: "row", hides: true, title: `${name[0].toUpperCase()}${name.slice(1)}` };
    if (def.out) return;
    const owner = seat >= 0 ? message.seats[seat].name : "";
    const mine = seat === message.you && seat >= 0;
    const counted = def.slim && def.show === "pile"; // only how many there are is worth a place
    if (def.show === "chips") return;
    // each player's pieces stand on the one board of all
    const shared = def.show === "board" && [...this.zones.values()].find((zone) => zone.def.show === "board" && zone.def.face === def.face);
    if (shared) return this.zones.set(key, { ...shared, key, seat, mine });
    const held = counted || (def.show === "fan" && !mine && !this.open);
    const body = h("div", { class: "lying" });
    const box = h("div", { class: `zone zone-${held ? "held" : def.show === "ring" ? "row zone-trick" : def.show} ${def.slim ? "slim" : ""}`, data: { zone: key, handle: def.key ? `w:${def.key}` : `z:${key}` }, role: "group", "aria-label": owner ? `${owner}: ${def.title}` : def.shared ?? def.title, style: def.size && def.show !== "mat" ? { "--size": def.size } : null });
    if (!held && !def.cell && (seat < 0 || def.slim || def.show === "pile" || (this.open && def.show !== "grid"))) box.append(h("div", { class: "zone-title" }, seat < 0 ? def.shared ?? def.title : def.title));
    box.append(body);
    this.zones.set(key, { box, body, def, key, seat, mine, held, counted });
    if (def.size?.[1]) body.style.setProperty("--mat", def.size[0] / def.size[1]);
    if (def.on) return this.zones.get(def.on).body.append(box);
    if (def.cell) return this.cell(def, box);
    if (def.area === "board" && seat >= 0) {
      // it is everybody's board, and has the name that is printed on it
      const title = this.kit.card.get(def.face)?.name ?? def.title;
      box.setAttribute("aria-label", title);
      fill($(".zone-title", box) ?? box.insertBefore(h("div", { class: "zone-title" }), body), title);
      this.boards.append(box);
    } else if (held) this.seats[seat].held.append(box);
    else if (def.area === "hand" && mine && !this.open) this.hand.append(box);
    else if (seat >= 0) this.seats[seat].zones.append(box);
    else (def.area === "board" ? this.boards : this.middle).append(box);
  }

  /** A zone of a grid of zones: all of them lie as they are next to each other; hexagons are counted in halves across. */
  cell({ grid, key, hexagon, cell: [column, row, columns, rows] }, box) {
    let cells = $(`.cells[data-grid="${CSS.escape(grid)}"]`, this.middle);
    if (!cells) {
      cells = h("div", { class: `cells ${hexagon ? "hexagons" : ""}`, data: { grid }, style: { "--columns": columns, "--rows": rows } });
      this.middle.append(h("div", { class: "zone-cells", role: "group", "aria-label": grid }, h("div", { class: "zone-title" }, grid), cells));
    }
    Object.assign(box.style, { gridColumn: `${column + 1} / span ${hexagon ? 2 : 1}`, gridRow: row + 1 });
    box.prepend(h("span", { class: "cell-key", "aria-hidden": "true" }, key));
    cells.append(box);
  }

  // -- what lies in a zone

  fillZone(key, value, seen) {
    const zone = this.zones.get(key);
    if (!zone) return;
    const { box, body, def } = zone;
    const ids = Array.isArray(value) ? value : [];
    const n = countOf(value);
    box.hidden = ((!!def.hides || (!!def.spare && zone.seat < 0)) && n === 0) || (!!def.asked && !ids.some((id) => this.message.moves?.some(([, handles]) => handles.includes(`p${id}`))));
    box.dataset.n = n;
    if (zone.held) return fill(body, zone.counted ? h("span", {}, def.title.toLowerCase()) : icon("hand"), h("span", { class: "num" }, n));
    switch (def.show) {
      case "pile":
        return this.fillPile(zone, ids, seen);
      case "board":
        return this.fillBoard(zone, ids, seen);
      case "grid":
        return this.fillGrid(zone, ids, seen);
      case "mat":
        return this.fillMat(zone, ids, seen);
      default:
        return this.fillRow(zone, ids, seen);
    }
  }

  /** One's own hand: as it was arranged, otherwise in the order of the kit. */
  ordered(ids) {
    const rank = (id) => this.rank.get(this.message.pieces[id]?.[0]) ?? -1;
    if (this.held.length) return [...this.held.filter((id) => ids.includes(id)), ...ids.filter((id) => !this.held.includes(id))];
    return this.sorted ? [...ids].sort((a, b) => rank(a) - rank(b)) : ids;
  }

  /** Put a piece of the hand before another one. */
  put(id, before) {
    const key = [...this.zones.values()].find((zone) => zone.box.parentElement === this.hand && this.message.zones[zone.key].includes(id))?.key;
    if (!key || id === before) return;
    const held = this.ordered(this.message.zones[key]);
    const after = held.indexOf(id) < held.indexOf(before);
    this.held = held.filter((one) => one !== id);
    this.held.splice(this.held.indexOf(before) + after, 0, id);
    this.show(this.message);
  }

  fillRow({ body, def, box }, ids, seen) {
    if (box.parentElement === this.hand && !ids.includes(null)) ids = this.ordered(ids);
    if (def.show === "ring") def = { ...def, places: this.message.seats.length };
    const columns = Math.max(ids.length, def.places ?? 0);
    body.style.setProperty("--n", Math.max(1, columns));
    body.style.setProperty("--gaps", Math.max(0, columns - 1));
    if (ids[0] !== undefined && ids[0] !== null) body.style.setProperty("--rel", (this.sizeOf(ids[0])[0] / this.layout.piece.w).toFixed(3));
    const places = Array.from({ length: Math.max(0, (def.places ?? 0)) }, (_, i) => (i < ids.length ? null : h("span", { class: "place", style: { "grid-column": i + 1 } }, def.places > 1 ? i + 1 : "")));
    const pieces = ids.map((id, i) => {
      const piece = id === null ? this.faceDown(def) : this.piece(id, seen);
      piece.style.gridColumn = i + 1;
      return piece;
    });
    this.arrange(body, [...places.filter(Boolean), ...pieces]);
    if (def.show === "ring") this.ring(box, ids.length);
  }

  /** Who laid each piece of a trick: everybody lays one, in the order of the seats, and now it is this one's turn. */
  ring(box, n) {
    const { seats, turn, mover } = this.message;
    // whoever moved has laid the last piece of a whole trick
    const next = n === seats.length && mover !== undefined ? mover + 1 : turn;
    let marks = $(".ring-marks", box);
    if (!marks) box.append((marks = h("div", { class: "ring-marks", "aria-hidden": "true" })));
    fill(marks, seats.map((_, i) => (next - n + i + 2 * seats.length) % seats.length).map((seat, i) => h("span", { class: i < n ? "" : "to-come" }, seatMark(seat, seats[seat].name), h("span", { class: "soft" }, seat === this.message.you ? "You" : seats[seat].name))));
  }

  fillPile({ body }, ids, seen) {
    const n = ids.length;
    const last = ids.at(-1);
    const top = n === 0 ? h("span", { class: "place" }) : last === null ? this.faceDown() : this.piece(last, seen);
    body.style.setProperty("--deep", Math.min(4, Math.ceil(n / 12)));
    this.arrange(body, [top, h("b", { class: "pile-count num" }, n)]);
  }

  fillBoard({ body, def }, ids, seen) {
    const card = this.kit.card.get(def.face);
    const component = this.kit.component.get(card.in);
    const [w, height] = component.size;
    if (!body.dataset.board) {
      body.dataset.board = card.id;
      body.style.aspectRatio = `${w} / ${height}`;
      fill(body, trimmed(component, this.picture(this.kit.boards[card.id]), card.name));
    }
    const spots = def.spots ?? [];
    const all = Object.entries(this.message.zones).flatMap(([key, there]) => (this.zones.get(key)?.body === body ? there : []));
    const spotOf = (id) => Math.min(this.message.at[id]?.[0] ?? 0, spots.length - 1);
    ids.forEach((id, i) => {
      const piece = this.piece(id, seen);
      const [pw] = this.sizeOf(id);
      let [x, y] = [10 + i * 12, height / 2];
      if (spots.length) {
        // pieces that share a spot crowd around its middle, and more than half of each is to be seen of two
        const there = all.filter((other) => spotOf(other) === spotOf(id));
        const across = Math.ceil(Math.sqrt(there.length));
        const rows = Math.ceil(there.length / across);
        const step = (0.56 * pw) / Math.max(1, across - 1);
        const n = there.indexOf(id);
        [x, y] = spots[spotOf(id)];
        x += step * ((n % across) - (across - 1) / 2);
        y += step * (Math.floor(n / across) - (rows - 1) / 2);
      }
      piece.style.left = `${((x - pw / 2) / w) * 100}%`;
      piece.style.top = `${((y - pw / 2) / height) * 100}%`;
      piece.style.width = `${(pw / w) * 100}%`;
      if (piece.parentElement !== body) body.append(piece);
    });
  }

  /** A table without rules: everything lies where it was put, in mm; piles lie on it, too. */
  fillMat({ key, body, def: { size: [w, height] } }, ids, seen) {
    const put = (el, [x, y, turn = 0, fixed]) => (Object.assign(el.style, { left: `${(x / w) * 100}%`, top: `${(y / height) * 100}%`, rotate: `${turn}deg`, zIndex: fixed ? -1 : "" }), el);
    const piles = [...this.zones.values()].filter((zone) => zone.def.on === key).map((zone) => put(zone.box, this.message.at[zone.key]));
    this.arrange(body, [...piles, ...ids.map((id, i) => put(id === null ? this.faceDown() : this.piece(id, seen), this.message.at[id ?? `${key}/${i}`]))]);
  }

  fillGrid({ body }, ids, seen) {
    const pieces = ids.map((id) => {
      const piece = this.piece(id, seen);
      const [x, y] = this.message.at[id] ?? [0, 0];
      piece.dataset.x = x;
      piece.dataset.y = y;
      return piece;
    });
    this.arrange(body, pieces);
  }

  /** Give every garden the largest tiles that fit; your own keeps a free ring for what comes. */
  fitGrids() {
    for (const zone of this.zones.values()) {
      if (zone.def.show === "mat") zone.body.style.setProperty("--pw", `${(this.layout.piece.w * zone.body.clientWidth) / zone.def.size[0]}px`);
      if (zone.def.show !== "grid") continue;
      const cells = [...zone.body.querySelectorAll("[data-x]")];
      const all = cells.map((c) => [Number(c.dataset.x), Number(c.dataset.y)]);
      if (!all.length) all.push([0, 0]);
      const ring = zone.mine && !this.open ? 1 : 0;
      const x0 = Math.min(...all.map(([x]) => x)) - (ring && !cells.some((c) => c.classList.contains("spot")) ? ring : 0);
      const y0 = Math.min(...all.map(([, y]) => y)) - (ring && !cells.some((c) => c.classList.contains("spot")) ? ring : 0);
      const x1 = Math.max(...all.map(([x]) => x)) + (ring && !cells.some((c) => c.classList.contains("spot")) ? ring : 0);
      const y1 = Math.max(...all.map(([, y]) => y)) + (ring && !cells.some((c) => c.classList.contains("spot")) ? ring : 0);
      const columns = x1 - x0 + 1, rows = y1 - y0 + 1;
      const room = zone.body.getBoundingClientRect();
      const size = Math.floor(Math.max(18, Math.min(room.width / columns, room.height / rows, zone.mine ? 132 : 84)));
      zone.body.style.setProperty("--cell", `${size}px`);
      zone.body.style.setProperty("--left", `${(room.width - size * columns) / 2}px`);
      zone.body.style.setProperty("--top", `${(room.height - size * rows) / 2}px`);
      for (const cell of cells) {
        cell.style.setProperty("--x", Number(cell.dataset.x) - x0);
        cell.style.setProperty("--y", Number(cell.dataset.y) - y0);
      }
    }
  }

  // -- pieces

  cardOf = (id) => this.kit.card.get(this.message.pieces[id][0]);
  sizeOf = (id) => this.kit.component.get(this.cardOf(id).in).size;

  /** The name that players read on a piece; the number of a copy is not said. */
  nameOf = (id) => (this.message.pieces[id] ? this.cardOf(id).name : "a card");

  /** What is heard of a piece: its name, and what is on the card that the name does not say. */
  heardOf = (id) => [this.nameOf(id), this.message.pieces[id] && this.cardOf(id).says].filter(Boolean).join(": ");

  /** A cell of a grid by a piece beside it: "north of H6"; "" where nothing lies there. */
  beside(key, x, y) {
    const at = new Map((this.message.zones[key] ?? []).map((id) => [String(this.message.at[id]), id]));
    const ways = [["north", 0, -1], ["south", 0, 1], ["west", -1, 0], ["east", 1, 0], ["north-west", -1, -1], ["north-east", 1, -1], ["south-west", -1, 1], ["south-east", 1, 1]];
    const way = ways.find(([, dx, dy]) => at.has(`${x - dx},${y - dy}`));
    return way ? `${way[0]} of ${this.nameOf(at.get(`${x - way[1]},${y - way[2]}`))}` : "";
  }

  /** Whether something on the table can be pointed at by this handle. */
  has = (handle) => [this.root, this.hand].some((part) => $(`[data-handle="${CSS.escape(handle)}"]`, part));

  piece(id, seen) {
    const key = String(id);
    seen.add(key);
    let piece = this.pieces.get(key);
    if (!piece) {
      const card = this.cardOf(id);
      const component = this.kit.component.get(card.in);
      const [w, height] = component.size;
      piece = h("button", { type: "button", class: `piece ${component.outline ? "shaped" : ""}`, tabindex: -1, data: { piece: key, handle: `p${key}` }, "aria-label": this.heardOf(id), style: { "--w": w, "--h": height, "--corner": cornerOf(component) } }, trimmed(component, this.picture(this.message.faces[card.id])));
      this.pieces.set(key, piece);
    }
    for (const name of ["left", "top", "width", "grid-column", "rotate"]) piece.style.removeProperty(name);
    const quarters = this.message.turned?.filter((one) => one === Number(id)).length ?? 0; // a piece is named once for each
    const hexagon = this.kit.component.get(this.cardOf(id).in).shape === "hex"; // it is turned by sixths
    piece.classList.toggle("turned", !hexagon && quarters % 2 === 1 && piece.style.getPropertyValue("--w") !== piece.style.getPropertyValue("--h"));
    if (quarters) piece.style.rotate = `${quarters * (hexagon ? 60 : 90)}deg`;
    delete piece.dataset.x;
    return piece;
  }

  faceDown() {
    const card = this.kit.card.get(this.kit.back?.card);
    if (!card) return h("span", { class: "piece down plain" });
    const component = this.kit.component.get(card.in);
    const [w, height] = component.size;
    return h("span", { class: "piece down", style: { "--w": w, "--h": height, "--corner": cornerOf(component) } }, trimmed(component, this.picture(this.kit.back.name), "face down"));
  }

  /** Put these children into a zone and touch only what is elsewhere, so that pieces keep focus and can travel. */
  arrange(body, children) {
    for (const old of [...body.children]) if (!children.includes(old)) old.remove();
    children.forEach((child, i) => body.children[i] !== child && body.insertBefore(child, body.children[i] ?? null));
  }

  paintSeats(message) {
    message.seats.forEach((seat, n) => {
      const { panel, words, is } = this.seats[n];
      is.classList.toggle("bot", seat.is === "bot");
      is.textContent = seat.is === "bot" ? "bot" : seat.here === false && n !== message.you ? "not here" : "";
      panel.classList.toggle("gone", seat.here === false && seat.is !== "bot" && n !== message.you);
      panel.classList.toggle("turn", message.turn === n && !message.over);
      panel.classList.toggle("won", !!message.over?.winners.includes(n));
      const all = [...this.chipsOf(seat.name, message), ...(message.words[n] ?? [])];
      const told = inOrder(all, this.layout.seat);
      fill(words, told.map(([name, value], i) => h("span", { class: i ? "bonus" : "" }, this.chips(name, value), h("b", { class: "num" }, said(value)), " ", h("span", { class: "soft" }, counted(this.layout, name, value)))));
    });
    // where a token stands is seen on its board
    const signs = inOrder(message.signs.filter(([name, value]) => !this.zones.get(name)?.def.spots && (value || !this.layout.hides?.includes(name))), this.layout.signs);
    fill($(".signs", this.middle), [...this.chipsOf("", message), ...signs].map(([name, value]) => h("div", {}, h("dt", {}, counted(this.layout, name, value)), h("dd", { class: "num" }, this.chips(name, value), said(value)))));
  }

  /** What each player has said in this phase, where it is about no piece: a bid stands at its bidder. */
  called(message) {
    const said = Object.values(message.phrases).filter((phrase) => !phrase.includes("{card")).map((phrase) => new RegExp(`^${phrase.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`, "i"));
    const round = message.over ? [] : message.story.slice(-message.seats.length).filter((one) => one.tell !== undefined);
    message.seats.forEach((_, n) => {
      const last = round.findLast((one) => one.who === n);
      const own = last && n !== message.turn && said.some((one) => one.test(last.say)) ? last.say : "";
      this.seats[n].called.textContent = own;
      this.seats[n].called.hidden = !own;
    });
  }

  /** Chips that lie before a player, or ("") in the middle. */
  chipsOf(name, message) {
    return Object.entries(message.zones)
      .filter(([key, value]) => value?.chips !== undefined && !this.layout.zones[this.named(key, message)[0]]?.out && this.named(key, message)[1] === message.seats.findIndex((one) => one.name === name))
      .map(([key, value]) => [this.named(key, message)[0], value.chips]);
  }

  // -- travelling

  rects() {
    const found = new Map();
    for (const [id, piece] of this.pieces) found.set(id, piece.getBoundingClientRect());
    return found;
  }

  travel(before, counts) {
    const source = Object.entries(this.message.zones).find(([key, v]) => {
      const now = countOf(v);
      return this.zones.get(key)?.def.show === "pile" && counts[key] !== undefined && now < counts[key];
    });
    const from = source && this.zones.get(source[0]).body.getBoundingClientRect();
    for (const [id, piece] of this.pieces) {
      const now = piece.getBoundingClientRect();
      const was = before.get(id) ?? (from && before.size ? from : null);
      if (!was || !now.width) continue;
      const dx = was.left + was.width / 2 - now.left - now.width / 2, dy = was.top + was.height / 2 - now.top - now.height / 2;
      const k = was.width / now.width;
      if (Math.abs(dx) < 2 && Math.abs(dy) < 2 && Math.abs(k - 1) < 0.05) continue;
      piece.style.zIndex = 20;
      piece.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${Math.min(3, Math.max(0.2, k))})` }, { transform: "none" }], { duration: Math.min(380, this.pace ?? 380), easing: "cubic-bezier(.2,.7,.2,1)" }).onfinish = () => (piece.style.zIndex = "");
    }
  }
}
