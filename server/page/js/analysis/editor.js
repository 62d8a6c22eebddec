// Setting a position up: pieces from a palette, the side to move, and what else a game's position holds.

import { call } from "../api.js";
import { button, field, foreign, html, select, svg } from "../dom.js";
import { t } from "../language.js";
import { sideName } from "../parts/words.js";

const CASTLING = [["KQkq", "KQkq"], ["KQ", "KQ"], ["kq", "kq"], ["-", "–"]];

/** The set-up; `onShow(state)` after each change, `onDone(text)` with a position that the server accepts. */
export class Editor {
  constructor(game, state, { onShow, onDone, onCancel }) {
    Object.assign(this, { game, onShow, onDone, piece: game.palette[0],
      state: { ...state, cells: state.cells.slice() } });
    this.fault = html("p", { class: "fault", role: "alert" });
    this.text = html("input", { type: "text", spellcheck: "false", maxlength: 600, onchange: () => this.read() });
    this.palette = html("div", { class: "palette", role: "group", "aria-label": t("editor.pieces") });
    this.extras = html("div", { class: "row" });
    this.root = html("section", { class: "card stack", "aria-label": t("editor") }, html("h2", {}, t("editor")),
      html("p", {}, t("editor.how")), this.palette, this.extras, field(t("editor.text"), this.text), this.fault,
      html("div", { class: "buttons" }, button(t("editor.use"), () => this.check(), { class: "main" }),
        button(t("editor.clear"), () => this.fill(() => null)),
          button(t("editor.start"), () => this.set(game.read(game.start))),
        button(t("cancel"), onCancel)));
    this.set(this.state);
  }

  set(state) {
    this.state = state;
    this.text.value = this.game.write(state);
    this.fault.replaceChildren();
    this.drawPalette();
    this.drawExtras();
    this.onShow(state);
  }

  fill(make) {
    this.set({ ...this.state, ...(this.state.castling ? { castling: "-", passant: "-" } : {}),
      cells: this.state.cells.map(make) });
  }

  /** Put the chosen piece on a cell, or take it away if it stands there. */
  tap(index) {
    const { game, state, piece } = this;
    const cells = state.cells.map((cell) => (game.once && piece && cell === piece ? null : cell));
    cells[index] = piece === null || state.cells[index] === piece ? null : piece;
    this.set({ ...state, cells });
  }

  drawPalette() {
    const { game } = this;
    const entry = (piece, label, picture) => html("button",
      { type: "button", "aria-label": label, "aria-pressed": String(this.piece === piece),
      onclick: (event) => this.choose(piece, event) }, picture);
    const drawn = (piece) => svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, game.piece(piece));
    this.palette.replaceChildren(...game.palette.map((piece) => entry(piece, game.pieceName(piece), drawn(piece))),
      entry(null, t("editor.erase"), "×"));
  }

  choose(piece, event) {
    this.piece = piece;
    for (const one of this.palette.children) one.setAttribute("aria-pressed", String(one === event.currentTarget));
  }

  drawExtras() {
    const { game, state } = this;
    const change = (name, make = String) => (value) => this.set({ ...this.state, [name]: make(value) });
    const parts = [field(t("editor.side"), select(game.sides.map((_, side) => [String(side), sideName(game, side)]),
      String(state.side), change("side", Number)))];
    if (state.castling !== undefined)
      parts.push(field(t("editor.castling"), select(CASTLING.some(([key]) => key === state.castling) ? CASTLING
        : [...CASTLING, [state.castling, state.castling]], state.castling, change("castling"))));
    if (state.left !== undefined)
      parts.push(field(t("editor.left"), select(["1", "2"].slice(0, state.turn).map((left) => [left, left]),
        String(state.left), change("left", Number))));
    if (state.die !== undefined)
      parts.push(field(t("dice"), select([["0", "–"], ..."123456".split("").map((die) => [die, die])],
        String(state.die), change("die", Number))));
    this.extras.replaceChildren(...parts);
  }

  /** Show a text that was typed, if it can be drawn; the server judges it in the end. */
  read() {
    try {
      const state = this.game.read(this.text.value);
      if (state.cells.length !== state.columns * state.rows || state.cells.length > 400) throw new Error("shape");
      this.game.write(state);
      const { value } = this.text;
      this.set(state);
      this.text.value = value;
    } catch {
      this.fault.textContent = t("editor.unreadable");
    }
  }

  async check() {
    try {
      const { start, position } = await call("POST", "api/positions",
        { game: this.game.name, text: this.text.value, moves: [] });
      this.onDone(start ?? position);
    } catch (fault) {
      this.fault.replaceChildren(foreign(fault.message));
    }
  }
}
