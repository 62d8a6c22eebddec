// The texts of the page in the reader's language. A text may hold {places}, which are filled in as text.

import { recall, remember } from "./storage.js";

export const LANGUAGES = { en: "English", zh: "中文", de: "Deutsch" };

let texts = {};
let chosen = "en";

const wanted = () =>
  [recall("language"), ...navigator.languages.map((name) => name.slice(0,
    2))].find((name) => name in LANGUAGES) ?? "en";

/** Load the texts of a language: the given one, else the one chosen before, else the browser's. */
export async function load(name = wanted()) {
  const answer = await fetch(`lang/${name}.json`);
  texts = await answer.json();
  chosen = name;
  document.documentElement.lang = name;
}

/** Change the language and remember it. */
export async function change(name) {
  await load(name);
  remember("language", name);
}

export const language = () => chosen;

/** The text of a key; a key without a text stands for itself. */
export const t = (key, values = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));

/** Whether there is a text. */
export const known = (key) => key in texts;
