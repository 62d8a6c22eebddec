// The board: one SVG grid for all games, drawn from a state, asked for moves.

import { crossings } from "./shapes.js";
import { Entry } from "./entry.js";
import { Input } from "./input.js";
import { arrow, rim } from "./marks.js";
import { svg } from "../dom.js";
import { t } from "../language.js";

const MARGIN = 36;
const WIDE_MARGIN = 60;
const PHONE = matchMedia("(max-width: 480px)");

/** Shows states; calls `onMoves` with the moves that a person has completed (several: a choice is left). */
export class Board {
  constructor(host, { onMoves = () => {}, label = "", still = false } = {}) {
    this.onMoves = onMoves;
    this.still = still;
    this.cells = [];
    this.focus = 0;
    this.root = svg("svg", { class: "board", role: "grid", "aria-label": label,
      "aria-readonly": still ? "true" : null });
    host.append(this.root);
    if (!still) this.input = new Input(this);
  }

  /**
   * Show a view: game, state, legal, side (whose moves may be entered, null for nobody's), last (cells), check,
   * threats (cells), arrows ({from, to}), flipped. What was entered stays if the position is the same.
   */
  show(view) {
    const { game, state } = view;
    const shape = [game.name, state.columns, state.rows, view.flipped].join();
    if (shape !== this.shape) this.build(view, shape);
    if (!this.entry || this.view.state !== state || this.view.side !== view.side || this.view.legal !== view.legal)
      this.entry = new Entry({ ...view, side: view.side ?? null, careful: PHONE.matches });
    this.view = view;
    this.draw();
  }

  build({ game, state, flipped }, shape) {
    const { columns, rows } = state;
    this.shape = shape;
    this.flipped = flipped;
    this.columns = columns;
    this.rows = rows;
    const edge = game.corners ? 10 : columns > 12 ? WIDE_MARGIN : MARGIN;
    this.root.setAttribute("viewBox", `${-edge} ${-edge} ${100 * columns + 2 * edge} ${100 * rows + 2 * edge}`);
    this.root.setAttribute("class", `board ${game.name} ${game.points ? "points" : "squares"}`);
    this.root.setAttribute("aria-rowcount", rows);
    this.root.setAttribute("aria-colcount", columns);
    this.top = svg("g", { class: "top", "aria-hidden": "true" });
    this.cells = [];
    const grid = Array.from({ length: rows }, (_, row) =>
      svg("g", { role: "row" }, Array.from({ length: columns }, (_, column) => this.cell(row, column))));
    this.root.replaceChildren(svg("g", { "aria-hidden": "true" }, this.backdrop(game, state)), ...grid, this.top);
    this.rove(Math.min(this.focus, this.cells.length - 1));
  }

  backdrop(game, state) {
    const plain = svg("rect", { class: "ground", width: 100 * this.columns, height: 100 * this.rows });
    const lines = game.points ? (game.lines ?? crossings)(state) : [];
    return [plain, lines, rim(game, state, this.flipped)];
  }

  cell(row, column) {
    const place = row * this.columns + column;
    const index = this.flipped ? this.columns * this.rows - 1 - place : place;
    const shade = (row + column) % 2 ? "dark" : "light";
    const element = svg("g", { role: "gridcell", class: `cell ${shade}`, "data-index": index, tabindex: -1,
      transform: `translate(${100 * column} ${100 * row})` });
    this.cells[index] = { element, row, column, drawn: "" };
    return element;
  }

  /** The middle of a cell in the board's own units. */
  centre(index) {
    const { row, column } = this.cells[index];
    return [100 * column + 50, 100 * row + 50];
  }

  draw() {
    const { state, arrows = [] } = this.view;
    const targets = this.entry.targets();
    for (let index = 0; index < this.cells.length; index += 1) this.drawCell(index, this.marks(index, targets));
    this.top.replaceChildren(...arrows.flatMap(({ from, to }, rank) => arrow(from, to, rank,
      (cell) => this.centre(cell))));
    this.root.classList.toggle("asking", this.entry.movable);
    this.state = state;
  }

  marks(index, targets) {
    const { game, state, last = [], check = null, threats, spots } = this.view;
    const { entry } = this;
    const own = entry.stones.includes(index) ? game.palette[state.side] : null;
    const ghost = entry.preview === index ? this.ghost() : null;
    return {
      piece: state.cells[index] ?? own,
      ghost,
      moves: entry.mayMove(index),
      names: [last.includes(index) && "last", check === index && "check", targets.has(index) && "target",
        entry.selected === index && "selected", own && "own", threats?.has(index) && "threat",
        spots?.has(index) && "spot"].filter(Boolean),
    };
  }

  ghost() {
    const { game, state } = this.view;
    return game.places ? game.palette[state.side] : state.cells[this.entry.selected];
  }

  drawCell(index, { piece, ghost, moves, names }) {
    const { game } = this.view;
    const cell = this.cells[index];
    const drawn = [piece, ghost, moves, ...names, game.piecesKey?.()].join();
    if (drawn !== cell.drawn) {
      cell.drawn = drawn;
      cell.element.setAttribute("class",
        `cell ${(cell.row + cell.column) % 2 ? "dark" : "light"} ${names.join(" ")}${moves ? " mine" : ""}`);
      cell.element.setAttribute("aria-selected", names.includes("selected"));
      cell.element.replaceChildren(...this.pictures(game, piece, ghost, names));
    }
    const label = this.name(index, piece, names);
    if (cell.element.getAttribute("aria-label") !== label) cell.element.setAttribute("aria-label", label);
  }

  pictures(game, piece, ghost, names) {
    const shade = svg("rect", { class: "shade", width: 100, height: 100 });
    const parts = [shade];
    if (piece) parts.push(game.piece(piece));
    if (ghost) parts.push(svg("g", { class: "ghost" }, game.piece(ghost)));
    if (names.includes("last") && game.points) parts.push(svg("circle",
      { class: "dot", cx: 50, cy: 50, r: game.places ? 12 : 46 }));
    if (names.includes("target")) parts.push(svg("circle", { class: "goal", cx: 50, cy: 50, r: piece ? 46 : 15 }));
    if (names.includes("threat")) parts.push(svg("circle", { class: "warning", cx: 50, cy: 50, r: 20 }));
    parts.push(svg("rect", { class: "ring", x: 4, y: 4, width: 92, height: 92, rx: 8 }));
    return parts;
  }

  /** What a screen reader says of a cell. */
  name(index, piece, names) {
    const { game, state } = this.view;
    const words = [game.square(index, state), piece ? game.pieceName(piece) : t("board.empty")];
    for (const name of names) words.push(t(`board.${name}`));
    return words.join(", ");
  }

  /** Make a cell the one that the tabulator reaches, and go there if asked to. */
  rove(index, go = false) {
    this.cells[this.focus]?.element.setAttribute("tabindex", -1);
    this.focus = index;
    const { element } = this.cells[index];
    element.setAttribute("tabindex", 0);
    if (go) element.focus();
  }

  /** A tap, a key or the end of a drag on a cell. */
  tap(index, deliberate) {
    if (this.view.onTap) return void this.view.onTap(index);
    const moves = this.entry.tap(index, deliberate);
    this.draw();
    if (moves.length) this.onMoves(moves);
  }

  /** Forget what was entered. */
  clear() {
    this.entry.clear();
    this.draw();
  }
}
