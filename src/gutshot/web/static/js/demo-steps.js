// @ts-check

/** Buttons of the bar: what they are called, which key does the same, where they lead. */
const MOVES = [
  { name: "First", sign: "|◀", key: "Home", to: () => 0 },
  { name: "Back", sign: "◀", key: "ArrowLeft", to: (/** @type {number} */ at) => at - 1 },
  { name: "Next", sign: "▶", key: "ArrowRight", to: (/** @type {number} */ at) => at + 1 },
  { name: "Last", sign: "▶|", key: "End", to: (/** @type {number} */ _, /** @type {number} */ last) => last },
];

/** Shows a list of steps one at a time; without scripts, or when asked, all of them stand below each other. */
class DemoSteps extends HTMLElement {
  #at = 0;
  #all = false;
  /** @type {HTMLElement[]} */
  #steps = [];
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #place = document.createElement("p");
  #switch = document.createElement("button");

  connectedCallback() {
    this.#steps = [...this.querySelectorAll(".demo-step")].map((one) => /** @type {HTMLElement} */ (one));
    this.tabIndex = 0;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", "Demonstration. Left and right arrow keys step, Home and End jump.");
    this.prepend(this.#chooser(), this.#bar());
    this.addEventListener("keydown", (event) => this.#pressed(event));
    window.addEventListener("hashchange", () => this.#follow());
    this.#follow();
    this.#show();
  }

  #bar() {
    const bar = document.createElement("div");
    bar.className = "demo-bar";
    for (const move of MOVES) {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-keyshortcuts", move.key);
      const sign = document.createElement("span");
      sign.setAttribute("aria-hidden", "true");
      sign.textContent = move.sign;
      const name = document.createElement("span");
      name.className = move.name === "Next" || move.name === "Back" ? "demo-name" : "unseen";
      name.textContent = move.name;
      if (move.name === "Next") {
        button.className = "primary";
        button.append(name, sign);
      } else {
        button.append(sign, name);
      }
      button.addEventListener("click", () => this.#go(move.to(this.#at, this.#steps.length - 1)));
      this.#buttons.push(button);
      bar.append(button);
    }
    this.#place.className = "demo-place";
    bar.append(this.#place);
    return bar;
  }

  #chooser() {
    const line = document.createElement("p");
    line.className = "demo-chooser";
    this.#switch.type = "button";
    this.#switch.className = "quiet";
    this.#switch.addEventListener("click", () => {
      this.#all = !this.#all;
      this.#show();
    });
    const keys = document.createElement("span");
    keys.className = "hint";
    keys.textContent = "Keys: ← → Home End";
    line.append(keys, this.#switch);
    return line;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || this.#all) return;
    const move = MOVES.find((one) => one.key === event.key);
    if (!move) return;
    event.preventDefault();
    this.#go(move.to(this.#at, this.#steps.length - 1));
  }

  /** @param {number} to */
  #go(to) {
    const next = Math.max(0, Math.min(to, this.#steps.length - 1));
    if (next === this.#at) return;
    this.#at = next;
    this.#all = false;
    this.#show();
    history.replaceState(null, "", `#${this.#steps[next].id}`);
    const live = document.getElementById("live");
    const said = this.#steps[next].dataset.said;
    if (live) live.textContent = `Step ${next + 1} of ${this.#steps.length}. ${said}`;
  }

  /** An address that ends in a step's name leads to it. */
  #follow() {
    const at = this.#steps.findIndex((step) => `#${step.id}` === location.hash);
    if (at < 0) return;
    this.#at = at;
    this.#show();
  }

  #show() {
    this.classList.toggle("stepping", !this.#all);
    this.#steps.forEach((step, i) => {
      step.hidden = !this.#all && i !== this.#at;
    });
    const last = this.#steps.length - 1;
    this.#buttons.forEach((button, i) => {
      const there = i < 2 ? this.#at === 0 : this.#at === last;
      button.setAttribute("aria-disabled", String(there));
      button.hidden = this.#all;
    });
    this.#place.textContent = this.#all ? "" : `${this.#at + 1} / ${this.#steps.length}`;
    this.#switch.textContent = this.#all ? "One step at a time" : "All steps below each other";
  }
}

customElements.define("demo-steps", DemoSteps);
