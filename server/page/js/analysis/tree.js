// A tree of moves: a game with its variations. The first child of a node is its main line.

/** One move and what follows it; the root has no move. */
export class Node {
  constructor(move = null, parent = null) {
    Object.assign(this, { move, parent, children: [], value: null, comment: "", mark: "", text: null, latin: null,
      die: 0 });
  }

  /** The nodes from the first move to this one. */
  get line() {
    const line = [];
    for (let node = this; node.parent; node = node.parent) line.unshift(node);
    return line;
  }

  /** This node's line, followed by the main line below it. */
  get whole() {
    const line = this.line;
    for (let node = this.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** The child with a move, made if there is none. */
  add(move, die = 0) {
    const found = this.children.find((child) => child.move === move && child.die === die);
    if (found) return found;
    const made = new Node(move, this);
    made.die = die;
    this.children.push(made);
    return made;
  }

  /** Take this node and all below it out of the tree. */
  remove() {
    this.parent.children = this.parent.children.filter((child) => child !== this);
  }

  /** Make the line to this node the main line. */
  promote() {
    for (let node = this; node.parent; node = node.parent)
      node.parent.children = [node, ...node.parent.children.filter((child) => child !== node)];
  }
}

/** The tree of a list of moves, stones as whole turns. */
export function fromMoves(game, state, moves, dice = []) {
  const root = new Node();
  (game.turns?.(state, moves) ?? moves).reduce((node, move, ply) => node.add(move, dice[ply] ?? 0), root);
  return root;
}

/** The tree of what the server read: a list of moves, each with the index of the one before it. */
export function fromServer(game, state, list) {
  const branches = list.map((branch) => ({ ...branch, children: [] }));
  const first = [];
  for (const branch of branches) (branches[branch.parent]?.children ?? first).push(branch);
  const root = new Node();
  const work = first.map((branch) => [root, state, branch]);
  while (work.length) {
    const [parent, before, branch] = work.shift();
    const { move, text = null, comment = "", die = 0, children } = game.turns ? whole(game, before, branch) : branch;
    const node = parent.add(move, die);
    Object.assign(node, { text, comment });
    const after = game.turns ? game.play(before, move) : state;
    work.push(...children.map((child) => [node, after, child]));
  }
  return root;
}

/** A branch with the other stones of its turn, as long as there is one way to go on. */
function whole(game, before, { move, comment, children }) {
  const after = game.play(before, move);
  if (after.side !== before.side || children.length !== 1) return { move, comment, children };
  const next = whole(game, after, children[0]);
  return { move: move + next.move, comment: `${comment} ${next.comment}`.trim(), children: next.children };
}
