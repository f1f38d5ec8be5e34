// @ts-check
import { patch } from "./patching.js";

const TYPING_PAUSE_MS = 300;
const COMPILING_PAUSE_MS = 1200;
const OFTEN_PAUSE_MS = 2000;

/**
 * Answers the form inside it while it is filled in: what is quick at once, the rest behind it. The
 * form is posted, so that it may hold more than an address. Without scripts it is sent as usual, and
 * so it is by a button with `data-send`.
 */
class LiveForm extends HTMLElement {
  /** @type {Promise<void>} presses wait for the answer to the one before */
  #last = Promise.resolve();
  #timer = 0;
  #asked = 0;

  connectedCallback() {
    this.addEventListener("input", () => this.#later(TYPING_PAUSE_MS, true));
    this.addEventListener("submit", (event) => {
      // a button that does more than ask is pressed as without scripts
      if (event.submitter?.hasAttribute("data-send")) return;
      event.preventDefault();
      const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
      if (pressed?.name) this.#press(pressed.name, pressed.value);
      else this.#later(0, true);
    });
    this.addEventListener("gutshot:painted", (event) => {
      const { cells } = /** @type {CustomEvent<{cells: string}>} */ (event).detail;
      this.#press("paint", cells);
    });
    if (this.#state?.hasAttribute("data-preparing")) this.#later(COMPILING_PAUSE_MS, false);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** @returns {HTMLElement | null} */
  get #state() {
    return this.querySelector('[data-part="state"]');
  }

  /**
   * Ask with a button's name and value, after the answer to the press before.
   *
   * @param {string} name
   * @param {string} value
   */
  #press(name, value) {
    clearTimeout(this.#timer);
    this.#last = this.#last.then(() => this.#ask(false, ++this.#asked, [name, value]));
  }

  /**
   * @param {number} pause
   * @param {boolean} draft whether only what is quick is wanted
   */
  #later(pause, draft) {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    this.#timer = window.setTimeout(() => this.#ask(draft, number), pause);
  }

  /**
   * @param {boolean} draft
   * @param {number} number
   * @param {[string, string]} [pressed] the button that asks
   */
  async #ask(draft, number, pressed) {
    const form = this.querySelector("form");
    if (!form) return;
    const body = new FormData(form);
    if (draft) body.append("draft", "1");
    if (pressed) body.append(...pressed);
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(this.dataset.parts ?? "", { method: "POST", body });
    } catch {
      this.#say("The server does not answer. Is it still running?");
      return;
    }
    if (number !== this.#asked && !pressed) return;
    if (answer.status === 429) {
      this.#later(OFTEN_PAUSE_MS, draft);
      return;
    }
    if (!answer.ok) {
      this.#say(answer.status === 413 ? "These lists are too long." : "That was refused.");
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    // what was pressed must not be lost to what was typed meanwhile
    if (number !== this.#asked && !pressed) return;
    patch(this, fresh, pressed !== undefined);
    const state = this.#state;
    if (state?.dataset.permalink) history.replaceState(null, "", state.dataset.permalink);
    if (state?.hasAttribute("data-pending")) this.#later(0, false);
    else if (state?.hasAttribute("data-preparing")) this.#later(COMPILING_PAUSE_MS, false);
    else this.#say(state?.dataset.announce ?? "");
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live && live.textContent !== text) live.textContent = text;
  }
}

customElements.define("live-form", LiveForm);
