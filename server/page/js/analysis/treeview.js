// The variation tree on the page.

import { foreign, html } from "../dom.js";
import { t } from "../language.js";
import { valueText } from "../parts/words.js";

/** Shows a tree; `onGo` gets the node that was chosen. */
export class TreeView {
  constructor(onGo) {
    this.onGo = onGo;
    this.root = html("div", { class: "tree", role: "group", "aria-label": t("moves") });
  }

  /** Draw the tree; `texts` gives a node's text, `side` who makes its first move. */
  show(tree, current, texts, side) {
    Object.assign(this, { current, texts, side });
    this.root.replaceChildren(...this.after(tree, 0, true));
    this.root.hidden = tree.children.length === 0;
    const here = this.root.querySelector("[aria-current]");
    if (here && (here.offsetTop < this.root.scrollTop || here.offsetTop > this.root.scrollTop + this.root.clientHeight - 30))
      this.root.scrollTop = here.offsetTop - this.root.clientHeight / 2;
  }

  /** The elements of all that follows a node, its main line first, by a loop since games are long. */
  after(node, ply, numbered) {
    const parts = [];
    for (let at = node, depth = ply, number = numbered; at.children.length; at = at.children[0], depth += 1) {
      const [main, ...others] = at.children;
      parts.push(...this.move(main, depth, number));
      for (const other of others)
        parts.push(html("div", { class: "branch" }, ...this.move(other, depth, true),
          ...this.after(other, depth + 1, false)));
      number = others.length > 0;
    }
    return parts;
  }

  move(node, ply, numbered) {
    const half = ply + this.side;
    const number = half % 2 === 0 ? `${half / 2 + 1}. ` : numbered ? `${(half + 1) / 2}… ` : "";
    const worth = node.value === null ? "" : ` ${valueText(node.value)}`;
    return [html("span", { class: "ply" }, number, html("button",
      { type: "button", class: `move ${node.mark}`, "aria-current": node === this.current ? "true" : null,
      onclick: () => this.onGo(node) }, foreign(this.texts(node)), worth && html("small", {}, worth))), " ",
    ...(node.comment ? [foreign(node.comment, "bdi", { class: "comment" }), " "] : [])];
  }
}
