// @ts-check

const SCALE = 2;
/** @type {Record<string, string>} */
const WORDS = { F: "Fold", X: "Check", C: "Call", R: "Raise", A: "All-in" };

/**
 * The links and the form that save the node that is shown. Nodes change without a new page, so that
 * both follow the chart around them; a picture of pixels is drawn here from the server's own.
 */
class ChartExport extends HTMLElement {
  /** @type {HTMLElement | null} */
  #problem = null;
  #watch = new MutationObserver(() => this.#follow());

  connectedCallback() {
    const chart = this.#chart;
    if (chart) this.#watch.observe(chart, { attributeFilter: ["data-node"] });
    this.querySelector("[data-png]")?.addEventListener("click", () => this.#savePng());
    this.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#saveRange(/** @type {HTMLFormElement} */ (event.currentTarget));
    });
  }

  disconnectedCallback() {
    this.#watch.disconnect();
  }

  /** @returns {any} */
  get #chart() {
    return this.closest("preflop-chart");
  }

  get #node() {
    return this.#chart?.dataset.node ?? "";
  }

  #follow() {
    this.#say("");
    for (const link of this.querySelectorAll("a[data-to]")) {
      const to = /** @type {HTMLElement} */ (link).dataset.to ?? "";
      link.setAttribute("href", this.#url({ to }));
    }
    const hidden = this.querySelector('input[name="node"]');
    if (hidden instanceof HTMLInputElement) hidden.value = this.#node;
    const select = this.querySelector('select[name="action"]');
    const node = this.#chart?.chart?.node(this.#node);
    if (!(select instanceof HTMLSelectElement) || !node) return;
    const to = this.#chart.chart.standing(this.#node).to;
    const tokens = /** @type {string[]} */ ([...node.actions]).reverse();
    select.replaceChildren(
      ...tokens.map((token) => {
        const size = token[0] === "R" ? ` to ${Number(to[token].toFixed(2))}` : "";
        return new Option(`${WORDS[token[0]]}${size}`, token);
      }),
    );
    select.value = tokens.find((token) => token[0] === "R") ?? tokens[0];
  }

  /** @param {Record<string, string>} fields */
  #url(fields) {
    return `${this.dataset.export}?${new URLSearchParams({ node: this.#node, ...fields })}`;
  }

  /** @param {string} ending */
  #name(ending) {
    return `${this.dataset.name}_${this.#node || "first"}${ending}`;
  }

  async #savePng() {
    const answer = await this.#asked(this.#url({ to: "svg" }));
    if (!answer) return;
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = SCALE * picture.naturalWidth;
    canvas.height = SCALE * picture.naturalHeight;
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      if (blob) this.#save(blob, this.#name(".png"));
    }, "image/png");
  }

  /** @param {HTMLFormElement} form */
  async #saveRange(form) {
    /** @type {[string, string][]} */
    const fields = [...new FormData(form)].map(([name, text]) => [name, String(text)]);
    const asked = Object.fromEntries(fields);
    const answer = await this.#asked(this.#url(asked));
    const ending = asked.to === "monker" ? ".rng" : ".txt";
    if (answer) this.#save(await answer.blob(), this.#name(`_${asked.action}${ending}`));
  }

  /**
   * @param {string} url
   * @returns {Promise<Response | null>}
   */
  async #asked(url) {
    this.#say("");
    try {
      const answer = await fetch(url);
      if (answer.ok) return answer;
      this.#say(String((await answer.json()).error ?? "That was refused."));
    } catch {
      this.#say("The server does not answer. Is it still running?");
    }
    return null;
  }

  /**
   * @param {Blob} blob
   * @param {string} name
   */
  #save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** @param {string} text */
  #say(text) {
    this.#problem?.remove();
    this.#problem = null;
    if (!text) return;
    this.#problem = document.createElement("p");
    this.#problem.className = "error";
    this.#problem.setAttribute("role", "alert");
    this.#problem.textContent = text;
    this.append(this.#problem);
  }
}

customElements.define("chart-export", ChartExport);
