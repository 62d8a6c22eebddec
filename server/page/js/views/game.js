// A game: playing it from a seat, or watching.

import { Refused, Stream, call } from "../api.js";
import { Board } from "../board/board.js";
import { field, foreign, html } from "../dom.js";
import { GAMES, replay, startOf } from "../games/index.js";
import { t } from "../language.js";
import { Actions } from "../parts/actions.js";
import { announce, knock } from "../parts/announce.js";
import { Clocks } from "../parts/clock.js";
import { askPromotion } from "../parts/dialogs.js";
import { DiceBox } from "../parts/dice.js";
import { EvalBar } from "../parts/evalbar.js";
import { MoveList } from "../parts/moves.js";
import { boardOptions } from "../parts/options.js";
import { arrowsOf, lineText, outcome, say, shown, sideName, thousands, value, valueText } from "../parts/words.js";
import { addressOf, seatOf, takeSeat } from "../storage.js";

/** The view of a game; `join` in the address takes its open seat first. */
export async function open(host, { name, parts: [id, side, token] }) {
  if (token) takeSeat(id, side === "1" ? 1 : 0, token);
  const seat = seatOf(id);
  if (name === "join" && !seat) return new Joining(host, id);
  history.replaceState(null, "", addressOf(id, seat));
  return new GameView(host, id, seat, await call("GET", `api/games/${encodeURIComponent(id)}`));
}

class Joining {
  constructor(host, id) {
    const name = html("input", { type: "text", maxlength: 40, autocomplete: "nickname" });
    const fault = html("p", { role: "alert", class: "fault" });
    const join = async (event) => {
      event.preventDefault();
      try {
        const { side, token } = await call("POST", `api/games/${encodeURIComponent(id)}/join`,
          { name: name.value.trim() || t("play.person") });
        takeSeat(id, side, token);
        location.hash = addressOf(id, seatOf(id));
      } catch (refused) {
        fault.replaceChildren(foreign(refused.message));
      }
    };
    host.append(html("h1", {}, t("join.title")), html("form", { class: "card stack narrow", onsubmit: join },
      field(t("play.name"), name), fault, html("button", { type: "submit", class: "main" }, t("join")),
      html("a", { href: `#/game/${id}` }, t("join.watch"))));
  }
}

class GameView {
  constructor(host, id, seat, state) {
    Object.assign(this, { id, token: seat?.token, side: seat?.side ?? null });
    this.game = GAMES[state.game];
    this.path = `api/games/${encodeURIComponent(id)}`;
    this.flipped = false;
    this.at = null;
    this.build(host);
    this.take(state);
    this.stream = new Stream(`${this.path}/stream`, {
      hello: () => this.token && { type: "hello", token: this.token },
      onMessage: (message) => (message.type === "error" ? this.refuse(message.error) : this.take(message)),
      onStatus: (connected, reason) => this.connection(connected, reason),

    });
  }

  build(host) {
    this.clocks = new Clocks();
    this.heading = html("h1", { class: "hidden" });
    this.status = html("p", { class: "status" });
    this.lost = html("p", { class: "fault", role: "alert" });
    this.seats = [0, 1].map((side) => html("div", { class: "seat" },
      html("span", { class: `chip ${this.game.sides[side]}` }),
      foreign("", "bdi", { class: "name" }), html("small", { class: "presence" }), this.clocks.faces[side]));
    this.box = html("div", { class: "boardbox" });
    this.board = new Board(this.box, { label: t(`game.${this.game.name}`), onMoves: (moves) => this.entered(moves) });
    this.above = html("div");
    this.below = html("div");
    this.evalbar = new EvalBar();
    this.dice = this.game.dice ? new DiceBox((die) => this.act("die", { die })) : null;
    this.moves = new MoveList((at) => this.go(at));
    this.thinking = html("p", { class: "thinking" });
    this.actions = new Actions(this);
    host.append(this.heading, html("div", { class: "columns" },
      html("div", { class: "playing" }, this.above, html("div", { class: "boardrow" }, this.evalbar.root, this.box),
        this.below),
      html("div", { class: "panel stack" }, this.lost, this.status, this.dice?.root ?? [], this.thinking,
        this.moves.root,
        this.actions.root, this.typing(), boardOptions(this.game, () => this.draw()))));
  }

  /** A move can be typed, too. */
  typing() {
    this.typed = html("input", { type: "text", maxlength: 40, autocomplete: "off", spellcheck: "false" });
    this.typeForm = html("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      this.send(this.typed.value.trim());
      this.typed.value = "";
    } }, field(t("type.move"), this.typed), html("button", { type: "submit" }, t("type.play")));
    return this.typeForm;
  }

  connection(connected, reason) {
    this.fresh = connected;
    if (connected) this.lost.replaceChildren();
    else this.lost.replaceChildren(t("lost"), reason ? foreign(` ${reason}`) : "");
  }

  refuse(text) {
    this.lost.replaceChildren(foreign(text));
    this.board.clear();
  }

  /** Take a state in, unless a newer one is known; a server that was started anew counts from zero. */
  take(state) {
    if (state.type !== "state" || (!this.fresh && this.state && state.revision < this.state.revision)) return;
    this.fresh = false;
    const before = this.state;
    const start = startOf(this.game, state.start, state.shape);
    this.state = { ...state, moves: this.turns(this.game.read(start), state.moves) };
    const { moves } = this.state;
    if (!before || moves.map(({ move }) => move).join() !== before.moves.map(({ move }) => move).join()) {
      this.states = replay(this.game, start, moves.map(({ move }) => move));
      if (this.states.length === moves.length + 1) this.states[moves.length] = this.game.read(state.position);
      if (this.at > moves.length) this.at = null;
      if (before) this.tell(before);
    }
    if (!before) this.flipped = this.side === 1;
    this.draw();
  }

  /** Moves as turns: stones that belong together become one. */
  turns(start, moves) {
    if (!this.game.turns) return moves;
    let at = 0;
    return this.game.turns(start, moves.map(({ move }) => move)).map((move) => {
      const parts = moves.slice(at, (at += move.length / 2));
      return { ...parts.at(-1), move, text: null };
    });
  }

  tell(before) {
    const { moves } = this.state;
    if (moves.length < before.moves.length) return announce(t("say.takenback"));
    if (moves.length > before.moves.length) {
      knock();
      const last = moves.length - 1;
      const words = [say(this.game, this.states[last], moves[last].move)];
      if (this.state.check) words.push(t("board.check"));
      if (this.state.result) words.push(outcome(this.game, this.state.result));
      announce(words.join(". "));
    }
  }

  go(at) {
    const { length } = this.state.moves;
    this.at = at >= length ? null : Math.max(0, at);
    this.draw();
  }

  draw() {
    const { game, state } = this;
    const place = this.at ?? state.moves.length;
    const now = this.states[Math.min(place, this.states.length - 1)];
    const latest = place === state.moves.length;
    const mine = latest && !state.result && this.side === state.side && this.waits();
    const last = place ? game.ends(state.moves[place - 1].move, this.states[place - 1]) : null;
    this.board.show({ game, state: now, legal: mine ? state.legal : [], side: mine ? this.side : null,
      flipped: this.flipped,
      last: last ? (last.all ?? [last.from, last.to]) : [], check: latest && state.check ? game.king?.(now) : null,
      threats: game.threats && !state.result ? game.threats(now, 1 - now.side) : null, arrows: this.arrows(latest) });
    this.drawText(place);
  }

  /** Whether nothing but a move is waited for. */
  waits() {
    return !this.state.players.some(({ kind }) => kind === "open") && !(this.game.dice && !this.state.die);
  }

  arrows(latest) {
    const { thinking } = this.state;
    if (!latest || thinking?.side !== this.state.side || this.side !== null) return [];
    return arrowsOf(this.game, this.states.at(-1), thinking.pv ?? []);
  }

  drawText(place) {
    const { game, state } = this;
    const [top, bottom] = this.flipped ? [0, 1] : [1, 0];
    this.above.replaceChildren(this.seats[top]);
    this.below.replaceChildren(this.seats[bottom]);
    state.players.forEach((player, side) => this.seatText(player, side));
    this.clocks.show(state);
    this.status.textContent = this.statusText();
    const text = ({ move, text: words }, ply) => (this.states[ply] ? shown(game, this.states[ply], move, words) : move);
    this.moves.show(state.moves.map((move, ply) => ({ text: text(move, ply), note: this.note(move, ply) })), place,
      this.states[0].side);
    this.thinking.replaceChildren(...this.thoughts());
    this.dice?.show(state, this.side);
    this.actions.show();
    this.typeForm.hidden = this.side === null || Boolean(state.result);
    const latest = state.moves.findLastIndex((move, ply) => ply < place && value(move) !== null);
    this.evalbar.show(latest < 0 || this.side !== null && !state.result ? null
      : value(state.moves[latest]) * (this.states[latest].side ? -1 : 1), this.flipped);
    const title = state.players.map(({ name }, side) => name || sideName(game, side)).join(" – ");
    this.heading.replaceChildren(`${t(`game.${game.name}`)}: `, foreign(title));
    document.title = `${title} · boyi`;
  }

  note({ die, score, mate }, ply) {
    const worth = value({ score, mate });
    const shown = worth === null || this.side !== null && !this.state.result ? ""
      : valueText(worth * (this.states[ply]?.side ? -1 : 1));
    return [die ? t("moves.die", { die }) : "", shown].filter(Boolean).join(" ");
  }

  seatText(player, side) {
    const seat = this.seats[side];
    const name = player.kind === "open" ? t("seat.open") : player.name || player.engine || sideName(this.game, side);
    seat.querySelector(".name").textContent = player.elo ? `${name} (${player.elo})` : name;
    seat.querySelector(".presence").textContent = player.kind === "person" && player.connected === false
      ? t("seat.away") : "";
    seat.classList.toggle("tomove", !this.state.result && this.state.side === side);
  }

  statusText() {
    const { game, state } = this;
    if (state.result) return outcome(game, state.result);
    if (state.players.some(({ kind }) => kind === "open")) return t("status.open");
    if (this.side === state.side) return this.game.dice && !state.die ? t("status.roll") : t("status.you");
    return t("status.turn", { side: sideName(game, state.side) });
  }

  thoughts() {
    const { thinking } = this.state;
    if (!thinking || thinking.side !== this.state.side || this.side !== null) return [];
    const sign = thinking.side ? -1 : 1;
    const worth = value(thinking);
    return [t("thinking", { depth: thinking.depth ?? 0, value: worth === null ? "" : valueText(sign * worth),
      nodes: thousands(thinking.nodes) }), " ",
      foreign(lineText(this.game, this.states.at(-1), thinking.pv ?? [], 6))];
  }

  async entered(moves) {
    const chosen = moves.length > 1 ? await askPromotion(this.game, this.states.at(-1), moves) : moves[0];
    if (chosen) await this.send(chosen);
    else this.board.clear();
  }

  send(move) {
    return this.act("moves", { move });
  }

  /** Ask the server for something from this seat; what it refuses is told. */
  async act(what, body = {}) {
    try {
      this.take(await call("POST", `${this.path}/${what}`, body, this.token));
      this.lost.replaceChildren();
    } catch (fault) {
      this.refuse(fault instanceof Refused ? fault.message : t("lost"));
    }
  }

  async rematch() {
    try {
      const { id, token } = await call("POST", `${this.path}/rematch`, {}, this.token);
      takeSeat(id, 1 - this.side, token);
      location.hash = addressOf(id, seatOf(id));
    } catch (fault) {
      this.refuse(fault.message);
    }
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  close() {
    this.stream.close();
    this.clocks.close();
  }
}

