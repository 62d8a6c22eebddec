// Fingers, mouse and keys on a board: taps, drags, and a focus that the arrow keys move.

import { svg } from "../dom.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const DRAG_PIXELS = 6;

/** Listens on a board's root and calls the board's `tap`, `rove` and `clear`. */
export class Input {
  constructor(board) {
    this.board = board;
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.drop());
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("click", (event) => event.detail === 0 && this.clicked(event));
  }

  /** The cell under a pointer; what was grabbed keeps the pointer, so the place decides. */
  cellAt(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest?.(".cell"))
      .find((cell) => cell && this.board.root.contains(cell));
    return found ? Number(found.dataset.index) : null;
  }

  down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const index = this.cellAt(event);
    if (index === null) return;
    this.grip = { index, x: event.clientX, y: event.clientY, held: this.board.entry.mayMove(index) };
    if (this.grip.held) this.board.root.setPointerCapture(event.pointerId);
  }

  move(event) {
    const { grip } = this;
    if (!grip?.held) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.ghost && Math.hypot(dx, dy) > DRAG_PIXELS) this.lift(grip);
    if (grip.ghost) {
      const { a, d, e, f } = this.board.root.getScreenCTM();
      grip.ghost.setAttribute("transform",
        `translate(${(event.clientX - e) / a - 50} ${(event.clientY - f) / d - 50})`);
    }
  }

  lift(grip) {
    const { board } = this;
    if (board.entry.selected !== grip.index) board.tap(grip.index);
    grip.ghost = svg("g", { class: "drag" }, board.view.game.piece(board.view.state.cells[grip.index]));
    board.top.append(grip.ghost);
    board.cells[grip.index].element.classList.add("lifted");
  }

  up(event) {
    const { grip, board } = this;
    const index = this.cellAt(event);
    this.drop();
    if (!grip || index === null) return;
    board.rove(index, document.activeElement?.closest?.(".board") === board.root);
    if (!grip.ghost) {
      if (index === grip.index) board.tap(index, false);
    } else if (index !== grip.index && board.entry.targets().has(index)) board.tap(index, true);
    else board.clear();
  }

  drop() {
    if (this.grip?.ghost) {
      this.grip.ghost.remove();
      this.board.cells[this.grip.index]?.element.classList.remove("lifted");
    }
    this.grip = null;
  }

  /** A click without a pointer: an assistive program's. */
  clicked(event) {
    const cell = event.target.closest(".cell");
    if (cell) this.board.tap(Number(cell.dataset.index), true);
  }

  key(event) {
    const { board } = this;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in STEPS) this.step(STEPS[event.key]);
    else if (event.key === "Home" || event.key === "End") this.step([0,
      event.key === "Home" ? -board.columns : board.columns]);
    else if (event.key === "Enter" || event.key === " ") board.tap(board.focus, true);
    else if (event.key === "Escape") board.clear();
    else return;
    event.preventDefault();
  }

  step([down, right]) {
    const { board } = this;
    const within = (value, most) => Math.max(0, Math.min(most - 1, value));
    const { row, column } = board.cells[board.focus];
    const place = within(row + down, board.rows) * board.columns + within(column + right, board.columns);
    board.rove(board.flipped ? board.cells.length - 1 - place : place, true);
  }
}
