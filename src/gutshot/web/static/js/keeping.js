// @ts-check
// Choices that a browser keeps; one that keeps nothing forgets them.

/**
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return localStorage.getItem(`gutshot.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
export function keep(name, text) {
  try {
    localStorage.setItem(`gutshot.${name}`, text);
  } catch {
    // Nothing is lost but the memory of it.
  }
}
