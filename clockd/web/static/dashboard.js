// The dashboard's own parts: board, scoresheet, alerts, banners and the curve of both clocks.
//
// Each part is redrawn only when its piece of the view has changed. Texts go in as text, never as markup.

import { words } from "./clock.js";
import { byId, drawn, element, sign, squareDrawer, whenChanged } from "./draw.js";
import { startPage } from "./page.js";

const drawSquares = squareDrawer("squares");

const drawMen = whenChanged((men) => {
  byId("men").replaceChildren(...men.map((sentence) => element("li", "", sentence)));
});

function cells(ply) {
  if (!ply) return [element("td", "san"), element("td", "num spent"), element("td", "num")];
  const san = element("td", ply.pending ? "san pending" : "san", ply.san);
  if (ply.offer) {
    const offer = element("abbr", "offer", ply.offer);
    offer.title = ply.offer_words;
    san.append(" ", offer);
  }
  if (ply.no_press) san.append(" ", element("span", "no-press", sign("press"), ply.no_press));
  return [san, element("td", "num spent", ply.spent), element("td", "num", ply.clock)];
}

function row(ply) {
  const number = element("th", "num", String(ply.number));
  number.scope = "row";
  return element("tr", "", number, ...cells(ply.white), ...cells(ply.black));
}

const drawnRows = [];
function drawRows(rows) {
  const body = byId("rows");
  const scroll = byId("scroll");
  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
  let changed = drawnRows.length === 0;
  rows.forEach((ply, n) => {
    const text = JSON.stringify(ply);
    if (drawnRows[n] === text) return;
    changed = true;
    drawnRows[n] = text;
    if (body.children[n]) body.children[n].replaceWith(row(ply));
    else body.append(row(ply));
  });
  while (body.children.length > rows.length) body.lastElementChild.remove();
  drawnRows.length = rows.length;
  byId("no-moves").hidden = rows.length > 0;
  // Follow the game unless somebody has scrolled back to read.
  if (changed && (atEnd || !drawRows.done)) scroll.scrollTop = scroll.scrollHeight;
  drawRows.done = rows.length > 0;
}

function alertRow(alert) {
  const text = element("p", "alert-text");
  if (alert.who) text.append(element("strong", "", `${alert.who}.`), " ");
  text.append(alert.text);
  const head = element("h3", "", sign(alert.level), alert.title);
  return element("li", `alert ${alert.level}`, head, text, element("p", "answer", alert.answer));
}

// New alerts are spoken once: at once for those that need a hand now, politely for the others.
const told = new Set();
let listening = false;
function tell(alerts, place) {
  for (const alert of alerts) {
    if (told.has(alert.id)) continue;
    told.add(alert.id);
    if (!listening || alert.level === "look") continue;
    const region = alert.level === "now" ? "say-alert" : "say-status";
    byId(region).textContent = words(catalogue, "alert", { ...alert, place });
  }
  listening = true;
}

const drawAlerts = whenChanged((alerts) => {
  byId("alert-rows").replaceChildren(...alerts.map(alertRow));
  byId("no-alerts").hidden = alerts.length > 0;
  const chip = byId("alert-chip");
  chip.hidden = alerts.length === 0;
  chip.className = `alert-chip ${alerts[0]?.level ?? ""}`;
  if (alerts.length) chip.replaceChildren(sign(alerts[0].level), alerts[0].count);
});

const drawNotes = whenChanged((notes) => {
  byId("notes").replaceChildren(
    ...notes.map((note) =>
      element("p", `banner ${note.kind}`, sign(note.sign), element("span", "", note.text)),
    ),
  );
});

const drawCurve = whenChanged((curve) => {
  const grid = curve.ticks.flatMap((tick) => [
    drawn("line", { class: "grid", x1: 0, x2: 400, y1: tick.y, y2: tick.y }),
    drawn("text", { class: "tick", x: -8, y: tick.y + 5, "text-anchor": "end" }, tick.word),
  ]);
  const moves = curve.moves.map((move) =>
    drawn("text", { class: "tick", x: move.x, y: 181, "text-anchor": "middle" }, move.word),
  );
  byId("curve-grid").replaceChildren(...grid, ...moves);
  byId("curve-white").setAttribute("points", curve.white);
  byId("curve-black").setAttribute("points", curve.black);
  byId("curve-ends").replaceChildren(
    ...curve.ends.flatMap((end) => [
      drawn("circle", { class: `end ${end.side}`, cx: end.x, cy: end.y, r: 5.5 }),
      drawn("text", { class: "end-word", x: end.label_x, y: end.label_y }, end.word),
    ]),
  );
});

// One half-move on both lanes: its mark, the tie to its press, or the ring where there is none.
function drawMark(mark, place) {
  const { x, press_x: at } = mark;
  const parts = [
    drawn("text", { class: "tick", x, y: place % 2 ? 12 : 28, "text-anchor": "middle" }, mark.word),
  ];
  if (mark.press === "pressed") {
    parts.push(drawn("line", { class: "tie", x1: x, x2: at, y1: 46, y2: 90 }));
    parts.push(drawn("rect", { class: `pressed ${mark.side}`, x: at - 3, y: 80, width: 6, height: 20 }));
  } else if (mark.press === "none") {
    parts.push(drawn("circle", { class: "unpressed", cx: at, cy: 90, r: 9 }));
    parts.push(drawn("path", { class: "cross", d: `M${at - 4} 86l8 8m0-8l-8 8` }));
  }
  parts.push(drawn("rect", { class: `made ${mark.side}`, x: x - 7, y: 39, width: 14, height: 14, rx: 2 }));
  return parts;
}

const drawLanes = whenChanged((lanes) => {
  byId("lanes-marks").replaceChildren(...lanes.marks.flatMap(drawMark));
  byId("lanes-note").textContent = lanes.note;
  byId("lanes-summary").textContent = lanes.summary;
});

const { catalogue } = startPage((view, news) => {
  drawSquares(view.squares);
  drawMen(view.men);
  drawRows(view.rows);
  drawAlerts(view.alerts);
  tell(view.alerts, view.place);
  drawNotes(view.notes);
  drawCurve(view.curve);
  drawLanes(view.lanes);
  byId("why").textContent = news.table_why;
});
