// What is drawn around and above a board: its coordinates, goals, and arrows.

import { svg } from "../dom.js";

const label = (text, x, y, size) =>
  svg("text", { class: "coordinate", x, y, "font-size": size, "text-anchor": "middle",
    "dominant-baseline": "central" }, text);

/** The names of columns and rows, or the marks of the corners that are a game's goals. */
export function rim(game, state, flipped) {
  const { columns, rows } = state;
  if (game.corners) return corners(columns, rows, flipped);
  const large = columns > 12;
  const [gap, size] = large ? [32, 40] : [18, 25];
  const turn = (labels) => (flipped ? labels.slice().reverse() : labels);
  return [
    turn(game.columnLabels(state)).map((text, column) => label(text, 100 * column + 50, 100 * rows + gap, size)),
    turn(game.rowLabels(state)).map((text, row) => label(text, -gap, 100 * row + 50, size)),
  ];
}

function corners(columns, rows, flipped) {
  const [first, second] = flipped ? [1, 0] : [0, 1];
  return [
    svg("path", { class: `corner side${first}`, d: "M0 0 H100 V100 H0 Z" }),
    svg("path", { class: `corner side${second}`, d: `M${100 * columns} ${100 * rows} h-100 v-100 h100 Z` }),
  ];
}

/** An arrow between two cells, or a ring where a stone would go; `rank` 0 is the best move's. */
export function arrow(from, to, rank, centre) {
  const [x, y] = centre(to);
  const kind = `arrow rank${Math.min(rank, 3)}`;
  if (from === null) return [svg("circle", { class: `${kind} point`, cx: x, cy: y, r: 34 })];
  const [startX, startY] = centre(from);
  const length = Math.hypot(x - startX, y - startY) || 1;
  const [ux, uy] = [(x - startX) / length, (y - startY) / length];
  const [endX, endY] = [x - 30 * ux, y - 30 * uy];
  const head = `M${x - 6 * ux} ${y - 6 * uy} L${endX - 20 * uy} ${endY + 20 * ux} L${endX + 20 * uy} ${endY - 20 * ux} Z`;
  return [svg("path", { class: `${kind} shaft`, d: `M${startX + 24 * ux} ${startY + 24 * uy} L${endX} ${endY}` }),
    svg("path", { class: `${kind} head`, d: head })];
}
