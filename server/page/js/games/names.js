// The names of pieces in the reader's language.

import { t } from "../language.js";

/** A piece's side and kind in words. */
export const pieceWords = (side, kind) => t("piece.of", { side: t(`side.${side}`), piece: t(kind) });
