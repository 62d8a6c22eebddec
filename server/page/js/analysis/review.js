// What did I do wrong: one pass over a game, with the losses marked.

import { Stream } from "../api.js";
import { button, field, foreign, html, select } from "../dom.js";
import { singly } from "../games/index.js";
import { t } from "../language.js";
import { shown } from "../parts/words.js";

const MARKS = ["inaccuracy", "mistake", "blunder"];
const TIMES = [["100", "0.1 s"], ["300", "0.3 s"], ["1000", "1 s"], ["3000", "3 s"]];

/** Asks for a review; `line()` gives what to look at, `onPly(node, news)` each move, `onGo(node)` a choice. */
export class Review {
  constructor({ line, onPly, onGo }) {
    Object.assign(this, { line, onPly, onGo });
    this.time = select(TIMES, "300");
    this.start = button(t("review.start"), () => (this.stream ? this.stop() : this.go()));
    this.progress = html("p", { class: "thinking", role: "status" });
    this.list = html("ul", { class: "losses" });
    this.root = html("section", { class: "card stack", "aria-label": t("review") }, html("h2", {}, t("review")),
      html("div", { class: "row" }, field(t("review.time"), this.time), this.start), this.progress, this.list);
  }

  go() {
    const { game, start, nodes, states } = this.line();
    const singles = singly(game, nodes.map(({ move }) => move));
    const dice = game.dice ? singles.map(({ number }) => nodes[number].die) : [];
    Object.assign(this, { game, nodes, states, singles });
    this.list.replaceChildren();
    if (!nodes.length) return void (this.progress.textContent = t("review.empty"));
    this.start.textContent = t("lines.stop");
    this.stream = new Stream("api/review", {
      hello: () => ({ type: "go", game: game.name, start, moves: singles.map(({ single }) => single), dice,
        limits: { movetime: Number(this.time.value) } }),
      onMessage: (message) => this.take(message),
    });
  }

  stop() {
    this.stream?.close();
    this.stream = null;
    this.start.textContent = t("review.start");
  }

  take(message) {
    if (message.type === "error") this.progress.replaceChildren(foreign(message.error));
    if (message.type === "waiting") this.progress.textContent = t("lines.waiting", { place: message.place + 1 });
    if (message.type === "ply") this.ply(message);
    if (message.type === "done") this.progress.textContent = t("review.done", { count: this.list.children.length });
    if (message.type === "done" || message.type === "error") this.stop();
  }

  /** Take in what is known of a move and of the position before it; behind the last there is a position alone. */
  ply(message) {
    const number = this.singles[message.ply]?.number;
    const node = this.nodes[number] ?? null;
    const begins = node === null || number !== this.singles[message.ply - 1]?.number;
    this.progress.textContent = t("review.progress", { ply: Math.min(message.ply + 1, this.singles.length),
      count: this.singles.length });
    this.onPly(node, message, begins);
    if (node && MARKS.includes(message.mark)) this.list.append(this.entry(node, number, message));
  }

  entry(node, number, { chance_loss: chance, best, mark }) {
    const { game, states } = this;
    const turn = Math.floor((number + states[0].side) / 2) + 1;
    const text = t("review.loss", { mark: t(`mark.${mark}`), number: turn, percent: Math.round(100 * chance) });
    const better = best && best !== node.move ? [` ${t("review.better")} `,
      foreign(game.short(states[number], best))] : [];
    return html("li", {}, html("button", { type: "button", class: `move ${mark}`, onclick: () => this.onGo(node) },
      foreign(shown(game, states[number], node.move, node.text, node.latin))), ` ${text}`, ...better);
  }

  close() {
    this.stop();
  }
}
