// How many columns the wall has and how large a card is: the largest cards that need no scrolling.
//
// A card is drawn in units of its design (360 x 184 with a small board, 276 x 112 without); the scale is handed to the
// style sheet as --u. Small boards go first when there is no room; then the wall scrolls, by whole rows.

const GAP = 12;
const WITH_BOARD = { name: "board", width: 360, height: 184, least: 0.84 };
const WITHOUT = { name: "plain", width: 276, height: 112, least: 0.78 };
const LARGEST = 2.6; // beyond it a clock is read from everywhere and the page only looks empty
const TEXT_FOLLOWS = 0.45; // names grow less than clocks: what is gained goes to longer names

function scaleFor(form, columns, count, room) {
  const lines = Math.ceil(count / columns);
  const width = (room.width - GAP * (columns - 1)) / columns;
  const height = (room.height - GAP * (lines - 1)) / lines;
  return Math.min(width / form.width, height / form.height, LARGEST);
}

function best(form, count, room) {
  let found = { scale: 0, columns: 1 };
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const scale = scaleFor(form, columns, count, room);
    if (scale > found.scale + 0.001) found = { scale, columns };
  }
  return { ...found, form };
}

function scrolling(room) {
  const form = WITH_BOARD;
  const columns = Math.max(1, Math.floor((room.width + GAP) / (form.width * 0.92 + GAP)));
  const width = (room.width - GAP * (columns - 1)) / columns;
  return { columns, form, scale: Math.min(width / form.width, 1.6), row: null };
}

// The layout for `count` cards in this room; `mayScroll` when the page scrolls anyway, as on a telephone.
export function layout(count, room, mayScroll) {
  if (mayScroll || count === 0) return scrolling(room);
  const fits = [best(WITH_BOARD, count, room), best(WITHOUT, count, room)].find(
    ({ form, scale }) => scale >= form.least,
  );
  if (!fits) return scrolling(room);
  const lines = Math.ceil(count / fits.columns);
  const row = (room.height - GAP * (lines - 1)) / lines;
  return { ...fits, row: Math.min(row, fits.form.height * fits.scale * 1.16) };
}

export function fitCards(place, count) {
  const scrolls = matchMedia("(max-width: 1023px), (max-height: 619px)").matches;
  const room = { width: place.clientWidth, height: place.clientHeight };
  const { columns, form, scale, row } = layout(count, room, scrolls);
  place.dataset.form = form.name;
  place.style.setProperty("--columns", String(columns));
  place.style.setProperty("--u", `${scale.toFixed(4)}px`);
  place.style.setProperty("--t", `${(1 + (scale - 1) * TEXT_FOLLOWS).toFixed(4)}px`);
  place.style.setProperty("--row", `${(row ?? form.height * scale).toFixed(2)}px`);
}
