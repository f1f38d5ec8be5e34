// @ts-check

/** Arrow keys in the grid of cards: one tab stop, Home and End within a suit. */
class CardPicker extends HTMLElement {
  connectedCallback() {
    this.#oneTabStop();
    this.addEventListener("keydown", (event) => this.#move(event));
    this.addEventListener("focusin", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) this.#oneTabStop(button);
    });
    new MutationObserver(() => this.#oneTabStop()).observe(this, { childList: true, subtree: true });
  }

  /** @returns {HTMLButtonElement[][]} */
  get #rows() {
    return [...this.querySelectorAll(".suit-row")].map((row) => [...row.querySelectorAll("button")]);
  }

  /** @param {HTMLButtonElement} [chosen] */
  #oneTabStop(chosen) {
    const all = this.#rows.flat();
    const active = all.find((button) => button === document.activeElement);
    const stop = chosen ?? active ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const rows = this.#rows;
    const button = /** @type {HTMLButtonElement} */ (event.target);
    const row = rows.findIndex((buttons) => buttons.includes(button));
    if (row < 0) return;
    const column = rows[row].indexOf(button);
    /** @type {Record<string, [number, number]>} */
    const places = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [row, 0],
      End: [row, rows[row].length - 1],
    };
    const place = places[event.key];
    if (!place) return;
    event.preventDefault();
    const buttons = rows[place[0]];
    buttons?.[Math.min(place[1], buttons.length - 1)]?.focus();
  }
}

customElements.define("card-picker", CardPicker);
