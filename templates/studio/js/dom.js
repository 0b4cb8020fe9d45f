// Small helpers that every page uses: elements, icons, what is remembered, what is read aloud.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const SVG = "http://www.w3.org/2000/svg";

/** Return an element: h("button", {class: "btn", onclick: go, data: {id: 7}}, "Go"). Nothing is parsed as HTML. */
export function h(tag, attributes, ...children) {
  const element = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style" && typeof value === "object")
      for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (name in element && typeof value !== "string" && !tag.startsWith("svg:")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replace what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Return a pictogram of icons.svg; without a label it is hidden from screen readers. */
export function icon(name, label) {
  const svg = h("svg:svg", { class: "icon", width: 24, height: 24, viewBox: "0 0 24 24" });
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else svg.setAttribute("aria-hidden", "true");
  svg.append(h("svg:use", { href: `icons.svg#${name}` }));
  return svg;
}

/** Return a button with a pictogram; `words` shows the label beside it. */
export function button(name, label, onclick, { words = false, kind = "", ...rest } = {}) {
  return h(
    "button",
    { type: "button", class: `btn ${words ? "" : "btn-icon"} ${kind}`.trim(), onclick, "aria-label": words ? null : label, title: words ? null : label, ...rest },
    name ? icon(name) : null,
    words ? h("span", {}, label) : null,
  );
}

/** A choice of one: radio buttons that look like one strip. */
export function segmented(name, label, choices, value, onchange) {
  const box = h("fieldset", { class: "seg" }, h("legend", { class: "sr" }, label));
  for (const choice of choices) {
    const input = h("input", { type: "radio", name, value: choice.value, checked: choice.value === value, disabled: choice.disabled ?? false });
    input.addEventListener("change", () => onchange(choice.value));
    box.append(h("label", { title: choice.title ?? null }, input, h("span", {}, choice.icon ? icon(choice.icon) : null, choice.label)));
  }
  return box;
}

/** A switch: on or off at once, no button to confirm. */
export function toggle(label, checked, onchange, { pictogram, hint } = {}) {
  const input = h("input", { type: "checkbox", role: "switch", checked });
  input.addEventListener("change", () => onchange(input.checked));
  return h("label", { class: "switch", title: hint ?? null }, input, h("span", { class: "knob", "aria-hidden": "true" }), pictogram ? icon(pictogram) : null, h("span", { class: "words" }, label));
}

/** Open a box below a button; it goes when Escape is pressed or something else is. */
export function popBelow(opener, label, kind, ...children) {
  const box = h("div", { class: `pop ${kind}`, popover: "auto", role: "dialog", "aria-label": label }, children);
  document.body.append(box);
  box.showPopover();
  const a = opener.getBoundingClientRect();
  box.style.left = `${Math.min(Math.max(8, a.left), innerWidth - box.offsetWidth - 8)}px`;
  box.style.top = `${a.bottom + 6 + box.offsetHeight > innerHeight ? Math.max(8, a.top - 6 - box.offsetHeight) : a.bottom + 6}px`;
  $("input:checked, button, input, select, textarea", box)?.focus();
  box.addEventListener("toggle", (event) => event.newState === "closed" && setTimeout(() => box.remove()));
  return box;
}

/** Remembered between visits on this machine. */
export const remembered = {
  get(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`cardgen.${key}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`cardgen.${key}`, JSON.stringify(value));
    } catch {
      /* a private window: nothing is remembered */
    }
  },
};

let teller;
/** Say something to screen readers without moving the focus. */
export function announce(words) {
  teller ??= document.body.appendChild(h("div", { class: "sr", role: "status", "aria-live": "polite" }));
  teller.textContent = words;
}

/** A short message at the edge of the window; `action` is one thing to do about it. */
export function toast(words, { kind = "", action, label, seconds = 6 } = {}) {
  let shelf = $("#toasts");
  shelf ??= document.body.appendChild(h("div", { id: "toasts", role: "region", "aria-label": "Messages" }));
  for (const old of $$(".toast", shelf)) if ($("p", old).textContent === words) old.remove(); // said again, not once more
  const note = h("div", { class: `toast ${kind}`, role: kind === "bad" ? "alert" : "status" }, h("p", {}, words));
  if (action) note.append(h("button", { type: "button", class: "btn btn-text", onclick: () => (action(), note.remove()) }, label));
  note.append(button("close", "Close this message", () => note.remove()));
  shelf.append(note);
  if (seconds) setTimeout(() => note.remove(), seconds * 1000);
  return note;
}

/** A button that copies words, and says so. */
export const copying = (words) =>
  button("copy", `Copy ${words}`, async () => {
    const done = await navigator.clipboard?.writeText(words).then(() => true, () => false);
    toast(done ? `${words} is copied` : words, { seconds: 3 });
  });

/** A word as a shell takes it. */
export const quoted = (word) => (/^[\w./:,=+@-]+$/.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`);

/** "1 tile", "2 tiles". */
export const many = (n, one, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

export const percent = (part) => `${Math.round(part * 100)} %`;

/** Wait until nothing was asked for so many milliseconds. */
export function settled(milliseconds, action) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), milliseconds);
  };
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
