// @ts-check
import { patch } from "./patching.js";

const PAUSE_MS = 900;

/** While figures are being counted, asks for the page again and puts in what has come. */
class ContentWait extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.#timer = window.setTimeout(() => this.#ask(), PAUSE_MS);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  async #ask() {
    const answer = await fetch(location.pathname + location.search);
    const main = document.getElementById("main");
    if (!answer.ok || !main) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    patch(main, fresh, false);
    if (fresh.querySelector("content-wait")) {
      this.#timer = window.setTimeout(() => this.#ask(), PAUSE_MS);
    } else {
      this.remove();
    }
  }
}

customElements.define("content-wait", ContentWait);
