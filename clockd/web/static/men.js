// A small board: 64 squares in a reader's order, a8 ... h1, changed in place.

// The men of a FEN's first field by place; "" for an empty square. Anything else is an empty board.
function menOf(fen) {
  const men = [];
  for (const letter of fen.replaceAll("/", "")) {
    if (/[1-8]/.test(letter)) men.push(...Array(Number(letter)).fill(""));
    else men.push((letter === letter.toUpperCase() ? "w" : "b") + letter.toUpperCase());
  }
  return men.length === 64 ? men : Array(64).fill("");
}

function placeOf(name) {
  return (8 - Number(name[1])) * 8 + name.charCodeAt(0) - "a".charCodeAt(0);
}

// Shows `fen` on the squares of `board`, with the squares of the last move ("e2e4") marked.
export function drawMen(board, fen, lastMove) {
  const marked = lastMove ? [placeOf(lastMove.slice(0, 2)), placeOf(lastMove.slice(2, 4))] : [];
  const squares = board.children;
  menOf(fen).forEach((man, n) => {
    const square = squares[n];
    if (square.dataset.man !== man) square.dataset.man = man;
    const last = marked.includes(n);
    if (square.classList.contains("last") !== last) square.classList.toggle("last", last);
  });
}
