// Elements, signs and boards: what the pages of a table draw with. Texts go in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
export const byId = (id) => document.getElementById(id);

export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function drawn(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

export function sign(name) {
  const svg = drawn("svg", { class: "sign", "aria-hidden": "true" });
  svg.append(drawn("use", { href: `#s-${name}` }));
  return svg;
}

// Calls `draw(value)` when the value differs from the last one.
export function whenChanged(draw) {
  let last;
  return (value) => {
    const text = JSON.stringify(value);
    if (text === last) return;
    last = text;
    draw(value);
  };
}

// Draws 64 squares into the board of this id.
export function squareDrawer(id) {
  return whenChanged((squares) => {
    const places = byId(id).children;
    squares.forEach((square, n) => {
      const place = places[n];
      place.className = `sq ${square.colour} ${square.mark}`.trim();
      const man = place.firstElementChild;
      man.hidden = !square.man;
      if (square.man && man.getAttribute("src") !== `/piece/${square.man}.svg`) {
        man.src = `/piece/${square.man}.svg`;
      }
    });
  });
}
