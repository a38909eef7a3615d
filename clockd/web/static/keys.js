// The keys of the hub's pages, and the two dialogs they open. Nothing here changes anything on the hub.
//
// Single keys can be switched off (WCAG 2.1.4), do nothing in a text field, with a modifier or on repeat.

const TYPED_FOR_MS = 2500; // a number that nobody finishes is forgotten
const TABS = ["/", "/pairings", "/standings", "/crosstable"];

const byId = (id) => document.getElementById(id);
const go = (address) => location.assign(address);

function typing(target) {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}

// The number that is being typed: shown until Enter, or forgotten.
class Typed {
  constructor() {
    this.place = byId("typed");
    this.text = "";
  }

  add(digit) {
    this.text = (this.text + digit).slice(-4);
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.clear(), TYPED_FOR_MS);
  }

  clear() {
    this.text = "";
    this.show();
  }

  show() {
    this.place.hidden = this.text === "";
    this.place.textContent = this.text;
  }
}

// The search: boards and players as they are now.
async function boards() {
  const answer = await fetch("/snapshot.json");
  return (await answer.json()).boards.map((board) => ({
    number: board.board,
    names: [board.white?.name, board.black?.name].filter(Boolean).join(" – "),
  }));
}

async function openFind() {
  const dialog = byId("find");
  if (dialog.open) return;
  dialog.showModal();
  byId("find-text").select();
  const options = (await boards()).map(({ number, names }) => {
    const option = document.createElement("option");
    option.value = `${number} ${names}`;
    return option;
  });
  byId("find-names").replaceChildren(...options);
}

async function find(event) {
  event.preventDefault();
  const text = byId("find-text").value.trim().toLowerCase();
  if (!text) return;
  const number = Number.parseInt(text, 10);
  const all = await boards();
  const found =
    all.find((board) => board.number === number) ??
    all.find((board) => board.names.toLowerCase().includes(text));
  if (found) go(`/board/${found.number}`);
  else byId("find-none").textContent = byId("find").dataset.none;
}

function dialogs() {
  byId("help-open")?.addEventListener("click", () => byId("help").showModal());
  byId("help-close").addEventListener("click", () => byId("help").close());
  byId("find-open")?.addEventListener("click", openFind);
  byId("find-form").addEventListener("submit", find);
}

// `on` has what a page does at "next", "previous", "back", "order", "sound"; what is absent does nothing.
export function startKeys(on = {}) {
  const typed = new Typed();
  let dot = false;
  dialogs();

  const single = {
    "?": () => byId("help").showModal(),
    "/": openFind,
    j: () => on.next?.(),
    k: () => on.previous?.(),
    u: () => on.order?.(),
    m: () => on.sound?.(),
    o: () => document.activeElement?.click(),
    ".": () => (dot = true),
  };

  function digit(key, afterDot) {
    if (!afterDot) typed.add(key);
    else if (TABS[Number(key) - 1]) go(TABS[Number(key) - 1]);
  }

  addEventListener("keydown", (event) => {
    const off = document.documentElement.hasAttribute("data-keys-off");
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (off || typing(event.target) || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const afterDot = dot;
    dot = false;
    if (/^[0-9]$/.test(key)) digit(key, afterDot);
    else if (key === "Enter" && typed.text) go(`/board/${typed.text}`);
    else if (key === "Escape" && typed.text) typed.clear();
    else if (key === "Escape") on.back?.();
    else if (single[key]) single[key]();
    else return;
    if (key !== "Escape") event.preventDefault();
  });
}
