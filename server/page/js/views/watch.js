// What can be watched: the public games of this server, and runs of the arena and of training.

import { call } from "../api.js";
import { foreign, html } from "../dom.js";
import { t } from "../language.js";
import { points } from "../parts/words.js";

const AGAIN_AFTER = 5000;

/** The view; it looks again every few seconds. */
export async function open(host) {
  document.title = `${t("nav.watch")} · boyi`;
  const games = html("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": t("watch.games") });
  const runs = html("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": t("watch.runs") });
  host.append(html("h1", {}, t("nav.watch")), html("h2", {}, t("watch.games")), games,
    html("h2", {}, t("watch.runs")), runs);
  const look = async () => {
    const [played, found] = await Promise.all([call("GET", "api/games"), call("GET", "api/runs")]);
    games.replaceChildren(gamesTable(played));
    runs.replaceChildren(runsTable(found));
  };
  await look();
  const timer = setInterval(() => look().catch((fault) => console.info("not now:", fault.message)), AGAIN_AFTER);
  return { close: () => clearInterval(timer) };
}

/** A table; columns are texts, rows lists of cells. */
export const table = (columns, rows) =>
  html("table", {}, html("thead", {}, html("tr", {}, columns.map((text) => html("th", { scope: "col" }, text)))),
    html("tbody", {}, rows.map((cells) => html("tr", {}, cells.map((cell) => html("td", {}, cell))))));

const date = (when) => {
  const found = new Date(typeof when === "number" && when < 1e12 ? 1000 * when : when);
  return Number.isNaN(found.getTime()) ? "" : found.toLocaleString(document.documentElement.lang);
};

function gamesTable(games) {
  if (!games.length) return html("p", {}, t("watch.none"));
  return table([t("play.game"), t("watch.players"), t("watch.plies"), t("watch.result"), t("watch.started")],
    games.map((game) => [
    t(`game.${game.game}`),
    html("a", { href: `#/game/${encodeURIComponent(game.id)}` },
      foreign(game.players.map((player) => player.name ?? player).join(" – "))),
    game.plies, game.result ? points(game.result.score ?? game.result) : t("watch.running"), date(game.started)]));
}

function runsTable(runs) {
  if (!runs.length) return html("p", {}, t("watch.noruns"));
  return table([t("watch.run"), t("watch.kind"), t("watch.count"), t("watch.state"), t("watch.updated")],
    runs.map((run) => [
    html("a", { href: `#/run/${encodeURIComponent(run.id)}` }, foreign(run.name)), t(`watch.kind.${run.kind}`),
    run.total ? `${run.games} / ${run.total}` : run.games ?? "", foreign(run.state ?? ""), date(run.updated)]));
}
