// The arbiter's page: alerts with their answers, the board against the record, rulings by key.
//
// Two strokes a ruling: its key opens the dialog, Enter gives it. A ruling's id is made when its dialog opens, so
// that pressing again, or a lost answer, never gives it twice. The table decides; its refusal is shown as it is.

import { timeText, words } from "./clock.js";
import { byId, element, sign, squareDrawer, whenChanged } from "./draw.js";
import { startPage } from "./page.js";

const ENTER_AFTER_MS = 400; // a key already on its way to the page does not confirm what it never saw
const ANSWER_WITHIN_MS = 10000;
const WINNER_AGAINST = { white: "0-1", black: "1-0" };

let alerts = [];
let chosen = null; // the id of the chosen alert
let listening = false;
const told = new Set();

// -- alerts -------------------------------------------------------------------------------------

function answerButton(alert) {
  const key = element("kbd", "", alert.key);
  const button = element("button", "button", key, alert.ruling);
  button.type = "button";
  button.addEventListener("click", () => open(alert.form));
  return button;
}

function goingButton(alert) {
  const button = element("button", "button quiet", element("kbd", "", "G"), document.body.dataset.going);
  button.type = "button";
  button.addEventListener("click", () => sendGoing(alert));
  return button;
}

function alertRow(alert) {
  const text = element("p", "alert-text");
  if (alert.who) text.append(element("strong", "", `${alert.who}.`), " ");
  text.append(alert.text);
  const head = element("h3", "", sign(alert.level), alert.title);
  const answers = element("p", "answers", answerButton(alert));
  if (!alert.going) answers.append(goingButton(alert));
  const row = element("li", `alert ${alert.level}`, head, text, element("p", "answer", alert.answer));
  if (alert.going) row.append(element("p", "going", `${document.body.dataset.going}: ${alert.going}`));
  row.append(answers);
  row.id = `alert-${alert.id}`;
  row.addEventListener("focusin", () => choose(alert.id));
  return row;
}

function choose(id) {
  chosen = id;
  for (const row of byId("alert-rows").children) {
    row.toggleAttribute("aria-current", row.id === `alert-${id}`);
    if (row.id === `alert-${id}`) row.setAttribute("aria-current", "true");
  }
}

function step(by) {
  if (!alerts.length) return;
  const at = alerts.findIndex((alert) => alert.id === chosen);
  const next = alerts[Math.min(alerts.length - 1, Math.max(0, at + by))];
  byId(`alert-${next.id}`).querySelector("button").focus();
}

const drawAlerts = whenChanged((rows) => {
  const focused = document.activeElement?.closest?.(".alert")?.id;
  alerts = rows;
  byId("alert-rows").replaceChildren(...rows.map(alertRow));
  byId("no-alerts").hidden = rows.length > 0;
  if (!rows.some((alert) => alert.id === chosen)) chosen = rows[0]?.id ?? null;
  choose(chosen);
  if (focused) (byId(focused)?.querySelector("button") ?? byId("alerts")).focus();
});

function tell(rows, place) {
  for (const alert of rows) {
    if (told.has(alert.id)) continue;
    told.add(alert.id);
    if (!listening || alert.level === "look") continue;
    const region = alert.level === "now" ? "say-alert" : "say-status";
    byId(region).textContent = words(page.catalogue, "alert", { ...alert, place });
  }
  listening = true;
}

// -- the board ----------------------------------------------------------------------------------

const drawSquares = squareDrawer("squares");
const drawDiff = whenChanged((lines) => {
  byId("diff").replaceChildren(...lines.map((line) => element("li", "", line)));
});
const sayVerdict = whenChanged((headline) => {
  if (listening) byId("say-status").textContent = headline;
});

// -- rulings ------------------------------------------------------------------------------------

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

const chosenAlert = () => alerts.find((alert) => alert.id === chosen) ?? null;

// What the alert already says is filled in; the arbiter may change it.
function fill(form, alert) {
  const side = form.elements.namedItem("side");
  if (side && alert?.side && [...side.options].some((option) => option.value === alert.side)) {
    side.value = alert.side;
  }
  const result = form.elements.namedItem("result");
  if (result && WINNER_AGAINST[alert?.side]) result.value = WINNER_AGAINST[alert.side];
  form.elements.namedItem("reason").value = alert ? `${alert.title}: ${alert.text}` : "";
}

// A ruling opened by its key answers the chosen alert if it is that alert's answer; "seen" fits any.
function open(name) {
  const answered = chosenAlert();
  const alert = answered && [answered.form, "seen"].includes(name) ? answered : null;
  const dialog = byId(`ruling-${name}`);
  const form = dialog.querySelector("form");
  form.reset();
  fill(form, alert);
  dialog.dataset.id = newId();
  dialog.dataset.alert = alert?.id ?? "";
  dialog.dataset.opened = String(performance.now());
  const about = dialog.querySelector(".about-alert");
  about.hidden = !alert;
  about.textContent = alert ? `${alert.title}. ${alert.text}` : "";
  dialog.querySelector(".refusal").textContent = "";
  dialog.returnFocus = document.activeElement;
  dialog.showModal();
  if (name === "clocks") showChange();
  dialog.querySelector("select, input:not([name=reason])")?.focus();
}

function argumentsOf(form, dialog) {
  const given = {};
  for (const field of form.querySelectorAll("[name]")) {
    if (!["command", "reason"].includes(field.name) && field.value.trim()) {
      given[field.name] = field.value.trim();
    }
  }
  const alertField = form.dataset.alertField;
  if (alertField && dialog.dataset.alert) given[alertField] = dialog.dataset.alert;
  return given;
}

async function send(ruling) {
  const stop = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const answer = await fetch("/arbiter/ruling", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": document.body.dataset.csrf },
      body: JSON.stringify(ruling),
      signal: stop,
    });
    const said = await answer.json();
    return { ...said, error: said.error ?? said.detail ?? "" };
  } catch {
    return { ok: false, lost: true, error: document.body.dataset.lost };
  }
}

function outcome(text, good) {
  const place = byId("outcome");
  place.hidden = false;
  place.className = good ? "outcome" : "outcome bad";
  place.textContent = text;
  byId("say-status").textContent = text;
}

async function submit(event) {
  event.preventDefault();
  const form = event.target;
  const dialog = form.closest("dialog");
  if (performance.now() - Number(dialog.dataset.opened) < ENTER_AFTER_MS || dialog.dataset.busy) return;
  dialog.dataset.busy = "yes";
  const command = form.elements.namedItem("command")?.value ?? form.dataset.command;
  const answer = await send({
    id: dialog.dataset.id,
    name: command,
    arguments: argumentsOf(form, dialog),
    reason: form.elements.namedItem("reason").value.trim(),
  });
  delete dialog.dataset.busy;
  if (answer.ok) {
    dialog.close();
    outcome(`${dialog.querySelector("h2").firstChild.textContent.replace(/ · $/, "")}. ${answer.detail}`, true);
    return;
  }
  // What was refused is settled: the next try is another ruling. A lost answer keeps its id.
  if (!answer.lost) dialog.dataset.id = newId();
  dialog.querySelector(".refusal").textContent = answer.error;
}

async function sendGoing(alert) {
  const answer = await send({ id: newId(), name: "going", arguments: { id: alert.id }, reason: "" });
  outcome(answer.ok ? answer.detail : answer.error, answer.ok);
}

// -- before and after ---------------------------------------------------------------------------

// Milliseconds of "1:02:14", "4:30" or "-0:30"; null for anything else, which the table will refuse in words.
function clockMs(text) {
  const found = /^([+-]?)(?:(\d{1,2}):(?=[0-5]?\d:))?(\d{1,3}):([0-5]\d)$/.exec(text.trim());
  if (!found) return null;
  const [, signed, hours, minutes, seconds] = found;
  const ms = (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return signed === "-" ? -ms : ms;
}

function showChange() {
  const form = byId("ruling-clocks").querySelector("form");
  const side = form.elements.namedItem("side").value;
  const now = page.feed.news?.[`${side}_ms`] ?? null;
  const set = clockMs(form.elements.namedItem("time").value);
  const add = clockMs(form.elements.namedItem("add").value);
  const after = set ?? (now === null || add === null ? null : now + add);
  const place = byId("ruling-clocks").querySelector(".about-alert");
  place.hidden = now === null;
  const was = timeText(now, false);
  place.textContent = after === null ? was : `${was} → ${after > 0 ? timeText(after, false) : "–"}`;
}
byId("ruling-clocks").addEventListener("input", showChange);

// -- keys ---------------------------------------------------------------------------------------

function typing(target) {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}

const KEYS = { j: () => step(1), k: () => step(-1), g: () => chosenAlert() && sendGoing(chosenAlert()) };
for (const button of document.querySelectorAll("[data-ruling]")) {
  KEYS[button.dataset.key?.toLowerCase()] = () => open(button.dataset.ruling);
  button.addEventListener("click", () => open(button.dataset.ruling));
}
byId("going").addEventListener("click", () => KEYS.g());

addEventListener("keydown", (event) => {
  const off = document.documentElement.hasAttribute("data-keys-off");
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || off) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  const act = KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

for (const dialog of document.querySelectorAll("dialog.ruling")) {
  const form = dialog.querySelector("form");
  form.addEventListener("submit", submit);
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("select")) return;
    event.preventDefault(); // else a list would open: Enter does what the button says
    form.requestSubmit();
  });
  dialog.querySelector(".later").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.returnFocus?.isConnected && dialog.returnFocus.focus());
}

const page = startPage((view, news) => {
  drawAlerts(view.alerts);
  tell(view.alerts, view.place);
  drawSquares(view.desk.squares);
  drawDiff(view.desk.lines);
  sayVerdict(view.desk.headline);
  byId("why").textContent = news.table_why;
});
