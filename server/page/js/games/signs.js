// Which signs stand on the pieces of xiangqi: Chinese where the machine has a font for them, unless chosen otherwise.

import { recall, remember } from "../storage.js";

let drawn;

/** Whether a Chinese sign is drawn differently from a code point that no font has. */
function canDraw() {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const picture = (sign) => {
    context.clearRect(0, 0, 40, 40);
    context.font = "28px serif";
    context.fillText(sign, 2, 30);
    return context.getImageData(0, 0, 40, 40).data.join();
  };
  return picture("帥") !== picture("馬") && picture("帥") !== picture("\u{10FFFE}");
}

/** "chinese" or "latin". */
export function signs() {
  return recall("signs") ?? ((drawn ??= canDraw()) ? "chinese" : "latin");
}

/** Choose the signs. */
export const chooseSigns = (chosen) => remember("signs", chosen);
