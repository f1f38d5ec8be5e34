// @ts-check

/** How actions, shares, amounts and tiers of a preflop chart are said and coloured. */

/** @typedef {import("./preflop-set.js").Node} Node */
/** @typedef {import("./preflop-set.js").Standing} Standing */

export const SHOWN = 0.0005;
/** @type {Record<string, string>} */
const WORDS = { F: "Fold", X: "Check", C: "Call", R: "Raise", A: "All-in" };
export const KINDS = ["a", "r4", "r3", "r2", "r1", "c", "f"];
/** @type {Record<string, [string, string]>} */
export const TIERS = {
  folds: ["folds", "Play ends in folds: arithmetic"],
  all_in: ["exact all-in", "All-in of two: exact equities"],
  three_way: ["three-way", "All-in of three: the counted table"],
  modelled: ["modelled", "Goes to a flop with chips behind: the model of flops"],
  four_way_averaged: ["four-way", "All-in of four: the average of pairwise equities"],
};

/**
 * @param {string} token
 * @param {Record<string, number>} to
 */
export function spoken(token, to) {
  const sized = token[0] === "R" || token === "A";
  return WORDS[token[0]] + (sized ? ` ${short(to[token], 6)}` : "");
}

/**
 * @param {string} token
 * @param {string[]} actions
 */
export function kindOf(token, actions) {
  if (token === "X" || token === "C") return "c";
  if (token[0] !== "R") return token.toLowerCase();
  const raises = actions.filter((one) => one[0] === "R");
  return raises.length === 1 ? "r2" : `r${Math.min(raises.indexOf(token) + 1, 4)}`;
}

/**
 * @param {number} player
 * @param {Node} node
 * @param {Standing} standing
 */
export function stateOf(player, node, standing) {
  if (player === node.player) return "acts";
  if (standing.shut.has(player)) return "shut";
  if (!standing.live[player]) return "folded";
  if (standing.behind[player] === 0) return "all-in";
  return standing.waiting.has(player) ? "waits" : "in";
}

/** @param {number} part */
export function share(part) {
  return Number.isNaN(part) ? "–" : (100 * part).toFixed(1);
}

/** @param {number} amount */
export function signed(amount) {
  const text = Math.abs(amount).toFixed(4);
  return `${amount < 0 && Number(text) ? "−" : "+"}${text}`;
}

/**
 * @param {number} amount
 * @param {number} digits
 */
export function short(amount, digits) {
  return String(Number(amount.toPrecision(digits)));
}
