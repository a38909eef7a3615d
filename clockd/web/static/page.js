// What both pages do: put the view's texts in place, run the clocks, and say when there is no news.
//
// Elements name the part of the view that they show: data-text="white.name", data-attr="data-mode:white.mode",
// data-sign="state.sign", data-show="result.score". The server fills them once, this file keeps them true.

import { Clock, words } from "./clock.js";
import { Feed } from "./feed.js";

const TICK_MS = 50; // twice in a tenth: no tenth is skipped on the way to the screen

function at(view, path) {
  return path.split(".").reduce((value, step) => value?.[step], view);
}

function bindings() {
  const all = (name) => [...document.querySelectorAll(`[data-${name}]`)];
  return {
    texts: all("text").map((element) => [element, element.dataset.text]),
    signs: all("sign").map((element) => [element, element.dataset.sign]),
    shows: all("show").map((element) => [element, element.dataset.show]),
    attributes: all("attr").flatMap((element) =>
      element.dataset.attr.split(",").map((pair) => [element, ...pair.split(":")]),
    ),
  };
}

function put(bound, view) {
  for (const [element, path] of bound.texts) {
    const text = at(view, path) ?? "";
    if (element.textContent !== text) element.textContent = text;
  }
  for (const [element, path] of bound.signs) {
    const name = at(view, path);
    element.toggleAttribute("hidden", !name); // an SVG element has no `hidden` property
    if (name) element.firstElementChild.setAttribute("href", `#s-${name}`);
  }
  for (const [element, path] of bound.shows) element.hidden = !at(view, path);
  for (const [element, name, path] of bound.attributes) {
    const value = String(at(view, path));
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

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
    for (const clock of clocks) clock.show(feed.news, stale ? 0 : feed.ageMs(), stale);
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
