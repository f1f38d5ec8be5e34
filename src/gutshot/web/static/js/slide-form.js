// @ts-check
import { patch } from "./patching.js";

const TYPING_PAUSE_MS = 250;

/**
 * Shows what belongs to the number that is moved or typed: one question at a time, the newest wins.
 * `data-field` is the id of the typed number, `data-unit` what it counts; with `data-all` the last
 * place of the slider is no number but that. Without scripts the form and the links do the same.
 */
class SlideForm extends HTMLElement {
  #timer = 0;
  #asking = false;
  /** @type {string | null} */
  #next = null;

  /** @returns {HTMLInputElement | null} */
  get #typed() {
    return this.querySelector(`#${this.dataset.field}`);
  }

  connectedCallback() {
    this.addEventListener("input", (event) => {
      const field = event.target;
      if (!(field instanceof HTMLInputElement)) return;
      const slid = field.id === "slide";
      const all = this.dataset.all && Number(field.value) > Number(field.max) - Number(field.step) / 2;
      if (slid && this.#typed) this.#typed.value = all ? "" : field.value;
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
      if (!link?.closest("[data-go]") || !plain) return;
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
    const typed = this.#typed;
    const slide = this.querySelector("#slide");
    if (slide instanceof HTMLInputElement && typed) {
      if (document.activeElement !== slide) slide.value = typed.value || slide.max;
      slide.setAttribute("aria-valuetext", typed.value ? `${typed.value} ${this.dataset.unit}` : this.dataset.all ?? "");
    }
    if (answer.ok) history.replaceState(null, "", state.dataset.permalink);
    this.#say(state.dataset.announce ?? "");
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live && live.textContent !== text) live.textContent = text;
  }
}

customElements.define("slide-form", SlideForm);
