// @ts-check
// A solved chart as its file has it, read in the browser: the same numbers as the server's, node by
// node, without asking again.

export const HANDS = 169;
const FIRST = 33; // '!', never
const TOP = 93; // levels above it: '~', always
const BASE = 94;
const MISSING = 32;
const RANKS = "AKQJT98765432";
const TOKEN = /R[0-9]*|./g;

/** The names of the hands in the order of the grid: suited above the diagonal. */
export const NAMES = Array.from({ length: HANDS }, (_, at) => {
  const row = Math.floor(at / 13);
  const column = at % 13;
  if (row === column) return RANKS[row] + RANKS[row];
  return row < column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
});

/** Combos of each hand. */
export const COMBOS = NAMES.map((name) => (name.length === 2 ? 6 : name[2] === "s" ? 4 : 12));

/**
 * @typedef {{player: number, actions: string[], first: number, raises: number[]}} Decision
 * @typedef {{bets: number[], behind: number[], live: boolean[], shut: Set<number>,
 *   waiting: Set<number>, pot: number, to: Record<string, number>}} Standing
 * @typedef {{name: string, player: number, seat: string, actions: string[],
 *   strategy: Float64Array[], ev: Float64Array[], own: Float64Array, reach: number,
 *   frequency: number[], dealt: number[], combos: number, near: number,
 *   locked: boolean[]}} Node
 */

/** A chart of which every node can be read. */
export class PreflopSet {
  /** @type {Map<string, Decision>} */
  decisions = new Map();
  /** @type {Map<string, string>} by path the letter of what the ending's worth rests on */
  endings = new Map();
  /** @type {Map<string, Float64Array[]>} */
  #strategies = new Map();
  /** @type {Map<string, Float64Array[]>} */
  #tiers = new Map();
  /** @type {Float64Array | null} */
  #pairs = null;
  /** @type {string[]} */
  #ev;

  /** @param {any} told what the server sends of a chart */
  constructor(told) {
    this.told = told;
    this.seats = /** @type {string[]} */ (told.spec.seats);
    this.tierKeys = /** @type {string[]} */ (Object.values(told.tiers));
    this.tierLetters = Object.keys(told.tiers);
    this.weights = Float64Array.from(COMBOS, (combos) => combos / 1326);
    this.independent = told.spec.deals === "classes";
    this.#ev = told.ev.split("\n");
    const raises = told.raises_to_bb.split("\n");
    let rows = 0;
    for (const line of told.tree.split("\n")) {
      const cut = line.lastIndexOf(" ");
      const name = line.slice(0, cut);
      const what = line.slice(cut + 1);
      if (what in told.tiers) {
        this.endings.set(name, what);
        continue;
      }
      const actions = /** @type {string[]} */ (what.slice(1).match(TOKEN));
      const sizes = raises[this.decisions.size];
      this.decisions.set(name, {
        player: Number(what[0]),
        actions,
        first: rows,
        raises: sizes ? sizes.split(" ").map(Number) : [],
      });
      rows += actions.length;
    }
  }

  /**
   * @param {string} name
   * @returns {Decision}
   */
  #decision(name) {
    const found = this.decisions.get(name);
    if (!found) throw new RangeError(`there is no decision ${name}`);
    return found;
  }

  /**
   * Where an action leads: dashes of seats that are shut out are put behind it.
   *
   * @param {string} path
   */
  after(path) {
    let found = path;
    while (!this.decisions.has(found) && !this.endings.has(found)) {
      found += "-";
      if (found.length > path.length + 9) throw new RangeError(`there is no path ${path}`);
    }
    return found;
  }

  /**
   * The nodes on the way to one and the action that goes on from each.
   *
   * @param {string} name
   * @returns {[string, string][]}
   */
  above(name) {
    let at = 0;
    return (name.match(TOKEN) ?? []).map((token) => {
      const node = name.slice(0, at);
      at += token.length;
      return [node, token];
    });
  }

  /**
   * The chances of a node's actions, by action and hand; locked ones are not rounded.
   *
   * @param {string} name
   */
  strategy(name) {
    const kept = this.#strategies.get(name);
    if (kept) return kept;
    const { actions, first } = this.#decision(name);
    const held = this.told.locked[name];
    const found = actions.map((_, row) => {
      const start = (HANDS + 1) * (first + row);
      const out = new Float64Array(HANDS);
      for (let hand = 0; hand < HANDS; hand++) {
        const locked = held?.[row][hand] ?? null;
        out[hand] = locked ?? (this.told.strategy.charCodeAt(start + hand) - FIRST) / TOP;
      }
      return out;
    });
    this.#strategies.set(name, found);
    return found;
  }

  /**
   * By player, how often he comes to a node by his own choices, by hand.
   *
   * @param {string} name
   */
  reaches(name) {
    const out = this.seats.map(() => new Float64Array(HANDS).fill(1));
    for (const [node, token] of this.above(name)) {
      const found = this.decisions.get(node);
      if (!found) continue;
      const taken = this.strategy(node)[found.actions.indexOf(token)];
      const own = out[found.player];
      for (let hand = 0; hand < HANDS; hand++) own[hand] *= taken[hand];
    }
    return out;
  }

  /**
   * By hand of a player, the chance to hold it where the others come with these reaches.
   *
   * @param {number} who
   * @param {Float64Array[]} reaches
   */
  met(who, reaches) {
    if (this.independent) {
      let others = 1;
      for (const [player, reach] of reaches.entries()) {
        if (player !== who) others *= dot(reach, this.weights);
      }
      return this.weights.map((weight) => weight * others);
    }
    const pairs = (this.#pairs ??= pairChances());
    const other = reaches[1 - who];
    const out = new Float64Array(HANDS);
    for (let hand = 0; hand < HANDS; hand++) {
      let sum = 0;
      for (let theirs = 0; theirs < HANDS; theirs++) sum += pairs[HANDS * hand + theirs] * other[theirs];
      out[hand] = sum;
    }
    return out;
  }

  /**
   * All of a node that is shown of it.
   *
   * @param {string} name
   * @returns {Node}
   */
  node(name) {
    const { player, actions, first } = this.#decision(name);
    const strategy = this.strategy(name);
    const reaches = this.reaches(name);
    const own = reaches[player];
    const met = this.met(player, reaches);
    const here = own.map((share, hand) => share * met[hand]);
    const reach = here.reduce((sum, share) => sum + share, 0);
    const range = own.map((share, hand) => share * this.weights[hand]);
    const held = range.reduce((sum, share) => sum + share, 0);
    const locked = this.told.locked[name];
    return {
      name,
      player,
      seat: this.seats[player],
      actions,
      strategy,
      ev: actions.map((_, row) => evRow(this.#ev[first + row])),
      own,
      reach,
      frequency: strategy.map((taken) => dot(taken, range) / held),
      dealt: strategy.map((taken) => dot(taken, here) / reach),
      combos: 1326 * held,
      near: this.told.near_bb[player],
      locked: NAMES.map((_, hand) => (locked?.[0][hand] ?? null) !== null),
    };
  }

  /**
   * By action of a node, how often play that follows ends in each kind of ending: hand by hand, the
   * kinds of `tierKeys`; not numbers for hands that can't be here.
   *
   * @param {string} name
   * @returns {Float64Array[]}
   */
  tiers(name) {
    const kept = this.#tiers.get(name);
    if (kept) return kept;
    const { player, actions } = this.#decision(name);
    const reaches = this.reaches(name);
    const found = actions.map((letter) => this.#mine(player, name, letter, reaches));
    this.#tiers.set(name, found);
    return found;
  }

  /**
   * @param {number} who
   * @param {string} path
   * @param {string} letter
   * @param {Float64Array[]} reaches
   */
  #mine(who, path, letter, reaches) {
    const chips = this.told.spec.format === "cash" || this.told.spec.format === "ante";
    return letter === "F" && chips ? this.#only("f") : this.#below(who, path + letter, reaches);
  }

  /**
   * @param {number} who
   * @param {string} after
   * @param {Float64Array[]} reaches
   * @returns {Float64Array}
   */
  #below(who, after, reaches) {
    const path = this.after(after);
    const kinds = this.tierKeys.length;
    const ends = this.endings.get(path);
    if (ends) return this.#only(ends);
    const { player, actions } = this.#decision(path);
    const strategy = this.strategy(path);
    const out = new Float64Array(HANDS * kinds);
    const before = player === who ? null : this.met(who, reaches);
    for (const [row, letter] of actions.entries()) {
      const taken = strategy[row];
      if (!before) {
        if (taken.some((share) => share > 0)) {
          add(out, this.#mine(who, path, letter, reaches), taken, kinds);
        }
        continue;
      }
      const then = [...reaches];
      then[player] = reaches[player].map((share, hand) => share * taken[hand]);
      const met = this.met(who, then);
      if (!met.some((chance) => chance > 0)) continue;
      const chance = met.map((one, hand) => one / before[hand]);
      add(out, this.#below(who, path + letter, then), chance, kinds);
    }
    return out;
  }

  /** @param {string} letter */
  #only(letter) {
    const kinds = this.tierKeys.length;
    const at = this.tierLetters.indexOf(letter);
    return Float64Array.from({ length: HANDS * kinds }, (_, n) => (n % kinds === at ? 1 : 0));
  }

  /**
   * What a player has put in so far, antes out of his stack included.
   *
   * @param {number} player
   * @param {Standing} standing
   */
  spent(player, standing) {
    const { bets_bb: bets, antes_bb: antes, behind_bb: left } = this.told.begins;
    return bets[player] + antes[player] + left[player] - standing.behind[player];
  }

  /**
   * What lies where at a node, in big blinds, and what its actions are to.
   *
   * @param {string} name
   * @returns {Standing}
   */
  standing(name) {
    const { bets_bb: posted, antes_bb: antes, behind_bb: left, dead_bb: dead } = this.told.begins;
    const bets = [...posted];
    const stacks = bets.map((bet, player) => bet + left[player]);
    const live = bets.map(() => true);
    const shut = new Set();
    let waiting = new Set([...bets.keys()].filter((player) => left[player] > 0));
    let next = -1;
    for (const [node, token] of this.above(name)) {
      const found = this.decisions.get(node);
      const player = found ? found.player : this.#shutOut(next, live, bets, stacks);
      next = player;
      waiting.delete(player);
      if (!found || token === "F") {
        live[player] = false;
        if (!found) shut.add(player);
        continue;
      }
      bets[player] = this.#to(found, token, bets, stacks);
      if (token[0] === "R" || token === "A") {
        waiting = new Set(
          [...bets.keys()].filter((one) => one !== player && live[one] && bets[one] < stacks[one]),
        );
      }
    }
    const here = this.#decision(name);
    return {
      bets,
      behind: stacks.map((stack, player) => stack - bets[player]),
      live,
      shut,
      waiting,
      pot: bets.reduce((sum, bet) => sum + bet, dead) + antes.reduce((sum, one) => sum + one, 0),
      to: Object.fromEntries(here.actions.map((one) => [one, this.#to(here, one, bets, stacks)])),
    };
  }

  /**
   * Who is shut out: the next live seat that has chips, behind the one that acted last.
   *
   * @param {number} last
   * @param {boolean[]} live
   * @param {number[]} bets
   * @param {number[]} stacks
   */
  #shutOut(last, live, bets, stacks) {
    const players = bets.length;
    for (let step = 1; step <= players; step++) {
      const player = (last + step + players) % players;
      if (live[player] && bets[player] < stacks[player]) return player;
    }
    return 0;
  }

  /**
   * @param {Decision} decision
   * @param {string} token
   * @param {number[]} bets
   * @param {number[]} stacks
   */
  #to(decision, token, bets, stacks) {
    const { player, actions, raises } = decision;
    if (token[0] === "R") return raises[actions.filter((one) => one[0] === "R").indexOf(token)];
    if (token === "A") return stacks[player];
    if (token === "C") return Math.min(Math.max(...bets), stacks[player]);
    return bets[player];
  }
}

/**
 * The EVs of a line in big blinds; not numbers where there are none.
 *
 * @param {string} text
 */
export function evRow(text) {
  const out = new Float64Array(HANDS);
  if (!text) return out.fill(NaN);
  const cut = text.indexOf(" ");
  const low = Number(cut < 0 ? text : text.slice(0, cut));
  const written = cut < 0 ? "" : text.slice(cut + 1);
  const digits = written.length / HANDS;
  for (let hand = 0; hand < HANDS; hand++) {
    let above = 0;
    for (let digit = digits - 1; digit >= 0; digit--) {
      const code = written.charCodeAt(digits * hand + digit);
      above = code === MISSING ? NaN : above * BASE + code - FIRST;
    }
    out[hand] = (low + above) / 10000;
  }
  return out;
}

/**
 * @param {Float64Array} one
 * @param {Float64Array} two
 */
function dot(one, two) {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at] * two[at];
  return sum;
}

/**
 * Add, hand by hand, a share of what follows.
 *
 * @param {Float64Array} out
 * @param {Float64Array} after
 * @param {Float64Array} shares
 * @param {number} kinds
 */
function add(out, after, shares, kinds) {
  for (let hand = 0; hand < HANDS; hand++) {
    for (let kind = kinds * hand; kind < kinds * (hand + 1); kind++) {
      out[kind] += shares[hand] * after[kind];
    }
  }
}

/** The chance of each two hands of one deck, row by row: combos that share no card. */
function pairChances() {
  /** @type {number[][][]} */
  const cards = NAMES.map(() => []);
  for (let one = 0; one < 52; one++) {
    for (let two = 0; two < one; two++) {
      const row = 12 - (one >> 2);
      const column = 12 - (two >> 2);
      cards[(one & 3) === (two & 3) ? 13 * row + column : 13 * column + row].push([one, two]);
    }
  }
  const out = new Float64Array(HANDS * HANDS);
  for (let hand = 0; hand < HANDS; hand++) {
    for (let theirs = 0; theirs < HANDS; theirs++) {
      let count = 0;
      for (const [a, b] of cards[hand]) {
        for (const [c, d] of cards[theirs]) if (a !== c && a !== d && b !== c && b !== d) count++;
      }
      out[HANDS * hand + theirs] = count / (1326 * 1225);
    }
  }
  return out;
}
