// @ts-check
// Seven cards on a table's page: marked by tap, key or drag, sorted, laid into the hand in front.
import { keep, kept } from "./keeping.js";

const FRONT = 2;
const SLACK_PX = 8;

/** Where cards lie while they are arranged; what the server has stands in `data-low`. */
export class OwnCards {
  /** @type {string[]} */
  #low = [];
  #server = "";
  #sort = kept("gow-sort") ?? "rank";
  /** @type {HTMLElement} */
  #page;
  #arranged;

  /**
   * @param {HTMLElement} page
   * @param {(positions: string) => void} arranged called when two cards lie in front
   */
  constructor(page, arranged) {
    this.#page = page;
    this.#arranged = arranged;
    page.addEventListener("change", (event) => {
      const box = /** @type {HTMLInputElement} */ (event.target);
      if (box.name === "low") this.toggle(box.value);
    });
    page.addEventListener("click", (event) => {
      const order = /** @type {Element} */ (event.target).closest("[data-sort]");
      if (!(order instanceof HTMLElement)) return;
      this.#sort = order.dataset.sort ?? "rank";
      keep("gow-sort", this.#sort);
      this.show();
    });
    page.addEventListener("pointerdown", (event) => this.#grab(event));
  }

  /** Take what the server says; marks that it knows nothing of stay while it says the same. */
  adopt() {
    const server = this.#own?.dataset.low ?? "";
    const here = this.#items.length > 0;
    if (!here) this.#low = [];
    else if (server !== this.#server) this.#low = [...server];
    this.#server = here ? server : "";
    this.show();
  }

  /** Forget what was marked since the server last agreed. */
  reset() {
    this.#low = [...this.#server];
    this.show();
  }

  /**
   * Mark a card, or take the mark away; a third one takes the place of the first.
   *
   * @param {string} position
   * @param {string} [instead] the card in front whose place it takes
   */
  toggle(position, instead) {
    const item = this.#items.find((one) => one.dataset.position === position);
    if (!item) return "";
    const taken = this.#low.includes(position);
    if (taken) this.#low = this.#low.filter((one) => one !== position);
    else {
      this.#low = this.#low.filter((one) => one !== instead);
      this.#low.push(position);
      if (this.#low.length > FRONT) this.#low.shift();
    }
    this.show();
    const said = item.querySelector("input")?.getAttribute("aria-label")?.split(",")[0] ?? "";
    const positions = [...this.#low].sort().join("");
    if (positions.length === FRONT && positions !== this.#server) this.#arranged(positions);
    return `${said}, ${taken ? "back" : "in front"}`;
  }

  show() {
    const held = /** @type {HTMLElement | null} */ (document.activeElement);
    const dealt = this.#page.querySelector('[data-tray="dealt"] ul');
    const low = this.#page.querySelector('[data-tray="low"] ul');
    const high = this.#page.querySelector('[data-tray="high"] ul');
    const rest = dealt ?? high;
    if (!low || !rest) return;
    for (const item of this.#ordered()) {
      const front = this.#low.includes(item.dataset.position ?? "");
      /** @type {HTMLInputElement} */ (item.querySelector("input")).checked = front;
      (front ? low : rest).append(item);
    }
    const whole = this.#low.length === FRONT && [...this.#low].sort().join("") === this.#server;
    const set = this.#page.querySelector('button[value="set"]');
    if (set instanceof HTMLButtonElement) set.disabled = !whole;
    for (const name of this.#page.querySelectorAll("[data-tray-name]")) {
      name.classList.toggle("old", !whole);
    }
    for (const button of this.#page.querySelectorAll("[data-sort]")) {
      button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.sort === this.#sort));
    }
    if (held && held !== document.activeElement) held.focus({ preventScroll: true });
  }

  get #own() {
    return /** @type {HTMLElement | null} */ (this.#page.querySelector('[data-part="own"]'));
  }

  /** @returns {HTMLElement[]} */
  get #items() {
    return [...this.#page.querySelectorAll("[data-position]")].map(
      (item) => /** @type {HTMLElement} */ (item),
    );
  }

  #ordered() {
    const number = (/** @type {HTMLElement} */ item, /** @type {string} */ name) =>
      Number(item.dataset[name]);
    const suit = (/** @type {HTMLElement} */ a, /** @type {HTMLElement} */ b) =>
      number(b, "suit") - number(a, "suit");
    // Positions count from the highest rank down.
    const rank = (/** @type {HTMLElement} */ a, /** @type {HTMLElement} */ b) =>
      number(a, "position") - number(b, "position");
    return this.#items.sort((a, b) => (this.#sort === "suit" && suit(a, b)) || rank(a, b));
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    const label = /** @type {Element} */ (event.target).closest(".own-card");
    if (!(label instanceof HTMLElement) || event.button !== 0) return;
    const item = /** @type {HTMLElement} */ (label.closest("[data-position]"));
    const from = { x: event.clientX, y: event.clientY };
    const ends = new AbortController();
    const signal = ends.signal;
    let dragged = false;
    const under = (/** @type {PointerEvent} */ at) =>
      document.elementFromPoint(at.clientX, at.clientY);
    const mark = (/** @type {Element | null | undefined} */ tray) => {
      for (const one of this.#page.querySelectorAll(".tray")) one.classList.toggle("over", one === tray);
    };
    const stop = () => {
      ends.abort();
      label.classList.remove("dragged");
      label.style.transform = "";
      mark(null);
    };
    document.addEventListener(
      "pointermove",
      (move) => {
        const [x, y] = [move.clientX - from.x, move.clientY - from.y];
        if (!dragged && Math.hypot(x, y) < SLACK_PX) return;
        dragged = true;
        label.classList.add("dragged");
        label.style.transform = `translate(${x}px, ${y}px)`;
        mark(under(move)?.closest(".tray"));
      },
      { signal },
    );
    document.addEventListener(
      "pointerup",
      (up) => {
        const on = under(up);
        stop();
        if (!dragged) return;
        // The click that follows a drag would mark the card a second time.
        window.addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
        setTimeout(() => this.#drop(item, on));
      },
      { signal },
    );
    document.addEventListener("pointercancel", stop, { signal });
  }

  /**
   * @param {HTMLElement} item
   * @param {Element | null} on what it was let go over
   */
  #drop(item, on) {
    const tray = on?.closest(".tray");
    if (!(tray instanceof HTMLElement)) return;
    const position = item.dataset.position ?? "";
    const other = /** @type {HTMLElement | null} */ (on?.closest("[data-position]"))?.dataset.position;
    const front = this.#low.includes(position);
    if (tray.dataset.tray === "low" && !front) this.toggle(position, other);
    else if (tray.dataset.tray !== "low" && front) {
      if (other && this.#low.length === FRONT) this.toggle(other, position);
      else this.toggle(position);
    }
  }
}
