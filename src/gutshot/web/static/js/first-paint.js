// @ts-check
// Runs before the first paint, so that a chosen theme does not flash: the only script that blocks.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  try {
    const theme = localStorage.getItem("gutshot.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (localStorage.getItem("gutshot.suits") === "four") root.dataset.suits = "four";
  } catch {
    // A browser that keeps nothing still shows everything.
  }
})();
