// @ts-check
import { handParts, lineItems, tierBadges, totalParts } from "./chart-parts.js";
import { KINDS, SHOWN, kindOf, share, short, spoken, stateOf } from "./chart-words.js";
import { keep, kept } from "./keeping.js";
import { HANDS, NAMES, PreflopSet } from "./preflop-set.js";

/** @typedef {import("./preflop-set.js").Node} Node */
/** @typedef {import("./preflop-set.js").Standing} Standing */
/** @typedef {{fill: string, text: string, marks: string, label: string}} Look */

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
    const line = lineItems(
      this.chart,
      node,
      this.#standing,
      (to) => this.#url(to, this.#hand),
      (end) => `/preflop/flop?${new URLSearchParams({ chart: this.dataset.chart ?? "", node: end })}`,
    );
    this.#part("line").replaceChildren(...line);
    requestAnimationFrame(() => this.#follow());
    this.#paintTable(node, this.#standing);
    const { bars, rows } = totalParts(node, this.#standing);
    this.#part("whole").replaceChildren(...bars);
    this.#part("totals").querySelector("tbody")?.replaceChildren(...rows);
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
    const standing = /** @type {Standing} */ (this.#standing);
    const count = {
      prizes: this.dataset.prizes !== undefined,
      from: this.dataset.ev ?? "",
      url: this.#url(this.dataset.node ?? "", hand),
    };
    panel.replaceChildren(...handParts(this.chart, node, standing, hand, count));
    clearTimeout(this.#later);
    this.#later = window.setTimeout(() => this.#paintTiers(), 30);
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
      cell.replaceChildren(...tierBadges(chart.tierKeys, sums.map((sum) => sum / all)));
    }
    for (const cell of this.querySelectorAll("[data-hand-tiers]")) {
      const row = Number(/** @type {HTMLElement} */ (cell).dataset.handTiers);
      const at = kinds * this.#panel;
      cell.replaceChildren(...tierBadges(chart.tierKeys, [...tiers[row].subarray(at, at + kinds)]));
    }
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

customElements.define("preflop-chart", PreflopChart);
