// What the descriptions of the games share: boards written in rows, squares by name, moves from square to square.

const ROW = /(\d+|\D)/g;

/** The cells of rows separated by slashes, from the top left; null where a number counts empty ones. */
export function readRows(text) {
  const rows = text.split("/").map((row) =>
    [...row.matchAll(ROW)].flatMap(([part]) => (/\d/.test(part) ? Array(Number(part)).fill(null) : [part])));
  return { columns: rows[0].length, rows: rows.length, cells: rows.flat() };
}

/** The rows of cells as text. */
export function writeRows({ columns, rows, cells }) {
  return Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns))
    .map((row) => row.map((cell) => cell ?? " ").join("").replace(/ +/g, (gap) => gap.length))
    .join("/");
}

/** Squares with a letter for the column and a number for the row, counted from the bottom, `lowest` the first. */
export const numbered = (lowest) => ({
  name: (index, { columns, rows }) =>
    String.fromCharCode(97 + (index % columns)) + (rows - 1 - Math.floor(index / columns) + lowest),
  index: (name, { columns, rows }) =>
    (rows - 1 + lowest - Number(name.slice(1))) * columns + name.charCodeAt(0) - 97,
});

/** A state with some cells changed, the other side to move. */
export function changed(state, changes, more = {}) {
  const cells = state.cells.slice();
  for (const [index, piece] of changes) cells[index] = piece;
  return { ...state, side: 1 - state.side, ...more, cells };
}

/** The numbers from `from`, `count` of them. */
export const range = (count, from = 0) => Array.from({ length: count }, (_, index) => index + from);
