// How long something has lasted, and at what time of day it was: what is written beside news that is not of now.

const two = (n) => String(n).padStart(2, "0");

// "0:07", "12:40", "1:02:14"; never tenths.
export function lasted(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

export function timeOfDay(wallMs) {
  return new Date(wallMs).toTimeString().slice(0, 8);
}

// Puts a text in place when it is another one; an element with nothing to say is hidden.
export function label(element, text) {
  element.hidden = text === "";
  if (element.textContent !== text) element.textContent = text;
}
