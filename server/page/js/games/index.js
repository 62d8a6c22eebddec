// The four games by name; a game takes its own module and a line here.

import { chess } from "./chess.js";
import { connect6 } from "./connect6.js";
import { einstein } from "./einstein.js";
import { xiangqi } from "./xiangqi.js";

export const GAMES = { chess, xiangqi, connect6, einstein };

/** Where a game starts: its own text, the empty board of its shape, or the usual start. */
export const startOf = (game, start, shape = null) => start ?? (shape ? game.empty(shape) : game.start);

/** Whether a move can be drawn in a state: it is readable, and something stands where it begins. */
export function fits(game, state, move) {
  try {
    const { from, to } = game.ends(move, state);
    return to in state.cells && (from === null || Boolean(state.cells[from]));
  } catch {
    return false;
  }
}

/** The states of a game from its start on, one more than moves; it ends early at a move that does not fit. */
export function replay(game, start, moves) {
  const states = [game.read(start)];
  for (const move of moves) {
    if (!fits(game, states.at(-1), move)) break;
    states.push(game.play(states.at(-1), move));
  }
  return states;
}

/** Moves as the server reads them, one stone each, with the number of the move that each belongs to. */
export const singly = (game, moves) =>
  moves.flatMap((move, number) => (game.singles?.(move) ?? [move]).map((single) => ({ single, number })));

/** Moves as the server reads them. */
export const separate = (game, moves) => singly(game, moves).map(({ single }) => single);
