// Questions: which piece, really, and texts to copy.

import { button, html, svg } from "../dom.js";
import { t } from "../language.js";

/** Ask for one of several choices ([value, content, label]); null if the question is closed. */
export function ask(title, choices) {
  return new Promise((resolve) => {
    const end = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    const buttons = choices.map(([value, content, label]) =>
      html("button", { type: "button", "aria-label": label, onclick: () => end(value) }, content));
    const dialog = html("dialog", { "aria-label": title, oncancel: () => end(null) },
      html("h2", {}, title), html("div", { class: "buttons" }, buttons,
        button(t("cancel"), () => end(null), { class: "quiet" })));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Which of moves that differ in the promotion is meant; null for none. */
export function askPromotion(game, state, moves) {
  const letter = (move) => (state.side === 0 ? game.choice(move).toUpperCase() : game.choice(move));
  const picture = (piece) => svg("svg", { viewBox: "0 0 100 100", class: "choice-piece", "aria-hidden": "true" },
    game.piece(piece));
  return ask(t("promotion"), moves.map((move) => [move, picture(letter(move)), game.pieceName(letter(move))]));
}

/** Copy a text; the button tells that it was done, or the text is shown to be copied by hand. */
export async function copy(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    const before = from.textContent;
    from.textContent = t("copied");
    setTimeout(() => (from.textContent = before), 1500);
  } catch (fault) {
    console.info("not copied:", fault.name);
    showText(text);
  }
}

/** A text in a window of its own. */
export function showText(text) {
  const area = html("textarea", { readonly: true, rows: 8, "aria-label": t("copy") }, text);
  const dialog = html("dialog", { class: "wide", "aria-label": t("copy"), onclose: () => dialog.remove() },
    area, html("div", { class: "buttons" }, button(t("close"), () => dialog.close())));
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}

/** Save a text as a file of the person's. */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
