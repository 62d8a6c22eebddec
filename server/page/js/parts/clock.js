// The clocks of a game, run by the server's time.

import { html } from "../dom.js";

/** Milliseconds as minutes and seconds, with tenths below twenty seconds. */
export function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  const seconds = left < 20000 ? (Math.floor(left / 100) / 10).toFixed(1) : String(Math.floor(left / 1000) % 60);
  const minutes = Math.floor(left / 60000);
  const padded = seconds.padStart(left < 20000 ? 4 : 2, "0");
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${padded}`
    : `${minutes}:${padded}`;
}

/** Both clocks; `show` is given each state, between them the one that runs goes on by itself. */
export class Clocks {
  constructor() {
    this.faces = [0, 1].map(() => html("span", { class: "clock", role: "timer" }));
    this.timer = setInterval(() => this.tick(), 100);
  }

  show({ clocks, running, now }) {
    this.state = { clocks, running };
    this.ahead = now - Date.now();
    this.now = now;
    this.tick();
  }

  tick() {
    if (!this.state) return;
    const passed = Date.now() + this.ahead - this.now;
    this.state.clocks.forEach((left, side) => {
      const runs = this.state.running === side;
      const text = left === null ? "" : clockText(runs ? left - passed : left);
      const face = this.faces[side];
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", runs);
      face.classList.toggle("short", left !== null && runs && left - passed < 20000);
    });
  }

  close() {
    clearInterval(this.timer);
  }
}
