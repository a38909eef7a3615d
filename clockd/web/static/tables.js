// Pairings, standings, crosstable: the server draws, this puts what is new in place and marks the chosen player.

import { startHub } from "./hub.js";
import { startKeys } from "./keys.js";
import { morphTo } from "./morph.js";

const main = document.getElementById("main");
const choices = () => [...main.querySelectorAll(".choose, .board-number a")];

function markChosen() {
  for (const link of main.querySelectorAll(".choose")) {
    const chosen = link.hash === location.hash;
    if (chosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function step(by) {
  const stops = choices();
  if (!stops.length) return;
  const here = stops.indexOf(document.activeElement);
  const next = here < 0 ? (by > 0 ? 0 : stops.length - 1) : here + by;
  stops[Math.min(Math.max(next, 0), stops.length - 1)].focus();
}

startHub((news) => {
  if (news.html === undefined) return;
  morphTo(main, news.html);
  markChosen();
});
startKeys({
  next: () => step(1),
  previous: () => step(-1),
  back: () => location.assign("/"),
});
addEventListener("hashchange", markChosen);
markChosen();
