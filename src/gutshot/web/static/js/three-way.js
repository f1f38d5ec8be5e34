// @ts-check
import { patch } from "./patching.js";

const TYPING_PAUSE_MS = 250;
const COMPILING_PAUSE_MS = 1200;

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -13],
  End: [0, 13],
};

/**
 * Shows three hands while they are typed or picked from the grid, which is one tab stop with arrow
 * keys; the newest question wins. Without scripts the form and the links do the same.
 */
class ThreeWay extends HTMLElement {
  #timer = 0;
  #asked = 0;

  connectedCallback() {
    this.#oneTabStop();
    this.addEventListener("input", () => this.#later(this.#typed, TYPING_PAUSE_MS));
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#later(this.#typed, 0);
    });
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#move(event));
    this.#follow();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #typed = () => {
    const form = /** @type {HTMLFormElement} */ (this.querySelector("form"));
    /** @type {[string, string][]} */
    const fields = [...new FormData(form)].map(([name, text]) => [name, String(text)]);
    this.#ask(`?${new URLSearchParams(fields)}`, false);
  };

  /**
   * @param {() => void} ask
   * @param {number} pause
   */
  #later(ask, pause) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(ask, pause);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.closest(".three-map, .three-examples")) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    clearTimeout(this.#timer);
    this.#ask(new URL(link.href).search, true);
  }

  /**
   * @param {string} search
   * @param {boolean} whole whether fields are filled anew
   */
  async #ask(search, whole) {
    const number = ++this.#asked;
    /** @type {string} */
    let text;
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(`${this.dataset.parts}${search}`);
      text = await answer.text();
    } catch {
      this.#say("The server does not answer. Is it still running?");
      return;
    }
    if (number !== this.#asked || (!answer.ok && answer.status !== 422)) return;
    patch(this, new DOMParser().parseFromString(text, "text/html").body, whole);
    this.#oneTabStop();
    if (answer.ok) history.replaceState(null, "", this.#state?.dataset.permalink);
    this.#say(this.#state?.dataset.announce ?? "");
    this.#follow();
  }

  /** @returns {HTMLElement | null} */
  get #state() {
    return this.querySelector('[data-part="state"]');
  }

  /** @returns {HTMLElement[]} */
  get #cells() {
    return [...this.querySelectorAll(/** @type {"a"} */ (".three-map td a"))];
  }

  /** Ask again while kernels are being compiled. */
  #follow() {
    if (!this.#state?.hasAttribute("data-preparing")) return;
    this.#later(this.#typed, COMPILING_PAUSE_MS);
  }

  /** @param {HTMLElement} [chosen] */
  #oneTabStop(chosen) {
    const cells = this.#cells;
    const focused = cells.find((cell) => cell === document.activeElement);
    const stop = chosen ?? focused ?? cells.find((cell) => cell.ariaCurrent) ?? cells[0];
    for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const cells = this.#cells;
    const at = cells.indexOf(/** @type {HTMLElement} */ (event.target));
    const step = STEPS[event.key];
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const row = Math.min(Math.max(Math.floor(at / 13) + step[0], 0), 12);
    const column = Math.min(Math.max((at % 13) + step[1], 0), 12);
    const cell = cells[13 * row + column];
    this.#oneTabStop(cell);
    cell.focus();
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live && live.textContent !== text) live.textContent = text;
  }
}

customElements.define("three-way", ThreeWay);
