// The die: what was thrown, and entering it by hand.

import { die as picture } from "../board/shapes.js";
import { button, html } from "../dom.js";
import { t } from "../language.js";

/** Shows a game's die; `onDie` gets the number that a person has entered. */
export class DiceBox {
  constructor(onDie) {
    this.shown = html("span", { class: "dieface" });
    this.text = html("span", {});
    this.hand = html("div", { class: "buttons compact", role: "group", "aria-label": t("dice.enter") },
      [1, 2, 3, 4, 5, 6].map((number) => button(picture(number), () => onDie(number),
        { "aria-label": String(number), class: "diebutton" })));
    this.root = html("div", { class: "dice" }, this.shown, this.text, this.hand);
  }

  show({ die, dice, result }, side) {
    this.hand.hidden = dice !== "hand" || side === null || Boolean(die) || Boolean(result);
    this.text.textContent = die ? t("dice.shows", { die }) : result ? "" : t("dice.none");
    this.shown.replaceChildren(picture(die || 0));
  }
}
