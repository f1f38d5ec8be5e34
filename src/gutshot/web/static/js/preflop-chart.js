// @ts-check
import { keep, kept } from "./keeping.js";
import { HANDS, NAMES, PreflopSet } from "./preflop-set.js";

/** @typedef {import("./preflop-set.js").Node} Node */
/** @typedef {import("./preflop-set.js").Standing} Standing */
/** @typedef {{fill: string, text: string, marks: string, label: string}} Look */

const SVG = "http://www.w3.org/2000/svg";
const SHOWN = 0.0005;
/** @type {Record<string, string>} */
const WORDS = { F: "Fold", X: "Check", C: "Call", R: "Raise", A: "All-in" };
const KINDS = ["a", "r4", "r3", "r2", "r1", "c", "f"];
/** @type {Record<string, [string, string]>} */
const TIERS = {
  folds: ["folds", "Play ends in folds: arithmetic"],
  all_in: ["exact all-in", "All-in of two: exact equities"],
  three_way: ["three-way", "All-in of three: the counted table"],
  modelled: ["modelled", "Goes to a flop with chips behind: the model of flops"],
  four_way_averaged: ["four-way", "All-in of four: the average of pairwise equities"],
};

/** @type {Record<string, (at: number) => number>} */
const STEPS = {
  ArrowLeft: (at) => (at % 13 ? at - 1 : at),
  ArrowRight: (at) => (at % 13 < 12 ? at + 1 : at),
  ArrowUp: (at) => (at >= 13 ? at - 13 : at),
  ArrowDown: (at) => (at < 156 ? at + 13 : at),
  Home: (at) => at - (at % 13),
  End: (at) => at - (at % 13) + 12,
};

/**
 * The chart page with scripts: the whole chart is asked for once, and every click after that is
 * answered here. Without it, or before it has come, its links do the same.
 */
class PreflopChart extends HTMLElement {
  /** @type {PreflopSet | null} */
  chart = null;
  /** @type {Node | null} */
  #node = null;
  /** @type {Standing | null} */
  #standing = null;
  #hand = -1;
  #panel = -2;
  /** @type {HTMLAnchorElement[]} */
  #cells = [];
  /** @type {Look[]} */
  #looks = [];
  #later = 0;

  connectedCallback() {
    this.#colours(kept("chart-colours") ?? "safe");
    this.#makeGrid();
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#move(event));
    this.addEventListener("pointerover", (event) => this.#preview(event.target));
    this.addEventListener("focusin", (event) => {
      this.#preview(event.target);
      const at = this.#cells.indexOf(/** @type {HTMLAnchorElement} */ (event.target));
      if (at >= 0) this.#oneTabStop(at);
    });
    this.#part("grid").addEventListener("pointerleave", () => this.#showHand(this.#hand));
    addEventListener("popstate", this.#wentBack);
    document.addEventListener("gutshot:key", this.#key);
    this.#follow();
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener("popstate", this.#wentBack);
    document.removeEventListener("gutshot:key", this.#key);
  }

  async #load() {
    try {
      const answer = await fetch(this.dataset.set ?? "");
      if (!answer.ok) return;
      this.chart = new PreflopSet(await answer.json());
    } catch {
      return; // the links still lead on
    }
    const asked = new URLSearchParams(location.search);
    this.#hand = NAMES.indexOf(asked.get("hand") ?? "");
    this.show(this.dataset.node ?? "");
    this.dataset.ready = "";
  }

  /**
   * Show a node of the chart.
   *
   * @param {string} name
   */
  show(name) {
    if (!this.chart) return;
    const node = this.chart.node(name);
    this.#node = node;
    this.#standing = this.chart.standing(name);
    this.dataset.node = name;
    this.#panel = -2;
    this.#paintGrid(node);
    this.#paintLine(node);
    this.#paintTable(node, this.#standing);
    this.#paintTotals(node);
    this.#showHand(this.#hand);
    this.#part("who").textContent = `${node.seat} to act`;
    const percent = 100 * node.reach;
    const often = node.reach >= 1e-3 ? percent.toFixed(2) : short(percent, 2);
    const away = node.reach < this.chart.told.reached ? ": not reached, what is done here is noise" : "";
    const rare = !away && node.reach < this.chart.told.rare ? ": rare, so that it is settled less than other nodes" : "";
    this.#part("reach").textContent = `${often}\u00a0% of deals come here${away}${rare}`;
    const locked = node.locked.filter(Boolean).length;
    this.#part("locked").textContent = locked
      ? `${locked} hands are locked at this node: they do what the spot says.`
      : "";
    this.#part("command").textContent = name || '""';
    // what play rests on is the slow part, and nobody waits for it to see the grid
    clearTimeout(this.#later);
    this.#later = window.setTimeout(() => this.#paintTiers(), 30);
  }

  /**
   * @param {string} name
   * @param {boolean} [again]
   */
  #go(name, again = false) {
    this.show(name);
    if (!again) history.pushState(null, "", this.#url(name, this.#hand));
    const node = /** @type {Node} */ (this.#node);
    const live = document.getElementById("live");
    const said = node.actions.map((one, row) => `${this.#words(one)} ${share(node.dealt[row])} %`);
    if (live) live.textContent = `${node.seat} to act: ${said.reverse().join(", ")}`;
  }

  /**
   * @param {string} name
   * @param {number} hand
   */
  #url(name, hand) {
    const query = new URLSearchParams({ chart: this.dataset.chart ?? "" });
    if (name) query.set("node", name);
    if (hand >= 0) query.set("hand", NAMES[hand]);
    if (this.dataset.ev) query.set("ev", this.dataset.ev);
    return `${this.dataset.page}?${query}`;
  }

  #wentBack = () => {
    const asked = new URLSearchParams(location.search);
    const name = asked.get("node") ?? "";
    const same = (asked.get("chart") ?? this.dataset.chart) === this.dataset.chart;
    if (!same || !this.chart?.decisions.has(name)) {
      location.reload();
      return;
    }
    this.#hand = NAMES.indexOf(asked.get("hand") ?? "");
    this.#count(asked.get("ev") ?? "");
    this.#go(name, true);
  };

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const palette = target.closest("[data-palette]");
    if (palette instanceof HTMLElement) {
      this.#colours(palette.dataset.palette ?? "safe");
      return;
    }
    const link = target.closest("a");
    if (!link || !this.chart || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.dataset.ev !== undefined) {
      event.preventDefault();
      this.#switchCount(link.dataset.ev);
      return;
    }
    const at = this.#cells.indexOf(link);
    if (at >= 0) {
      event.preventDefault();
      this.#hand = this.#hand === at ? -1 : at;
      this.#mark();
      this.#showHand(this.#hand < 0 ? at : this.#hand);
      history.replaceState(null, "", this.#url(this.dataset.node ?? "", this.#hand));
    } else if (link.closest("[data-line]")) {
      const name = new URL(link.href).searchParams.get("node") ?? "";
      if (!this.chart.decisions.has(name)) return;
      event.preventDefault();
      const byKeys = event.detail === 0;
      this.#go(name);
      // the strip was made anew: the focus goes to what can be done next
      if (byKeys) this.#here()[0]?.focus();
    }
  }

  /**
   * Count EVs from the decision on (`here`), or since before posting.
   *
   * @param {string} from
   */
  #count(from) {
    if (from === "here" && this.dataset.prizes === undefined) this.dataset.ev = from;
    else delete this.dataset.ev;
  }

  /** @param {string} from */
  #switchCount(from) {
    const shown = this.#panel;
    this.#count(from);
    history.replaceState(null, "", this.#url(this.dataset.node ?? "", this.#hand));
    this.#panel = -2;
    this.#showHand(shown);
    // the panel was made anew
    const again = this.querySelector(`.ev-from [data-ev="${from}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @returns {HTMLElement[]} the links of the seat that is to act */
  #here() {
    return [...this.querySelectorAll("[data-line] .here a")].map(
      (link) => /** @type {HTMLElement} */ (link),
    );
  }

  /** @param {Event} event */
  #key = (event) => {
    const { key } = /** @type {CustomEvent<{key: string}>} */ (event).detail;
    if (key === "g") this.#cells.find((cell) => cell.tabIndex === 0)?.focus();
    if (key === "p") this.#colours(this.dataset.colours === "classic" ? "safe" : "classic");
    if (!this.chart || !this.#node) return;
    if (key === "u") {
      const before = this.chart.above(this.#node.name).filter(([, token]) => token !== "-");
      const last = before.at(-1);
      if (last) this.#go(last[0]);
    }
    const letter = this.#node.actions[Number(key) - 1];
    if (!letter) return;
    const leads = this.chart.after(this.#node.name + letter);
    if (this.chart.decisions.has(leads)) this.#go(leads);
  };

  /** @param {KeyboardEvent} event */
  #move(event) {
    const at = this.#cells.indexOf(/** @type {HTMLAnchorElement} */ (event.target));
    const step = STEPS[event.key];
    if (!step || at < 0 || event.metaKey || event.altKey) return;
    event.preventDefault();
    const ends = event.ctrlKey && (event.key === "Home" || event.key === "End");
    const next = ends ? (event.key === "Home" ? 0 : HANDS - 1) : step(at);
    this.#cells[next].focus();
  }

  /** @param {EventTarget | null} target */
  #preview(target) {
    const cell = target instanceof Element ? target.closest("a") : null;
    const at = cell ? this.#cells.indexOf(cell) : -1;
    if (at >= 0) this.#showHand(at);
  }

  /** @param {string} name */
  #colours(name) {
    this.dataset.colours = name;
    keep("chart-colours", name);
    for (const button of this.querySelectorAll("[data-palette]")) {
      const one = /** @type {HTMLElement} */ (button);
      one.setAttribute("aria-pressed", String(one.dataset.palette === name));
    }
  }

  #makeGrid() {
    const table = this.#part("grid");
    table.setAttribute("role", "grid");
    for (const row of table.querySelectorAll("tr")) row.setAttribute("role", "row");
    for (const cell of table.querySelectorAll("td")) cell.setAttribute("role", "gridcell");
    this.#cells = [...table.querySelectorAll("a")];
    const chosen = this.#cells.findIndex((cell) => cell.hasAttribute("aria-current"));
    this.#oneTabStop(Math.max(0, chosen));
  }

  /** @param {number} at */
  #oneTabStop(at) {
    for (const [n, cell] of this.#cells.entries()) cell.tabIndex = n === at ? 0 : -1;
  }

  #mark() {
    for (const [at, cell] of this.#cells.entries()) {
      if (at === this.#hand) cell.setAttribute("aria-current", "true");
      else cell.removeAttribute("aria-current");
    }
  }

  /** @param {Node} node */
  #paintGrid(node) {
    const { told } = /** @type {PreflopSet} */ (this.chart);
    const kinds = node.actions.map((one) => kindOf(one, node.actions));
    const words = node.actions.map((one) => this.#words(one));
    const order = [...node.actions.keys()].sort(
      (one, two) => KINDS.indexOf(kinds[one]) - KINDS.indexOf(kinds[two]),
    );
    const url = this.#url(node.name, -1);
    for (const [hand, cell] of this.#cells.entries()) {
      const there = Math.min(node.reach, node.own[hand]) >= told.reached;
      const said = [];
      let stops = "";
      let x = 0;
      let main = 0;
      for (const row of order) {
        const taken = node.strategy[row][hand];
        if (taken < SHOWN) continue;
        const end = x + 100 * taken;
        stops += `${stops && ","}var(--kind-${kinds[row]}) ${x.toFixed(2)}% ${end.toFixed(2)}%`;
        x = end;
        said.push(`${words[row]} ${share(taken)} %`);
      }
      for (let row = 1; row < node.actions.length; row++) {
        if (node.strategy[row][hand] > node.strategy[main][hand]) main = row;
      }
      const most = node.strategy[main][hand];
      const letter = node.actions[main];
      const sure = most >= 1 - SHOWN;
      const near = there && this.#isNear(node, hand);
      const locked = node.locked[hand];
      const high = (100 * Math.min(1, node.own[hand])).toFixed(2);
      const ends = `${locked ? ", locked" : ""}${near ? ", indifferent" : ""}`;
      const marks = `${locked ? " locked" : ""}${near ? " near" : ""}${there ? "" : " away"}`;
      this.#paintCell(hand, cell, {
        fill: there ? `linear-gradient(90deg,${stops}) 0 100%/100% ${high}% no-repeat var(--sheet)` : "",
        text: !there ? "·" : sure ? letter : `${letter} ${Math.round(100 * most)}`,
        marks: `chart-cell${marks}`,
        label: `${NAMES[hand]}: ${there ? said.join(", ") : "not reached"}${ends}`,
      });
      cell.setAttribute("href", `${url}&hand=${NAMES[hand]}`);
    }
    this.#mark();
  }

  /**
   * Change of a cell what has changed: layout is what takes time.
   *
   * @param {number} hand
   * @param {HTMLAnchorElement} cell
   * @param {Look} look
   */
  #paintCell(hand, cell, look) {
    const before = this.#looks[hand];
    // what the server drew, which its policy lets it colour by attributes only
    if (!before) cell.querySelector("svg")?.remove();
    if (before?.fill !== look.fill) cell.style.background = look.fill;
    if (before?.marks !== look.marks) cell.className = look.marks;
    if (before?.label !== look.label) cell.setAttribute("aria-label", look.label);
    const text = cell.lastElementChild?.firstChild;
    if (text && before?.text !== look.text) text.nodeValue = look.text;
    this.#looks[hand] = look;
  }

  /**
   * @param {Node} node
   * @param {number} hand
   */
  #isNear(node, hand) {
    let best = -Infinity;
    let second = -Infinity;
    for (const row of node.ev) {
      const ev = row[hand];
      if (ev > best) {
        second = best;
        best = ev;
      } else if (ev > second) second = ev;
    }
    return best - second < node.near;
  }

  /**
   * The actions of a hand that can't be told from its best one.
   *
   * @param {Node} node
   * @param {number} hand
   */
  #nearOf(node, hand) {
    const best = Math.max(...node.ev.map((row) => row[hand]));
    return node.actions.filter((_, row) => best - node.ev[row][hand] < node.near);
  }

  /** @param {Node} node */
  #paintLine(node) {
    const chart = /** @type {PreflopSet} */ (this.chart);
    const items = [];
    /** @type {[string, string][]} */
    const way = [...chart.above(node.name), [node.name, ""]];
    const shut = [...(this.#standing?.shut ?? [])];
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
          return make("li", {}, make("span", { class: `act over ${kind}` }, said, badge));
        }
        const link = make("a", { class: `act ${kind}`, href: this.#url(leads, this.#hand) }, said);
        if (one === token) link.setAttribute("aria-current", "step");
        return make("li", {}, link);
      });
      const behind = short(standing.behind[decision.player], 6);
      const head = make("p", {}, make("b", {}, chart.seats[decision.player]), make("small", {}, behind));
      items.push(make("li", name === node.name ? { class: "here" } : {}, head, make("ul", {}, ...acts)));
    }
    const standing = /** @type {Standing} */ (this.#standing);
    for (let step = 1; step < chart.seats.length; step++) {
      const player = (node.player + step) % chart.seats.length;
      if (!standing.waiting.has(player)) continue;
      const behind = make("small", {}, short(standing.behind[player], 6));
      const head = make("p", {}, make("b", {}, chart.seats[player]), behind);
      items.push(make("li", { class: "coming" }, head, make("p", { class: "forced" }, "still to act")));
    }
    this.#part("line").replaceChildren(...items);
    requestAnimationFrame(() => this.#follow());
  }

  /** Move the strip, and nothing else, so that the seat to act is seen with the one before it. */
  #follow() {
    const here = this.querySelector("[data-line] .here");
    const strip = here?.closest("nav");
    if (!(here instanceof HTMLElement) || !strip) return;
    strip.scrollLeft = here.offsetLeft + here.offsetWidth - strip.clientWidth + 4;
  }

  /**
   * @param {Node} node
   * @param {Standing} standing
   */
  #paintTable(node, standing) {
    const svg = this.#part("table");
    this.#part("pot").textContent = short(standing.pot, 6);
    const said = [];
    for (const seat of svg.querySelectorAll("[data-seat]")) {
      const player = Number(/** @type {SVGElement} */ (seat).dataset.seat);
      const state = stateOf(player, node, standing);
      seat.setAttribute("class", `seat ${state}`);
      const behind = short(standing.behind[player], 6);
      const bet = standing.bets[player] ? short(standing.bets[player], 6) : "";
      /** @type {Element} */ (seat.querySelector(".behind")).textContent = behind;
      /** @type {Element} */ (seat.querySelector(".bet")).textContent = bet;
      const name = /** @type {PreflopSet} */ (this.chart).seats[player];
      said.push(`${name} ${state} with ${behind} behind${bet && `, ${bet} in`}`);
    }
    said.push(`pot ${short(standing.pot, 6)} big blinds`);
    svg.setAttribute("aria-label", said.join("; "));
  }

  /** @param {Node} node */
  #paintTotals(node) {
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
          this.#head(one, kind),
          make("td", { class: "num" }, make("b", {}, share(node.dealt[row])), "\u00a0%"),
          make("td", { class: "num" }, Number.isNaN(combos) ? "–" : combos.toFixed(1)),
          make("td", { "data-tiers": String(row) }),
        ),
      );
    }
    this.#part("whole").replaceChildren(...bars);
    this.#part("totals").querySelector("tbody")?.replaceChildren(...rows);
  }

  /**
   * @param {string} token
   * @param {string} kind
   */
  #head(token, kind) {
    return make("th", { scope: "row" }, make("i", { class: `kind-${kind}` }, token[0]), this.#words(token));
  }

  /** @param {number} hand */
  #showHand(hand) {
    const node = this.#node;
    if (!node || !this.chart || hand === this.#panel) return;
    this.#panel = hand;
    const panel = this.#part("hand-panel");
    if (hand < 0) {
      const empty = /** @type {HTMLTemplateElement} */ (this.#part("empty"));
      panel.replaceChildren(document.importNode(empty.content, true));
      return;
    }
    const there = Math.min(node.reach, node.own[hand]) >= this.chart.told.reached;
    const evs = node.ev.map((row) => row[hand]);
    const best = Math.max(...evs);
    const spent = this.chart.spent(node.player, /** @type {Standing} */ (this.#standing));
    const gone = this.dataset.ev ? spent : 0;
    const near = there ? this.#nearOf(node, hand) : [];
    const ties = near.length > 1 ? near : [];
    const rows = [...node.actions.keys()].reverse().map((row) => {
      const one = node.actions[row];
      const gap = there ? (best - evs[row]).toFixed(4) : "–";
      return make(
        "tr",
        {},
        this.#head(one, kindOf(one, node.actions)),
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
    panel.replaceChildren(
      make(
        "h2",
        { id: "hand-title" },
        NAMES[hand],
        make("small", {}, `${node.seat} has it here in ${share(node.own[hand])}\u00a0% of its deals`),
      ),
      make("table", {}, make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...rows)),
      ...this.#countedFrom(spent, hand),
      ...notes.map((note) => make("p", { class: "hint" }, note)),
    );
    clearTimeout(this.#later);
    this.#later = window.setTimeout(() => this.#paintTiers(), 30);
  }

  /**
   * The switch of what EVs count, and what they count in a sentence.
   *
   * @param {number} spent
   * @param {number} hand
   */
  #countedFrom(spent, hand) {
    const sentence = (/** @type {string} */ words) => make("p", { class: "hint" }, words);
    if (this.dataset.prizes !== undefined) {
      return [sentence("EVs count prizes since before posting: chips that are in have no fixed worth.")];
    }
    const chosen = this.dataset.ev ?? "";
    const links = [["", "since before posting"], ["here", "from here on"]].map(([from, words]) => {
      const to = new URL(this.#url(this.dataset.node ?? "", hand), location.href);
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

  /** Put in what play rests on after each action: of all that comes here, and of one hand. */
  #paintTiers() {
    const chart = this.chart;
    const node = this.#node;
    if (!chart || !node) return;
    const tiers = chart.tiers(node.name);
    const kinds = chart.tierKeys.length;
    const met = chart.met(node.player, chart.reaches(node.name));
    for (const cell of this.querySelectorAll("[data-tiers]")) {
      const row = Number(/** @type {HTMLElement} */ (cell).dataset.tiers);
      const sums = new Array(kinds).fill(0);
      let all = 0;
      for (let hand = 0; hand < HANDS; hand++) {
        const weight = node.strategy[row][hand] * node.own[hand] * met[hand];
        if (!weight) continue;
        all += weight;
        for (let kind = 0; kind < kinds; kind++) sums[kind] += weight * tiers[row][kinds * hand + kind];
      }
      cell.replaceChildren(...this.#badges(sums.map((sum) => sum / all)));
    }
    for (const cell of this.querySelectorAll("[data-hand-tiers]")) {
      const row = Number(/** @type {HTMLElement} */ (cell).dataset.handTiers);
      const at = kinds * this.#panel;
      cell.replaceChildren(...this.#badges([...tiers[row].subarray(at, at + kinds)]));
    }
  }

  /** @param {number[]} shares */
  #badges(shares) {
    const keys = /** @type {PreflopSet} */ (this.chart).tierKeys;
    return keys
      .map((key, kind) => /** @type {[number, string]} */ ([shares[kind], key]))
      .filter(([part]) => part > SHOWN)
      .sort(([one], [two]) => two - one)
      .map(([part, key]) =>
        make("span", { class: `tier tier-${key}`, title: TIERS[key][1] }, `${TIERS[key][0]}\u00a0${share(part)}`),
      );
  }

  /** @param {string} token */
  #words(token) {
    return spoken(token, this.#standing?.to ?? {});
  }

  /**
   * @param {string} name
   * @returns {Element}
   */
  #part(name) {
    return /** @type {Element} */ (this.querySelector(`[data-${name}]`));
  }
}

/**
 * @param {string} token
 * @param {Record<string, number>} to
 */
function spoken(token, to) {
  const sized = token[0] === "R" || token === "A";
  return WORDS[token[0]] + (sized ? ` ${short(to[token], 6)}` : "");
}

/**
 * @param {string} token
 * @param {string[]} actions
 */
function kindOf(token, actions) {
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
function stateOf(player, node, standing) {
  if (player === node.player) return "acts";
  if (standing.shut.has(player)) return "shut";
  if (!standing.live[player]) return "folded";
  if (standing.behind[player] === 0) return "all-in";
  return standing.waiting.has(player) ? "waits" : "in";
}

/** @param {number} part */
function share(part) {
  return Number.isNaN(part) ? "–" : (100 * part).toFixed(1);
}

/** @param {number} amount */
function signed(amount) {
  const text = Math.abs(amount).toFixed(4);
  return `${amount < 0 && Number(text) ? "−" : "+"}${text}`;
}

/**
 * @param {number} amount
 * @param {number} digits
 */
function short(amount, digits) {
  return String(Number(amount.toPrecision(digits)));
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

customElements.define("preflop-chart", PreflopChart);
