// @ts-check
import { patch } from "./patching.js";

const PLACES = ["12345", "cvbnm"];

/**
 * Turns the trainer's forms into live ones: a command or a look is fetched and what it changed is
 * put in place. Without scripts the same forms lead to the same pages.
 */
class VpTrainer extends HTMLElement {
  #busy = false;
  #said = "";

  connectedCallback() {
    this.#said = this.#state.dataset.announce ?? "";
    this.addEventListener("submit", (event) => this.#submitted(/** @type {SubmitEvent} */ (event)));
    this.addEventListener("click", (event) => this.#clicked(/** @type {PointerEvent} */ (event)));
    document.addEventListener("gutshot:key", (event) => {
      this.#command(/** @type {CustomEvent<{key: string}>} */ (event).detail.key);
    });
    // A page that comes back from the browser's memory may be older than the hand.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.#look("");
    });
    // A key that is held down deals and draws once.
    this.addEventListener("keydown", (event) => {
      if (event.repeat && /** @type {Element} */ (event.target).id === "go") event.preventDefault();
    });
  }

  /** @returns {HTMLElement} */
  get #state() {
    return /** @type {HTMLElement} */ (this.querySelector('[data-part="state"]'));
  }

  /** @returns {HTMLInputElement[]} */
  get #boxes() {
    return [...this.querySelectorAll("input.hold-box")].map(
      (box) => /** @type {HTMLInputElement} */ (box),
    );
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const fields = new FormData(form, event.submitter);
    const sent = new URLSearchParams();
    for (const [name, text] of fields) sent.append(name, String(text));
    if (form.method === "get") {
      this.#look(`?${sent}`, sent.has("panel") && !sent.has("sort") && !sent.has("pick"));
      return;
    }
    sent.append("parts", "1");
    this.#ask(form.action, { method: "POST", body: sent }).then(() => this.#backToTheCards());
  }

  /** @param {PointerEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const link = target.closest("a");
    if (link && this.contains(link) && link.getAttribute("href")?.startsWith(`${this.dataset.here}?`)) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#look(link.search).then(() => this.#focus("#hold-place-0"));
      return;
    }
    // After a card was clicked, the space bar means the draw and not that card again.
    if (event.pointerType === "mouse" && target.closest(".holdable")) this.#focus("#go");
  }

  /**
   * @param {string} query
   * @param {boolean} [show] whether to go to the table of holds
   */
  async #look(query, show = false) {
    await this.#ask(`${this.dataset.here}/parts${query}`, {});
    if (!show) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const panel = this.querySelector(".panel");
    panel?.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
    this.#focus("#sort-ev");
  }

  /**
   * One at a time: a second press while the first is on its way is no second command.
   *
   * @param {string} url
   * @param {RequestInit} how
   */
  async #ask(url, how) {
    if (this.#busy) return;
    this.#busy = true;
    this.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, how);
      const html = new DOMParser().parseFromString(await answer.text(), "text/html").body;
      if (answer.ok) this.#take(html);
      else await this.#refused(html);
    } catch (error) {
      this.#say("The server does not answer. Is it still running?");
      throw error;
    } finally {
      this.#busy = false;
      this.removeAttribute("aria-busy");
    }
  }

  /** After a command the cards are what matters, wherever among the hands one was reading. */
  #backToTheCards() {
    const felt = this.querySelector(".felt-form .felt");
    if (felt && felt.getBoundingClientRect().top < 0) felt.scrollIntoView();
  }

  /** @param {Element} fresh */
  #take(fresh) {
    const had = document.activeElement;
    patch(this, fresh, true);
    // What had the focus may be gone with its stage: then the next command gets it.
    if (document.activeElement === document.body && had && had !== document.body) this.#focus("#go");
    const said = this.#state.dataset.announce ?? "";
    if (said !== this.#said) this.#say(said);
    this.#said = said;
  }

  /**
   * Show why a command was refused, around the hand as it really stands.
   *
   * @param {Element} page
   */
  async #refused(page) {
    const why = page.querySelector(".error-message")?.textContent?.trim() ?? "That was refused.";
    const answer = await fetch(`${this.dataset.here}/parts`);
    if (answer.ok) {
      this.#take(new DOMParser().parseFromString(await answer.text(), "text/html").body);
    }
    const note = document.createElement("p");
    note.className = "error";
    note.setAttribute("role", "alert");
    note.textContent = why;
    this.querySelector(".table-bar")?.after(note);
  }

  /** @param {string} text */
  #say(text) {
    const live = document.getElementById("live");
    if (live) live.textContent = text;
  }

  /** @param {string} key */
  #command(key) {
    const place = PLACES.map((keys) => keys.indexOf(key)).find((at) => at >= 0);
    if (place !== undefined) this.#toggle(place);
    else if (key === "Space" || key === "Enter") this.#press("#go");
    else if (key === "a") this.#press("#insist");
    else if (key === "e") this.#press("#look");
    else if (key === "x") for (const box of this.#boxes) box.checked = false;
  }

  /** @param {number} place */
  #toggle(place) {
    const box = this.#boxes[place];
    if (!box) return;
    box.checked = !box.checked;
    this.#say(`${box.checked ? "held" : "let go"}: ${box.getAttribute("aria-label")?.slice(5)}`);
  }

  /** @param {string} selector */
  #press(selector) {
    const button = /** @type {HTMLButtonElement | null} */ (this.querySelector(selector));
    if (button && !this.#busy) button.form?.requestSubmit(button);
  }

  /** @param {string} selector */
  #focus(selector) {
    const found = /** @type {HTMLElement | null} */ (this.querySelector(selector));
    found?.focus({ preventScroll: true });
  }
}

customElements.define("vp-trainer", VpTrainer);
