// The evaluation over a game.

import { html, svg } from "../dom.js";
import { t } from "../language.js";
import { share } from "../parts/words.js";

const WIDTH = 600;
const HEIGHT = 110;

/** A graph of values from the first player's side; `onGo` gets the number of moves at the place clicked. */
export class Graph {
  constructor(onGo) {
    this.onGo = onGo;
    this.drawing = svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("graph"),
      onclick: (event) => this.click(event) });
    this.root = html("div", { hidden: true }, this.drawing);
  }

  click(event) {
    const box = this.drawing.getBoundingClientRect();
    this.onGo(Math.round(((event.clientX - box.left) / box.width) * this.count));
  }

  /** Draw values by ply (null: unknown), with the place `at` and the plies with marks. */
  show(values, at, marks) {
    this.count = Math.max(values.length - 1, 1);
    this.root.hidden = values.filter((value) => value !== null).length < 2;
    if (this.root.hidden) return;
    const x = (ply) => ((WIDTH * ply) / this.count).toFixed(1);
    const y = (value) => (HEIGHT * (1 - share(value))).toFixed(1);
    const points = values.map((value, ply) => (value === null ? null : `${x(ply)} ${y(value)}`)).filter(Boolean);
    const first = points[0].split(" ")[0];
    const last = points.at(-1).split(" ")[0];
    this.drawing.replaceChildren(
      svg("path", { class: "area", d: `M${first} ${HEIGHT} L${points.join(" L")} L${last} ${HEIGHT} Z` }),
      svg("path", { class: "axis", d: `M0 ${HEIGHT / 2} H${WIDTH}` }),
      svg("path", { class: "curve", d: `M${points.join(" L")}` }),
      ...marks.filter((ply) => values[ply] !== null).map((ply) => svg("circle",
        { class: "bad", cx: x(ply), cy: y(values[ply]), r: 4 })),
      svg("path", { class: "now", d: `M${x(at)} 0 V${HEIGHT}` }));
  }
}
