// Moves, results and values in words.

import { fits, replay } from "../games/index.js";
import { known, t } from "../language.js";

const MATE = 100000;

/** A move as it is read out: who or what moves from where to where, and what it takes. */
export function say(game, before, move) {
  const ends = game.ends(move, before);
  if (ends.from === null)
    return t("say.stones", { side: sideName(game, before.side),
      points: ends.all.map((index) => game.square(index, before)).join(", ") });
  const [piece, taken] = [before.cells[ends.from], before.cells[ends.to]];
  const values = { piece: game.pieceName(piece), from: game.square(ends.from, before),
    to: game.square(ends.to, before) };
  if (game.castles?.(before, move)) return t("say.castle", values);
  return taken ? t("say.take", { ...values, taken: game.pieceName(taken) }) : t("say.move", values);
}

/** The name of a side. */
export const sideName = (game, side) => t(`side.${game.sides[side]}`);

/** How a game ended. */
export function outcome(game, result) {
  const { winner = null, score } = result;
  const head = winner !== null ? t("result.wins", { side: sideName(game, winner) })
    : t(score === null ? "result.none" : "result.draw");
  return result.reason ? `${head} · ${reason(result.reason)}` : head;
}

/** Why a game ended; what the server says in words of its own stays as it is. */
function reason(text) {
  const key = `reason.${text.replace(/\W+/g, "_")}`;
  return known(key) ? t(key) : text;
}

/** A move as text: the server's own, in Latin letters if Chinese signs are not wanted. */
export const shown = (game, before, move, text, latin = null) =>
  (game.latin?.() ? latin : text) ?? game.short(before, move);

/** The beginning of a line as text. */
export function lineText(game, state, line, most) {
  const moves = (game.turns?.(state, line) ?? line).slice(0, most);
  const states = replay(game, game.write(state), moves);
  return moves.slice(0, states.length - 1).map((move, ply) => game.short(states[ply], move)).join(" ");
}

/** The arrows of a line's first turn; none if it does not fit. */
export function arrowsOf(game, state, line) {
  if (!line.length || !fits(game, state, line[0])) return [];
  const [move] = game.turns?.(state, line) ?? line;
  const { from, to, all } = game.ends(move, state);
  return all ? all.map((index) => ({ from: null, to: index })) : [{ from, to }];
}

/** "1–0" and so on. */
export const points = (score) => (score === 1 ? "1–0" : score === 0 ? "0–1" : score === null ? "*" : "½–½");

/** One number for a score or a mate, from its own side; who is mated has a mate in 0. */
export const value = ({ score, mate }) =>
  mate !== null && mate !== undefined ? (mate > 0 ? 1 : -1) * (MATE - Math.abs(mate)) : score ?? null;

/** A value as text: pawns with so many decimals, or moves to the mate. */
export function valueText(number, decimals = 2) {
  if (number === null || number === undefined) return "";
  const sign = number > 0 ? "+" : number < 0 ? "−" : "";
  const size = Math.abs(number);
  return size > MATE - 1000 ? `${sign}#${MATE - size}` : `${sign}${(size / 100).toFixed(decimals)}`;
}

/** A value as the first player's share of the evaluation bar, 0 to 1. */
export const share = (number) => 1 / (1 + Math.exp(-number / 250));

/** Large numbers shortly. */
export const thousands = (number) =>
  number >= 1e6 ? `${(number / 1e6).toFixed(1)} M` : number >= 1e3 ? `${(number / 1e3).toFixed(0)} k`
    : String(number ?? 0);
