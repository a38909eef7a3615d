// Puts a view's texts in place. Elements name the part of the view that they show: data-text="white.name",
// data-attr="data-mode:white.mode", data-sign="state.sign", data-show="result.score". The server fills them once,
// this file keeps them true; an element whose part has not changed is not touched.

function at(view, path) {
  return path.split(".").reduce((value, step) => value?.[step], view);
}

// The bound elements under `root`, the root itself included.
export function bindings(root = document) {
  const all = (name) => {
    const found = [...root.querySelectorAll(`[data-${name}]`)];
    return root instanceof Element && root.hasAttribute(`data-${name}`) ? [root, ...found] : found;
  };
  return {
    texts: all("text").map((element) => [element, element.dataset.text]),
    signs: all("sign").map((element) => [element, element.dataset.sign]),
    shows: all("show").map((element) => [element, element.dataset.show]),
    attributes: all("attr").flatMap((element) =>
      element.dataset.attr.split(",").map((pair) => [element, ...pair.split(":")]),
    ),
  };
}

export function put(bound, view) {
  for (const [element, path] of bound.texts) {
    const text = at(view, path) ?? "";
    if (element.textContent !== text) element.textContent = text;
  }
  for (const [element, path] of bound.signs) {
    const name = at(view, path);
    element.toggleAttribute("hidden", !name); // an SVG element has no `hidden` property
    const use = element.firstElementChild;
    if (name && use.getAttribute("href") !== `#s-${name}`) use.setAttribute("href", `#s-${name}`);
  }
  for (const [element, path] of bound.shows) element.hidden = !at(view, path);
  for (const [element, name, path] of bound.attributes) {
    const value = String(at(view, path));
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
