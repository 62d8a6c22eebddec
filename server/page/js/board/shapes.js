// The drawings of pieces, in a box of 100 by 100, and the lines of boards.

import { svg } from "../dom.js";

const FOOT = "M24 89 V83 C24 78 30 77 34 75 H66 C70 77 76 78 76 83 V89 Z";
const CHESS = {
  p: ["M50 20 A13 13 0 0 1 58 43 H62 V48 H57 C57 60 60 68 66 75 H34 C40 68 43 60 43 48 H38 V43 H42 A13 13 0 0 1 50 20 Z"],
  r: ["M28 20 H38 V28 H45 V20 H55 V28 H62 V20 H72 V38 L64 44 V66 L68 75 H32 L36 66 V44 L28 38 Z", "M37 44 H63 M37 66 H63"],
  n: ["M36 75 C34 62 49 58 48 46 C43 51 37 51 33 57 C28 60 20 55 22 48 L34 30 C35 25 36 21 35 14 L44 21 L49 14 L53 23 C68 28 75 48 71 75 Z", "M39 33 l3 2 M27 49 l2 1 M57 30 C65 38 66 54 63 68"],
  b: ["M50 11 A5.5 5.5 0 0 1 54 20 C65 28 69 40 63 51 C61 54 59 56 58 58 H63 V64 H59 C60 69 63 72 66 75 H34 C37 72 40 69 41 64 H37 V58 H42 C41 56 39 54 37 51 C31 40 35 28 46 20 A5.5 5.5 0 0 1 50 11 Z", "M50 30 V46 M43 38 H57"],
  q: ["M32 75 L28 54 L14 31 A5 5 0 1 1 20 29 L32 45 L32 21 A5 5 0 1 1 38 20 L46 42 L48 18 A5 5 0 1 1 52 18 L54 42 L62 20 A5 5 0 1 1 68 21 L68 45 L80 29 A5 5 0 1 1 86 31 L72 54 L68 75 Z", "M30 60 C44 56 56 56 70 60 M31 68 C44 64 56 64 69 68"],
  k: ["M46 8 H54 V14 H60 V21 H54 V29 C58 30 61 33 61 38 C72 31 86 38 83 50 C81 59 71 62 68 75 H32 C29 62 19 59 17 50 C14 38 28 31 39 38 C39 33 42 30 46 29 V21 H40 V14 H46 Z", "M50 60 C50 50 54 46 61 38 M50 60 C50 50 46 46 39 38 M31 68 C44 63 56 63 69 68"],
};

/** A piece of chess by its letter and side. */
export const chessPiece = (kind, side) =>
  svg("g", { class: `piece chessman side${side}` },
    svg("path", { d: `${CHESS[kind][0]} ${FOOT}` }),
    CHESS[kind][1] && svg("path", { class: "line", d: CHESS[kind][1] }));

const centred = (text, size) =>
  svg("text", { x: 50, y: 50, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" }, text);

/** A round piece with a sign. */
export const disc = (sign, side) =>
  svg("g", { class: `piece disc side${side}` },
    svg("circle", { cx: 50, cy: 50, r: 44 }),
    svg("circle", { class: "line", cx: 50, cy: 50, r: 37 }),
    centred(sign, 46));

/** A stone. */
export const stone = (side) =>
  svg("g", { class: `piece stone side${side}` },
    svg("circle", { cx: 50, cy: 50, r: 44 }),
    svg("path", { class: "line", d: "M24 42 A30 30 0 0 1 44 22" }));

/** A tile with a number. */
export const tile = (number, side) =>
  svg("g", { class: `piece tile side${side}` },
    svg("rect", { x: 12, y: 12, width: 76, height: 76, rx: 14 }),
    centred(number, 52));

const EYES = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die that shows a number, empty for 0. */
export const die = (number) =>
  svg("svg", { class: "die", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("rect", { x: 6, y: 6, width: 88, height: 88, rx: 18 }),
    (EYES[number] ?? []).map((place) =>
      svg("circle", { cx: 26 + 24 * (place % 3), cy: 26 + 24 * Math.floor(place / 3), r: 9 })));

const middle = (cell) => 100 * cell + 50;

/** The lines of a board whose pieces stand on crossings, with its marked points. */
export function crossings({ columns, rows }) {
  const path = [
    ...Array.from({ length: columns }, (_, x) => `M${middle(x)} 50 V${middle(rows - 1)}`),
    ...Array.from({ length: rows }, (_, y) => `M50 ${middle(y)} H${middle(columns - 1)}`),
  ].join("");
  const stars = columns === 19 && rows === 19 ? [3, 9, 15] : [];
  return [
    svg("path", { class: "lines", d: path }),
    stars.flatMap((x) => stars.map((y) => svg("circle", { class: "star", cx: middle(x), cy: middle(y), r: 9 }))),
  ];
}

/** The lines of a xiangqi board: files that stop at the river, and the palaces. */
export function xiangqiLines() {
  const files = Array.from({ length: 9 }, (_, x) =>
    x === 0 || x === 8 ? `M${middle(x)} 50 V950` : `M${middle(x)} 50 V450 M${middle(x)} 550 V950`);
  const ranks = Array.from({ length: 10 }, (_, y) => `M50 ${middle(y)} H850`);
  const palaces = "M350 50 L550 250 M550 50 L350 250 M350 750 L550 950 M550 750 L350 950";
  return [
    svg("rect", { class: "river", x: 52, y: 452, width: 796, height: 96 }),
    svg("path", { class: "lines", d: [...files, ...ranks, palaces].join("") }),
  ];
}
