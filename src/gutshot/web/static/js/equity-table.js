// @ts-check
import { patch } from "./patching.js";

/**
 * What makes the page ask anew: a button with its name and value, or a field that was edited.
 *
 * @typedef {{name: string, text: string, typed: boolean}} Cause
 */

const TYPING_PAUSE_MS = 220;
const COUNTING_PAUSE_MS = 120;
const COMPILING_PAUSE_MS = 1200;
const OFTEN_PAUSE_MS = 2000;

/**
 * Makes the form of equities, or of Pai Gow hands, live: what would submit it fetches the new state
 * at once, and what takes long to count follows. Without scripts the form does the same by itself.
 */
class EquityTable extends HTMLElement {
  /** @type {Promise<void>} presses wait for the answer to the one before */
  #last = Promise.resolve();
  #timer = 0;
  #counting = 0;
  #asked = 0;

  connectedCallback() {
    this.addEventListener("submit", (event) => this.#submitted(/** @type {SubmitEvent} */ (event)));
    this.addEventListener("input", () => {
      clearTimeout(this.#timer);
      const ask = () => this.#ask({ name: "", text: "", typed: true });
      this.#timer = window.setTimeout(ask, TYPING_PAUSE_MS);
    });
    this.addEventListener("gutshot:painted", (event) => {
      const { cells } = /** @type {CustomEvent<{cells: string}>} */ (event).detail;
      this.#ask({ name: "paint", text: cells, typed: false });
    });
    document.addEventListener("gutshot:key", (event) => {
      this.#command(/** @type {CustomEvent<{key: string}>} */ (event).detail.key);
    });
    this.#follow();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    clearTimeout(this.#counting);
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
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.getAttribute("aria-disabled") === "true") {
      this.#say(button.dataset.why ?? "This card is out of play.");
      return;
    }
    this.#ask({ name: button?.name ?? "", text: button?.value ?? "", typed: false });
  }

  /** @param {Cause} cause */
  #ask(cause) {
    clearTimeout(this.#timer);
    clearTimeout(this.#counting);
    const number = ++this.#asked;
    this.#last = this.#last
      .then(() => this.#refresh(cause, number))
      .catch(() => this.#say("The server does not answer. Is it still running?"));
  }

  /**
   * @param {Cause} cause
   * @param {number} number
   */
  async #refresh(cause, number) {
    if (cause.typed && number !== this.#asked) return;
    const query = new URLSearchParams();
    for (const [name, text] of new FormData(this.#form)) query.append(name, String(text));
    if (cause.name) query.append(cause.name, cause.text);
    query.append("draft", "1");
    const answer = await fetch(`${this.dataset.parts}?${query}`);
    if (answer.status === 414) {
      this.#say("This is too long for an address: use the command line.");
      return;
    }
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    this.#take(await answer.text(), !cause.typed);
    history.replaceState(null, "", this.#state.dataset.permalink);
    this.#follow();
  }

  /**
   * @param {string} html
   * @param {boolean} whole
   */
  #take(html, whole) {
    const fresh = new DOMParser().parseFromString(`<form>${html}</form>`, "text/html").body;
    patch(this.#form, fresh, whole);
    if (!this.#state.hasAttribute("data-pending")) this.#say(this.#state.dataset.announce ?? "");
  }

  /** Fetch what was too long for the first answer, unless something else is asked meanwhile. */
  #follow() {
    const { permalink } = this.#state.dataset;
    const preparing = this.#state.hasAttribute("data-preparing");
    const counting = this.#state.hasAttribute("data-counting");
    const pending = this.#state.hasAttribute("data-pending");
    if (!permalink || !(preparing || counting || pending)) return;
    const number = this.#asked;
    const ask = async () => {
      const answer = await fetch(permalink.replace(/^[^?]*/, `${this.dataset.parts}`));
      if (number !== this.#asked) return;
      if (answer.status === 429) {
        this.#counting = window.setTimeout(ask, OFTEN_PAUSE_MS);
        return;
      }
      if (!answer.ok) return;
      this.#take(await answer.text(), false);
      this.#follow();
    };
    this.#counting = window.setTimeout(ask, pending ? COUNTING_PAUSE_MS : COMPILING_PAUSE_MS);
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live && live.textContent !== text) live.textContent = text;
  }

  /** @param {string} key */
  #command(key) {
    /** @type {Record<string, string>} */
    const buttons = { d: "#deal", c: "#clear", a: "#add", b: "#tab-board" };
    const selector = buttons[key] ?? (key >= "1" && key <= "9" ? `#tab-${key}` : "");
    if (key === "/") {
      const field = this.querySelector(".edited input") ?? this.querySelector("#h1, #cards");
      if (!(field instanceof HTMLInputElement)) return;
      field.focus();
      field.select();
      return;
    }
    const button = this.querySelector(selector || `[aria-keyshortcuts="${CSS.escape(key)}"]`);
    if (button instanceof HTMLButtonElement) this.#form.requestSubmit(button);
  }
}

customElements.define("equity-table", EquityTable);
