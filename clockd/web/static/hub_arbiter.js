// The arbiters' desk: the server draws; this keeps what waits and the round true while a form is being filled in.

import { startHub } from "./hub.js";
import { startKeys } from "./keys.js";
import { morphTo } from "./morph.js";

const state = document.getElementById("state");

startHub((news) => {
  if (news.html !== undefined) morphTo(state, news.html);
});
startKeys({ next: () => {}, previous: () => {}, back: () => location.assign("/") });
