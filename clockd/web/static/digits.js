// A clock's digits as drawings, changed in place: a second that passes changes one drawing and makes no element.

const GLYPHS = { ":": "c", ".": "p", "–": "d" };
const SVG = "http://www.w3.org/2000/svg";

function newGlyph() {
  const svg = document.createElementNS(SVG, "svg");
  svg.append(document.createElementNS(SVG, "use"));
  return svg;
}

function show(svg, letter) {
  const name = GLYPHS[letter] ?? letter;
  if (svg.getAttribute("class") === `g g-${name}`) return;
  svg.setAttribute("class", `g g-${name}`);
  svg.firstElementChild.setAttribute("href", `#g${name}`);
}

// Makes the drawings of `place` those of `letters`; only what differs is touched.
function fill(place, letters) {
  while (place.children.length > letters.length) place.lastElementChild.remove();
  while (place.children.length < letters.length) place.append(newGlyph());
  letters.forEach((letter, n) => show(place.children[n], letter));
}

export function form(text) {
  if (text.includes(".")) return "tenths";
  if (text.split(":").length === 3) return "h";
  return text.length === 5 ? "mm" : "m";
}

// Draws a clock's time; the seconds beside hours stand in an element of their own, which is smaller.
export function drawDigits(glyphs, text) {
  let small = glyphs.querySelector(".small");
  small?.remove();
  const cut = form(text) === "h" ? text.length - 3 : text.length;
  fill(glyphs, [...text.slice(0, cut)]);
  if (cut === text.length) return;
  if (!small) {
    small = document.createElement("span");
    small.className = "small";
  }
  fill(small, [...text.slice(cut)]);
  glyphs.append(small);
}
