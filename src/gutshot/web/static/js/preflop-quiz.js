// @ts-check

/** Number keys press the actions of a question, space and Enter ask the next one. */
class PreflopQuiz extends HTMLElement {
  #key = (/** @type {Event} */ event) => {
    const { key } = /** @type {CustomEvent<{ key: string }>} */ (event).detail;
    const wanted = key === "Space" || key === "Enter" ? "[data-next]" : `[data-choice="${key}"]`;
    if (!/^(Space|Enter|[1-9])$/.test(key)) return;
    const button = this.querySelector(wanted);
    if (button instanceof HTMLButtonElement) button.click();
  };

  connectedCallback() {
    document.addEventListener("gutshot:key", this.#key);
  }

  disconnectedCallback() {
    document.removeEventListener("gutshot:key", this.#key);
  }
}

customElements.define("preflop-quiz", PreflopQuiz);
