// Makes a part of the page like a newer one by changing only what differs, so that focus, scrolling and the chosen
// row stay where they are. Children that have data-key are the same ones wherever they stand.

function attributes(from, to) {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}

const keyOf = (node) => node.dataset?.key;

function partner(keyed, here, wanted) {
  const key = keyOf(wanted);
  if (key) return keyed.get(key);
  const same = here && here.nodeName === wanted.nodeName && !keyOf(here);
  return same ? here : undefined;
}

export function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  attributes(from, to);
  const keyed = new Map([...from.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let here = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = partner(keyed, here, wanted);
    if (!found) {
      from.insertBefore(document.importNode(wanted, true), here);
      continue;
    }
    if (found === here) here = here.nextSibling;
    else from.insertBefore(found, here);
    morph(found, wanted);
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

// The children of `place` become what `html` says; it was made by the page's own template.
export function morphTo(place, html) {
  const parsed = new DOMParser().parseFromString(html, "text/html").body;
  const wanted = place.cloneNode(false);
  wanted.append(...parsed.childNodes);
  morph(place, wanted);
}
