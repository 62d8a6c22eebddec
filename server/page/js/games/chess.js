// Chess, and Chess960: moves are applied as they are written, the rules are the server's.

import { changed, numbered, range, readRows, writeRows } from "./grid.js";
import { pieceWords } from "./names.js";
import { chessPiece } from "../board/shapes.js";

const SQUARES = numbered(1);
const MOVE = /^([a-h][1-8])([a-h][1-8])([qrbn])?$/;
const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const HOME_ROW = 8;

const owner = (piece) => (piece < "a" ? 0 : 1);
const square = SQUARES.name;
const pieceName = (piece) => pieceWords(["white", "black"][owner(piece)], `chess.${KINDS[piece.toLowerCase()]}`);
const file = (index) => index % HOME_ROW;

function ends(move, state) {
  const [, from, to, extra] = MOVE.exec(move);
  return { from: SQUARES.index(from, state), to: SQUARES.index(to, state), extra };
}

function read(text) {
  const [rows, side = "w", castling = "-", passant = "-", fifty = "0", number = "1"] = text.trim().split(/\s+/);
  return { ...readRows(rows), side: side === "b" ? 1 : 0, castling, passant, fifty, number };
}

/** Whether a king goes to its own rook, or by two squares or more: both are ways to write castling. */
function castles(state, from, to) {
  const piece = state.cells[from];
  if (piece.toLowerCase() !== "k") return false;
  const taken = state.cells[to];
  return taken !== null ? owner(taken) === owner(piece) : Math.abs(file(to) - file(from)) > 1;
}

function castle(state, from, to) {
  const row = from - file(from);
  const right = to > from;
  const rook = owner(state.cells[from]) === 0 ? "R" : "r";
  const places = state.cells[to] === rook ? [to] : range(HOME_ROW, row).filter((place) =>
    state.cells[place] === rook && place > from === right);
  const start = right ? places.at(-1) : places[0];
  return [[from, null], [start, null], [row + (right ? 6 : 2), state.cells[from]], [row + (right ? 5 : 3), rook]];
}

function play(state, move) {
  const { from, to, extra } = ends(move, state);
  if (castles(state, from, to)) return changed(state, castle(state, from, to));
  const piece = state.cells[from];
  const promoted = extra && (owner(piece) === 0 ? extra.toUpperCase() : extra);
  const passing = piece.toLowerCase() === "p" && file(from) !== file(to) && state.cells[to] === null;
  const passed = passing ? [[from - file(from) + file(to), null]] : [];
  return changed(state, [...passed, [from, null], [to, promoted ?? piece]]);
}

function short(state, move) {
  const { from, to, extra } = ends(move, state);
  if (castles(state, from, to)) return to > from ? "O-O" : "O-O-O";
  const kind = state.cells[from].toUpperCase();
  const sign = state.cells[to] === null && (kind !== "P" || file(from) === file(to)) ? "-" : "x";
  const promotion = extra ? `=${extra.toUpperCase()}` : "";
  return `${kind === "P" ? "" : kind}${square(from, state)}${sign}${square(to, state)}${promotion}`;
}

/** The start of Chess960 by its number, 0 to 959. */
export function start960(number) {
  const row = Array(8).fill(null);
  const free = () => range(8).filter((place) => row[place] === null);
  row[2 * (number % 4) + 1] = "b";
  row[2 * (Math.floor(number / 4) % 4)] = "b";
  row[free()[Math.floor(number / 16) % 6]] = "q";
  let pair = Math.floor(number / 96);
  let first = 0;
  for (; pair >= 4 - first; first += 1) pair -= 4 - first;
  const [one, other] = [free()[first], free()[first + 1 + pair]];
  row[one] = row[other] = "n";
  const rest = free();
  [row[rest[0]], row[rest[1]], row[rest[2]]] = ["r", "k", "r"];
  const letters = row.join("");
  const rights = String.fromCharCode(97 + rest[2], 97 + rest[0]);
  const castling = number === 518 ? "KQkq" : rights.toUpperCase() + rights;
  return `${letters}/pppppppp/8/8/8/8/PPPPPPPP/${letters.toUpperCase()} w ${castling} - 0 1`;
}

export const chess = {
  name: "chess",
  sides: ["white", "black"],
  start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  palette: [..."KQRBNPkqrbnp"],
  read,
  write: (state) =>
    `${writeRows(state)} ${"wb"[state.side]} ${state.castling} ${state.passant} ${state.fifty} ${state.number}`,
  play,
  ends,
  owner,
  square,
  pieceName,
  short,
  castles: (state, move) => {
    const { from, to } = ends(move, state);
    return castles(state, from, to);
  },
  columnLabels: () => [..."abcdefgh"],
  rowLabels: () => range(8, 1).reverse().map(String),
  king: (state) => state.cells.indexOf("Kk"[state.side]),
  choice: (move) => MOVE.exec(move)[3],
  piece: (code) => chessPiece(code.toLowerCase(), owner(code)),
};
