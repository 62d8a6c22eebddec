// The games of a run that are being played, each on a board, and the latest that have ended.

import { Board } from "../board/board.js";
import { foreign, html } from "../dom.js";
import { GAMES, replay } from "../games/index.js";
import { t } from "../language.js";
import { clockText } from "../parts/clock.js";
import { points } from "../parts/words.js";
import { grouped } from "./replay.js";

const BOARDS = 8;
const ENDED = 4;

/** Boards by the numbers of their games. */
export class LiveBoards {
  constructor(name) {
    this.game = GAMES[name];
    this.cards = new Map();
    this.root = html("div", { class: "boards" });
  }

  /** Show the games of this moment; those that are there no longer stay until others take their place. */
  playing(games) {
    const numbers = new Set(games.map(({ number }) => number));
    for (const card of this.cards.values()) card.over ||= !numbers.has(card.number);
    for (const game of games.slice(0, BOARDS)) {
      this.show(game, false);
    }
    this.thin();
  }

  /** Show a game that has ended, with its result. */
  ended(game) {
    this.show(game, true);
    this.thin();
  }

  show(played, over) {
    const { game } = this;
    const card = this.cards.get(played.number) ?? this.add(played.number);
    const start = played.start ?? game.start;
    const turns = grouped(game, start, { scores: [], ...played });
    const states = replay(game, start, turns.map(({ move }) => move));
    const at = states.length - 1;
    const times = over ? [] : [0, 1].map((side) => left(game, played, states, side));
    const label = played.players.map((player, side) => `${player}${times[side] ?? ""}`).join(" – ");
    const last = at ? game.ends(turns[at - 1].move, states[at - 1]) : null;
    card.over = over;
    card.box.classList.toggle("running", !over);
    card.board.root.setAttribute("aria-label", label);
    card.board.show({ game, state: states[at], legal: [], side: null, last: last ? (last.all ?? [last.from, last.to]) : [] });
    card.note.replaceChildren(foreign(label), ` · ${over ? points(played.score) : t("run.plies", { plies: played.moves.length })}`);
  }

  add(number) {
    const box = html("figure", { class: "card" });
    const card = { number, box, board: new Board(box, { still: true }), note: html("figcaption", {}) };
    box.append(card.note);
    this.cards.set(number, card);
    this.root.prepend(box);
    return card;
  }

  thin() {
    const over = [...this.cards.values()].filter((card) => card.over);
    for (const card of over.slice(0, Math.max(0, over.length - ENDED))) {
      card.box.remove();
      this.cards.delete(card.number);
    }
  }
}

/** What a player had left after the last move of theirs, in games whose turns are single moves. */
function left(game, played, states, side) {
  const found = game.turns ? undefined
    : played.left.findLast((time, ply) => time !== null && states[ply]?.side === side);
  return found === undefined ? "" : ` (${clockText(found)})`;
}
