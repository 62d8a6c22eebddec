"use strict";
// Plays the games of a run through on a board. A game's adaptor knows how its positions are written, what a
// move changes and how a board is drawn; who may move where is the arena's affair, which has judged it all.
const SVG = "http://www.w3.org/2000/svg";
const CELL = 40;
const EVEN = 100, CURVE_WIDTH = 400, CURVE_HEIGHT = 90, LEFT = 44;

function node(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}

function element(name, text, parent, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  if (parent) parent.append(made);
  return made;
}

// Whether the reader's fonts have a character: a missing one is drawn as every other missing one.
function isDrawn(character) {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d", {willReadFrequently: true});
  const draw = (text) => {
    pen.clearRect(0, 0, 40, 40);
    pen.font = "24px serif";
    pen.fillText(text, 4, 30);
    return pen.getImageData(0, 0, 40, 40).data.join();
  };
  canvas.width = canvas.height = 40;
  return draw(character) !== draw("\u{10fffd}");
}

function readRows(text) {
  return text.split("/").map((row) => {
    const cells = [];
    for (const part of row.match(/\d+|[^\d]/g) || []) {
      if (/\d/.test(part)) for (let i = 0; i < +part; i++) cells.push("");
      else cells.push(part);
    }
    return cells;
  });
}

const isUpper = (piece) => piece !== piece.toLowerCase();

function put(square, height, base) {  // a square such as e4, with ranks counted from `base`
  return [height - 1 - (parseInt(square.slice(1), 10) - base), square.charCodeAt(0) - 97];
}

function squares(move) {
  return /^([a-i]\d+)([a-i]\d+)(.?)$/.exec(move);
}

const CHESS_PIECES = {k: "\u265a", q: "\u265b", r: "\u265c", b: "\u265d", n: "\u265e", p: "\u265f"};

const chess = {
  sides: ["White", "Black"],
  read(text) {
    const fields = text.split(" ");
    return {cells: readRows(fields[0]), side: fields[1] === "b" ? 1 : 0, marks: []};
  },
  play(position, move) {
    const found = squares(move), cells = position.cells;
    if (!found) return;
    const [r1, c1] = put(found[1], 8, 1), [r2, c2] = put(found[2], 8, 1);
    const piece = cells[r1][c1], taken = cells[r2][c2], kind = piece.toLowerCase();
    position.marks = [[r1, c1], [r2, c2]];
    cells[r1][c1] = "";
    const own = taken && isUpper(taken) === isUpper(piece);
    if (kind === "k" && (own || Math.abs(c2 - c1) > 1)) {  // castling, also as the king taking its rook
      const right = c2 > c1, rook = isUpper(piece) ? "R" : "r";
      let corner = own ? c2 : right ? 7 : 0;
      cells[r1][corner] = "";
      cells[r1][right ? 6 : 2] = piece;
      cells[r1][right ? 5 : 3] = rook;
    } else {
      if (kind === "p" && c1 !== c2 && !taken) cells[r1][c2] = "";  // en passant
      const promoted = isUpper(piece) ? found[3].toUpperCase() : found[3];
      cells[r2][c2] = found[3] ? promoted : piece;
    }
    position.side = 1 - position.side;
  },
  draw(board, position) {
    grid(board, 8, 8, (r, c) => (r + c) % 2 ? "dark" : "light");
    letters(board, 8, 8, "abcdefgh", (r) => 8 - r);
    eachPiece(position, (r, c, piece) => {
      const at = {x: c * CELL + CELL / 2, y: r * CELL + 31, class: isUpper(piece) ? "white" : "black"};
      node("text", at, board, CHESS_PIECES[piece.toLowerCase()] + "\ufe0e");
    });
  },
  size: () => [8, 8],
};

const XIANGQI_PIECES = {
  K: "帥", A: "仕", B: "相", E: "相", N: "傌", H: "傌", R: "俥", C: "炮", P: "兵",
  k: "將", a: "士", b: "象", e: "象", n: "馬", h: "馬", r: "車", c: "砲", p: "卒",
};

const xiangqi = {
  sides: ["Red", "Black"],
  read: chess.read,
  play(position, move) {
    const found = squares(move);
    if (!found) return;
    const [r1, c1] = put(found[1], 10, 0), [r2, c2] = put(found[2], 10, 0);
    position.cells[r2][c2] = position.cells[r1][c1];
    position.cells[r1][c1] = "";
    position.marks = [[r1, c1], [r2, c2]];
    position.side = 1 - position.side;
  },
  draw(board, position) {
    lines(board, 10, 9, [0, 4, 5, 9]);
    for (const [r, c] of [[0, 3], [7, 3]]) {
      const [x, y] = [c * CELL + CELL / 2, r * CELL + CELL / 2], far = 2 * CELL;
      node("path", {class: "rule", d: `M${x} ${y}l${far} ${far}M${x + far} ${y}l${-far} ${far}`}, board);
    }
    letters(board, 10, 9, "abcdefghi", (r) => 9 - r);
    xiangqi.characters ??= isDrawn("帥") && isDrawn("砲");
    eachPiece(position, (r, c, piece) => {
      disc(board, r, c, isUpper(piece) ? "red" : "green",
        xiangqi.characters ? XIANGQI_PIECES[piece] : piece.toUpperCase());
    });
  },
  size: () => [10, 9],
};

const connect6 = {
  sides: ["Black", "White"],
  read(text) {
    const fields = text.split(" ");
    return {cells: readRows(fields[0]), side: fields[1] === "w" ? 1 : 0, left: +fields[2] || 1,
      turn: +fields[4] || 2, marks: [], last: -1};
  },
  play(position, move) {
    const c = move.toUpperCase().charCodeAt(0) - 65, r = move.toUpperCase().charCodeAt(1) - 65;
    if (!position.cells[r]) return;
    if (position.last !== position.side) position.marks = [];
    position.last = position.side;
    position.cells[r][c] = position.side ? "w" : "b";
    position.marks.push([r, c]);
    position.left -= 1;
    if (position.left < 1) {
      position.side = 1 - position.side;
      position.left = position.turn;
    }
  },
  draw(board, position) {
    const [height, width] = connect6.size(position);
    lines(board, height, width, []);
    eachPiece(position, (r, c, piece) => disc(board, r, c, piece === "b" ? "blackstone" : "whitestone"));
  },
  size: (position) => [position.cells.length, position.cells[0].length],
};

const einstein = {
  sides: ["Blue", "Red"],
  read(text) {
    const fields = text.split(" "), cells = [];
    for (let r = 0; r < 5; r++) cells.push(["", "", "", "", ""]);
    fields.slice(0, 12).forEach((square, i) => {
      const at = +square - 1;
      if (at >= 0) cells[Math.floor(at / 5)][at % 5] = (i < 6 ? "b" : "r") + (i % 6 + 1);
    });
    return {cells, side: fields[12] === "r" ? 1 : 0, marks: []};
  },
  play(position, move) {
    const found = /(\d+)-(\d+)$/.exec(move);
    if (!found) return;
    const [from, to] = [+found[1] - 1, +found[2] - 1];
    const [r1, c1, r2, c2] = [Math.floor(from / 5), from % 5, Math.floor(to / 5), to % 5];
    position.cells[r2][c2] = position.cells[r1][c1];
    position.cells[r1][c1] = "";
    position.marks = [[r1, c1], [r2, c2]];
    position.side = 1 - position.side;
  },
  draw(board, position) {
    grid(board, 5, 5, (r, c) => (r + c) % 2 ? "dark" : "light");
    eachPiece(position, (r, c, piece) => disc(board, r, c, piece[0] === "b" ? "blue" : "red", piece[1]));
  },
  size: () => [5, 5],
};

const ADAPTORS = {chess, xiangqi, connect6, einstein};

function eachPiece(position, draw) {
  position.cells.forEach((row, r) => row.forEach((piece, c) => { if (piece) draw(r, c, piece); }));
}

function grid(board, height, width, colour) {
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      node("rect", {x: c * CELL, y: r * CELL, width: CELL, height: CELL, class: colour(r, c)}, board);
    }
  }
}

function lines(board, height, width, whole) {  // columns are cut between the rows `whole` names, if any
  const half = CELL / 2, right = width * CELL - half, low = height * CELL - half;
  node("rect", {x: 0, y: 0, width: width * CELL, height: height * CELL, class: "wood"}, board);
  let path = "";
  for (let r = 0; r < height; r++) path += `M${half} ${r * CELL + half}H${right}`;
  for (let c = 0; c < width; c++) {
    const x = c * CELL + half, edge = c === 0 || c === width - 1;
    if (edge || !whole.length) path += `M${x} ${half}V${low}`;
    else path += `M${x} ${half}V${whole[1] * CELL + half}M${x} ${whole[2] * CELL + half}V${low}`;
  }
  node("path", {class: "rule", d: path}, board);
}

function letters(board, height, width, files, rank) {
  for (let c = 0; c < width; c++) {
    node("text", {x: c * CELL + CELL - 4, y: height * CELL - 3, class: "coordinate"}, board, files[c]);
  }
  for (let r = 0; r < height; r++) node("text", {x: 5, y: r * CELL + 11, class: "coordinate"}, board, rank(r));
}

function disc(board, r, c, className, text) {
  const [x, y] = [c * CELL + CELL / 2, r * CELL + CELL / 2];
  node("circle", {cx: x, cy: y, r: CELL * 0.44, class: `disc ${className}`}, board);
  if (text) node("text", {x, y: y + 8, class: `sign ${className}`}, board, text);
}

class Replay {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.adaptor = ADAPTORS[data.game];
    this.select = element("select", undefined, root);
    this.select.setAttribute("aria-label", "game");
    data.games.forEach((game, i) => {
      const end = game.s === 1 ? "1–0" : game.s === 0 ? "0–1" : "½–½";
      const option = element("option", `${game.n}. ${game.p[0]} – ${game.p[1]}  ${end}  ${game.r}`, this.select);
      option.value = i;
    });
    this.select.addEventListener("change", () => this.show(+this.select.value));
    const stage = element("div", undefined, root, "stage");
    const left = element("div", undefined, stage, "left");
    this.board = node("svg", {class: "board", role: "img"}, left);
    this.buttons(left);
    this.told = element("p", "", left, "note");
    this.told.setAttribute("aria-live", "polite");
    const right = element("div", undefined, stage, "right");
    this.head = element("p", "", right);
    this.curves = element("div", undefined, right);
    this.list = element("div", undefined, right, "moves");
    root.addEventListener("keydown", (event) => this.key(event));
    this.show(0);
  }

  buttons(parent) {
    const bar = element("div", undefined, parent, "buttons");
    const add = (sign, label, act) => {
      const button = element("button", sign, bar);
      button.type = "button";
      button.title = label;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", act);
      return button;
    };
    add("«", "to the start", () => this.go(0));
    add("‹", "one move back", () => this.go(this.at - 1));
    this.player = add("play", "play through", () => this.toggle());
    add("›", "one move on", () => this.go(this.at + 1));
    add("»", "to the end", () => this.go(this.moves.length));
  }

  key(event) {
    if (event.target === this.select) return;
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (step) {
      event.preventDefault();
      this.go(this.at + step);
    }
  }

  toggle() {
    if (this.timer) return this.halt();
    if (this.at === this.moves.length) this.go(0);
    this.timer = setInterval(() => {
      if (this.at < this.moves.length) this.go(this.at + 1, true);
      else this.halt();
    }, 600);
    this.player.textContent = "pause";
    this.player.setAttribute("aria-label", "pause");
    return undefined;
  }

  halt() {
    clearInterval(this.timer);
    this.timer = 0;
    this.player.textContent = "play";
    this.player.setAttribute("aria-label", "play through");
  }

  show(number) {
    this.halt();
    this.game = this.data.games[number];
    this.moves = this.game.m.split(" ");
    this.sides = [];  // who made each move
    const position = this.start();
    this.first = position.side;
    for (const move of this.moves) {
      this.sides.push(position.side);
      this.adaptor.play(position, move);
    }
    const [one, two] = this.game.p, names = this.adaptor.sides;
    this.head.textContent = `${names[this.first]}: ${one}. ${names[1 - this.first]}: ${two}. ` +
      `${this.game.r}${this.game.f ? ": " + this.game.f : ""}. Opening: ${this.game.o || "–"}.`;
    this.drawCurves();
    this.drawList();
    this.go(this.moves.length);
  }

  start() {
    return this.adaptor.read(this.game.b || this.data.start);
  }

  go(place, playing) {
    if (!playing && this.timer) this.halt();
    this.at = Math.max(0, Math.min(this.moves.length, place));
    const position = this.start();
    for (let i = 0; i < this.at; i++) this.adaptor.play(position, this.moves[i]);
    const [height, width] = this.adaptor.size(position);
    this.board.replaceChildren();
    this.board.setAttribute("viewBox", `0 0 ${width * CELL} ${height * CELL}`);
    this.adaptor.draw(this.board, position);
    for (const [r, c] of position.marks) {
      node("rect", {x: c * CELL + 1.5, y: r * CELL + 1.5, width: CELL - 3, height: CELL - 3, class: "mark"},
        this.board);
    }
    this.told.textContent = this.tell();
    this.board.setAttribute("aria-label", `position: ${this.told.textContent}`);
    this.cursors.forEach((line) => {
      const x = this.x(this.at);
      line.setAttribute("d", `M${x} 0V${CURVE_HEIGHT - 14}`);
    });
    this.spans.forEach((span, i) => span.classList.toggle("now", i === this.at - 1));
    const now = this.spans[this.at - 1];
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  tell() {
    if (!this.at) return "start";
    const i = this.at - 1, game = this.game, words = [`${this.at}. ${this.moves[i]}`];
    if (game.d && game.d[i]) words.push(`die ${game.d[i]}`);
    const value = game.e ? game.e[i] : null;
    if (value !== null) {
      words.push(Math.abs(value) >= 32000 ? (value > 0 ? "sees a win" : "sees a loss")
        : `value ${(value / 100).toFixed(2)} for ${this.adaptor.sides[this.sides[i]]}`);
    }
    if (game.t && game.t[i] !== null) words.push(`${game.t[i] / 10} s`);
    if (game.c && game.c[i] !== null) words.push(`${game.c[i] / 10} s left`);
    if (!game.t || game.t[i] === null) words.push("opening");
    return words.join(", ");
  }

  x(place) {
    return LEFT + (CURVE_WIDTH - LEFT - 8) * place / Math.max(1, this.moves.length);
  }

  drawCurves() {
    this.curves.replaceChildren();
    this.cursors = [];
    const game = this.game, names = this.adaptor.sides;
    if (game.e) {
      // Pawns up to a few are drawn nearly to scale, all beyond pressed together.
      const values = game.e.map((v, i) => v === null ? null :
        (this.sides[i] === 0 ? 1 : -1) * 2 / Math.PI * Math.atan(v / (3 * EVEN)));
      this.curve(`value for ${names[0]}`, values, -1, 1,
        [[2 / Math.PI * Math.atan(5 / 3), "+5"], [0, "0"], [-2 / Math.PI * Math.atan(5 / 3), "−5"]]);
    }
    const clock = game.c || game.t;
    if (clock) {
      const most = Math.max(...clock.filter((v) => v !== null)) || 1;
      this.curve(game.c ? "seconds left" : "seconds a move", clock, 0, most,
        [[0, "0"], [most, String(most / 10)]]);
    }
  }

  curve(label, values, low, high, ticks) {
    const height = CURVE_HEIGHT - 14, svg = node("svg", {
      viewBox: `0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`, class: "curve", role: "img", "aria-label": label}, this.curves);
    const y = (value) => 10 + (height - 14) * (high - value) / (high - low);
    for (const [value, text] of ticks) {
      node("path", {class: "grid", d: `M${LEFT} ${y(value)}H${CURVE_WIDTH - 8}`}, svg);
      node("text", {class: "y", x: LEFT - 5, y: y(value) + 4}, svg, text);
    }
    for (const side of [0, 1]) {
      let path = "", from = true;
      values.forEach((value, i) => {
        if (value === null || this.sides[i] !== side) return;
        path += `${from ? "M" : "L"}${this.x(i + 1).toFixed(1)} ${y(value).toFixed(1)}`;
        from = false;
      });
      if (path) node("path", {class: `side${side}`, d: path}, svg);
    }
    node("text", {class: "axis", x: LEFT, y: CURVE_HEIGHT - 2}, svg,
      `${label} over moves; ${this.adaptor.sides[0]} solid, ${this.adaptor.sides[1]} dashed`);
    this.cursors.push(node("path", {class: "cursor"}, svg));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const place = ((event.clientX - box.left) / box.width * CURVE_WIDTH - LEFT) / (CURVE_WIDTH - LEFT - 8);
      this.go(Math.round(place * this.moves.length));
    });
  }

  drawList() {
    this.list.replaceChildren();
    this.spans = this.moves.map((move, i) => {
      if (i === 0 || this.sides[i] !== this.sides[i - 1]) {
        if (this.sides[i] === this.first) {
          const turn = this.sides.slice(0, i).filter((s, j) => s === this.first
            && (j === 0 || this.sides[j - 1] !== s)).length + 1;
          element("span", `${turn}.`, this.list, "turn");
        }
      }
      const span = element("button", move, this.list, "move");
      span.type = "button";
      if (!this.game.t || this.game.t[i] === null) span.classList.add("given");
      span.addEventListener("click", () => this.go(i + 1));
      this.list.append(" ");
      return span;
    });
  }
}

new Replay(document.getElementById("replay"), JSON.parse(document.getElementById("games-data").textContent));
