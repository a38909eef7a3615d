// One board of the hub in full: the table's own page (dashboard.js) with the way to the other boards.

import { startKeys } from "./keys.js";

// A link without an address is the end of the row of boards.
function follow(id) {
  const link = document.getElementById(id);
  if (link.hasAttribute("href")) link.click();
}

startKeys({
  next: () => follow("after"),
  previous: () => follow("before"),
  back: () => follow("back"),
});
