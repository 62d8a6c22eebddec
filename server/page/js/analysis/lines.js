// An engine's lines, live: asked for again with every position, clickable move by move.

import { Stream } from "../api.js";
import { button, field, foreign, html, select } from "../dom.js";
import { replay } from "../games/index.js";
import { t } from "../language.js";
import { thousands, value, valueText } from "../parts/words.js";

const MOST_SHOWN = 12;
const AGAIN_AFTER = 120;

/** Shows what an engine thinks; `onLine(moves)` when a line is clicked, `onBest(lines)` with each news. */
export class EngineLines {
  constructor({ onLine, onBest }) {
    Object.assign(this, { onLine, onBest, lines: [], running: false });
    this.speed = html("p", { class: "thinking" });
    this.list = html("div", { class: "lines-of-engine" });
    this.toggle = button(t("lines.start"), () => this.set(!this.running), { class: "main" });
    this.engines = select([], "", () => this.ask());
    this.enginesField = field(t("engine"), this.engines);
    this.count = select([1, 2, 3, 5].map((count) => [String(count), String(count)]), "1", () => this.ask());
    this.root = html("section", { class: "card stack", "aria-label": t("lines") },
      html("div", { class: "row" }, this.toggle, field(t("lines.count"), this.count), this.enginesField), this.speed,
        this.list);
  }

  /** Offer a game's engines. */
  offer(engines) {
    this.engines.replaceChildren(...engines.map(({ name, title }) => html("option", { value: name }, title ?? name)));
    this.enginesField.hidden = engines.length < 2;
  }

  set(running) {
    this.running = running;
    this.toggle.textContent = t(running ? "lines.stop" : "lines.start");
    if (running) this.ask();
    else this.stream?.send({ type: "stop" });
  }

  /** Show the position that is to be analysed: game, start, moves, state; null for none. */
  show(position) {
    this.position = position;
    this.ask();
  }

  ask() {
    clearTimeout(this.timer);
    this.lines = [];
    this.draw();
    if (!this.running || !this.position) return;
    this.stream ??= new Stream("api/analysis", { onMessage: (message) => this.take(message),
      onStatus: (connected) => this.status(connected) });
    this.timer = setTimeout(() => this.connected && this.go(), AGAIN_AFTER);
  }

  status(connected) {
    this.connected = connected;
    this.speed.textContent = connected ? "" : t("lost");
    clearTimeout(this.timer);
    if (connected) this.go();
  }

  go() {
    if (!this.running || !this.position) return;
    const { game, start, moves } = this.position;
    this.asked = this.position;
    this.stream.send({ type: "go", game: game.name, engine: this.engines.value || undefined, start, moves,
      multipv: Number(this.count.value), limits: { infinite: true } });
  }

  take(message) {
    if (!this.running || this.asked !== this.position) return;
    if (message.type === "error") this.speed.replaceChildren(foreign(message.error));
    else if (message.type === "waiting") this.speed.textContent = t("lines.waiting", { place: message.place + 1 });
    else if (message.type === "info" && message.pv?.length) this.info(message);
  }

  info(message) {
    if (!this.fits(message.pv)) return;
    this.lines[(message.multipv ?? 1) - 1] = message;
    this.speed.textContent = t("lines.speed", { depth: message.depth, nodes: thousands(message.nodes),
      nps: thousands(message.nps) });
    if (!this.pending) this.pending = requestAnimationFrame(() => {
      this.pending = null;
      this.draw();
      this.onBest(this.lines.filter(Boolean));
    });
  }

  /** Whether a line can begin in the position shown; news of the one before may still come in. */
  fits(pv) {
    const { game, state, legal } = this.position;
    return game.places ? game.ends(pv[0], state).all.every((index) => state.cells[index] === null)
      : (legal ?? []).includes(pv[0]);
  }

  draw() {
    if (!this.position) return void this.list.replaceChildren();
    const { state } = this.position;
    const sign = state.side ? -1 : 1;
    this.list.replaceChildren(...this.lines.filter(Boolean).map((line) => {
      const worth = value(line);
      return html("div", { class: "pv" }, html("span", { class: "worth" },
        worth === null ? "" : valueText(sign * worth)), html("span", {}, this.moves(line)));
    }));
  }

  moves({ pv }) {
    const { game, state } = this.position;
    const moves = (game.turns?.(state, pv) ?? pv).slice(0, MOST_SHOWN);
    const states = replay(game, game.write(state), moves);
    return moves.slice(0, states.length - 1).map((move, ply) =>
      html("button", { type: "button", class: "move", onclick: () => this.onLine(moves.slice(0, ply + 1)) },
        foreign(game.short(states[ply], move))));
  }

  close() {
    clearTimeout(this.timer);
    this.stream?.close();
  }
}
