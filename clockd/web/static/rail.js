// The alert list: one row a board and kind, in the server's order, each kept in place while it lasts.
//
// A row under the pointer or the focus never moves: while there is one, rows that stay keep their order and new ones
// go in behind them.

import { label, lasted } from "./ages.js";
import { bindings, put } from "./bind.js";
import { words } from "./clock.js";

class Row {
  constructor(element) {
    this.element = element;
    this.bound = bindings(element);
    this.since = element.querySelector(".since");
    this.link = element.querySelector(".row-title");
  }

  show(row) {
    this.row = row;
    this.element.dataset.id = row.id;
    put(this.bound, row);
    if (row.href) this.link.setAttribute("href", row.href);
    else this.link.removeAttribute("href");
  }

  tick(elapsed) {
    label(this.since, lasted(this.row.age_ms + elapsed));
  }
}

class Level {
  constructor(level) {
    this.place = document.getElementById(`level-${level}`);
    this.list = this.place.querySelector(".rows");
    this.count = this.place.querySelector(".count");
    this.rows = new Map();
    this.list.replaceChildren(); // what the server drew is drawn again from the first news
  }

  show({ rows, count }) {
    this.place.hidden = rows.length === 0;
    if (this.count.textContent !== count) this.count.textContent = count;
    const here = new Set(rows.map((row) => row.id));
    for (const [id, row] of this.rows) {
      if (here.has(id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    for (const row of rows) this.rowOf(row.id).show(row);
    this.putInOrder(this.inOrder(rows));
  }

  rowOf(id) {
    if (!this.rows.has(id)) {
      const template = document.getElementById("row-template");
      this.rows.set(id, new Row(template.content.firstElementChild.cloneNode(true)));
    }
    return this.rows.get(id);
  }

  inOrder(rows) {
    const wanted = rows.map((row) => this.rows.get(row.id).element);
    const held = this.list.matches(":hover") || this.list.contains(document.activeElement);
    if (!held) return wanted;
    const staying = [...this.list.children];
    return [...staying, ...wanted.filter((element) => !staying.includes(element))];
  }

  putInOrder(elements) {
    elements.forEach((element, n) => {
      if (this.list.children[n] !== element) this.list.insertBefore(element, this.list.children[n]);
    });
  }
}

export class AlertList {
  constructor(catalogue, announcer, bell) {
    this.catalogue = catalogue;
    this.announcer = announcer;
    this.bell = bell;
    this.levels = new Map(["now", "soon", "look"].map((level) => [level, new Level(level)]));
    this.told = null; // ids that were there before; null until the first news
  }

  show(levels) {
    for (const group of levels) this.levels.get(group.level).show(group);
    this.tell(levels.flatMap((group) => group.rows));
  }

  // New alerts are spoken once: at once for those that need a hand now, politely for the others. The bell rings for the
  // most urgent of them.
  tell(rows) {
    const fresh = rows.filter((row) => this.told !== null && !this.told.has(row.id));
    const urgent = ["now", "soon"].find((level) => fresh.some((row) => row.level === level));
    if (urgent !== undefined) this.bell.ring(urgent);
    for (const row of rows) {
      if (this.told === null || this.told.has(row.id) || row.level === "look") continue;
      const region = row.level === "now" ? "say-alert" : "say-status";
      this.announcer.say(region, words(this.catalogue, "hub.alert", row));
    }
    this.told = new Set(rows.map((row) => row.id));
  }

  tick(elapsed) {
    for (const level of this.levels.values()) for (const row of level.rows.values()) row.tick(elapsed);
  }

  // Moves the focus to the next alert with a board, or the one before.
  step(by) {
    const links = [...document.querySelectorAll("#alerts .row-title[href]")];
    const cards = [...document.querySelectorAll("#cards .card:not([hidden]) .number")];
    const stops = links.length ? links : cards;
    if (!stops.length) return;
    const here = stops.indexOf(document.activeElement);
    const next = here < 0 ? (by > 0 ? 0 : stops.length - 1) : here + by;
    stops[Math.min(Math.max(next, 0), stops.length - 1)].focus();
  }
}
