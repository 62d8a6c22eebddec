// The evaluation bar beside a board.

import { html } from "../dom.js";
import { t } from "../language.js";
import { share, valueText } from "./words.js";

/** A bar whose first part is the first player's share. */
export class EvalBar {
  constructor() {
    this.fill = html("div", { class: "fill" });
    this.text = html("span", { class: "worth" });
    this.root = html("div", { class: "evalbar", role: "img", hidden: true }, this.fill, this.text);
  }

  /** Show a value from the first player's side; null hides the bar. */
  show(number, flipped) {
    this.root.hidden = number === null || number === undefined;
    if (this.root.hidden) return;
    this.fill.style.blockSize = `${(100 * share(number)).toFixed(1)}%`;
    this.root.classList.toggle("flipped", Boolean(flipped));
    this.text.textContent = valueText(number, 1);
    this.root.setAttribute("aria-label", t("evalbar", { value: valueText(number) }));
  }
}
