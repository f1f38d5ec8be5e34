// @ts-check
import { patch } from "./patching.js";

const TYPING_PAUSE_MS = 180;
const COMPILING_PAUSE_MS = 1200;

/**
 * Turns the form of the page into a live one: whatever would submit it fetches its result instead,
 * puts it in place and keeps the address in step. Without scripts the form does the same by itself.
 */
class VpAnalyser extends HTMLElement {
  /** @type {AbortController | null} */
  #running = null;
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
    this.#refresh(submitter);
  }

  /** @param {Event} event */
  #edited(event) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    if (field.name.startsWith("add_")) return;
    clearTimeout(this.#timer);
    if (field instanceof HTMLSelectElement) this.#refresh(field);
    else this.#timer = window.setTimeout(() => this.#refresh(field), TYPING_PAUSE_MS);
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

  /** @param {HTMLElement | null} cause */
  async #refresh(cause) {
    clearTimeout(this.#timer);
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const submitter = cause instanceof HTMLButtonElement ? cause : null;
    const fields = new FormData(this.#form, submitter);
    const query = new URLSearchParams();
    for (const [name, text] of fields) {
      if (submitter?.id === "add" || !name.startsWith("add_")) query.append(name, String(text));
    }
    try {
      const answer = await fetch(`${this.dataset.parts}?${query}`, { signal: running.signal });
      const text = await answer.text();
      if (running.signal.aborted) return;
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      this.#take(text, !(cause instanceof HTMLInputElement));
    } catch (error) {
      if (running.signal.aborted) return;
      this.#say("The server does not answer. Is it still running?");
      throw error;
    }
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
    const field = this.querySelector("#hand");
    this.#timer = window.setTimeout(
      () => this.#refresh(/** @type {HTMLElement} */ (field)),
      COMPILING_PAUSE_MS,
    );
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
