// The only page without a secret: six letters that somebody was told.

import { $, fill, h, icon } from "./dom.js";
import { complaint, header, post } from "./rooms.js";

header();
const letters = h("input", { class: "letters", id: "letters", type: "text", maxlength: 6, autocomplete: "off", autocapitalize: "characters", spellcheck: false, "aria-describedby": "about" });
const wrong = complaint();

async function come(event) {
  event.preventDefault();
  wrong.textContent = "";
  const code = letters.value.trim().toUpperCase();
  if (!/^[A-Z]{6}$/.test(code)) return void (wrong.textContent = "A code has six letters.");
  await post(`/${code}/`, {}).then((told) => location.assign(told.to), (error) => (wrong.textContent = error.message));
}

$("#main").classList.add("guest");
fill($("#main"), h("header", {}, h("h1", {}, "Come in"), h("p", { id: "about" }, "Type the six letters that you were told. With a link you need none.")), h("form", { class: "guest", onsubmit: come }, h("label", { class: "f" }, h("span", {}, "Code of the room"), letters), wrong, h("button", { type: "submit", class: "btn btn-main" }, icon("seat"), h("span", {}, "Come in"))));
letters.focus();
