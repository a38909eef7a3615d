// The clock face: everything it shows is bound by page.js. A screen that only shows a clock must not go to sleep.

import { startPage } from "./page.js";

async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused on a low battery or without a secure address: the system's own setting decides then.
  }
}

startPage((view) => {
  document.title = `${view.place} · ${view.centre}`;
});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
