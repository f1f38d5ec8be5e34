// @ts-check

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -13],
  End: [0, 13],
};

/**
 * The 13 x 13 grid of hands: one tab stop, arrow keys, and a pointer that paints as it is drawn over
 * cells. A cell's value says what pressing it would do; the first cell of a stroke says it for all.
 */
class RangeGrid extends HTMLElement {
  /** @type {Map<string, HTMLButtonElement>} cells of the stroke that is being drawn */
  #stroke = new Map();
  #weight = "";
  #swallow = false;

  connectedCallback() {
    this.#oneTabStop();
    this.addEventListener("keydown", (event) => this.#move(event));
    this.addEventListener("focusin", (event) => {
      const cell = /** @type {Element} */ (event.target).closest("button");
      if (cell) this.#oneTabStop(cell);
    });
    this.addEventListener("pointerdown", (event) => this.#begin(event));
    this.addEventListener("pointermove", (event) => this.#draw(event));
    this.addEventListener("pointerup", () => this.#end());
    this.addEventListener("pointercancel", () => this.#drop());
    this.addEventListener(
      "click",
      (event) => {
        if (!this.#swallow) return;
        this.#swallow = false;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
  }

  /** @returns {HTMLButtonElement[]} */
  get #cells() {
    return [...this.querySelectorAll("button")];
  }

  /** @param {HTMLButtonElement} [chosen] */
  #oneTabStop(chosen) {
    const stop = chosen ?? this.#cells.find((cell) => cell === document.activeElement);
    for (const [at, cell] of this.#cells.entries()) {
      cell.tabIndex = (stop ? cell === stop : at === 0) ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const step = STEPS[event.key];
    const at = this.#cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const row = Math.min(Math.max(Math.floor(at / 13) + step[0], 0), 12);
    const column = Math.min(Math.max((at % 13) + step[1], 0), 12);
    this.#cells[13 * row + column].focus();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const cell = /** @type {Element} */ (event.target).closest("button");
    // A finger scrolls the page; it paints cell by cell, as a click.
    if (!cell || event.button !== 0 || event.pointerType === "touch") return;
    this.#stroke.clear();
    this.#weight = cell.value.split(":")[1];
    this.#add(cell);
  }

  /** @param {PointerEvent} event */
  #draw(event) {
    if (!this.#stroke.size) return;
    if (!(event.buttons & 1)) {
      this.#drop();
      return;
    }
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (over && this.contains(over)) this.#add(over);
  }

  /** @param {HTMLButtonElement} cell */
  #add(cell) {
    this.#stroke.set(cell.value.split(":")[0], cell);
    cell.classList.add("painted");
  }

  #end() {
    if (this.#stroke.size > 1) {
      const cells = [...this.#stroke.keys()].map((name) => `${name}:${this.#weight}`).join(",");
      this.dispatchEvent(new CustomEvent("gutshot:painted", { bubbles: true, detail: { cells } }));
      this.#swallow = true;
      setTimeout(() => (this.#swallow = false));
    }
    this.#drop();
  }

  #drop() {
    for (const cell of this.#stroke.values()) cell.classList.remove("painted");
    this.#stroke.clear();
  }
}

customElements.define("range-grid", RangeGrid);
