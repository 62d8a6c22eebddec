// The server's interface: requests, and streams that come back by themselves.

/** A request that the server refused; its message is the server's own sentence. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Call the server; the answer's JSON. Raises Refused, or TypeError without a connection. */
export async function call(method, path, body = undefined, token = undefined) {
  const answer = await send(method, path, body, token);
  return answer.json();
}

/** What the server answers as text. */
export const textOf = async (path) => (await send("GET", path)).text();

async function send(method, path, body, token) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (!answer.ok) throw new Refused(answer.status, await sentence(answer));
  return answer;
}

async function sentence(answer) {
  const text = await answer.text();
  try {
    return String(JSON.parse(text).error ?? answer.statusText);
  } catch {
    return answer.statusText || String(answer.status);
  }
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PING_EVERY = 20000;
const GONE = new Set([4400, 4401, 4403, 4404]);

/** A websocket that connects again until it is closed, says hello each time, and notices a dead line. */
export class Stream {
  constructor(path, { hello, onMessage, onStatus }) {
    this.path = path;
    this.hello = hello;
    this.onMessage = onMessage;
    this.onStatus = onStatus ?? (() => {});
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.wake = () => this.socket?.readyState === WebSocket.CLOSED && this.connect();
    // A page that is left may be kept asleep, and would keep its search and its seat with it.
    this.leave = () => this.socket.close(1000);
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    addEventListener("pagehide", this.leave);
    this.connect();
  }

  connect() {
    if (this.closed) return;
    clearTimeout(this.timer);
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(url));
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.heard(event);
    socket.onclose = (event) => this.lost(socket, event);
  }

  opened() {
    this.wait = FIRST_WAIT;
    this.onStatus(true);
    const hello = this.hello?.();
    if (hello) this.send(hello);
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.send({ type: "ping" }), PING_EVERY);
  }

  heard(event) {
    const message = JSON.parse(event.data);
    if (message?.type !== "pong") this.onMessage(message);
  }

  lost(socket, event) {
    clearInterval(this.pinging);
    if (this.closed || socket !== this.socket) return;
    this.onStatus(false, event.reason);
    if (GONE.has(event.code)) return;
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Send a message, if the line stands. */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    removeEventListener("pagehide", this.leave);
    this.socket.close();
  }
}
