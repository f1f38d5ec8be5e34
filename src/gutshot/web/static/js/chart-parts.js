// @ts-check
import { SHOWN, TIERS, kindOf, share, short, signed, spoken } from "./chart-words.js";
import { NAMES } from "./preflop-set.js";

/** What a preflop chart makes anew at each node: the line of seats, totals, the panel of a hand. */

/** @typedef {import("./preflop-set.js").Node} Node */
/** @typedef {import("./preflop-set.js").PreflopSet} PreflopSet */
/** @typedef {import("./preflop-set.js").Standing} Standing */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The seats of a node's line with their actions, and those that are still to act.
 *
 * @param {PreflopSet} chart
 * @param {Node} node
 * @param {Standing} now
 * @param {(name: string) => string} url of a decision
 * @param {(name: string) => string} flop where the flop of an ending is solved
 */
export function lineItems(chart, node, now, url, flop) {
  const items = [];
  /** @type {[string, string][]} */
  const way = [...chart.above(node.name), [node.name, ""]];
  const shut = [...now.shut];
  for (const [name, token] of way) {
    const decision = chart.decisions.get(name);
    if (!decision) {
      const seat = chart.seats[/** @type {number} */ (shut.shift())];
      const cap = `the tree ends here for this seat (the cap of ${chart.told.spec.entrants} entrants)`;
      items.push(make("li", { class: "shut" }, make("p", {}, make("b", {}, seat)), make("p", { class: "forced" }, cap)));
      continue;
    }
    const standing = chart.standing(name);
    const acts = decision.actions.map((one) => {
      const leads = chart.after(name + one);
      const ends = chart.endings.get(leads);
      const said = spoken(one, standing.to);
      const kind = `kind-${kindOf(one, decision.actions)}`;
      if (ends) {
        const [word, title] = TIERS[chart.told.tiers[ends]];
        const badge = make("small", { class: `tier tier-${chart.told.tiers[ends]}`, title }, word);
        if (!isFlopOfTwo(chart, leads)) return make("li", {}, make("span", { class: `act over ${kind}` }, said, badge));
        const hint = make("span", { class: "unseen" }, ": solve the flop,");
        return make("li", {}, make("a", { class: `act over ${kind}`, href: flop(leads) }, said, hint, badge));
      }
      const link = make("a", { class: `act ${kind}`, href: url(leads) }, said);
      if (one === token) link.setAttribute("aria-current", "step");
      return make("li", {}, link);
    });
    const behind = short(standing.behind[decision.player], 6);
    const head = make("p", {}, make("b", {}, chart.seats[decision.player]), make("small", {}, behind));
    items.push(make("li", name === node.name ? { class: "here" } : {}, head, make("ul", {}, ...acts)));
  }
  for (let step = 1; step < chart.seats.length; step++) {
    const player = (node.player + step) % chart.seats.length;
    if (!now.waiting.has(player)) continue;
    const behind = make("small", {}, short(now.behind[player], 6));
    const head = make("p", {}, make("b", {}, chart.seats[player]), behind);
    items.push(make("li", { class: "coming" }, head, make("p", { class: "forced" }, "still to act")));
  }
  return items;
}

/**
 * Whether betting ends in a flop of two that is counted in chips.
 *
 * @param {PreflopSet} chart
 * @param {string} ending
 */
function isFlopOfTwo(chart, ending) {
  const out = [...ending].filter((letter) => letter === "F" || letter === "-").length;
  const modelled = chart.told.tiers[chart.endings.get(ending) ?? ""] === "modelled";
  return modelled && !("payouts" in chart.told.spec) && chart.seats.length - out === 2;
}

/**
 * The bars and the rows of what all hands do at a node.
 *
 * @param {Node} node
 * @param {Standing} standing
 */
export function totalParts(node, standing) {
  let x = 0;
  const bars = [];
  const rows = [];
  for (const row of [...node.actions.keys()].reverse()) {
    const one = node.actions[row];
    const kind = kindOf(one, node.actions);
    const part = Number.isNaN(node.dealt[row]) ? 0 : 100 * node.dealt[row];
    const bar = document.createElementNS(SVG, "rect");
    for (const [name, text] of Object.entries({
      class: `fill-${kind}`,
      x: x.toFixed(2),
      y: "0",
      width: part.toFixed(2),
      height: "6",
    })) bar.setAttribute(name, text);
    x += part;
    bars.push(bar);
    const combos = node.combos * node.frequency[row];
    rows.push(
      make(
        "tr",
        {},
        actionHead(one, kind, standing),
        make("td", { class: "num" }, make("b", {}, share(node.dealt[row])), "\u00a0%"),
        make("td", { class: "num" }, Number.isNaN(combos) ? "–" : combos.toFixed(1)),
        make("td", { "data-tiers": String(row) }),
      ),
    );
  }
  return { bars, rows };
}

/**
 * @param {string} token
 * @param {string} kind
 * @param {Standing} standing
 */
function actionHead(token, kind, standing) {
  const mark = make("i", { class: `kind-${kind}` }, token[0]);
  return make("th", { scope: "row" }, mark, spoken(token, standing.to));
}

/**
 * The actions of a hand that can't be told from its best one.
 *
 * @param {Node} node
 * @param {number} hand
 */
function nearOf(node, hand) {
  const best = Math.max(...node.ev.map((row) => row[hand]));
  return node.actions.filter((_, row) => best - node.ev[row][hand] < node.near);
}

/**
 * What EVs count: prizes, or chips `here` on or ("") since before posting, with links to both.
 *
 * @typedef {{prizes: boolean, from: string, url: string}} Count
 */

/**
 * What one hand does at a node, and what it is worth.
 *
 * @param {PreflopSet} chart
 * @param {Node} node
 * @param {Standing} standing
 * @param {number} hand
 * @param {Count} count
 */
export function handParts(chart, node, standing, hand, count) {
  const there = Math.min(node.reach, node.own[hand]) >= chart.told.reached;
  const evs = node.ev.map((row) => row[hand]);
  const best = Math.max(...evs);
  const spent = chart.spent(node.player, standing);
  const gone = count.from ? spent : 0;
  const near = there ? nearOf(node, hand) : [];
  const ties = near.length > 1 ? near : [];
  const rows = [...node.actions.keys()].reverse().map((row) => {
    const one = node.actions[row];
    const gap = there ? (best - evs[row]).toFixed(4) : "–";
    return make(
      "tr",
      {},
      actionHead(one, kindOf(one, node.actions), standing),
      make("td", { class: "num" }, make("b", {}, share(node.strategy[row][hand])), "\u00a0%"),
      make("td", { class: "num" }, there ? signed(evs[row] + gone) : "–"),
      make("td", { class: "num" }, ties.includes(one) ? "indifferent" : gap),
      make("td", { "data-hand-tiers": String(row) }),
    );
  });
  const titles = ["Action", "Share", "EV, bb", "Short of best", "Rests on"].map((title, n) =>
    make("th", { scope: "col", ...(n > 0 && n < 4 ? { class: "num" } : {}) }, title),
  );
  const notes = [];
  if (!there) notes.push("Not reached: it comes here in fewer than one deal in a million.");
  if (node.locked[hand]) notes.push("Locked: its shares are the spot’s own, whatever they cost.");
  if (ties.length) {
    notes.push(`Indifferent: within ${short(node.near, 2)} bb, which the certificate can’t tell apart.`);
  }
  return [
    make(
      "h2",
      { id: "hand-title" },
      NAMES[hand],
      make("small", {}, `${node.seat} has it here in ${share(node.own[hand])}\u00a0% of its deals`),
    ),
    make("table", {}, make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...rows)),
    ...countedFrom(spent, count),
    ...notes.map((note) => make("p", { class: "hint" }, note)),
  ];
}

/**
 * The switch of what EVs count, and what they count in a sentence.
 *
 * @param {number} spent
 * @param {Count} count
 */
function countedFrom(spent, count) {
  const sentence = (/** @type {string} */ words) => make("p", { class: "hint" }, words);
  if (count.prizes) {
    return [sentence("EVs count prizes since before posting: chips that are in have no fixed worth.")];
  }
  const chosen = count.from;
  const links = [["", "since before posting"], ["here", "from here on"]].map(([from, words]) => {
    const to = new URL(count.url, location.href);
    if (from) to.searchParams.set("ev", from);
    else to.searchParams.delete("ev");
    const link = make("a", { "data-ev": from, href: to.pathname + to.search }, words);
    if (from === chosen) link.setAttribute("aria-current", "true");
    return link;
  });
  return [
    make("p", { class: "ev-from", role: "group", "aria-label": "EVs count" }, ...links),
    sentence(
      chosen
        ? `EVs count from here on: the ${short(spent, 6)} bb that are in are gone, folding is 0.`
        : `EVs count since before posting: folding here is ${signed(-spent)}.`,
    ),
  ];
}

/**
 * What play rests on, most first.
 *
 * @param {string[]} keys
 * @param {number[]} shares
 */
export function tierBadges(keys, shares) {
  return keys
    .map((key, kind) => /** @type {[number, string]} */ ([shares[kind], key]))
    .filter(([part]) => part > SHOWN)
    .sort(([one], [two]) => two - one)
    .map(([part, key]) =>
      make("span", { class: `tier tier-${key}`, title: TIERS[key][1] }, `${TIERS[key][0]}\u00a0${share(part)}`),
    );
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node_ | string)} inside
 * @returns {HTMLElement}
 */
function make(tag, attributes, ...inside) {
  const out = document.createElement(tag);
  for (const [name, text] of Object.entries(attributes)) out.setAttribute(name, text);
  out.append(...inside);
  return out;
}

/** @typedef {HTMLElement | Element} Node_ */
