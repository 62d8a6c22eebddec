// What screen readers say, and the sound of a move for those who want it.

import { recall } from "../storage.js";

/** Have a text read out. */
export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

let audio;

/** A short wooden knock, if sound is on; it is off unless chosen. */
export function knock() {
  if (!recall("sound")) return;
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(320, now);
  tone.frequency.exponentialRampToValueAtTime(120, now + 0.06);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
