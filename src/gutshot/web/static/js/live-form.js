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
  #timer = 0;
  #asked = 0;

  connectedCallback() {
    this.addEventListener("input", () => this.#later(TYPING_PAUSE_MS, true));
    this.addEventListener("submit", (event) => {
      // a button that does more than ask is pressed as without scripts
      if (event.submitter?.hasAttribute("data-send")) return;
      event.preventDefault();
      this.#later(0, true);
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
   */
  async #ask(draft, number) {
    const form = this.querySelector("form");
    if (!form) return;
    const body = new FormData(form);
    if (draft) body.append("draft", "1");
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(this.dataset.parts ?? "", { method: "POST", body });
    } catch {
      this.#say("The server does not answer. Is it still running?");
      return;
    }
    if (number !== this.#asked) return;
    if (answer.status === 429) {
      this.#later(OFTEN_PAUSE_MS, draft);
      return;
    }
    if (!answer.ok) {
      this.#say(answer.status === 413 ? "These lists are too long." : "That was refused.");
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    if (number !== this.#asked) return;
    patch(this, fresh, false);
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
