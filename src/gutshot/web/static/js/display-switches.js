// @ts-check
import { keep } from "./keeping.js";

/** Buttons for light or dark, two or four suit colours, and the keyboard's dialog. */
class DisplaySwitches extends HTMLElement {
  connectedCallback() {
    this.hidden = false;
    this.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) this.#press(button.dataset.switch ?? "");
    });
    document.addEventListener("gutshot:key", (event) => {
      const { key } = /** @type {CustomEvent<{key: string}>} */ (event).detail;
      if (key === "t") this.#press("theme");
      if (key === "f") this.#press("suits");
    });
    this.#show();
  }

  /** @param {string} name */
  #press(name) {
    const root = document.documentElement;
    if (name === "theme") {
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
      root.dataset.theme = theme;
      keep("theme", theme);
    } else if (name === "suits") {
      const four = root.dataset.suits !== "four";
      if (four) root.dataset.suits = "four";
      else delete root.dataset.suits;
      keep("suits", four ? "four" : "two");
    } else if (name === "keys") {
      document.dispatchEvent(new CustomEvent("gutshot:keys"));
    }
    this.#show();
  }

  #show() {
    const four = document.documentElement.dataset.suits === "four";
    this.querySelector('[data-switch="suits"]')?.setAttribute("aria-pressed", String(four));
  }
}

customElements.define("display-switches", DisplaySwitches);
