// Which record formats the server reads and writes.

import { call } from "../api.js";

let known;

/** The formats in which a game's records can be written. */
export async function written(game) {
  known ??= call("GET", "api/formats");
  return (await known)[game]?.write ?? [];
}

/** The formats in which a game's records are read. */
export async function readable(game) {
  known ??= call("GET", "api/formats");
  return (await known)[game]?.read ?? [];
}
