// What can be done in a game besides moving: take back, draw, resign, rematch, flip, share, keep, analyse.

import { textOf } from "../api.js";
import { button, html } from "../dom.js";
import { t } from "../language.js";
import { addressOf } from "../storage.js";
import { ask, copy, save } from "./dialogs.js";

const SUFFIX = { pgn: "pgn", sgf: "sgf", nctu: "sgf", littlegolem: "sgf" };

/** The buttons of a game's view. */
export class Actions {
  constructor(view) {
    this.view = view;
    this.offer = html("p", { class: "offer", role: "status" });
    const act = (key, what, make = () => view.act(what)) => (this[what] = button(t(key), make));
    this.root = html("section", { class: "stack" }, this.offer,
      html("div", { class: "buttons" },
        act("takeback", "takeback"), act("draw", "draw"), act("resign", "resign", () => this.giveUp()),
        act("rematch", "again", () => view.rematch()), button(t("flip"), () => view.flip())),
      html("div", { class: "buttons" },
        (this.invite = this.link("share.invite", () => `#/join/${view.id}`)),
        this.link("share.watch", () => addressOf(view.id, null)),
        (this.own = this.link("share.seat", () => addressOf(view.id, { side: view.side, token: view.token }))),
        button(t("analyse"), () => this.analyse())),
      this.records());
  }

  link(key, hash) {
    return button(t(key), (event) => copy(new URL(hash(), location.href).href, event.currentTarget),
      { class: "quiet" });
  }

  records() {
    const keep = async (event) => {
      const format = event.currentTarget.dataset.format;
      save(`game.${SUFFIX[format] ?? format}`, await textOf(`${this.view.path}/record?format=${format}`));
    };
    this.formats = html("div", { class: "buttons" });
    import("./formats.js").then(async ({ written }) => {
      const formats = await written(this.view.game.name);
      this.formats.append(...formats.map((format) => button(format.toUpperCase(), keep,
        { class: "quiet", "data-format": format })));
    });
    return html("details", {}, html("summary", {}, t("record.save")), this.formats);
  }

  async giveUp() {
    if (await ask(t("resign.really"), [[true, t("resign"), t("resign")]])) this.view.act("resign");
  }

  analyse() {
    const { state, game } = this.view;
    const words = new URLSearchParams({ game: game.name, moves: state.moves.map(({ move }) => move).join(" ") });
    const start = state.start ?? (state.shape ? game.empty(state.shape) : null);
    if (start) words.set("start", start);
    if (state.moves.some(({ die }) => die)) words.set("dice", state.moves.map(({ die }) => die || 0).join(""));
    location.hash = `#/analysis?${words}`;
  }

  show() {
    const { state, side } = this.view;
    const playing = side !== null && !state.result;
    const open = state.players.some(({ kind }) => kind === "open");
    for (const what of ["takeback", "draw", "resign"]) this[what].hidden = !playing || open;
    this.takeback.disabled = state.moves.length === 0;
    this.again.hidden = side === null || !state.result;
    this.invite.hidden = !open;
    this.own.hidden = side === null;
    const other = (what) => playing && state.offers?.[what] === 1 - side;
    const mine = (what) => playing && state.offers?.[what] === side;
    this.draw.textContent = t(other("draw") ? "draw.accept" : "draw");
    this.takeback.textContent = t(other("takeback") ? "takeback.accept" : "takeback");
    const offers = ["draw", "takeback"].flatMap((what) =>
      other(what) ? [t(`offer.${what}`)] : mine(what) ? [t("offer.made")] : []);
    const text = state.rematch && side !== null ? t("offer.rematch") : offers.join(" ");
    if (this.offer.textContent !== text) this.offer.textContent = text;
  }
}
