// Xiangqi, with Chinese or Latin signs on its pieces.

import { changed, numbered, range, readRows, writeRows } from "./grid.js";
import { pieceWords } from "./names.js";
import { disc, xiangqiLines } from "../board/shapes.js";
import { signs } from "./signs.js";

const SQUARES = numbered(0);
const MOVE = /^([a-i][0-9])-?([a-i][0-9])$/i;
const KINDS = { p: "soldier", a: "advisor", b: "elephant", n: "horse", c: "cannon", r: "chariot", k: "general" };
const OTHER = { e: "b", h: "n", E: "B", H: "N" };
const CHINESE = { K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵", k: "將", a: "士", b: "象", n: "馬", r: "車",
  c: "砲", p: "卒" };
const LATIN = { k: "K", a: "A", b: "E", n: "H", r: "R", c: "C", p: "P" };

const owner = (piece) => (piece < "a" ? 0 : 1);
const square = SQUARES.name;

function ends(move, state) {
  const [, from, to] = MOVE.exec(move.toLowerCase());
  return { from: SQUARES.index(from, state), to: SQUARES.index(to, state) };
}

function read(text) {
  const [rows, side = "w", , , quiet = "0", number = "1"] = text.trim().split(/\s+/);
  const board = readRows(rows);
  return { ...board, cells: board.cells.map((cell) => OTHER[cell] ?? cell), side: side === "b" ? 1 : 0, quiet, number };
}

function play(state, move) {
  const { from, to } = ends(move, state);
  return changed(state, [[from, null], [to, state.cells[from]]]);
}

function short(state, move) {
  const { from, to } = ends(move, state);
  const sign = state.cells[to] === null ? "-" : "x";
  return `${LATIN[state.cells[from].toLowerCase()]}${square(from, state)}${sign}${square(to, state)}`;
}

export const xiangqi = {
  name: "xiangqi",
  sides: ["red", "black"],
  points: true,
  start: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
  palette: [..."KABNRCPkabnrcp"],
  read,
  write: (state) => `${writeRows(state)} ${"wb"[state.side]} - - ${state.quiet} ${state.number}`,
  play,
  ends,
  owner,
  square,
  pieceName: (piece) => pieceWords(["red", "black"][owner(piece)], `xiangqi.${KINDS[piece.toLowerCase()]}`),
  short,
  columnLabels: () => [..."abcdefghi"],
  rowLabels: () => range(10).reverse().map(String),
  king: (state) => state.cells.indexOf("Kk"[state.side]),
  lines: xiangqiLines,
  piecesKey: signs,
  latin: () => signs() === "latin",
  piece: (code) => disc(signs() === "chinese" ? CHINESE[code] : LATIN[code.toLowerCase()], owner(code)),
};
