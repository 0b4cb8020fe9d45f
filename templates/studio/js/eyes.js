// Faces as other eyes and other printers see them: SVG filters, which change what is seen and nothing that is printed.
//
// The three kinds of colour blindness are the matrices of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: "A Physiologically-based
// Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, at severity 1.0,
// which work on light (linearRGB). Grey is what PostScript and PDF make of red, green and blue for a printer that has black only:
// 0.3 R + 0.59 G + 0.11 B of the values as they are written (sRGB).

import { h } from "./dom.js";

const GREY = [0.3, 0.59, 0.11];

export const EYES = [
  { id: "", label: "As it is" },
  { id: "grey", label: "Greyscale", says: "as a printer with black only prints it", space: "sRGB", rows: [GREY, GREY, GREY] },
  { id: "protanopia", label: "Protanopia", says: "no red cones, one man in a hundred", space: "linearRGB", rows: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]] },
  { id: "deuteranopia", label: "Deuteranopia", says: "no green cones, one man in a hundred", space: "linearRGB", rows: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]] },
  { id: "tritanopia", label: "Tritanopia", says: "no blue cones, rare", space: "linearRGB", rows: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]] },
];

export const knownEyes = (id) => (EYES.some((one) => one.id === id) ? id : "");

/** Look at every face of the page through other eyes, "" for one's own. */
export function seeAs(id) {
  if (!document.querySelector("#eyes")) document.body.append(h("svg:svg", { id: "eyes", class: "sr", width: 0, height: 0, "aria-hidden": "true" }, EYES.filter((one) => one.rows).map(filter)));
  document.body.dataset.eyes = id;
}

const filter = ({ id, space, rows }) =>
  h("svg:filter", { id: `eyes-${id}`, "color-interpolation-filters": space, x: 0, y: 0, width: 1, height: 1, filterUnits: "objectBoundingBox" }, h("svg:feColorMatrix", { type: "matrix", values: [...rows.map((row) => [...row, 0, 0]), [0, 0, 0, 1, 0]].flat().join(" ") }));
