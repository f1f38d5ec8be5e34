// @ts-check
// Puts what the server rendered afresh into the page, part by part, around what is being typed.

/** @param {Element | null} element */
function isTyped(element) {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && element.type !== "checkbox";
}

/**
 * Replace each part of `page` by the part of the same name in `fresh`.
 *
 * A part that holds the field with the focus stays, and only the parts inside it are replaced. A
 * part that the server could not fill (`data-blocked`) keeps its last content and is marked stale.
 *
 * @param {Element} page
 * @param {Element} fresh
 * @param {boolean} whole whether fields are replaced even while one has the focus
 */
export function patch(page, fresh, whole) {
  const active = document.activeElement;
  const focusId = active && page.contains(active) ? active.id : "";
  for (const part of outermost(page)) patchPart(part, fresh, whole ? null : active);
  if (focusId && document.activeElement !== active) {
    document.getElementById(focusId)?.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} part
 * @param {Element} fresh
 * @param {Element | null} active
 */
function patchPart(part, fresh, active) {
  const name = /** @type {HTMLElement} */ (part).dataset.part ?? "";
  const next = fresh.querySelector(`[data-part="${CSS.escape(name)}"]`);
  if (!next) return;
  if (active && part.contains(active) && isTyped(active)) {
    for (const inner of outermost(part)) patchPart(inner, fresh, active);
    for (const field of part.querySelectorAll("input")) copyMarks(field, next);
    return;
  }
  if (next.hasAttribute("data-blocked") && part.childElementCount) {
    part.setAttribute("data-stale", "");
    return;
  }
  if (part.outerHTML !== next.outerHTML) part.replaceWith(document.importNode(next, true));
}

/**
 * Mark a field as its fresh twin is marked. Its text stays: it may be newer than the answer.
 *
 * @param {HTMLInputElement} field
 * @param {Element} next
 */
function copyMarks(field, next) {
  const twin = field.id && next.querySelector(`#${CSS.escape(field.id)}`);
  if (!(twin instanceof HTMLInputElement)) return;
  if (twin.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  const edited = twin.closest("tr")?.classList.contains("edited") ?? false;
  field.closest("tr")?.classList.toggle("edited", edited);
}

/**
 * The parts inside an element that lie in no other part inside it.
 *
 * @param {Element} root
 * @returns {Element[]}
 */
function outermost(root) {
  return [...root.querySelectorAll("[data-part]")].filter((part) => {
    const above = part.parentElement?.closest("[data-part]");
    return !above || above === root || !root.contains(above);
  });
}
