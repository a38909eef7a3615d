// The wall: a card for each board of the round, the alert list, filters and order.
//
// Cards and rows are kept by board and by alert and changed in place, so that an evening of updates makes no more
// elements than the first one did. What a board's state is was decided by the server; here clocks and ages count.

import { label, lasted, timeOfDay } from "./ages.js";
import { bindings, put } from "./bind.js";
import { Clock, words } from "./clock.js";
import { fitCards } from "./fit.js";
import { startHub } from "./hub.js";
import { startKeys } from "./keys.js";
import { drawMen } from "./men.js";
import { AlertList } from "./rail.js";
import { Bell } from "./sound.js";

const byId = (id) => document.getElementById(id);
const LEVELS = ["now", "soon", "look", ""];
const place = byId("cards");

class Card {
  constructor(element, catalogue) {
    this.element = element;
    this.catalogue = catalogue;
    this.bound = bindings(element);
    this.clocks = ["white", "black"].map((side) => new Clock(side, catalogue, element));
    this.board = element.querySelector(".mini");
    this.since = element.querySelector(".since");
    this.seen = element.querySelector(".seen");
  }

  show(card) {
    this.card = card;
    put(this.bound, card);
    drawMen(this.board, card.fen, card.last_move);
    const { white, black, clocks } = card;
    this.timing = { ...clocks, view: { white, black, pace: clocks.pace } };
  }

  // Ages are real time; a demo's clocks run `rate` times as fast.
  tick(elapsed, rate, stale, heardAt) {
    const { card, timing } = this;
    const off = stale || card.state === "offline";
    const counted = off ? 0 : (elapsed + card.clocks.age_ms) * rate;
    for (const clock of this.clocks) clock.show(timing, counted, off);
    label(this.since, card.since_ms === null ? "" : lasted(card.since_ms + elapsed));
    label(this.seen, this.seenWords(elapsed, stale, heardAt));
  }

  // Why what stands here may be old, and of when it is.
  seenWords(elapsed, stale, heardAt) {
    const { card, catalogue } = this;
    const heard = heardAt - card.clocks.age_ms;
    if (card.seen === "table" || (stale && card.state !== "none")) {
      return words(catalogue, "hub.as_at", { time: timeOfDay(heard) });
    }
    if (card.seen !== "board") return "";
    const time = card.since_ms === null ? "" : lasted(card.since_ms + elapsed);
    return words(catalogue, "hub.last_seen", { time });
  }
}

class Wall {
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.cards = new Map();
    this.filter = "all";
    this.order = "board";
    for (const element of place.children) this.keep(element);
    new ResizeObserver(() => this.fit()).observe(document.querySelector(".boards"));
  }

  keep(element) {
    const card = new Card(element, this.catalogue);
    this.cards.set(element.dataset.board, card);
    return card;
  }

  make(board) {
    const element = byId("card-template").content.firstElementChild.cloneNode(true);
    element.dataset.board = board;
    element.querySelector(".number").href = `/board/${board}`;
    place.append(element);
    return this.keep(element);
  }

  show(cards) {
    const here = new Set(cards.map((card) => String(card.board)));
    for (const [board, card] of this.cards) {
      if (here.has(board)) continue;
      card.element.remove();
      this.cards.delete(board);
    }
    for (const card of cards) {
      (this.cards.get(String(card.board)) ?? this.make(String(card.board))).show(card);
    }
    this.arrange();
  }

  tick(elapsed, rate, stale, heardAt) {
    for (const card of this.cards.values()) if (card.card) card.tick(elapsed, rate, stale, heardAt);
  }

  // Order and filter. Boards stand in their order; urgency is a choice.
  arrange() {
    const urgent = this.order === "urgency";
    const sorted = [...this.cards.values()].sort(
      ({ card: one }, { card: other }) =>
        (urgent ? LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) : 0) ||
        one.board - other.board,
    );
    let shown = 0;
    sorted.forEach(({ element, card }, n) => {
      if (place.children[n] !== element) place.insertBefore(element, place.children[n]);
      element.hidden = this.filter !== "all" && !card.groups.includes(this.filter);
      shown += element.hidden ? 0 : 1;
    });
    byId("none-like-that").hidden = shown > 0 || this.cards.size === 0;
    if (shown === this.shown) return;
    this.shown = shown;
    this.fit();
  }

  fit() {
    fitCards(place, this.shown ?? this.cards.size);
  }

  press(name, value) {
    this[name] = value;
    for (const button of document.querySelectorAll(`[data-${name}]`)) {
      button.setAttribute("aria-pressed", String(button.dataset[name] === value));
    }
    if (this.shown !== undefined) this.arrange();
  }
}

function drawFilters(filters) {
  for (const { name, count, shown } of filters) {
    const button = document.querySelector(`[data-filter="${name}"]`);
    button.hidden = !shown && button.getAttribute("aria-pressed") !== "true";
    button.querySelector(".count").textContent = count;
  }
}

function drawLeaders(leaders) {
  const list = byId("leader-rows");
  byId("leaders").hidden = leaders.length === 0;
  while (list.children.length > leaders.length) list.lastElementChild.remove();
  while (list.children.length < leaders.length) {
    list.append(byId("leader-template").content.firstElementChild.cloneNode(true));
  }
  leaders.forEach((leader, n) => {
    for (const part of list.children[n].children) {
      const text = String(leader[part.dataset.part]);
      if (part.textContent !== text) part.textContent = text;
    }
  });
}

// A line that stands only while there is something to say: a sign and its words.
function drawLine(id, text) {
  byId(id).hidden = text === "";
  byId(id).lastElementChild.textContent = text;
}

const page = startHub(
  ({ view }) => {
    wall.show(view.cards);
    alerts.show(view.levels);
    drawFilters(view.filters);
    drawLeaders(view.leaders);
    drawLine("calm", view.calm);
    drawLine("empty", view.empty);
  },
  (news, elapsed, stale) => {
    wall.tick(elapsed, news.rate ?? 1, stale, page.feed.wallAt);
    alerts.tick(elapsed);
  },
);
const wall = new Wall(page.catalogue);
const sound = document.getElementById("sound");
const alerts = new AlertList(page.catalogue, page.announcer, new Bell(sound));

for (const button of document.querySelectorAll("[data-filter]")) {
  button.addEventListener("click", () => wall.press("filter", button.dataset.filter));
}
for (const button of document.querySelectorAll("[data-order]")) {
  button.addEventListener("click", () => wall.press("order", button.dataset.order));
}
startKeys({
  next: () => alerts.step(1),
  previous: () => alerts.step(-1),
  order: () => wall.press("order", wall.order === "board" ? "urgency" : "board"),
  back: () => wall.press("filter", "all"),
  sound: () => sound.click(),
});
