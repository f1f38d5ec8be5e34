// @ts-check
import { keep, kept } from "./keeping.js";

/** Every single-key command: the one table from which keys work and the dialog is written. */
const KEYS = [
  ["1 – 5", "try holding the card at this place"],
  ["d", "deal a random hand"],
  ["c", "clear the hand"],
  ["/", "type a hand"],
  ["p", "to the first payout"],
  ["j", "try the next hold of the table"],
  ["k", "try the hold before"],
  ["t", "light or dark"],
  ["f", "two or four suit colours"],
  ["?", "this dialog"],
];
const COMMANDS = new Set(["1", "2", "3", "4", "5", "d", "c", "/", "p", "j", "k", "t", "f", "?"]);

/** Listens for single keys outside of fields, announces them as `gutshot:key`, explains them. */
class KeyHelp extends HTMLElement {
  /** @type {HTMLDialogElement} */
  #dialog = document.createElement("dialog");
  #on = kept("keys") !== "off";

  connectedCallback() {
    this.#build();
    document.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("gutshot:keys", () => this.#dialog.showModal());
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#dialog.open) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, [contenteditable]")) return;
    if (!this.#on || !COMMANDS.has(event.key)) return;
    event.preventDefault();
    if (event.key === "?") this.#dialog.showModal();
    else document.dispatchEvent(new CustomEvent("gutshot:key", { detail: { key: event.key } }));
  }

  #build() {
    const dialog = this.#dialog;
    dialog.setAttribute("aria-labelledby", "keys-heading");
    const heading = document.createElement("h2");
    heading.id = "keys-heading";
    heading.textContent = "Keyboard";
    const list = document.createElement("dl");
    for (const [key, does] of KEYS) {
      const term = document.createElement("dt");
      const sign = document.createElement("kbd");
      sign.textContent = key;
      term.append(sign);
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
