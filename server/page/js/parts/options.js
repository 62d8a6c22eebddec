// How a board is drawn: choices that this browser remembers.

import { html, radios } from "../dom.js";
import { chooseSigns, signs } from "../games/signs.js";
import { t } from "../language.js";

/** The choices of a game's drawings; nothing where there are none. */
export function boardOptions(game, redraw) {
  if (game.name !== "xiangqi") return html("span", { hidden: true });
  return radios(t("signs"), "signs", [["chinese", t("signs.chinese")], ["latin", t("signs.latin")]], signs(),
    (chosen) => {
    chooseSigns(chosen);
    redraw();
  });
}
