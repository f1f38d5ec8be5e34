// @ts-check
import { patch } from "./patching.js";

/**
 * How a job stands, as the server sends it.
 *
 * @typedef {{id: string, state: string, progress: number, message: string, left: string,
 *   finished: boolean}} Standing
 */

const AGAIN_MS = 3000;

/**
 * Follows running work: moves its bars, and puts in what it brought once it has ended. With
 * `data-every` the page's parts are put in anew while it runs, at most so often in milliseconds.
 */
class JobWatch extends HTMLElement {
  /** @type {EventSource | null} */
  #source = null;
  #timer = 0;

  connectedCallback() {
    if (this.dataset.events) this.#follow(this.dataset.events);
  }

  disconnectedCallback() {
    this.#source?.close();
    clearTimeout(this.#timer);
  }

  /** @param {string} url */
  #follow(url) {
    const source = new EventSource(url);
    this.#source = source;
    source.addEventListener("message", (event) => this.#told(JSON.parse(event.data)));
    source.addEventListener("end", () => source.close());
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#refresh(), AGAIN_MS);
    });
  }

  /** @param {Standing} standing */
  #told(standing) {
    const row = this.querySelector(`[data-job="${CSS.escape(standing.id)}"]`);
    if (!row || standing.finished) {
      clearTimeout(this.#timer);
      this.#refresh();
      return;
    }
    this.#soon();
    const bar = row.querySelector("progress");
    if (bar) bar.value = 100 * standing.progress;
    const state = row.querySelector(".job-state");
    if (state) state.textContent = standing.state;
    const message = row.querySelector(".job-message");
    if (message) message.textContent = [standing.message, standing.left].filter(Boolean).join(", ");
  }

  #soon() {
    if (!this.dataset.every || this.#timer) return;
    this.#timer = window.setTimeout(async () => {
      await this.#refresh();
      this.#timer = 0;
    }, Number(this.dataset.every));
  }

  async #refresh() {
    const answer = await fetch(this.dataset.page ?? "");
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    patch(this, fresh, true);
    const part = this.querySelector("[data-announce]");
    const said = part instanceof HTMLElement ? (part.dataset.announce ?? "") : "";
    const live = document.getElementById("live");
    if (live && said) live.textContent = said;
  }
}

customElements.define("job-watch", JobWatch);
