// Records in and out: pasted or dropped texts in any format, and files in every format that the server writes.

import { call } from "../api.js";
import { button, field, foreign, html } from "../dom.js";
import { t } from "../language.js";
import { copy, save } from "../parts/dialogs.js";
import { readable, written } from "../parts/formats.js";

const MOST_BYTES = 1 << 20;
const BINARY = /\.xqf$/i;

/** A box for texts; `onRead(answer)` with what the server made of one. */
export class Importer {
  constructor(game, onRead) {
    Object.assign(this, { game, onRead });
    this.text = html("textarea", { rows: 4, spellcheck: "false" });
    this.file = html("input", { type: "file", onchange: () => this.upload() });
    this.fault = html("p", { class: "fault", role: "alert" });
    this.formats = html("small", {});
    this.root = html("section", { class: "card stack", "aria-label": t("import") },
      field(t("import.text"), this.text), this.formats,
      field(t("import.file"), this.file), this.fault, html("div", { class: "buttons" },
        button(t("import.read"), () => this.read(this.text.value))));
    readable(game.name).then((names) => (this.formats.textContent = names.map((name) => name.toUpperCase()).join(", ")));
  }

  async upload() {
    const [file] = this.file.files;
    if (!file) return;
    if (file.size > MOST_BYTES) this.fault.textContent = t("import.large");
    else if (BINARY.test(file.name)) await this.read({ base64: await encode(file) });
    else await this.read((this.text.value = await file.text()));
  }

  async read(text) {
    this.fault.replaceChildren();
    try {
      this.onRead(await call("POST", "api/positions", { game: this.game.name, text, moves: [], variations: true }));
    } catch (fault) {
      this.fault.replaceChildren(foreign(fault.message));
    }
  }
}

async function encode(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Buttons that save the current line in each format; `line()` gives start, moves and tags. */
export class Exporter {
  constructor(game, line) {
    Object.assign(this, { game, line });
    this.fault = html("p", { class: "fault", role: "alert" });
    this.buttons = html("div", { class: "buttons" });
    this.copying = html("input", { type: "checkbox" });
    this.root = html("section", { class: "card stack", "aria-label": t("export") }, html("h2", {}, t("export")),
      this.buttons,
      html("label", { class: "check" }, this.copying, html("span", {}, t("export.copy"))), this.fault);
    written(game.name).then((names) => this.buttons.prepend(...names.map((name) =>
      button(name.toUpperCase(), (event) => this.write(name, event.currentTarget),
        { class: "quiet", "data-format": name }))));
  }

  async write(format, from) {
    this.fault.replaceChildren();
    try {
      const { name, text } = await call("POST", "api/records", { game: this.game.name, format, ...this.line() });
      this.last = text;
      if (this.copying.checked) await copy(text, from);
      else save(name, text);
    } catch (fault) {
      this.fault.replaceChildren(foreign(fault.message));
    }
  }
}
