// The list of a game's moves, and going back and forth in it.

import { html, svg } from "../dom.js";
import { t } from "../language.js";

const ICONS = { first: "M6 5 V19 M19 5 L9 12 L19 19 Z", back: "M17 5 L7 12 L17 19 Z", forward: "M7 5 L17 12 L7 19 Z",
  last: "M18 5 V19 M5 5 L15 12 L5 19 Z" };

/** Buttons that go to the first, the one before, the next and the last place; `go` gets its number. */
export function browsing(go, at, count) {
  const entry = (name, target) => html("button", { type: "button", "aria-label": t(`moves.${name}`),
    title: t(`moves.${name}`), onclick: () => go(target()) },
    svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] })));
  return html("div", { class: "buttons compact", role: "group", "aria-label": t("moves.browse") },
    entry("first", () => 0), entry("back", () => Math.max(0, at() - 1)),
      entry("forward", () => Math.min(count(), at() + 1)), entry("last", count));
}

/** Shows moves as numbered turns; `onGo` gets the number of moves played at the place chosen. */
export class MoveList {
  constructor(onGo) {
    this.onGo = onGo;
    this.list = html("ol", { class: "moves", "aria-label": t("moves") });
    this.root = html("div", { class: "movelist" }, browsing(onGo, () => this.at, () => this.count), this.list);
    this.texts = [];
    this.at = this.count = 0;
  }

  /** Show texts ({text, note, mark}), the first by `side`, with the place `at`. */
  show(texts, at, side = 0) {
    const same = this.side === side && texts.length >= this.texts.length &&
      this.texts.every((old, index) => JSON.stringify(old) === JSON.stringify(texts[index]));
    if (!same) this.list.replaceChildren();
    const old = same ? this.texts.length : 0;
    for (let ply = old; ply < texts.length; ply += 1) this.add(ply, texts[ply], side);
    Object.assign(this, { texts: structuredClone(texts), side, count: texts.length });
    this.mark(at);
  }

  add(ply, { text, note = "", mark = "" }, side) {
    const half = ply + side;
    if (half % 2 === 0 || ply === 0)
      this.list.append(html("li", { value: Math.floor(half / 2) + 1 },
        half % 2 ? html("span", { class: "gap" }, "…") : []));
    this.list.lastChild.append(html("button", { type: "button", class: `move ${mark}`,
      onclick: () => this.onGo(ply + 1) },
      html("bdi", {}, text), note && html("small", {}, ` ${note}`)));
  }

  mark(at) {
    this.at = at;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.list.querySelectorAll("button")[at - 1];
    if (!current) return void (this.list.scrollTop = at ? this.list.scrollHeight : 0);
    current.setAttribute("aria-current", "true");
    const { offsetTop, offsetHeight } = current;
    if (offsetTop < this.list.scrollTop || offsetTop + offsetHeight > this.list.scrollTop + this.list.clientHeight)
      this.list.scrollTop = offsetTop - this.list.clientHeight / 2;
  }
}
