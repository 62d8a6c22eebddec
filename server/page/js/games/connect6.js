// Connect6 and its family: m columns, n rows, k in a row win, p stones a turn, q in the first.

import { changed, range, readRows, writeRows } from "./grid.js";
import { pieceWords } from "./names.js";
import { stone } from "../board/shapes.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRS";
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

const owner = (piece) => (piece === "b" ? 0 : 1);
const square = (index, { columns }) => LETTERS[index % columns] + LETTERS[Math.floor(index / columns)];
const indexOf = (name, { columns }) => LETTERS.indexOf(name[1]) * columns + LETTERS.indexOf(name[0]);

/** The stones of a turn: "JJKK", or a single one as "JJ", "JJ@@" or "JJJJ". */
export function stones(move, state) {
  const names = (move.toUpperCase().match(/../g) ?? []).filter((name) => name !== "@@");
  return [...new Set(names.map((name) => indexOf(name, state)))];
}

function read(text) {
  const [rows, side, left, length, turn] = text.trim().split(/\s+/);
  return { ...readRows(rows), side: side === "w" ? 1 : 0, left: Number(left), length: Number(length),
    turn: Number(turn) };
}

function put(state, index) {
  const last = state.left === 1;
  const side = last ? 1 - state.side : state.side;
  return changed(state, [[index, "bw"[state.side]]], { side, left: last ? state.turn : state.left - 1 });
}

/** The windows of `length` points through each direction, as lists of cells. */
function* roads({ columns, rows, length }) {
  for (const [dx, dy] of DIRECTIONS)
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < columns; x += 1) {
        const [lastX, lastY] = [x + dx * (length - 1), y + dy * (length - 1)];
        if (lastX >= columns || lastY >= rows || lastY < 0) continue;
        yield range(length).map((step) => (y + dy * step) * columns + x + dx * step);
      }
}

/** The empty points of roads that a side would fill with its next turn. */
export function threats(state, side) {
  const [own, found] = ["bw"[side], new Set()];
  for (const road of roads(state)) {
    const empty = road.filter((cell) => state.cells[cell] === null);
    const filled = road.filter((cell) => state.cells[cell] === own).length;
    if (empty.length && empty.length <= state.turn && filled + empty.length === state.length)
      empty.forEach((cell) => found.add(cell));
  }
  return found;
}

/** Whether the turn is over although stones are left: a row is full, or the board. */
export const decided = (state) =>
  !state.cells.includes(null) ||
  [...roads(state)].some((road) => state.cells[road[0]] && road.every((cell) => state.cells[cell] === state.cells[road[0]]));

const empty = ({ width, height, in_a_row: length, turn, first }) =>
  `${Array(height).fill(width).join("/")} b ${first} ${length} ${turn}`;

/** A turn as its stones one by one. */
const singles = (move) => move.match(/../g);

/** Stones one by one as whole turns. */
function turns(state, line) {
  const found = [];
  for (let [now, open] = [state, false], index = 0; index < line.length; index += 1) {
    if (open) found[found.length - 1] += line[index];
    else found.push(line[index]);
    const after = connect6.play(now, line[index]);
    open = after.side === now.side;
    now = after;
  }
  return found;
}

export const connect6 = {
  name: "connect6",
  sides: ["black", "white"],
  points: true,
  places: true,
  start: empty({ width: 19, height: 19, in_a_row: 6, turn: 2, first: 1 }),
  empty,
  palette: ["b", "w"],
  read,
  write: (state) => `${writeRows(state)} ${"bw"[state.side]} ${state.left} ${state.length} ${state.turn}`,
  play: (state, move) => stones(move, state).reduce(put, state),
  put,
  turns,
  singles,
  decided,
  threats,
  ends: (move, state) => ({ from: null, to: stones(move, state).at(-1), all: stones(move, state) }),
  owner,
  square,
  pieceName: (piece) => pieceWords(["black", "white"][owner(piece)], "connect6.stone"),
  short: (state, move) => stones(move, state).map((index) => square(index, state)).join(" "),
  columnLabels: ({ columns }) => [...LETTERS.slice(0, columns)],
  rowLabels: ({ rows }) => [...LETTERS.slice(0, rows)],
  piece: (code) => stone(owner(code)),
};
