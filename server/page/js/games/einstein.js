// EinStein würfelt nicht!: six numbered pieces a side, a die says which may move.

import { changed, range } from "./grid.js";
import { t } from "../language.js";
import { tile } from "../board/shapes.js";

const SIDE = 5;
const MOVE = /^(?:([1-6]):)?(\d{1,2})-(\d{1,2})$/;

/** The squares on which each side starts, from 1. */
export const HOMES = [[25, 24, 23, 20, 19, 15], [1, 2, 3, 6, 7, 11]];

const owner = (piece) => (piece[0] === "b" ? 0 : 1);

function ends(move) {
  const [, piece, from, to] = MOVE.exec(move);
  return { from: Number(from) - 1, to: Number(to) - 1, piece };
}

function read(text) {
  const words = text.trim().split(/\s+/);
  const cells = Array(SIDE * SIDE).fill(null);
  words.slice(0, 12).forEach((word, index) => {
    if (Number(word)) cells[Number(word) - 1] = `${"br"[Math.floor(index / 6)]}${(index % 6) + 1}`;
  });
  return { columns: SIDE, rows: SIDE, cells, side: words[12] === "r" ? 1 : 0, die: Number(words[13] ?? 0) };
}

function write(state) {
  const places = ["b", "r"].flatMap((side) => range(6, 1).map((number) => state.cells.indexOf(side + number) + 1));
  return [...places, "br"[state.side], state.die].join(" ");
}

function play(state, move) {
  const { from, to } = ends(move);
  return changed(state, [[from, null], [to, state.cells[from]]], { die: 0 });
}

/** A random layout of a side's pieces 1 to 6. */
export function shuffled(side) {
  const squares = HOMES[side].slice();
  for (let last = squares.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [squares[last], squares[other]] = [squares[other], squares[last]];
  }
  return squares;
}

export const einstein = {
  name: "einstein",
  sides: ["blue", "red"],
  dice: true,
  start: "25 24 23 20 19 15 1 2 3 6 7 11 b 0",
  palette: ["b", "r"].flatMap((side) => range(6, 1).map((number) => side + number)),
  once: true,
  read,
  write,
  play,
  ends,
  owner,
  square: (index) => String(index + 1),
  pieceName: (piece) => t("piece.number", { side: t(`side.${["blue", "red"][owner(piece)]}`), number: piece[1] }),
  short: (state, move) => {
    const { from, to } = ends(move);
    return `${state.cells[from][1]}: ${from + 1}${state.cells[to] ? "x" : "-"}${to + 1}`;
  },
  columnLabels: () => [],
  rowLabels: () => [],
  corners: true,
  piece: (code) => tile(code[1], owner(code)),
};
