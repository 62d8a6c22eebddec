// The settings of an engine that plays: which, how strong, how long it thinks, and its own options.

import { field, foreign, html, number, select } from "../dom.js";
import { t } from "../language.js";

const TIMES = [["clock", "engine.clock"], ["100", "engine.ms100"], ["1000", "engine.s1"], ["5000", "engine.s5"],
  ["nodes", "engine.nodes"]];

/** The form of one engine's settings; `value()` is the player as the server takes it. */
export class EngineForm {
  constructor(engines, legend) {
    this.engines = engines;
    this.rest = html("div", { class: "stack" });
    const names = engines.map(({ name, title }) => [name, title ?? name]);
    this.choice = select(names, names[0]?.[0], () => this.settle());
    this.root = html("fieldset", { class: "engine stack" }, html("legend", {}, legend),
      field(t("engine"), this.choice), this.rest);
    this.settle();
  }

  get engine() {
    return this.engines.find(({ name }) => name === this.choice.value);
  }

  settle() {
    const { elo, options = [] } = this.engine ?? {};
    this.options = (options ?? []).filter(({ kind }) => kind !== "button").map((option) => [option, control(option)]);
    this.nodes = number("nodes", 10000, 1, 1e9);
    this.nodesField = field(t("engine.nodes"), this.nodes);
    this.nodesField.hidden = true;
    this.time = select(TIMES.map(([value, key]) => [value, t(key)]), "1000",
      (value) => (this.nodesField.hidden = value !== "nodes"));
    this.elo = null;
    const more = html("details", {}, html("summary", {}, t("engine.options")),
      html("div", { class: "stack" }, this.options.map(([option, input]) => optionField(option, input))));
    this.rest.replaceChildren(...(elo ? [this.strength(elo)] : []), field(t("engine.time"), this.time), this.nodesField,
      ...(this.options.length ? [more] : []));
  }

  strength({ least, most }) {
    const shown = html("output", {}, t("engine.full"));
    const slider = html("input", { type: "range", name: "elo", min: least, max: most + 1, value: most + 1 });
    const value = () => (Number(slider.value) > most ? null : Number(slider.value));
    const tell = () => {
      shown.textContent = value() === null ? t("engine.full") : `Elo ${value()}`;
      slider.setAttribute("aria-valuetext", shown.textContent);
    };
    slider.addEventListener("input", tell);
    tell();
    this.elo = value;
    return html("div", { class: "stack" }, field(t("engine.strength"), slider), shown);
  }

  value() {
    const options = Object.fromEntries(this.options.map(([option, input]) => [option.name, read(option, input),
      option.default])
      .filter(([, chosen, usual]) => chosen !== usual).map(([name, chosen]) => [name, chosen]));
    const [time, elo] = [this.time.value, this.elo?.() ?? null];
    return { kind: "engine", engine: this.choice.value, options, elo,
      movetime: /^\d+$/.test(time) ? Number(time) : null, nodes: time === "nodes" ? Number(this.nodes.value) : null };
  }
}

function control({ kind, default: usual, least, most, choices }) {
  if (kind === "check") return html("input", { type: "checkbox", checked: Boolean(usual) });
  if (kind === "spin") return html("input", { type: "number", value: usual, min: least, max: most, step: 1 });
  if (kind === "combo") return select((choices ?? []).map((choice) => [choice, choice]), usual);
  return html("input", { type: "text", value: usual ?? "", maxlength: 300 });
}

function read({ kind }, input) {
  if (kind === "check") return input.checked;
  return kind === "spin" ? Number(input.value) : input.value;
}

function optionField({ name, help }, input) {
  const made = field(name, input, help ?? "");
  made.querySelector("label").replaceChildren(foreign(name));
  return made;
}
