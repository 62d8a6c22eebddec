// What a person has entered of a move so far, tap by tap; it knows no elements.

/** Entering one turn. `legal` lists moves; null means any empty point. `careful` asks for a second tap. */
export class Entry {
  constructor({ game, state, legal, side, careful }) {
    Object.assign(this, { game, state, legal, careful });
    this.movable = side === state.side;
    this.selected = null;
    this.preview = null;
    this.stones = [];
    this.now = state;
  }

  /** The moves that begin where the selected piece stands. */
  from(index) {
    return (this.legal ?? []).map((move) => ({ move, ...this.game.ends(move,
      this.state) })).filter(({ from }) => from === index);
  }

  /** The cells that a next tap may choose as a goal. */
  targets() {
    return new Set(this.selected === null ? [] : this.from(this.selected).map(({ to }) => to));
  }

  /** Whether a piece of the person's stands there that may move. */
  mayMove(index) {
    return this.movable && !this.game.places && this.from(index).length > 0;
  }

  /** Take a tap in; the moves that it completes, of which several differ in the promotion alone. */
  tap(index, deliberate = false) {
    if (!this.movable) return [];
    return this.game.places ? this.place(index, deliberate) : this.step(index, deliberate);
  }

  step(index, deliberate) {
    if (this.selected !== null && this.targets().has(index)) {
      if (this.asksAgain(index, deliberate)) return [];
      return this.from(this.selected).filter(({ to }) => to === index).map(({ move }) => move);
    }
    this.preview = null;
    this.selected = index !== this.selected && this.mayMove(index) ? index : null;
    return [];
  }

  place(index, deliberate) {
    if (this.stones.includes(index)) return this.without(index);
    if (this.now.cells[index] !== null || this.asksAgain(index, deliberate)) return [];
    this.preview = null;
    this.stones.push(index);
    this.now = this.game.put(this.now, index);
    const over = this.now.side !== this.state.side || this.game.decided(this.now);
    return over ? [this.turn()] : [];
  }

  without(index) {
    this.stones = this.stones.filter((other) => other !== index);
    this.now = this.stones.reduce(this.game.put, this.state);
    return [];
  }

  asksAgain(index, deliberate) {
    if (!this.careful || deliberate || this.preview === index) return false;
    this.preview = index;
    return true;
  }

  /** The stones entered as one move. */
  turn() {
    return this.stones.map((index) => this.game.square(index, this.state)).join("");
  }

  /** Forget what was entered. */
  clear() {
    this.selected = this.preview = null;
    this.stones = [];
    this.now = this.state;
  }
}
