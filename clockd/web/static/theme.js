// Light or dark: the system's choice until somebody presses W or the button; then that, on this browser.
// Loaded before the page is drawn, so that no page flashes in the other theme.

(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // Storage may be forbidden; the page then simply does not remember.
  function remembered(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }
  function remember(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      return;
    }
  }

  const chosen = remembered("theme");
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  function change() {
    const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    remember("theme", root.dataset.theme);
  }

  function typing(target) {
    return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
  }

  addEventListener("DOMContentLoaded", () => {
    const keys = document.getElementById("keys");
    let on = remembered("keys") !== "off";
    function showKeys() {
      if (keys === null) return; // a page of forms has no keys to switch off
      keys.textContent = on ? keys.dataset.on : keys.dataset.off;
      keys.setAttribute("aria-pressed", String(on));
      root.toggleAttribute("data-keys-off", !on);
    }
    showKeys();
    keys?.addEventListener("click", () => {
      on = !on;
      remember("keys", on ? "on" : "off");
      showKeys();
    });
    document.getElementById("theme")?.addEventListener("click", change);
    addEventListener("keydown", (event) => {
      const bare = !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat;
      if (on && bare && event.key.toLowerCase() === "w" && !typing(event.target)) change();
    });
  });
})();
