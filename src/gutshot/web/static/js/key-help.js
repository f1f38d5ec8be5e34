// @ts-check
import { keep, kept } from "./keeping.js";

const EVERYWHERE = [
  ["t", "light or dark"],
  ["f", "two or four suit colours"],
  ["?", "this dialog"],
];

/**
 * Every single-key command: the one table from which keys work and the dialog is written. An
 * element with `data-keys` names its page's.
 *
 * @type {Record<string, string[][]>}
 */
const KEYS = {
  analyser: [
    ["1 2 3 4 5", "try holding the card at this place"],
    ["d", "deal a random hand"],
    ["c", "clear the hand"],
    ["/", "type a hand"],
    ["p", "to the first payout"],
    ["j", "try the next hold of the table"],
    ["k", "try the hold before"],
    ...EVERYWHERE,
  ],
  trainer: [
    ["1 2 3 4 5", "hold the card at this place, or let it go"],
    ["c v b n m", "the same, for one hand below the space bar"],
    ["Space Enter", "deal, draw"],
    ["x", "let every card go"],
    ["a", "when the coach stops you: play it anyway"],
    ["e", "how good was that: all 32 holds"],
    ...EVERYWHERE,
  ],
  equity: [
    ["1 2 3 4 5 6 7 8 9", "paint this hand"],
    ["b", "pick the board"],
    ["x", "pick dead cards"],
    ["d", "deal the next street"],
    ["c", "no board"],
    ["a", "add a hand"],
    ["/", "type the hand that is painted"],
    ...EVERYWHERE,
  ],
  paigow: [
    ["d", "deal seven cards to whom the deck picks for"],
    ["c", "clear them"],
    ["y", "pick your cards"],
    ["x", "pick the dealer's cards"],
    ["/", "type your cards"],
    ...EVERYWHERE,
  ],
  chart: [
    ["←↑→↓", "to the next hand of the grid; Home and End to the ends of its row, with Ctrl of it all"],
    ["1 2 3 4 5 6", "take this action of the seat, from the top"],
    ["u", "back by one decision"],
    ["g", "to the grid; Enter keeps its hand beside it"],
    ["p", "the other colours"],
    ...EVERYWHERE,
  ],
  compare: [
    ["←↑→↓", "to the next hand of the differences; Home and End to the ends of its row"],
    ["1 2 3 4 5 6", "take this action in both charts, from the top"],
    ["u", "back by one decision"],
    ["g", "to the differences; Enter keeps the hand"],
    ...EVERYWHERE,
  ],
  quiz: [
    ["1 2 3 4 5 6 7 8 9", "answer with this action, from the left"],
    ["Space Enter", "the next decision"],
    ...EVERYWHERE,
  ],
  gow: [
    ["1 2 3 4 5 6 7", "put the card at this position in front, or back"],
    ["Enter", "set: this arrangement stands"],
    ["h", "arrange by the house way"],
    ["o", "bet on the Fortune what its field says"],
    ["p", "bet on Push Ace High"],
    ["m", "make the main wager"],
    ["r", "repeat the last wagers"],
    ["u", "take all wagers back"],
    ["a", "autoset on or off"],
    ["s", "try a payment again"],
    ["i", "take a seat"],
    ["/", "type a command"],
    ...EVERYWHERE,
  ],
  none: EVERYWHERE,
};

/** Keys that press what has the focus. */
const PRESSING = new Set([" ", "Enter"]);
const TYPED = "select, textarea, [contenteditable], input:not([type=checkbox], [type=radio])";
const PRESSED = "a, button, input, summary, [role=region]";

/** Listens for single keys outside of fields, announces them as `gutshot:key`, explains them. */
class KeyHelp extends HTMLElement {
  /** @type {HTMLDialogElement} */
  #dialog = document.createElement("dialog");
  #on = kept("keys") !== "off";
  /** @type {string[][]} */
  #keys = EVERYWHERE;
  #commands = new Set([""]);

  connectedCallback() {
    const page = document.querySelector("[data-keys]");
    this.#keys = KEYS[page instanceof HTMLElement ? (page.dataset.keys ?? "none") : "none"];
    this.#commands = new Set(this.#keys.flatMap(([keys]) => keys.split(" ")));
    this.#build();
    document.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("gutshot:keys", () => this.#dialog.showModal());
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#dialog.open) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest(TYPED)) return;
    const key = event.key === " " ? "Space" : event.key;
    // What had the focus in the dialog has it still for a frame after the dialog is closed.
    const pressed = target.closest(PRESSED) && !this.#dialog.contains(target);
    if (PRESSING.has(event.key) && (event.repeat || pressed)) return;
    if (!this.#on || !this.#commands.has(key)) return;
    event.preventDefault();
    if (key === "?") this.#dialog.showModal();
    else document.dispatchEvent(new CustomEvent("gutshot:key", { detail: { key } }));
  }

  #build() {
    const dialog = this.#dialog;
    dialog.setAttribute("aria-labelledby", "keys-heading");
    const heading = document.createElement("h2");
    heading.id = "keys-heading";
    heading.textContent = "Keyboard";
    const list = document.createElement("dl");
    for (const [keys, does] of this.#keys) {
      const term = document.createElement("dt");
      for (const key of keys.split(" ")) {
        const sign = document.createElement("kbd");
        sign.textContent = key;
        term.append(sign, " ");
      }
      const text = document.createElement("dd");
      text.textContent = does;
      list.append(term, text);
    }
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = this.#on;
    box.addEventListener("change", () => {
      this.#on = box.checked;
      keep("keys", this.#on ? "on" : "off");
    });
    label.append(box, "Single keys are commands");
    const form = document.createElement("form");
    form.method = "dialog";
    const close = document.createElement("button");
    close.textContent = "Close";
    form.append(close);
    dialog.append(heading, list, label, form);
    this.append(dialog);
  }
}

customElements.define("key-help", KeyHelp);
