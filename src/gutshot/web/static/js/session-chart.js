// @ts-check

/** Reading a session's chart at any hand or deal: by pointer over it, or by the slider below it. */
class SessionChart extends HTMLElement {
  /** @type {string[][]} number of the hand or deal, then the five texts */
  #readings = [];

  connectedCallback() {
    this.#readings = JSON.parse(this.dataset.readings ?? "[]");
    const scrub = this.querySelector(".scrub");
    if (scrub instanceof HTMLElement) scrub.hidden = false;
    this.#slider.addEventListener("input", () => this.#show(Number(this.#slider.value)));
    this.#svg.addEventListener("pointermove", (event) => {
      const box = this.#svg.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const hands = Number(this.#readings.at(-1)?.[0] ?? 1);
      const at = this.#readings.findIndex(([hand]) => Number(hand) >= share * hands);
      this.#show(at < 0 ? this.#readings.length - 1 : at);
    });
    this.#show(this.#readings.length - 1);
  }

  /** @returns {HTMLInputElement} */
  get #slider() {
    return /** @type {HTMLInputElement} */ (this.querySelector("input[type=range]"));
  }

  /** @returns {SVGElement} */
  get #svg() {
    return /** @type {SVGElement} */ (this.querySelector(".chart-svg"));
  }

  /** @param {number} at */
  #show(at) {
    const reading = this.#readings[at];
    if (!reading) return;
    this.#slider.value = String(at);
    this.#slider.setAttribute("aria-valuetext", `${this.dataset.unit} ${reading[0]}, net ${reading[1]}`);
    const output = this.querySelector("output");
    if (output) output.textContent = String(reading[0]);
    for (const cell of this.querySelectorAll("[data-reading]")) {
      cell.textContent = reading[Number(/** @type {HTMLElement} */ (cell).dataset.reading)];
    }
    const marker = this.querySelector(".marker");
    const x = `${(100 * Number(reading[0])) / Number(this.#readings.at(-1)?.[0])}%`;
    marker?.setAttribute("x1", x);
    marker?.setAttribute("x2", x);
    marker?.removeAttribute("hidden");
  }
}

customElements.define("session-chart", SessionChart);
