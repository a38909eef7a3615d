// Clocks between two snapshots: counts the running side down from the last snapshot, and draws the digits.
//
// The table decides everything; this shows what it would show a moment later. A time never goes below zero and a
// flag is shown only when the table has said that it fell. The rules of writing a time are those of times.py.

import { drawDigits, form } from "./digits.js";

const TENTHS_BELOW_MS = 20000;
const TROUBLE_BELOW_MS = 300000; // underlined on the dashboard: who is short of time is seen at a glance
const NO_READING = "–:––";
const LABEL_EVERY_MS = 10000; // people who listen to the page are told the time this often, not each second
const SIDES = ["white", "black"];

// What a side has left `elapsed` ms after the snapshot, at the pace that the table's time control has.
export function reading(news, side, elapsed) {
  const time = news[`${side}_ms`];
  const delay = news.delay_ms[SIDES.indexOf(side)] ?? 0;
  const pace = news.view.pace[side];
  if (time === null || news.running === null) return { time, delay };
  if (news.running !== side) {
    return { time: pace === "hourglass" ? time + elapsed : time, delay };
  }
  // A simple delay is used up first, main time stands meanwhile; a Bronstein delay runs inside the time.
  const held = pace === "delay" ? Math.min(elapsed, delay) : 0;
  return { time: Math.max(0, time - (elapsed - held)), delay: Math.max(0, delay - elapsed) };
}

// "1:02:14", "48:31", and "0:17.4" under 20 s; rounded down. A fallen flag is "0:00".
export function timeText(time, flagFell) {
  if (flagFell) return "0:00";
  if (time === null) return NO_READING;
  const ms = Math.max(0, Math.floor(time));
  const seconds = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  if (ms < TENTHS_BELOW_MS) return `0:${two(seconds)}.${Math.floor((ms % 1000) / 100)}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${two(seconds % 60)}`;
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function words(catalogue, key, places) {
  return catalogue[key].replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");
}

// "51 minutes 42 seconds", for the name of a clock.
function spoken(catalogue, time) {
  if (time === null) return catalogue.unknown;
  const seconds = Math.max(0, Math.floor(time / 1000));
  const parts = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ].filter(([n], place) => n || place === 2);
  return parts
    .map(([n, unit]) => words(catalogue, n === 1 ? unit : `${unit}s`, { n }))
    .join(" ");
}

// One clock under `root`: its digits, its delay bar where there is one, and its name for people who listen.
export class Clock {
  constructor(side, catalogue, root = document) {
    this.side = side;
    this.catalogue = catalogue;
    this.element = root.querySelector(`[data-clock="${side}"]`);
    this.text = this.element.querySelector(".time-text");
    this.glyphs = this.element.querySelector(".glyphs");
    this.delay = root.querySelector(`[data-delay="${side}"]`);
    this.shown = null;
    this.named = null;
    this.namedAt = -Infinity;
    this.element.addEventListener("focus", () => (this.namedAt = -Infinity));
  }

  show(news, elapsed, stale) {
    const half = news.view[this.side];
    const now = reading(news, this.side, elapsed);
    const fell = half.mode === "flag";
    this.draw(timeText(now.time, fell));
    this.element.toggleAttribute("data-trouble", now.time !== null && now.time < TROUBLE_BELOW_MS);
    this.drawDelay(news, now, half.mode);
    this.name(half.side, fell ? 0 : now.time, stale ? "stale" : half.mode);
  }

  draw(text) {
    if (text === this.shown) return;
    this.shown = text;
    this.text.textContent = text;
    this.element.dataset.form = form(text);
    drawDigits(this.glyphs, text);
  }

  drawDelay(news, now, mode) {
    if (!this.delay) return;
    const full = news.delay_full_ms[SIDES.indexOf(this.side)] ?? 0;
    const its = mode === "running" || (mode === "stopped" && news.to_move === this.side);
    this.delay.hidden = !(its && full > 0 && now.delay > 0);
    if (this.delay.hidden) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const left = still ? Math.ceil(now.delay / 500) * 500 : now.delay;
    this.delay.querySelector(".delay-left").setAttribute("width", String((100 * left) / full));
    this.delay.querySelector(".delay-time").textContent = (Math.floor(now.delay / 100) / 10).toFixed(1);
  }

  name(side, time, mode) {
    const now = performance.now();
    if (this.named === mode && now - this.namedAt < LABEL_EVERY_MS) return;
    this.named = mode;
    this.namedAt = now;
    this.element.setAttribute(
      "aria-label",
      words(this.catalogue, "timer", {
        side,
        time: spoken(this.catalogue, time),
        mode: this.catalogue[`mode.${mode}`],
      }),
    );
  }
}

export { words };
