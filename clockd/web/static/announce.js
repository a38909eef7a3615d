// Tells people who listen to the page what is new: one sentence at a time, urgent ones first.

const GAP_MS = 3000; // a sentence has this long before the next replaces it
const QUEUE_MOST = 6; // beyond it the oldest is not news any more; the list on the page has them all

export class Announcer {
  constructor() {
    this.waiting = [];
    this.busy = false;
  }

  // `region` is "say-alert" for what needs a hand now, "say-status" for the rest.
  say(region, text) {
    const urgent = region === "say-alert";
    if (urgent) this.waiting.unshift({ region, text });
    else this.waiting.push({ region, text });
    this.waiting.length = Math.min(this.waiting.length, QUEUE_MOST);
    if (!this.busy) this.next();
  }

  next() {
    const first = this.waiting.shift();
    this.busy = first !== undefined;
    if (!this.busy) return;
    document.getElementById(first.region).textContent = first.text;
    setTimeout(() => this.next(), GAP_MS);
  }
}
