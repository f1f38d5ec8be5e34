// @ts-check
import { patch } from "./patching.js";

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
 * Two charts side by side: a click moves both without loading the page anew, arrows walk the grid of
 * differences, and both lists choose at once. Without scripts its links and its form do the same.
 */
class ChartCompare extends HTMLElement {
  #asked = 0;

  connectedCallback() {
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#move(event));
    this.addEventListener("focusin", (event) => {
      const at = this.#cells.indexOf(/** @type {HTMLAnchorElement} */ (event.target));
      if (at >= 0) this.#oneTabStop(at);
    });
    addEventListener("popstate", this.#wentBack);
    document.addEventListener("gutshot:key", this.#key);
    this.#makeGrid();
  }

  disconnectedCallback() {
    removeEventListener("popstate", this.#wentBack);
    document.removeEventListener("gutshot:key", this.#key);
  }

  /** @returns {HTMLAnchorElement[]} */
  get #cells() {
    return [...this.querySelectorAll("a")].filter((link) => link.closest("[data-grid]"));
  }

  #makeGrid() {
    const table = this.querySelector("[data-grid]");
    table?.setAttribute("role", "grid");
    for (const row of table?.querySelectorAll("tr") ?? []) row.setAttribute("role", "row");
    for (const cell of table?.querySelectorAll("td") ?? []) cell.setAttribute("role", "gridcell");
    const line = this.querySelector(".chart-line");
    const here = this.querySelector(".chart-line .here");
    if (line && here instanceof HTMLElement) line.scrollLeft = here.offsetLeft - 12;
    const chosen = this.#cells.findIndex((cell) => cell.hasAttribute("aria-current"));
    this.#oneTabStop(Math.max(0, chosen));
  }

  /** @param {number} at */
  #oneTabStop(at) {
    for (const [n, cell] of this.#cells.entries()) cell.tabIndex = n === at ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const cells = this.#cells;
    const at = cells.indexOf(/** @type {HTMLAnchorElement} */ (event.target));
    const step = STEPS[event.key];
    if (!step || at < 0 || event.metaKey || event.altKey || event.ctrlKey) return;
    event.preventDefault();
    cells[step(at)].focus();
  }

  #key = (/** @type {Event} */ event) => {
    const { key } = /** @type {CustomEvent<{key: string}>} */ (event).detail;
    if (key === "g") this.#cells.find((cell) => cell.tabIndex === 0)?.focus();
    if (key === "u") {
      const before = [...this.querySelectorAll('.chart-line [aria-current="step"]')].at(-1);
      const step = before?.closest("ol > li");
      const index = step ? [...(step.parentElement?.children ?? [])].indexOf(step) : -1;
      if (index >= 0) this.#go(this.#upTo(index), true);
    }
    const acts = this.querySelectorAll(".chart-line .here .act");
    const act = acts[Number(key) - 1];
    if (act instanceof HTMLAnchorElement) this.#go(act.href, true);
  };

  /**
   * The address of the decision at a place of the line: the node of what was taken there, less that.
   *
   * @param {number} index
   */
  #upTo(index) {
    const here = new URL(location.href);
    const taken = this.querySelectorAll('.chart-line [aria-current="step"]')[index];
    if (!(taken instanceof HTMLAnchorElement)) return here.href;
    const node = new URL(taken.href).searchParams.get("node") ?? "";
    here.searchParams.set("node", node.replace(/([FXCA-]|R[0-9]*)$/, ""));
    return here.href;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = new URL(link.href);
    const here = new URL(location.href);
    if (to.pathname !== here.pathname || !link.closest("[data-part], .twin-tree")) return;
    event.preventDefault();
    this.#go(link.href, true, this.#cells.indexOf(link));
  }

  #wentBack = () => this.#go(location.href, false);

  /**
   * @param {string} url
   * @param {boolean} remember
   * @param {number} [cell] the one of the grid that was pressed: it keeps the focus
   */
  async #go(url, remember, cell = -1) {
    const number = ++this.#asked;
    const answer = await fetch(url).catch(() => null);
    if (number !== this.#asked) return;
    if (!answer?.ok) {
      location.href = url;
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    if (number !== this.#asked) return;
    patch(this, fresh, true);
    this.#makeGrid();
    if (cell >= 0) this.#cells[cell].focus({ preventScroll: true });
    if (remember) history.pushState(null, "", url);
    const live = document.getElementById("live");
    const said = this.querySelector(".twin-where");
    if (live && said) live.textContent = said.textContent;
  }
}

customElements.define("chart-compare", ChartCompare);
