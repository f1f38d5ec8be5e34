// @ts-check
import { patch } from "./patching.js";

/**
 * What makes the page ask anew: a button with its name and value, or a field that was edited.
 *
 * @typedef {{name: string, text: string, typed: boolean}} Cause
 */

const TYPING_PAUSE_MS = 180;
const COMPILING_PAUSE_MS = 1200;

/**
 * Turns the form of the page into a live one: whatever would submit it fetches its result instead,
 * puts it in place and keeps the address in step. Without scripts the form does the same by itself.
 */
class VpAnalyser extends HTMLElement {
  /** @type {Cause[]} what still waits for the answer to what came before */
  #waiting = [];
  #busy = false;
  #timer = 0;
  #said = "";

  connectedCallback() {
    this.#said = this.#state.dataset.announce ?? "";
    this.addEventListener("submit", (event) => this.#submitted(/** @type {SubmitEvent} */ (event)));
    this.addEventListener("input", (event) => this.#edited(event));
    this.addEventListener("keydown", (event) => this.#entered(event));
    document.addEventListener("gutshot:key", (event) => {
      this.#command(/** @type {CustomEvent<{key: string}>} */ (event).detail.key);
    });
    const fold = this.querySelector("details.picker-fold");
    if (fold instanceof HTMLDetailsElement && matchMedia("(min-width: 44.01rem)").matches) {
      fold.open = true;
    }
    this.#lookAgain();
  }

  /** @returns {HTMLFormElement} */
  get #form() {
    return /** @type {HTMLFormElement} */ (this.querySelector("form"));
  }

  /** @returns {HTMLElement} */
  get #state() {
    return /** @type {HTMLElement} */ (this.querySelector('[data-part="state"]'));
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    event.preventDefault();
    const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (submitter?.getAttribute("aria-disabled") === "true") {
      this.#say("Five cards are picked. Take one back first.");
      return;
    }
    this.#ask({ name: submitter?.name ?? "", text: submitter?.value ?? "", typed: false });
  }

  /** @param {Event} event */
  #edited(event) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    if (field.name.startsWith("add_")) return;
    clearTimeout(this.#timer);
    const typed = field instanceof HTMLInputElement;
    const ask = () => this.#ask({ name: "", text: "", typed });
    if (typed) this.#timer = window.setTimeout(ask, TYPING_PAUSE_MS);
    else ask();
  }

  /**
   * Enter adds the line that is being written, where a form would press its first button.
   *
   * @param {KeyboardEvent} event
   */
  #entered(event) {
    const field = /** @type {Element} */ (event.target);
    if (event.key !== "Enter" || field.id !== "add_pays") return;
    event.preventDefault();
    this.#press("#add");
  }

  /**
   * Ask one after the other: each answer is the state that the next press starts from.
   *
   * @param {Cause} cause
   */
  async #ask(cause) {
    clearTimeout(this.#timer);
    if (cause.typed && this.#waiting.at(-1)?.typed) return;
    this.#waiting.push(cause);
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        await this.#refresh(next);
      }
    } catch (error) {
      this.#waiting.length = 0;
      this.#say("The server does not answer. Is it still running?");
      throw error;
    } finally {
      this.#busy = false;
    }
  }

  /** @param {Cause} cause */
  async #refresh(cause) {
    const query = new URLSearchParams();
    for (const [name, text] of new FormData(this.#form)) {
      if (cause.name === "add" || !name.startsWith("add_")) query.append(name, String(text));
    }
    if (cause.name) query.append(cause.name, cause.text);
    const answer = await fetch(`${this.dataset.parts}?${query}`);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    this.#take(await answer.text(), !cause.typed);
  }

  /**
   * @param {string} html
   * @param {boolean} whole
   */
  #take(html, whole) {
    const fresh = new DOMParser().parseFromString(`<form>${html}</form>`, "text/html").body;
    patch(this.#form, fresh, whole);
    const { permalink, title, announce } = this.#state.dataset;
    if (permalink) history.replaceState(null, "", permalink);
    if (title) document.title = title;
    if (announce !== this.#said) this.#say(announce ?? "");
    this.#said = announce ?? "";
    this.#lookAgain();
  }

  /** While kernels are compiled, ask again until the return is there. */
  #lookAgain() {
    if (!this.#state.hasAttribute("data-preparing")) return;
    const ask = () => this.#ask({ name: "", text: "", typed: true });
    this.#timer = window.setTimeout(ask, COMPILING_PAUSE_MS);
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live) live.textContent = text;
  }

  /** @param {string} key */
  #command(key) {
    /** @type {Record<string, string>} */
    const buttons = { d: "#deal", c: "#clear" };
    if (key in buttons) this.#press(buttons[key]);
    else if (key >= "1" && key <= "5") this.#press(`#card-${Number(key) - 1}`);
    else if (key === "j" || key === "k") this.#step(key === "j" ? 1 : -1);
    else if (key === "/") this.#focus("#hand");
    else if (key === "p") this.#focus(".lines input");
  }

  /** @param {string} selector */
  #press(selector) {
    /** @type {HTMLButtonElement | null} */
    const button = this.querySelector(selector);
    if (button) this.#form.requestSubmit(button);
  }

  /** @param {string} selector */
  #focus(selector) {
    const field = /** @type {HTMLInputElement | null} */ (this.querySelector(selector));
    field?.focus();
    field?.select();
  }

  /** @param {1 | -1} by */
  #step(by) {
    const buttons = [...this.querySelectorAll(".holds-table .slots")];
    const at = buttons.findIndex((button) => button.getAttribute("aria-pressed") === "true");
    const next = buttons[at < 0 ? 0 : Math.min(Math.max(at + by, 0), buttons.length - 1)];
    if (next && next !== buttons[at]) this.#press(`#${next.id}`);
  }
}

customElements.define("vp-analyser", VpAnalyser);
