"""A game as PGN: seven tags and more, `[%clk]` to the millisecond on every ply, offers as `{(=)}`.

Written from the folded game, so it can never disagree with the clock. A ruling's result that PGN has no word for is
"*" there, with the ruling in the tag RulingResult. Source: PGN standard 8.1, 8.2; interfaces.md sections 4 and 6.
"""

import textwrap
from collections.abc import Sequence

import chess

from clockd.game.state import Game, Offer
from clockd.units import clock_text

PGN_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
LINE_WIDTH = 79  # PGN export form
_GLUE = "\N{NO-BREAK SPACE}"


def to_pgn(
    game: Game,
    date: str = "????.??.??",
    site: str = "?",
    *,
    more: Sequence[tuple[str, str]] = (),
    plies: int | None = None,
) -> str:
    """The game so far in PGN; `date` is YYYY.MM.DD, `more` are further tags, `plies` how many half-moves are shown."""
    shown = len(game.plies) if plies is None else plies
    pairs = [*_tags(game, date, site, shown), *more]
    tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in pairs)
    words = [*_movetext(game, shown), _result(game)]
    return f"{tags}\n\n{_wrapped(words)}\n"


def settled_plies(game: Game) -> int:
    """How many half-moves nobody will take back: the last one only once it is completed or the game is over (6.2.1)."""
    plies = game.plies
    held = bool(plies) and not plies[-1].completed and game.phase != "ended"
    return len(plies) - held


def _wrapped(words: list[str]) -> str:
    """Lines of export width; a comment is never broken, so a reader that looks for it line by line finds it."""
    glued = " ".join(word.replace(" ", _GLUE) for word in words)
    lines = textwrap.fill(glued, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    return lines.replace(_GLUE, " ")


def _result(game: Game) -> str:
    return game.result if game.result in PGN_RESULTS else "*"


def _escaped(value: str) -> str:
    """A tag's value: quotes and backslashes escaped, nothing that could end the line."""
    one_line = "".join(char if char.isprintable() else " " for char in value)
    return one_line.replace("\\", "\\\\").replace('"', '\\"')


def _tags(game: Game, date: str, site: str, plies: int) -> list[tuple[str, str]]:
    pairing = game.pairing
    assert pairing is not None, "a game without a pairing has no PGN"
    tags = [
        ("Event", pairing.event or "?"),
        ("Site", site),
        ("Date", date),
        ("Round", str(pairing.round)),
        ("White", pairing.white.name),
        ("Black", pairing.black.name),
        ("Result", _result(game)),
        ("Board", str(pairing.board)),
    ]
    tags += [("Stage", f"{pairing.stage} game {pairing.game}")] if pairing.stage else []
    for side, player in zip(("White", "Black"), (pairing.white, pairing.black), strict=True):
        tags += [(f"{side}Title", player.title)] if player.title else []
        tags += [(f"{side}Elo", str(player.rating))] if player.rating else []
        tags += [(f"{side}FideId", player.fide_id)] if player.fide_id else []
    tags += [("TimeControl", pairing.control)]
    fen = _start(game)[1]
    if fen is not None:
        tags += [("Variant", "Chess960")] if pairing.chess960 else []
        tags += [("SetUp", "1"), ("FEN", fen)]
    tags += [("PlyCount", str(plies))]
    tags += [("Termination", game.termination)] if game.termination else []
    tags += [("MatchWinner", game.match_winner)] if game.match_winner else []
    tags += [("RulingResult", game.result)] if game.result not in PGN_RESULTS else []
    return tags


def _movetext(game: Game, plies: int) -> list[str]:
    """Words of the move text: numbers, moves and comments, each a word that is never broken."""
    words = [_offer_comment()] if _offered_at(game.offers, 0) else []
    first = _start(game)[0]
    if first:
        words.append(_earlier_comment(game, first))
    white_first, number = _first_move(game)
    for index, ply in list(enumerate(game.plies[:plies]))[first:]:
        half = index - first + (0 if white_first else 1)
        if half % 2 == 0:
            words.append(f"{number + half // 2}.")
        elif index == first or words[-1].endswith("}"):
            words.append(f"{number + half // 2}...")
        clock_ns = ply.clock_ns
        if clock_ns is None and not ply.completed:  # what the mover has now
            clock_ns = game.clock.hand(ply.side).remaining_ns
        words.append(ply.san)
        if clock_ns is not None:  # a move that the arbiter put in has none
            words.append("{[%clk " + clock_text(clock_ns) + "]}")
        if _offered_at(game.offers, index + 1):
            words.append(_offer_comment())
    return words


def _offer_comment() -> str:
    return "{(=)}"


def _offered_at(offers: tuple[Offer, ...], ply: int) -> bool:
    return any(offer.ply == ply for offer in offers)


def _start(game: Game) -> tuple[int, str | None]:
    """Plies made before the position that the move text starts from, and that position; None is the usual one."""
    assert game.pairing is not None
    return game.ruled_positions[-1] if game.ruled_positions else (0, game.pairing.start_fen)


def _earlier_comment(game: Game, first: int) -> str:
    """The moves made before the arbiter set the position: no reader could play them on to it."""
    moves = " ".join(ply.san for ply in game.plies[:first])
    return "{The arbiter set this position after " + moves + "}"


def _first_move(game: Game) -> tuple[bool, int]:
    board = chess.Board(_start(game)[1] or chess.STARTING_FEN)
    return board.turn == chess.WHITE, board.fullmove_number
