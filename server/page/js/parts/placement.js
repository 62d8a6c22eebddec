// Placing the pieces of EinStein freely: six numbers on the six squares at home, for both sides.

import { button, field, html, select } from "../dom.js";
import { HOMES, shuffled } from "../games/einstein.js";
import { t } from "../language.js";

const NUMBERS = [1, 2, 3, 4, 5, 6];

/** Selects for both layouts; choosing a square for a piece exchanges it with the piece that stood there. */
export class Placement {
  constructor(host, onChange) {
    this.host = host;
    this.onChange = onChange;
    this.squares = HOMES.map((home) => home.slice());
    this.draw();
  }

  draw() {
    this.host.replaceChildren(html("div", { class: "stack" }, [0, 1].map((side) => this.side(side))));
    this.onChange();
  }

  side(side) {
    const name = t(side === 0 ? "side.blue" : "side.red");
    const choices = HOMES[side].map((square) => [String(square), String(square)]);
    const selects = NUMBERS.map((number, piece) =>
      field(String(number), select(choices, String(this.squares[side][piece]),
        (value) => this.put(side, piece, Number(value)))));
    return html("fieldset", {}, html("legend", {}, name), html("div", { class: "row six" }, selects),
      button(t("placement.shuffle"), () => {
        this.squares[side] = shuffled(side);
        this.draw();
      }, { "aria-label": `${t("placement.shuffle")}: ${name}` }));
  }

  put(side, piece, square) {
    const own = this.squares[side];
    const other = own.indexOf(square);
    [own[piece], own[other]] = [own[other], own[piece]];
    this.draw();
    this.host.querySelectorAll("fieldset")[side].querySelectorAll("select")[piece].focus();
  }

  layouts() {
    return this.squares;
  }

  /** The position as text. */
  text() {
    return [...this.squares[0], ...this.squares[1], "b", 0].join(" ");
  }
}
