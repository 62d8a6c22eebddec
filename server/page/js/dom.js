// Elements of the page. What others have written goes in as text and never as markup: nothing here parses any.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.replace(/^on/, ""), value);
    else if (name.startsWith("on")) throw new Error(`${name} is no function`);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** An HTML element; a function among the attributes listens to the event of its name. */
export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes,
  children);

let labels = 0;

/** A labelled control: the label's text, the control, and a line of help below it. */
export function field(text, control, help = "") {
  const id = `field-${++labels}`;
  control.id = id;
  const hint = help && html("small", { id: `${id}-help` }, help);
  if (help) control.setAttribute("aria-describedby", hint.id);
  return html("div", { class: "field" }, html("label", { for: id }, text), control, hint);
}

/** A select; choices are pairs of value and text. */
export function select(choices, value, onchange) {
  const options = choices.map(([key, text]) => html("option", { value: key, selected: key === value }, text));
  return html("select", { onchange: (event) => onchange?.(event.target.value) }, options);
}

/** A number input that keeps to its bounds. */
export const number = (name, value, least, most, step = 1) =>
  html("input", { type: "number", name, value, min: least, max: most, step, required: true });

/** A group of radio buttons; choices are pairs of value and text. */
export function radios(legend, name, choices, value, onchange) {
  const buttons = choices.map(([key, text]) =>
    html("label", { class: "choice" },
      html("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange?.(key) }),
      html("span", {}, text)));
  return html("fieldset", { class: "choices" }, html("legend", {}, legend), buttons);
}

/** A checkbox with its text. */
export const checkbox = (name, text, checked = false) =>
  html("label", { class: "check" }, html("input", { type: "checkbox", name, checked }), html("span", {}, text));

/** A button with its text. */
export const button = (text, onclick, attributes = {}) => html("button", { type: "button", onclick, ...attributes },
  text);

/** Foreign text, set apart so that signs for the direction of writing stay within it. */
export const foreign = (text, tag = "bdi", attributes = {}) => html(tag, attributes, String(text));
