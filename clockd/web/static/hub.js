// What every page of the hub does: keep the head true, show the time in the hall, and say when the hub is silent.

import { label, timeOfDay } from "./ages.js";
import { Announcer } from "./announce.js";
import { bindings, put } from "./bind.js";
import { words } from "./clock.js";
import { Feed } from "./feed.js";

const TICK_MS = 50; // twice in a tenth: no tenth is skipped on the way to the screen
const byId = (id) => document.getElementById(id);

function drawNotices(notices) {
  const place = byId("notices");
  const shown = [...place.children].map((banner) => banner.textContent.trim());
  if (JSON.stringify(shown) === JSON.stringify(notices)) return;
  place.replaceChildren(
    ...notices.map((notice) => {
      const banner = document.createElement("p");
      banner.className = "banner soon";
      banner.textContent = notice;
      return banner;
    }),
  );
}

// Starts a page: `onNews(news)` at each event, `onTick(news, elapsed, stale)` twenty times a second,
// with the real milliseconds since the hub said it.
export function startHub(onNews, onTick = () => {}) {
  const catalogue = JSON.parse(document.body.dataset.words);
  const announcer = new Announcer();
  const frame = [...document.querySelectorAll(".top, .banners")].map((part) => bindings(part));
  let condition = "loading";

  const feed = new Feed((news) => {
    for (const bound of frame) put(bound, news.view);
    drawNotices(news.view.head.notices);
    onNews(news);
    tick();
  });

  function tick() {
    feed.watch();
    label(byId("hall"), timeOfDay(Date.now()));
    if (feed.news === null) return;
    const stale = feed.isStale();
    const next = stale ? "stale" : "live";
    if (next !== condition) change(next);
    // What is stale shows what the hub last said, not what was counted on since.
    onTick(feed.news, stale ? 0 : feed.ageMs(), stale);
  }

  function change(next) {
    const silent = words(catalogue, "hub.silent", { time: feed.heardAt() });
    byId("no-news").textContent = silent;
    byId("stale").hidden = next === "live";
    if (condition !== "loading") {
      announcer.say("say-status", next === "live" ? catalogue["hub.back"] : silent);
    }
    condition = next;
    document.documentElement.dataset.news = next;
  }

  setInterval(tick, TICK_MS);
  return { catalogue, feed, announcer };
}
