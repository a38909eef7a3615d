// A sound at new alerts, for an arbiter who looks elsewhere. Off until somebody switches it on, on this browser.
//
// Two falling tones for what needs a hand now, one low tone for what is soon; never more than one sound in three seconds.
// A browser lets no page sound before it was touched: until then the switch says so.

const GAP_MS = 3000;
const LOUDNESS = 0.2;
const TONES = {
  now: [
    { hertz: 880, from: 0, to: 0.18 },
    { hertz: 660, from: 0.22, to: 0.4 },
  ],
  soon: [{ hertz: 440, from: 0, to: 0.15 }],
};
const KEY = "sound";

function remembered() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false; // storage may be forbidden; the page then does not remember
  }
}

function remember(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    return;
  }
}

export class Bell {
  constructor(button) {
    this.button = button;
    this.on = remembered();
    this.rungAt = -GAP_MS;
    this.audio = null;
    button.addEventListener("click", () => this.change());
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.wake(), true);
    this.show();
  }

  change() {
    this.on = !this.on;
    remember(this.on);
    this.wake();
    if (this.on) this.ring("soon"); // what it will sound like
    this.show();
  }

  wake() {
    if (!this.on) return;
    this.audio ??= new AudioContext();
    if (this.audio.state === "suspended") this.audio.resume().then(() => this.show());
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.on));
    const ready = this.audio !== null && this.audio.state === "running";
    const word = !this.on ? "off" : ready ? "on" : "waiting";
    this.button.querySelector(".tool-word").textContent = this.button.dataset[word];
  }

  ring(level) {
    const tones = TONES[level];
    const now = performance.now();
    if (!this.on || tones === undefined || this.audio === null || now - this.rungAt < GAP_MS) return;
    this.rungAt = now;
    this.button.dataset.rung = String(Number(this.button.dataset.rung ?? 0) + 1);
    for (const tone of tones) this.sound(tone);
  }

  sound({ hertz, from, to }) {
    const start = this.audio.currentTime + from;
    const end = this.audio.currentTime + to;
    const voice = new OscillatorNode(this.audio, { frequency: hertz });
    const level = new GainNode(this.audio, { gain: 0 });
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02); // no click at either end
    level.gain.setValueAtTime(LOUDNESS, end - 0.03);
    level.gain.linearRampToValueAtTime(0, end);
    voice.connect(level).connect(this.audio.destination);
    voice.start(start);
    voice.stop(end);
  }
}
