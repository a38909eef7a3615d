// What both pages do: put the view's texts in place, run the clocks, and say when there is no news.

import { bindings, put } from "./bind.js";
import { Clock, words } from "./clock.js";
import { Feed } from "./feed.js";

const TICK_MS = 50; // twice in a tenth: no tenth is skipped on the way to the screen

// Starts a page; `onView(view, news)` draws what only that page has.
export function startPage(onView) {
  const catalogue = JSON.parse(document.body.dataset.words);
  const bound = bindings();
  const clocks = ["white", "black"].map((side) => new Clock(side, catalogue));
  const status = document.getElementById("say-status");
  let condition = "loading";

  const feed = new Feed((news) => {
    put(bound, news.view);
    onView(news.view, news);
    tick();
  });

  function tick() {
    feed.watch();
    if (feed.news === null) return;
    const stale = feed.isStale();
    // Stale clocks show what the table last said, not what was counted on since.
    for (const clock of clocks) clock.show(feed.news, stale ? 0 : elapsed(feed), stale);
    const next = !stale ? "live" : feed.newsAt === null ? "never" : "stale";
    if (next === condition) return;
    if (next !== "live") sayNoNews(catalogue, feed);
    if (condition !== "loading" && status) {
      status.textContent = next === "live" ? catalogue.back : noNews(catalogue, feed);
    }
    condition = next;
    document.documentElement.dataset.news = condition;
  }

  setInterval(tick, TICK_MS);
  return { catalogue, feed };
}

// Clock time since the snapshot; a demo's clocks run `rate` times as fast as life.
function elapsed(feed) {
  return feed.ageMs() * (feed.news.rate ?? 1);
}

function noNews(catalogue, feed) {
  if (feed.newsAt === null) return catalogue.no_table;
  return words(catalogue, "no_news", { time: feed.heardAt() });
}

function sayNoNews(catalogue, feed) {
  const texts = {
    "no-news": document.body.classList.contains("face")
      ? catalogue.no_news_short
      : noNews(catalogue, feed),
    "no-news-short": catalogue.no_news_short,
    "no-news-since": noNews(catalogue, feed),
    "as-at": feed.newsAt === null ? "" : words(catalogue, "as_at", { time: feed.heardAt() }),
  };
  for (const [id, text] of Object.entries(texts)) {
    const element = document.getElementById(id);
    if (element) element.textContent = text;
  }
}
