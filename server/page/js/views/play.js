// Beginning a game: which, between whom, with which clock.

import { call } from "../api.js";
import { Board } from "../board/board.js";
import { checkbox, field, foreign, html, number, radios, select } from "../dom.js";
import { start960 } from "../games/chess.js";
import { GAMES } from "../games/index.js";
import { Placement } from "../parts/placement.js";
import { t } from "../language.js";
import { EngineForm } from "../parts/engine.js";
import { addressOf, recall, remember, seatOf, takeSeat } from "../storage.js";

const CLOCKS = [["", "clock.none"], ["60+0", "1+0"], ["180+2", "3+2"], ["300+3", "5+3"], ["900+10", "15+10"],
  ["own", "clock.own"]];
const MODES = ["engine", "person", "engines"];
const SHAPES = [["19,19,6,2,1", "connect6.usual"], ["15,15,5,1,1", "connect6.gomoku"], ["own", "connect6.own"]];

/** The view with the form of a new game. */
export async function open(host) {
  const view = new NewGame(host);
  view.engines = await call("GET", "api/engines");
  view.settle();
  return view;
}

class NewGame {
  constructor(host) {
    document.title = `${t("nav.play")} · boyi`;
    this.game = GAMES[recall("game")] ?? GAMES.chess;
    this.mode = MODES.includes(recall("mode")) ? recall("mode") : "engine";
    this.form = html("form", { class: "card stack", onsubmit: (event) => this.submit(event) });
    this.preview = html("div", { class: "boardbox" });
    host.append(html("h1", {}, t("play.title")), html("div", { class: "columns" }, this.preview, this.form));
    this.settle();
  }

  settle() {
    const games = Object.keys(GAMES).map((name) => [name, t(`game.${name}`)]);
    this.fault = html("p", { role: "alert", class: "fault" });
    this.form.replaceChildren(
      radios(t("play.game"), "game", games, this.game.name, (name) => this.choose("game", GAMES[name], name)),
      radios(t("play.who"), "mode", MODES.map((mode) => [mode, t(`mode.${mode}`)]), this.mode,
        (mode) => this.choose("mode", mode, mode)),
      ...this.seats(), this.clock(), ...this.setup(),
      checkbox("public", t("play.public")), checkbox("consent", t("play.consent")),
      this.fault, html("button", { type: "submit", class: "main" }, t("play.start")));
    this.draw();
  }

  choose(name, value, key) {
    this[name] = value;
    remember(name, key);
    this.settle();
    this.form.querySelector(`input[name=${name}][value=${key}]`).focus();
  }

  draw() {
    const { game } = this;
    this.preview.replaceChildren();
    new Board(this.preview, { still: true, label: t(`game.${game.name}`) }).show({ game, state: this.position(),
      legal: [] });
  }

  seats() {
    const engines = (this.engines ?? []).filter(({ game }) => game === this.game.name);
    const form = (legend) => new EngineForm(engines, legend);
    this.name = html("input", { type: "text", name: "name", maxlength: 40, autocomplete: "nickname",
      value: recall("name") ?? "" });
    const sides = [...this.game.sides.map((side, index) => [String(index), t(`side.${side}`)]),
      ["random", t("side.random")]];
    this.side = "0";
    const side = radios(t("play.side"), "side", sides, "0", (chosen) => (this.side = chosen));
    this.forms = this.mode === "engines" ? this.game.sides.map((one) => form(t(`side.${one}`)))
      : this.mode === "engine" ? [form(t("play.opponent"))] : [];
    const person = this.mode === "engines" ? [] : [field(t("play.name"), this.name), side];
    return [...person, ...this.forms.map(({ root }) => root)];
  }

  clock() {
    this.base = number("base", 5, 0.1, 600, 0.1);
    this.increment = number("increment", 3, 0, 600, 0.1);
    const own = html("div", { class: "row", hidden: true }, field(t("clock.minutes"), this.base),
      field(t("clock.seconds"), this.increment));
    this.time = select(CLOCKS.map(([value, text]) => [value, text.startsWith("clock") ? t(text) : text]), "",
      (value) => (own.hidden = value !== "own"));
    return html("div", { class: "stack" }, field(t("clock"), this.time), own);
  }

  setup() {
    this.placement = null;
    const { name } = this.game;
    const from = recall("from");
    remember("from", null);
    this.start = html("input", { type: "text", name: "start", maxlength: 600, spellcheck: "false",
      placeholder: t("play.usual"),
      value: from?.game === name ? from.start : "", onchange: () => this.draw() });
    const own = field(t("play.position"), this.start);
    const more = { chess: () => [this.variant()], connect6: () => this.shapes(), einstein: () => this.dice() };
    return [...(more[name]?.() ?? []), own];
  }

  variant() {
    const random = html("button", { type: "button", onclick: () => this.start960(Math.floor(960 * Math.random())) },
      t("chess.960"));
    return html("div", { class: "buttons" }, random);
  }

  start960(place) {
    this.start.value = start960(place);
    this.draw();
  }

  /** The position that a game would start from, as far as it can be drawn. */
  position() {
    const { game } = this;
    try {
      const shape = this.shape && this.game.empty && game.empty(this.shapeValue());
      const state = game.read(this.start?.value.trim() || this.placement?.text() || shape || game.start);
      return state.cells.length === state.columns * state.rows && state.cells.length < 400 ? state
        : game.read(game.start);
    } catch {
      return game.read(game.start);
    }
  }

  shapeValue() {
    return Object.fromEntries(this.shape.map((input) => [input.name, Number(input.value)]));
  }

  shapes() {
    const names = ["width", "height", "in_a_row", "turn", "first"];
    const values = [19, 19, 6, 2, 1];
    const bounds = [[1, 19], [1, 19], [3, 6], [1, 2], [1, 2]];
    this.shape = names.map((name, index) => number(name, values[index], ...bounds[index]));
    this.shape.forEach((input) => input.addEventListener("change", () => this.draw()));
    const own = html("div", { class: "row", hidden: true },
      this.shape.map((input, index) => field(t(`connect6.${names[index]}`), input)));
    const choose = (value) => {
      own.hidden = value !== "own";
      if (value !== "own") value.split(",").forEach((part, index) => (this.shape[index].value = part));
      this.draw();
    };
    return [field(t("connect6.shape"), select(SHAPES.map(([value, key]) => [value, t(key)]), SHAPES[0][0], choose)),
      own];
  }

  dice() {
    this.diceChoice = "server";
    const host = html("div");
    const place = (value) => {
      this.placement = value === "free" ? new Placement(host, () => this.draw()) : null;
      if (!this.placement) host.replaceChildren();
      this.draw();
    };
    return [
      radios(t("dice"), "dice", [["server", t("dice.server")], ["hand", t("dice.hand")]], "server",
        (value) => (this.diceChoice = value)),
      radios(t("placement"), "placement", [["drawn", t("placement.drawn")], ["free", t("placement.free")]], "drawn",
        place), host,
    ];
  }

  players() {
    const seats = this.forms.map((form) => form.value());
    if (this.mode === "engines") return seats;
    const name = this.name.value.trim() || t("play.person");
    remember("name", this.name.value.trim());
    const pair = [{ kind: "person", name }, seats[0] ?? { kind: "open" }];
    const first = this.side === "random" ? Math.random() < 0.5 : this.side === "0";
    return first ? pair : pair.reverse();
  }

  clockValue() {
    const text = this.time.value === "own" ? `${this.base.value * 60}+${this.increment.value}` : this.time.value;
    if (!text) return null;
    const [base, increment] = text.split("+").map((seconds) => Math.round(1000 * Number(seconds)));
    return { base, increment };
  }

  body() {
    const { name } = this.game;
    const data = new FormData(this.form);
    const body = { game: name, start: this.start?.value.trim() || null, players: this.players(),
      clock: this.clockValue(),
      consent: data.has("consent"), public: data.has("public") };
    if (name === "connect6" && !body.start) body.shape = this.shapeValue();
    if (name === "einstein") {
      body.dice = this.diceChoice;
      if (this.placement && !body.start) body.layouts = this.placement.layouts();
    }
    return body;
  }

  async submit(event) {
    event.preventDefault();
    const send = this.form.querySelector("[type=submit]");
    send.disabled = true;
    try {
      const { id, tokens } = await call("POST", "api/games", this.body());
      const side = tokens.findIndex(Boolean);
      if (side >= 0) takeSeat(id, side, tokens[side]);
      location.hash = addressOf(id, seatOf(id));
    } catch (fault) {
      this.fault.replaceChildren(foreign(fault.message));
      send.disabled = false;
    }
  }
}
