// The table's news in the browser: keeps the stream open and knows how old the news is.
//
// The server says with each event how old its news is (`age_ms`) and when it sent it (`sent_ms`, its own clock).
// Times here are performance.now() milliseconds. Nothing is computed that decides anything: only ages.

export const STALE_MS = 2000; // news older than this is not drawn as running
const WALL_STALE_MS = 4000; // after the machine slept its monotonic clock may have stood still; the wall clock did not
const DEAD_MS = 5000; // no event for so long: the line is dead without having said so, open another
const REOPEN_MS = 1500; // between two tries after the server refused a stream
const DRIFT_PER_MS = 0.0005; // two machines' clocks drift apart by less than this

export class Feed {
  constructor(onNews, address = document.body.dataset.events ?? "/events") {
    this.onNews = onNews;
    this.address = address;
    this.news = null;
    this.newsAt = null; // when the table said it
    this.wallAt = 0;
    this.open();
  }

  open() {
    this.source?.close();
    this.fastest = null; // the smallest (now - sent_ms) seen: what a message takes when nothing holds it up
    this.eventAt = performance.now();
    this.source = new EventSource(this.address);
    this.source.onmessage = (event) => this.heard(JSON.parse(event.data));
    // While it says CONNECTING the browser tries again by itself; after a refusal (CLOSED) it never would.
    this.source.onerror = () => {
      if (this.source.readyState === EventSource.CLOSED) {
        this.eventAt = performance.now() - DEAD_MS + REOPEN_MS;
      }
    };
  }

  heard(news) {
    const now = performance.now();
    const late = this.heldUp(now, news.sent_ms);
    this.eventAt = now;
    this.news = news;
    this.newsAt = news.age_ms === null ? null : now - late - news.age_ms;
    this.wallAt = Date.now() - late - (news.age_ms ?? 0);
    this.onNews(news);
  }

  // How much longer than the fastest one this message was on its way: old news that arrives in a burst after the
  // network was away must not look fresh.
  heldUp(now, sentMs) {
    const way = now - sentMs;
    const leak = (now - this.eventAt) * DRIFT_PER_MS;
    this.fastest = this.fastest === null ? way : Math.min(way, this.fastest + leak);
    return way - this.fastest;
  }

  // Called a few times a second by the page.
  watch() {
    if (performance.now() - this.eventAt > DEAD_MS) this.open();
  }

  ageMs() {
    return this.newsAt === null ? null : performance.now() - this.newsAt;
  }

  isStale() {
    const age = this.ageMs();
    return age === null || age > STALE_MS || Date.now() - this.wallAt > WALL_STALE_MS;
  }

  // The time of day at which the table last said something, for "as at".
  heardAt() {
    return new Date(this.wallAt).toTimeString().slice(0, 8);
  }
}
