// @ts-check
import { patch } from "./patching.js";

const TYPING_PAUSE_MS = 250;

/**
 * Shows the charts of the stack that is moved or typed: one question at a time, the newest wins.
 * Without scripts the form and the links do the same.
 */
class PushFold extends HTMLElement {
  #timer = 0;
  #asking = false;
  /** @type {string | null} */
  #next = null;

  connectedCallback() {
    this.addEventListener("input", (event) => {
      const field = event.target;
      if (!(field instanceof HTMLInputElement)) return;
      const slid = field.id === "slide";
      // the last place of the slider is all stacks
      if (slid) this.#set("stack", Number(field.value) > Number(field.max) - Number(field.step) / 2 ? "" : field.value);
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#want(), slid ? 0 : TYPING_PAUSE_MS);
    });
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#want();
    });
    this.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const plain = event instanceof MouseEvent && !(event.ctrlKey || event.metaKey || event.shiftKey);
      if (!link?.closest(".jam-antes, .jam-stacks") || !plain) return;
      event.preventDefault();
      this.#want(new URL(link.href).search, true);
    });
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /**
   * @param {string} [search] a query; without it, that of the form
   * @param {boolean} [whole] whether fields are filled anew
   */
  async #want(search, whole = false) {
    const form = this.querySelector("form");
    if (!form) return;
    /** @type {[string, string][]} */
    const fields = [...new FormData(form)].map(([name, text]) => [name, String(text)]);
    this.#next = search ?? `?${new URLSearchParams(fields)}`;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#next !== null) {
      const asked = this.#next;
      this.#next = null;
      await this.#ask(asked, whole);
    }
    this.#asking = false;
  }

  /**
   * @param {string} search
   * @param {boolean} whole
   */
  async #ask(search, whole) {
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(`${this.dataset.parts}${search}`);
    } catch {
      this.#say("The server does not answer. Is it still running?");
      return;
    }
    if (!answer.ok && answer.status !== 422) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    patch(this, fresh, whole);
    const state = this.querySelector('[data-part="state"]');
    if (!(state instanceof HTMLElement)) return;
    const stack = this.querySelector("#stack");
    const slide = this.querySelector("#slide");
    if (slide instanceof HTMLInputElement && stack instanceof HTMLInputElement) {
      if (document.activeElement !== slide) slide.value = stack.value || slide.max;
      slide.setAttribute("aria-valuetext", stack.value ? `${stack.value} big blinds` : "all stacks");
    }
    if (answer.ok) history.replaceState(null, "", state.dataset.permalink);
    this.#say(state.dataset.announce ?? "");
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  #set(id, text) {
    const field = this.querySelector(`#${id}`);
    if (field instanceof HTMLInputElement) field.value = text;
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live && live.textContent !== text) live.textContent = text;
  }
}

customElements.define("push-fold", PushFold);
