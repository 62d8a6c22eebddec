// Plots of runs: those of a report, shown as pictures so that nothing of it runs here, and curves of trainings.

import { textOf } from "../api.js";
import { html, svg } from "../dom.js";

const PLOT = /<svg viewBox="0 0 \d+(?:\.\d+)? \d+(?:\.\d+)?"[^]*?<\/svg>/g;
const LABEL = /aria-label="([^"]*)"/;
const STYLE = `<style>text{fill:#444;font:13px sans-serif}.x{text-anchor:middle}.y,.name{text-anchor:end}.grid{stroke:#ddd;fill:none}
.guide{stroke:#999;stroke-dasharray:5 4}.line{stroke:#7a3f14;fill:none;stroke-width:2}circle{fill:#7a3f14}.band{fill:#7a3f14;opacity:.2}</style>`;
const [WIDTH, HEIGHT, LEFT] = [600, 180, 58];

const SIGNS = { "&amp;": "&", "&#39;": "'", "&#34;": '"', "&quot;": '"', "&lt;": "<", "&gt;": ">" };
const plain = (text) => text.replace(/&(?:amp|#39|#34|quot|lt|gt);/g, (sign) => SIGNS[sign]);

/** The pictures of a run's report. */
export async function reportPlots(id) {
  const report = await textOf(`api/runs/${encodeURIComponent(id)}/report`);
  return (report.match(PLOT) ?? []).map((text) =>
    html("img", { class: "picture", alt: plain(LABEL.exec(text)?.[1] ?? ""), src: picture(text) }));
}

const picture = (text) => `data:image/svg+xml,${encodeURIComponent(text.replace(">", `>${STYLE}`))}`;

const short = (number) => Number(number.toPrecision(4)).toLocaleString(document.documentElement.lang);

/** A curve over its steps. */
export function curve(name, points) {
  const [steps, values] = [points.map(([step]) => step), points.map(([, value]) => value)];
  const [least, most, low, high] = [Math.min(...steps), Math.max(...steps), Math.min(...values), Math.max(...values)];
  const x = (step) => (LEFT + ((WIDTH - LEFT - 10) * (step - least)) / (most - least || 1)).toFixed(1);
  const y = (value) => (HEIGHT - 24 - ((HEIGHT - 40) * (value - low)) / (high - low || 1)).toFixed(1);
  const label = (text, left, top, anchor) => svg("text", { x: left, y: top, "text-anchor": anchor }, text);
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `${name}: ${short(values[0])} – ${short(values.at(-1))}` },
    svg("path", { class: "axis", d: `M${LEFT} ${y(low)} H${WIDTH} M${LEFT} ${y(high)} H${WIDTH}` }),
    label(short(high), LEFT - 6, y(high), "end"), label(short(low), LEFT - 6, y(low), "end"),
    label(short(least), LEFT, HEIGHT - 6, "start"), label(short(most), WIDTH - 4, HEIGHT - 6, "end"),
    svg("path", { class: "curve", d: `M${points.map(([step, value]) => `${x(step)} ${y(value)}`).join(" L")}` }));
}
