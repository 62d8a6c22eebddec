// A finished game of a run, to be gone through.

import { Graph } from "../analysis/graph.js";
import { Board } from "../board/board.js";
import { button, foreign, html } from "../dom.js";
import { GAMES, replay } from "../games/index.js";
import { t } from "../language.js";
import { MoveList } from "../parts/moves.js";
import { points } from "../parts/words.js";

/** Shows one game at a time: a board, its moves, and the values that the players gave. */
export class Replay {
  constructor(name) {
    this.game = GAMES[name];
    this.title = html("h2", {});
    this.box = html("div", { class: "boardbox" });
    this.board = new Board(this.box, { still: true, label: t("run.replay") });
    this.moves = new MoveList((at) => this.go(at));
    this.graph = new Graph((at) => this.go(at));
    this.reason = html("p", { class: "status" });
    this.root = html("section", { class: "columns", hidden: true, "aria-label": t("run.replay") }, this.box,
      html("div", { class: "stack" }, this.title, this.reason, this.moves.root, this.graph.root,
        html("div", { class: "buttons" }, button(t("analyse"), () => this.analyse()))));
  }

  /** Show a game as the server tells it. */
  show(played) {
    const { game } = this;
    this.played = played;
    this.start = played.start ?? game.start;
    const turns = grouped(game, this.start, played);
    this.states = replay(game, this.start, turns.map(({ move }) => move));
    this.texts = turns.slice(0, this.states.length - 1).map(({ move, die }, ply) =>
      ({ text: game.short(this.states[ply], move), note: die ? t("moves.die", { die }) : "" }));
    this.turns = turns;
    this.values = [null, ...turns.map(({ score }, ply) => (score === null || !this.states[ply] ? null
      : this.states[ply].side ? -score : score))];
    this.title.replaceChildren(foreign(`${played.players[0]} – ${played.players[1]}  ${points(played.score)}`));
    this.reason.replaceChildren(foreign([played.reason, played.fault].filter(Boolean).join(": ")));
    this.root.hidden = false;
    this.go(this.texts.length);
  }

  go(at) {
    const place = Math.max(0, Math.min(this.texts.length, at));
    const last = place ? this.game.ends(this.turns[place - 1].move, this.states[place - 1]) : null;
    this.board.show({ game: this.game, state: this.states[place], legal: [], side: null,
      last: last ? (last.all ?? [last.from, last.to]) : [] });
    this.moves.show(this.texts, place, this.states[0].side);
    this.graph.show(this.values, place, []);
  }

  analyse() {
    const words = new URLSearchParams({ game: this.game.name, start: this.start, moves: this.played.moves.join(" ") });
    if (this.game.dice) words.set("dice", this.played.dice.join(""));
    location.hash = `#/analysis?${words}`;
  }
}

/** The moves of a game as turns, with what is known of each. */
export function grouped(game, start, { moves, scores, dice }) {
  if (!game.turns) return moves.map((move, ply) => ({ move, score: scores[ply] ?? null, die: dice[ply] ?? 0 }));
  let at = 0;
  return game.turns(game.read(start), moves).map((move) => {
    const from = at;
    for (let left = move.length; left > 0; at += 1) left -= moves[at].length;
    return { move, score: scores.slice(from, at).findLast((score) => score !== null) ?? null, die: 0 };
  });
}
