// @ts-check
import { patch } from "./patching.js";

const PAUSE_MS = 160;
const COMPILING_PAUSE_MS = 1200;

/**
 * Makes the strategy page live: the knob says what a length costs while it moves and the list
 * follows, points of the curve are chosen without a new page, hands are tried in place. Without
 * scripts the same form, links and buttons do all that by addresses.
 */
class StrategyCard extends HTMLElement {
  #timer = 0;
  #asked = 0;
  #waiting = 0;

  connectedCallback() {
    this.addEventListener("input", (event) => this.#moved(event));
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#stepped(event));
    this.addEventListener("submit", (event) => this.#submitted(/** @type {SubmitEvent} */ (event)));
    if (!this.#form) this.#waiting = window.setInterval(() => this.#lookAgain(), COMPILING_PAUSE_MS);
  }

  disconnectedCallback() {
    clearInterval(this.#waiting);
  }

  /** While kernels are compiled nothing tells of their end: ask again. */
  async #lookAgain() {
    if (this.#form) clearInterval(this.#waiting);
    if (!this.querySelector("[data-preparing]")) return;
    const answer = await fetch(`${this.dataset.parts}${location.search}`);
    if (!answer.ok) return;
    patch(this, new DOMParser().parseFromString(await answer.text(), "text/html").body, true);
  }

  /** @returns {HTMLFormElement | null} */
  get #form() {
    return this.querySelector("form#strategy");
  }

  /** @returns {HTMLInputElement | null} */
  get #knob() {
    return this.querySelector("input#lines");
  }

  /** @param {Event} event */
  #moved(event) {
    if (event.target !== this.#knob) return;
    this.#preview();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#ask(), PAUSE_MS);
  }

  /** Say at once what the length under the knob costs, and mark its point. */
  #preview() {
    const knob = this.#knob;
    if (!knob) return;
    /** @type {[number, string][]} */
    const options = JSON.parse(knob.dataset.options ?? "[]");
    const fitting = options.filter(([size]) => size <= Number(knob.value));
    const [size, words] = fitting.at(-1) ?? options[0];
    knob.setAttribute("aria-valuetext", words);
    const said = this.querySelector("#statement");
    if (said) said.textContent = words;
    for (const one of this.querySelectorAll("a[data-size]")) {
      const here = /** @type {HTMLElement | SVGElement} */ (one).dataset.size === String(size);
      if (here) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    for (const one of this.querySelectorAll(".guide")) one.remove();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("#print")) {
      window.print();
      return;
    }
    const link = /** @type {SVGAElement | null} */ (target.closest("a[data-size]"));
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#choose(link);
  }

  /** @param {SVGElement | HTMLElement} link */
  #choose(link) {
    const knob = this.#knob;
    if (!knob) return;
    knob.value = link.dataset.size ?? knob.value;
    this.#preview();
    this.#ask();
  }

  /**
   * Arrow keys step along the curve.
   *
   * @param {KeyboardEvent} event
   */
  #stepped(event) {
    const target = /** @type {Element} */ (event.target);
    const here = target.closest(".cost-curve a");
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    if (!here || !(event.key in steps)) return;
    event.preventDefault();
    const points = /** @type {SVGAElement[]} */ ([...this.querySelectorAll(".cost-curve a")]);
    const next = points[points.indexOf(/** @type {SVGAElement} */ (here)) + steps[event.key]];
    if (!next) return;
    for (const one of points) one.setAttribute("tabindex", one === next ? "0" : "-1");
    next.focus();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#choose(next), PAUSE_MS);
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    if (event.target !== this.#form) return;
    event.preventDefault();
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    this.#ask(button?.name ? [button.name, button.value] : undefined);
  }

  /**
   * Fetch what the form says now; an answer that a later question overtook is dropped.
   *
   * @param {[string, string]} [pressed] the button that was pressed
   */
  async #ask(pressed) {
    clearTimeout(this.#timer);
    const form = this.#form;
    if (!form) return;
    const number = ++this.#asked;
    const query = new URLSearchParams();
    for (const [name, text] of new FormData(form)) query.append(name, String(text));
    if (pressed) query.append(...pressed);
    const answer = await fetch(`${this.dataset.parts}?${query}`);
    if (number !== this.#asked) return;
    if (!answer.ok) {
      this.#say("The server does not answer. Is it still running?");
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    if (number !== this.#asked) return;
    const dealt = pressed?.[0] === "deal";
    patch(this, fresh, dealt);
    /** @type {HTMLElement | null} */
    const state = this.querySelector('[data-part="state"]');
    if (state?.dataset.permalink) history.replaceState(null, "", state.dataset.permalink);
    this.#say(state?.dataset.announce ?? "");
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live) live.textContent = text;
  }
}

customElements.define("strategy-card", StrategyCard);
