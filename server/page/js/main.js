// The frame around all views: header, language, and which view an address shows.

import { button, foreign, html, select } from "./dom.js";
import { LANGUAGES, change, language, load, t } from "./language.js";
import { recall, remember } from "./storage.js";

const VIEWS = {
  "": () => import("./views/play.js"),
  game: () => import("./views/game.js"),
  join: () => import("./views/game.js"),
  analysis: () => import("./views/analysis.js"),
  watch: () => import("./views/watch.js"),
  run: () => import("./views/run.js"),
};
const TABS = [["", "nav.play"], ["analysis", "nav.analysis"], ["watch", "nav.watch"]];

const main = document.getElementById("main");
let shown = null;
let turn = 0;

/** The parts of an address such as #/game/ID/TOKEN?name=value. */
function address() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name = "", ...parts] = path.split("/").map(decodeURIComponent);
  return { name, parts, query: new URLSearchParams(query) };
}

function header(current) {
  const tabs = TABS.map(([name, key]) =>
    html("a", { href: `#/${name}`, "aria-current": name === current ? "page" : null }, t(key)));
  const sound = button(t("sound"), (event) => {
    remember("sound", !recall("sound"));
    event.currentTarget.setAttribute("aria-pressed", Boolean(recall("sound")));
  }, { "aria-pressed": String(Boolean(recall("sound"))), class: "quiet" });
  const languages = select(Object.entries(LANGUAGES), language(), async (name) => {
    await change(name);
    show();
  });
  languages.setAttribute("aria-label", t("language"));
  languages.id = "language";
  document.getElementById("header").replaceChildren(
    html("a", { href: "#/", class: "brand" }, html("img", { src: "icon.svg", alt: "", width: 24, height: 24 }),
      " boyi"),
    html("nav", { "aria-label": t("nav") }, tabs), html("div", { class: "choices-of-page" }, sound, languages));
  document.getElementById("skip").textContent = t("skip");
}

/** Show what the address names. */
async function show() {
  const mine = ++turn;
  const { name, parts, query } = address();
  const open = VIEWS[name] ?? VIEWS[""];
  header(name in VIEWS ? name : "");
  const view = await open();
  if (mine !== turn) return;
  shown?.close?.();
  main.replaceChildren();
  document.title = "boyi";
  shown = null;
  const made = await view.open(main, { name, parts, query }).catch(complain);
  if (mine === turn) shown = made;
  else made?.close?.();
}

function complain(fault) {
  console.warn(fault);
  main.replaceChildren(html("h1", {}, t("fault")), foreign(fault.message, "p", { role: "alert" }),
    html("p", {}, html("a", { href: "#/" }, t("nav.play"))));
}

addEventListener("hashchange", (event) => {
  if (new URL(event.newURL).hash === "#main") {
    main.focus();
    history.replaceState(null, "", event.oldURL);
  } else show();
});
await load();
await show();
document.documentElement.dataset.ready = "true";
