// @ts-check
import { OwnCards } from "./table-cards.js";

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const SAID_AFTER_MS = 250;
const CLOCK_MS = 250;
const ASKED_AFTER_MS = 200;

/**
 * A table over a WebSocket: what the server rendered is put in place, buttons and fields are sent
 * as the words that one can type. A lost connection is taken up where it was: every command has an
 * id, so that one which was on its way is sent again and counts once.
 */
class PaiGowTable extends HTMLElement {
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  /** @type {Map<string, string>} commands without an answer, as they are sent, by id */
  #open = new Map();
  /** @type {OwnCards} */
  #cards = new OwnCards(this, (positions) => this.#say(positions));
  /** @type {string[]} */
  #waiting = [];
  #announced = "";
  #talk = 0;
  /** @type {Map<string, number>} timers of questions what a wager costs, by its field */
  #asking = new Map();
  #told = { left: 0, at: 0 };
  #ending = false;

  connectedCallback() {
    this.addEventListener("submit", (event) => this.#submitted(/** @type {SubmitEvent} */ (event)));
    // Submitters of a form elsewhere on the page bubble from there, which is inside as well.
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#typed(event));
    this.addEventListener("input", (event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      if (field.id.startsWith("amount-")) this.#costs(field);
    });
    document.addEventListener("gutshot:key", (event) => {
      this.#command(/** @type {CustomEvent<{key: string}>} */ (event).detail.key);
    });
    window.addEventListener("pagehide", () => {
      this.#ending = true;
      this.#socket?.close();
    });
    window.addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#ending = false;
      this.#connect();
    });
    this.#announced = this.#own?.dataset.announce ?? "";
    this.#cards.adopt();
    this.#clock();
    setInterval(() => this.#tick(), CLOCK_MS);
    this.#connect();
  }

  get #own() {
    return /** @type {HTMLElement | null} */ (this.querySelector('[data-part="own"]'));
  }

  #connect() {
    const url = new URL(this.dataset.live ?? "", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("form", "parts");
    url.searchParams.set("after", this.dataset.number ?? "");
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT_MS;
      this.#link("on", "connected");
      for (const text of this.#open.values()) socket.send(text);
    });
    socket.addEventListener("message", (event) => this.#heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.#ending) return;
      this.#link("lost", "not connected, trying again");
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
    });
  }

  /** @param {any} message */
  #heard(message) {
    if (message.type === "answer") {
      this.#open.delete(message.id);
      if (message.ok) this.#refuse("");
      else {
        this.#refuse(message.line);
        this.#cards.reset();
      }
      return;
    }
    if (message.type === "hello") return;
    this.dataset.number = String(message.number);
    if (message.round) this.dataset.round = String(message.round);
    if (message.type === "parts") {
      this.#put(message.html);
      this.#waiting.push(...message.words);
      this.#clock();
    } else if (message.type === "own") {
      if (message.seat) this.dataset.mine = String(message.seat);
      else delete this.dataset.mine;
      this.#put(message.html);
      const said = this.#own?.dataset.announce ?? "";
      if (said !== this.#announced) this.#waiting.push(said);
      this.#announced = said;
      this.#cards.adopt();
    }
    this.#speak();
  }

  /**
   * Put fresh parts in place; what is being typed stays, and what had the focus has it again.
   *
   * @param {string} html
   */
  #put(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    for (const next of fresh.querySelectorAll("[data-part]")) {
      const name = /** @type {HTMLElement} */ (next).dataset.part ?? "";
      const part = this.querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (!(part instanceof HTMLElement)) continue;
      const focus = part.contains(document.activeElement) ? document.activeElement : null;
      const typed = part.dataset.stage === /** @type {HTMLElement} */ (next).dataset.stage;
      const fields = new Map(
        [...part.querySelectorAll("input[id]")].map((field) => [
          field.id,
          /** @type {HTMLInputElement} */ (field).value,
        ]),
      );
      const open = part.querySelector("details")?.open ?? false;
      const put = document.importNode(next, true);
      part.replaceWith(put);
      if (typed) {
        for (const field of put.querySelectorAll("input[id]")) {
          const text = fields.get(field.id);
          const amount = /** @type {HTMLInputElement} */ (field);
          if (text === undefined || amount.value === text) continue;
          amount.value = text;
          if (amount.id.startsWith("amount-")) this.#costs(amount);
        }
        const details = put.querySelector("details");
        if (details) details.open = open;
      }
      if (focus) this.#focusAgain(put, focus);
    }
  }

  /**
   * @param {Element} part
   * @param {Element} had
   */
  #focusAgain(part, had) {
    const value = had.getAttribute("value");
    const twin = had.id
      ? part.querySelector(`#${CSS.escape(had.id)}`)
      : value && part.querySelector(`[name="${had.getAttribute("name")}"][value="${CSS.escape(value)}"]`);
    // What had the focus is gone with its stage: keys are commands again.
    const next = twin || part;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    // A stranger becomes a player by a form, whose answer brings the cookie.
    if (!("words" in form.dataset) || "stranger" in this.dataset) return;
    event.preventDefault();
    if (form.dataset.words === "typed") {
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("say"));
      if (field.value.trim().toLowerCase() === "help") this.#help();
      else if (field.value.trim()) this.#say(field.value.trim());
      field.value = "";
      return;
    }
    if (event.submitter instanceof HTMLButtonElement) this.#say(this.#words(event.submitter));
  }

  /**
   * @param {HTMLButtonElement} button
   * @returns {string} what it says, with the credits of its field
   */
  #words(button) {
    const [word, bet] = button.value.split(" ");
    if (word !== "bet") return button.value;
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById(`amount-${bet}`));
    return `${button.value} ${field?.value ?? ""}`.trim();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const chip = target.closest("[data-chip]");
    if (chip instanceof HTMLElement) {
      const field = /** @type {HTMLInputElement} */ (document.getElementById(chip.dataset.for ?? ""));
      const sum = Number(field.value) + Number(chip.dataset.chip);
      field.value = String(Math.min(sum, Number(field.max)));
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const link = target.closest("[data-copy]");
    if (link instanceof HTMLElement && navigator.clipboard) {
      event.preventDefault();
      navigator.clipboard.writeText(link.dataset.copy ?? "").then(() => {
        this.#tell("The table's address is copied: whoever opens it can watch and sit down.");
      });
    }
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const field = /** @type {Element} */ (event.target);
    if (event.key !== "Enter" || !(field instanceof HTMLInputElement)) return;
    if (!field.id.startsWith("amount-")) return;
    event.preventDefault();
    const button = this.querySelector(`button[value="bet ${field.id.slice("amount-".length)}"]`);
    if (button instanceof HTMLButtonElement) button.click();
  }

  /** @param {string} key */
  #command(key) {
    if (/^[1-7]$/.test(key)) {
      const said = this.#cards.toggle(key);
      if (said) this.#tell(said);
      return;
    }
    if (key === "/") {
      this.querySelector("#typed")?.scrollIntoView({ block: "nearest" });
      /** @type {HTMLElement | null} */ (this.querySelector("#typed"))?.focus();
      return;
    }
    const button = this.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (button instanceof HTMLButtonElement) button.click();
  }

  /** @param {string} words */
  #say(words) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    const id = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    // Sent again after a pause it must not mean another round.
    const text = JSON.stringify({ id, say: words, round: Number(this.dataset.round) });
    this.#open.set(id, text);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** @param {string} line */
  #refuse(line) {
    const note = /** @type {HTMLElement} */ (this.querySelector("[data-refusal]"));
    this.querySelector("[data-error]")?.remove();
    note.hidden = !line;
    note.textContent = line && `▲ ${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
  }

  /**
   * Say what a wager of this stake costs.
   *
   * @param {HTMLInputElement} field
   */
  #costs(field) {
    const bet = field.id.slice("amount-".length);
    const ask = async () => {
      const stake = field.value;
      const asked = new URLSearchParams({ bet, stake });
      const answer = await fetch(`${this.dataset.here}/edge?${asked}`);
      const hint = this.querySelector(`[data-hint="${CSS.escape(bet)}"]`);
      if (hint && answer.ok && field.value === stake) hint.textContent = await answer.text();
    };
    clearTimeout(this.#asking.get(bet));
    this.#asking.set(bet, setTimeout(ask, ASKED_AFTER_MS));
  }

  #help() {
    const details = /** @type {HTMLDetailsElement} */ (this.querySelector(".gow-line details"));
    details.open = true;
    details.querySelector("summary")?.focus();
  }

  /**
   * @param {string} state
   * @param {string} words
   */
  #link(state, words) {
    const note = /** @type {HTMLElement} */ (this.querySelector("[data-link]"));
    note.dataset.link = state;
    if (note.textContent !== words) note.textContent = words;
  }

  /** @param {string} text */
  #tell(text) {
    this.#waiting.push(text);
    this.#speak();
  }

  #speak() {
    if (this.#talk || !this.#waiting.some(Boolean)) return;
    // What happens at once is read in one go: a reader would lose all but the last.
    this.#talk = setTimeout(() => {
      this.#talk = 0;
      const live = document.getElementById("live");
      if (live) live.textContent = this.#waiting.filter(Boolean).join(". ").replaceAll("..", ".");
      this.#waiting = [];
    }, SAID_AFTER_MS);
  }

  #clock() {
    const bar = /** @type {HTMLElement | null} */ (this.querySelector(".gow-clock progress"));
    this.#told = { left: Number(bar?.dataset.left ?? 0), at: performance.now() };
  }

  /** The bar runs on between what the server says. */
  #tick() {
    const bar = /** @type {HTMLProgressElement | null} */ (this.querySelector(".gow-clock progress"));
    if (!bar) return;
    const left = Math.max(0, this.#told.left - (performance.now() - this.#told.at) / 1000);
    bar.value = (left / Number(bar.dataset.of)) * bar.max;
    const words = this.querySelector(".gow-seconds");
    if (words && left < 90) words.textContent = `${Math.ceil(left)} s`;
  }
}

customElements.define("pai-gow-table", PaiGowTable);
