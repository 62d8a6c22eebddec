// One run: its standing, its games live, all finished games to replay, the report's plots; or curves of a training.

import { Stream, call } from "../api.js";
import { button, foreign, html } from "../dom.js";
import { t } from "../language.js";
import { points } from "../parts/words.js";
import { LiveBoards } from "../watch/live.js";
import { curve, reportPlots } from "../watch/plots.js";
import { Replay } from "../watch/replay.js";
import { table } from "./watch.js";

/** The view of a run of the arena or of the trainer. */
export async function open(host, { parts: [id] }) {
  const path = `api/runs/${encodeURIComponent(id)}`;
  const answer = await call("GET", path);
  document.title = `${answer.run.name} · boyi`;
  host.append(html("p", {}, html("a", { href: "#/watch" }, t("run.back"))), html("h1", {}, foreign(answer.run.name)));
  return answer.run.kind === "training" ? new TrainingView(host, path, await call("GET", `${path}/curves`))
    : new RunView(host, id, path, answer);
}

class TrainingView {
  constructor(host, path, { curves }) {
    this.plots = html("div", { class: "stack" });
    host.append(html("h2", {}, t("run.curves")), this.plots);
    this.show(curves);
    this.stream = new Stream(`${path}/stream`, { onMessage: (message) => message.curves && this.show(message.curves) });
  }

  show(curves) {
    this.plots.replaceChildren(...Object.entries(curves).filter(([, found]) => found.length > 1).map(([name, found]) =>
      html("figure", {}, html("figcaption", {}, foreign(name)), curve(name, found))));
  }

  close() {
    this.stream.close();
  }
}

class RunView {
  constructor(host, id, path, answer) {
    Object.assign(this, { id, path, next: 0 });
    this.status = html("p", { class: "status", role: "status" });
    this.standing = html("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": t("run.standing") });
    this.facts = html("div", { class: "stack" });
    this.live = new LiveBoards(answer.run.game);
    this.replay = new Replay(answer.run.game);
    this.list = html("tbody", {});
    this.more = button(t("run.more"), () => this.load());
    this.plots = html("div", { class: "stack" });
    host.append(this.status, this.standing, this.facts, html("h2", {}, t("run.live")), this.live.root,
      html("h2", {}, t("run.finished")), this.replay.root,
      html("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": t("run.finished") }, html("table", {},
        html("thead", {}, html("tr", {}, [t("watch.players"), t("watch.result"),
          t("watch.plies")].map((text) => html("th", { scope: "col" }, text)))), this.list)),
      html("div", { class: "buttons" }, this.more),
      html("h2", {}, t("run.report")), this.plots,
      html("p", {}, html("a", { href: `${path}/report`, target: "_blank", rel: "noopener" }, t("run.report.open"))));
    this.show(answer);
    this.load();
    this.draw();
    this.stream = new Stream(`${path}/stream`,
      { onMessage: (message) => message.type === "run" && this.take(message) });
  }

  show({ run, standings, pairings }) {
    this.status.textContent = run.total ? `${run.games} / ${run.total}` : String(run.games);
    const columns = [t("run.player"), t("run.elo"), t("run.error"), t("run.games"), t("run.score")];
    const number = (value) => (value === null ? "" : String(Math.round(10 * value) / 10));
    this.standing.replaceChildren(table(columns, standings.map(({ name, elo, error, games, points: score }) =>
      [foreign(name), number(elo), number(error), games, score])));
    this.facts.replaceChildren(...pairings.slice(0, 10).map(({ first, second, facts }) =>
      html("p", {}, foreign(`${first} – ${second}: ${Object.entries(facts).map(([name, value]) => `${name} ${value}`).join(" · ")}`))));
  }

  take(message) {
    this.show(message);
    if (message.latest) this.live.ended(message.latest);
    this.live.playing(message.playing);
    this.more.hidden = this.next >= message.run.games;
  }

  /** Show some more finished games. */
  async load() {
    const { games, next, total } = await call("GET", `${this.path}/games?from=${this.next}`);
    this.next = next;
    this.more.hidden = next >= total || !games.length;
    this.list.append(...games.map((played) => html("tr", {},
      html("td", {}, html("button", { type: "button", class: "move", onclick: () => this.open(played) },
        foreign(played.players.join(" – ")))),
      html("td", {}, points(played.score)), html("td", {}, played.moves.length))));
  }

  open(played) {
    this.replay.show(played);
    this.replay.root.scrollIntoView({ block: "start" });
  }

  async draw() {
    try {
      this.plots.replaceChildren(...await reportPlots(this.id));
    } catch (fault) {
      this.plots.replaceChildren(foreign(fault.message, "p"));
    }
  }

  close() {
    this.stream.close();
  }
}
