// What this browser remembers: choices, and the seats of its games. Where storage is forbidden, for this visit only.

const visit = new Map();

/** Remember a value under a name. */
export function remember(name, value) {
  visit.set(name, value);
  try {
    localStorage.setItem(`boyi.${name}`, JSON.stringify(value));
  } catch (fault) {
    console.info("not stored:", fault.name);
  }
}

/** The value remembered under a name, undefined if there is none. */
export function recall(name) {
  if (visit.has(name)) return visit.get(name);
  try {
    const text = localStorage.getItem(`boyi.${name}`);
    return text === null ? undefined : JSON.parse(text);
  } catch (fault) {
    console.info("not recalled:", fault.name);
    return undefined;
  }
}

const MOST_SEATS = 50;

/** This browser's seat in a game, {side, token}; undefined if it has none. */
export const seatOf = (id) => (recall("seats") ?? {})[id];

/** Remember a seat; the oldest are forgotten. */
export function takeSeat(id, side, token) {
  const seats = Object.entries({ ...recall("seats"), [id]: { side, token } });
  remember("seats", Object.fromEntries(seats.slice(-MOST_SEATS)));
}

/** The address of a game, with its seat if there is one: who has it plays. */
export const addressOf = (id, seat) => `#/game/${id}${seat ? `/${seat.side}/${seat.token}` : ""}`;
