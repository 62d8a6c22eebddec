// Analysis: any position, an engine's lines, a tree of variations, records in and out, a review.

import { call } from "../api.js";
import { Editor } from "../analysis/editor.js";
import { Graph } from "../analysis/graph.js";
import { EngineLines } from "../analysis/lines.js";
import { Exporter, Importer } from "../analysis/records.js";
import { Review } from "../analysis/review.js";
import { fromMoves, fromServer, Node } from "../analysis/tree.js";
import { TreeView } from "../analysis/treeview.js";
import { Board } from "../board/board.js";
import { button, field, foreign, html, select } from "../dom.js";
import { GAMES, separate, singly } from "../games/index.js";
import { t } from "../language.js";
import { announce, knock } from "../parts/announce.js";
import { askPromotion, copy } from "../parts/dialogs.js";
import { DiceBox } from "../parts/dice.js";
import { EvalBar } from "../parts/evalbar.js";
import { boardOptions } from "../parts/options.js";
import { browsing } from "../parts/moves.js";
import { arrowsOf, outcome, say, shown, sideName, value } from "../parts/words.js";
import { recall, remember } from "../storage.js";

const MOST_LINK = 8000;

/** The view; game, start and moves may come with the address. */
export async function open(host, { query }) {
  const name = query.get("game") ?? recall("game");
  const game = GAMES[name] ?? GAMES.chess;
  const view = new AnalysisView(host, game, await call("GET", "api/engines"));
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  await view.load(query.get("start") ?? game.start, (state) => fromMoves(game, state, moves,
    [...(query.get("dice") ?? "")].map(Number)));
  return view;
}

class AnalysisView {
  constructor(host, game, engines) {
    Object.assign(this, { game, flipped: false, tags: {} });
    document.title = `${t("nav.analysis")} · boyi`;
    this.heading = html("h1", {}, t("nav.analysis"));
    this.games = select(Object.keys(GAMES).map((name) => [name, t(`game.${name}`)]), game.name, (name) => {
      remember("game", name);
      location.hash = `#/analysis?game=${name}`;
    });
    this.box = html("div", { class: "boardbox" });
    this.board = new Board(this.box, { label: t(`game.${game.name}`), onMoves: (moves) => this.entered(moves) });
    this.evalbar = new EvalBar();
    this.status = html("p", { class: "status" });
    this.fault = html("p", { class: "fault", role: "alert" });
    this.about = html("p", { class: "thinking" });
    this.dice = game.dice ? new DiceBox((die) => this.throw(die)) : null;
    this.lines = new EngineLines({ onLine: (moves) => this.follow(moves), onBest: (lines) => this.best(lines) });
    this.lines.offer(engines.filter((engine) => engine.game === game.name));
    this.graph = new Graph((at) => this.go(this.node.whole[at - 1] ?? this.tree));
    this.treeview = new TreeView((node) => this.go(node));
    this.review = new Review({ line: () => this.mainLine(), onPly: (...news) => this.reviewed(...news),
      onGo: (node) => this.go(node) });
    this.importer = new Importer(game, (answer) => this.read(answer));
    this.exporter = new Exporter(game, () => this.exported());
    this.build(host);
  }

  build(host) {
    const go = (ply) => this.go(this.node.whole[ply - 1] ?? (ply <= 0 ? this.tree : this.node));
    this.bar = browsing(go, () => this.node.line.length, () => this.node.whole.length);
    this.editorHost = html("div");
    this.tools = html("div", { class: "buttons" },
      button(t("editor"), () => this.edit()), button(t("flip"), () => this.flip()),
      (this.removal = button(t("tree.remove"), () => this.cut())),
        (this.promotion = button(t("tree.promote"), () => this.promote())),
      button(t("share.link"), (event) => this.share(event.currentTarget), { class: "quiet" }),
      button(t("play.from"), () => this.play()));
    host.append(this.heading, html("div", { class: "columns" },
      html("div", { class: "playing stack" }, html("div", { class: "boardrow" }, this.evalbar.root, this.box),
        this.bar, this.graph.root),
      html("div", { class: "panel stack" }, field(t("play.game"), this.games), this.fault, this.status, this.about,
        this.dice?.root ?? [],
        this.editorHost, this.lines.root, this.treeview.root, this.tools, this.importer.root, this.review.root,
          this.exporter.root,
        boardOptions(this.game, () => this.draw()))));
  }

  /** Begin with a start and the tree made for it; what the server refuses is told, and the usual start shown. */
  async load(start, make = () => new Node()) {
    try {
      const answer = await this.ask(start, []);
      const state = this.game.read(answer.position);
      const tree = make(state);
      const line = tree.whole;
      if (line.length && !this.game.dice) await this.ask(start, line.map(({ move }) => move));
      Object.assign(this, { start, tree, states: new Map([[tree, state]]) });
      await this.go(line.length && !this.game.dice ? line.at(-1) : tree);
    } catch (fault) {
      if (!this.states) await this.load(this.game.start);
      this.fault.replaceChildren(foreign(fault.message));
    }
  }

  ask(text, moves) {
    return call("POST", "api/positions", { game: this.game.name, text, moves: separate(this.game, moves) });
  }

  /** The state at a node, worked out from its parent's; the die that was thrown for it is not part of it. */
  stateAt(node) {
    if (!this.states.has(node)) this.states.set(node, this.game.play(this.stateAt(node.parent), node.move));
    return this.states.get(node);
  }

  /** Show a node, and ask the server what may be played there. */
  async go(node) {
    this.node = node;
    const state = this.stateAt(node);
    this.position = null;
    this.arrows = [];
    this.die = this.game.dice ? state.die || node.children[0]?.die || 0 : 0;
    await this.settle();
  }

  /** Where the current position comes from: a start and moves, or with dice the position alone. */
  source() {
    const state = this.stateAt(this.node);
    if (this.game.dice) return { start: this.game.write({ ...state, die: this.die }), moves: [] };
    return { start: this.start, moves: this.node.line.map(({ move }) => move) };
  }

  async settle() {
    const { node, die } = this;
    const { start, moves } = this.source();
    this.draw();
    const answer = await this.ask(start, moves);
    if (this.node !== node || this.die !== die) return;
    this.position = answer;
    this.name(answer);
    const position = { game: this.game, start, moves: separate(this.game, moves), state: this.stateAt(node),
      legal: answer.legal };
    this.lines.show(answer.result ? null : position);
    this.draw();
  }

  /** Keep the server's own words for the moves of the line shown. */
  name({ moves, texts, texts_latin: latin = [] }) {
    if (this.game.turns || this.game.dice || moves.length !== this.node.line.length) return;
    this.node.line.forEach((node, ply) => Object.assign(node, { text: texts[ply], latin: latin[ply] ?? null }));
  }

  throw(die) {
    this.die = die;
    this.settle();
  }

  draw() {
    const { game, node, position } = this;
    const state = this.stateAt(node);
    const [last] = node.parent ? [game.ends(node.move, this.stateAt(node.parent))] : [];
    const over = Boolean(position?.result);
    if (this.editor) return;
    this.view = { game, state, legal: position && !over ? position.legal : [],
      side: position && !over ? state.side : null, flipped: this.flipped,
      last: last ? (last.all ?? [last.from, last.to]) : [], check: position?.check ? game.king?.(state) : null,
      threats: game.threats && !over ? game.threats(state, 1 - state.side) : null, arrows: this.arrows ?? [] };
    this.board.show(this.view);
    this.drawText(state);
  }

  drawText(state) {
    const { game, node, position } = this;
    const result = position?.result;
    this.status.textContent = result ? outcome(game, winnerOf(result))
      : t("status.turn", { side: sideName(game, state.side) });
    this.dice?.show({ die: this.die, dice: "hand", result }, this.die ? null : 0);
    this.treeview.show(this.tree, node, (one) => shown(game, this.stateAt(one.parent), one.move, one.text,
      one.latin), this.stateAt(this.tree).side);
    const line = node.whole;
    this.graph.show([this.tree.value, ...line.map((one) => one.value)], node.line.length,
      line.flatMap((one, ply) => (one.mark ? [ply + 1] : [])));
    this.evalbar.show(node.value, this.flipped);
    this.removal.disabled = this.promotion.disabled = !node.parent;
  }

  async entered(moves) {
    const move = moves.length > 1 ? await askPromotion(this.game, this.stateAt(this.node), moves) : moves[0];
    if (move) await this.follow([move]);
    else this.board.clear();
  }

  /** Play moves from the current node on. */
  async follow(moves) {
    const before = this.stateAt(this.node);
    const goal = moves.reduce((node, move, ply) => node.add(move, ply ? 0 : this.die), this.node);
    announce(say(this.game, before, moves[0]));
    knock();
    await this.go(goal);
  }

  best(lines) {
    const { game } = this;
    const state = this.stateAt(this.node);
    const worth = value(lines[0]);
    if (worth !== null) this.node.value = state.side ? -worth : worth;
    this.arrows = lines.flatMap(({ pv }) => arrowsOf(game, state, pv)).slice(0, 4);
    this.draw();
  }

  mainLine() {
    const nodes = this.tree.whole;
    return { game: this.game, start: this.start, nodes, states: [this.tree,
      ...nodes].map((node) => this.stateAt(node)) };
  }

  /** Keep what a review says of a move and of the position before it; without a move, of the last position. */
  reviewed(node, news, begins) {
    const before = node ? node.parent : this.tree.whole.at(-1);
    const worth = value(news);
    if (worth !== null && begins && before) before.value = news.side ? -worth : worth;
    if (node) node.mark = news.mark || (begins ? "" : node.mark);
    this.draw();
  }

  async read({ start, position, moves, tree, tags = {}, dice }) {
    this.tags = tags;
    const names = ["White", "Black", "Red"].map((name) => tags[name]).filter(Boolean).join(" – ");
    this.fault.replaceChildren();
    this.about.replaceChildren(foreign([names, tags.Event, tags.Result].filter(Boolean).join(" · ")));
    const make = (state) => (tree?.length ? fromServer(this.game, state, tree)
      : fromMoves(this.game, state, moves, dice));
    await this.load(start ?? (moves.length ? this.game.start : position), make);
    announce(t("import.done", { count: this.tree.whole.length }));
  }

  exported() {
    const nodes = this.node.whole;
    const moves = singly(this.game, nodes.map(({ move }) => move)).map(({ single, number }) => {
      const { parent, value: worth, die } = nodes[number];
      const score = worth === null || Math.abs(worth) > 90000 ? null
        : Math.round(this.stateAt(parent).side ? -worth : worth);
      return { move: single, die, score };
    });
    return { start: this.start === this.game.start ? null : this.start, tags: this.tags, moves };
  }

  edit() {
    const end = () => {
      this.editor = null;
      this.editorHost.replaceChildren();
      this.draw();
    };
    const show = (state) => this.board.show({ game: this.game, state, legal: [], side: null, flipped: this.flipped,
      onTap: (index) => this.editor.tap(index) });
    const done = (text) => {
      end();
      this.load(text);
    };
    this.lines.set(false);
    this.editor = new Editor(this.game, this.stateAt(this.node), { onShow: show, onDone: done, onCancel: end });
    this.editorHost.replaceChildren(this.editor.root);
  }

  flip() {
    this.flipped = !this.flipped;
    if (this.editor) this.editor.set(this.editor.state);
    else this.draw();
  }

  cut() {
    const { node } = this;
    node.remove();
    this.go(node.parent);
  }

  promote() {
    this.node.promote();
    this.draw();
  }

  share(from) {
    const nodes = this.node.whole;
    const words = new URLSearchParams({ game: this.game.name, start: this.start,
      moves: nodes.map(({ move }) => move).join(" ") });
    if (this.game.dice) words.set("dice", nodes.map(({ die }) => die).join(""));
    const link = new URL(`#/analysis?${words}`, location.href).href;
    if (link.length > MOST_LINK) this.fault.textContent = t("share.long");
    else copy(link, from);
  }

  play() {
    remember("from", { game: this.game.name, start: this.game.write(this.stateAt(this.node)) });
    remember("game", this.game.name);
    location.hash = "#/";
  }

  close() {
    this.lines.close();
    this.review.close();
  }
}

/** A result as the outcome of a game. */
const winnerOf = ({ score, reason, winner }) =>
  ({ reason, winner: winner !== undefined ? winner : score === 1 ? 0 : score === 0 ? 1 : null });
