// One page, no server: the slider of each pair moves the line between before and after, keys do what a mouse does.
for (const pair of document.querySelectorAll(".pair")) {
  const slider = pair.querySelector("input[type=range]");
  if (!slider) continue; // new, or gone: there is one face
  const show = () => pair.style.setProperty("--at", `${slider.value}%`);
  slider.addEventListener("input", show);
  show();
}
const filter = document.querySelector("#kinds");
filter?.addEventListener("change", () => {
  const kinds = new Set([...filter.querySelectorAll("input:checked")].map((box) => box.value));
  for (const card of document.querySelectorAll("article[data-kind]")) card.hidden = !kinds.has(card.dataset.kind);
});
