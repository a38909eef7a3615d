"""The arbiter's commands to the tournament: each a function found by its name, answered with one line.

What they ask is the tournament's to decide, journaled with author and reason, and refused in a sentence. Dice are the
hub's. Source: interfaces.md section 7.
"""

from clockd.errors import BadInput, NotAllowed
from clockd.hub.asked import Asked, Commands
from clockd.hub.automation import LOTS_BY, drawn_colour, drawn_lots
from clockd.tournament import inputs as i
from clockd.tournament import playoff_inputs as pi
from clockd.tournament.playoff_course import playoff_waits_for
from clockd.tournament.swiss.explain import explain, pair_words
from clockd.tournament.swiss_event import answer_to, question_again

PAIRED_WITHIN_S = (
    3.0  # a shell is not held up longer; a hundred players take a fraction of a second
)


def _lots(asked: Asked) -> str:
    """The event's lots, or those of the playoff's stage; drawn here unless `order=` brings them."""
    if asked.tournament.playoff is not None:
        return _playoff_lots(asked)
    if "choice" in asked.arguments:
        raise NotAllowed("a choice of colour, expected one in a playoff only")
    at_ns, tournament = asked.head
    if "order" in asked.arguments:
        numbers = asked.wholes("order")
        seen = i.DrawLots(at_ns, tournament, numbers, "drawn by hand", asked.author)
    else:
        seen = drawn_lots(asked.tournament, at_ns, asked.hub.rng.shuffle, asked.author)
    asked.hub.tell(seen)
    return "lots: " + ", ".join(map(str, seen.numbers))


def _playoff_lots(asked: Asked) -> str:
    awaited = playoff_waits_for(asked.tournament)
    if awaited is None or not awaited.is_drawing:
        raise NotAllowed("the playoff waits for no lots")
    by_hand = "order" in asked.arguments
    order = list(asked.players("order") if by_hand else awaited.players)
    if not by_hand:
        asked.hub.rng.shuffle(order)
    asked.hub.tell(
        pi.DrawPlayoffLots(
            *asked.head,
            awaited.stage,
            tuple(order),
            "drawn by hand" if by_hand else LOTS_BY,
            choices=tuple(
                _colour(asked, text) for text in asked.text("choice", "").split(",") if text
            ),
            author=asked.author,
        )
    )
    return f"lots of the {awaited.stage}: {', '.join(map(asked.tournament.name, order))}"


def _colour(asked: Asked, text: str) -> tuple[int, str]:
    """`choice=4-black`: the colour that the winner of a lot has chosen."""
    player, _, side = text.partition("-")
    return asked.player(player), side


def _pair(asked: Asked) -> str:
    """The next round; `pairs=1-5,6-2 bye=8` where the system is no round robin."""
    number = asked.whole("round", len(asked.tournament.rounds) + 1)
    pairs, bye = _by_hand(asked)
    publish = asked.yes("publish", "no")
    plan = asked.tournament.plan
    if plan is not None and plan.system == "swiss" and not pairs and bye is None:
        return _pair_swiss(asked, number, publish=publish)
    asked.hub.tell(
        i.PairRound(*asked.head, number, pairs, bye, publish=publish, author=asked.author)
    )
    return f"round {number} is paired" + (" and published" if publish else "")


def _by_hand(asked: Asked) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """`pairs=1-5,6-2 bye=8`."""
    pairs = tuple(_two(asked, text) for text in asked.text("pairs", "").split(",") if text)
    return pairs, asked.player(asked.text("bye")) if "bye" in asked.arguments else None


def _pair_swiss(asked: Asked, number: int, *, publish: bool) -> str:
    """By the engine, aside; a large field is told of later, by the pages."""
    begun = asked.hub.pair_swiss(asked.tournament.id, number, asked.author, publish=publish)
    if not begun.done.wait(PAIRED_WITHIN_S):
        return f"round {number} is being paired ({begun.progress.players} players)"
    if begun.why:
        raise NotAllowed(begun.why)
    return f"round {number} is paired" + (" and published" if publish else "")


def _why(asked: Asked) -> str:
    """Why the two of a board were paired, by the engine asked once more."""
    number, tournament = asked.round(), asked.tournament
    found, board = tournament.round(number), tournament.board(number, asked.whole("board"))
    if found is None or board is None:
        raise NotAllowed(f"round {number} has no such board")
    if found.stage or tournament.plan is None or tournament.plan.system != "swiss":
        raise NotAllowed("a round robin is paired by its table, expected a board of a Swiss")
    answer = answer_to(question_again(tournament, found))
    pair = (tournament.number(board.white), tournament.number(board.black))
    reasons = {(each.pair.white, each.pair.black): each for each in explain(answer)}
    if pair not in reasons:
        told = "paired by hand, or before a result or the numbers were changed"
        raise NotAllowed(f"{tournament.title_of(board)} was {told}")
    return f"{tournament.title_of(board)}: {pair_words(reasons[pair])}"


def _stop_pairing(asked: Asked) -> str:
    number = asked.hub.stop_pairing(asked.tournament.id)
    return f"the pairing of round {number} is called off"


def _colour_of_number_one(asked: Asked) -> str:
    """The initial colour of a Swiss; drawn here unless `colour=` brings it."""
    if "colour" in asked.arguments:
        colour = asked.text("colour")
        seen = i.DrawColour(*asked.head, colour, "drawn by hand", asked.author)
    else:
        seen = drawn_colour(
            asked.tournament, asked.hub.now_ns(), asked.hub.rng.shuffle, asked.author
        )
    asked.hub.tell(seen)
    return f"initial colour: {seen.colour}"


def _two(asked: Asked, text: str) -> tuple[int, int]:
    white, _, black = text.partition("-")
    return asked.player(white), asked.player(black)


def _publish(asked: Asked) -> str:
    asked.hub.tell(i.PublishRound(*asked.head, asked.round(), asked.author))
    return f"round {asked.round()} is published"


def _unpublish(asked: Asked) -> str:
    number = asked.round()
    _refuse_started(asked, number)
    asked.hub.tell(i.UnpublishRound(*asked.head, number, asked.author, asked.reason))
    return f"round {number} is not published any more"


def _unpair(asked: Asked) -> str:
    """Set a pairing aside that nobody has played. By itself a hub pairs the round anew at once, unless `pairs=` do."""
    number = asked.round()
    _refuse_started(asked, number)
    unpair = i.UnpairRound(*asked.head, number, asked.author, asked.reason)
    pairs, bye = _by_hand(asked)
    if not pairs:
        asked.hub.tell(unpair)
        return f"the pairing of round {number} is set aside"
    asked.hub.tell(unpair, i.PairRound(*asked.head, number, pairs, bye, author=asked.author))
    return f"round {number} is paired anew and published"


def _refuse_started(asked: Asked, number: int) -> None:
    """A game that goes on at a table is not taken from under its players."""
    found = asked.tournament.round(number)
    for board in found.boards if found is not None else ():
        if board.is_open and asked.hub.is_playing(board.board):
            title = asked.tournament.title_of(board)
            raise NotAllowed(f"{title} has begun at table {board.table}, expected its end first")


def _close(asked: Asked) -> str:
    number = asked.round()
    asked.hub.tell(i.CloseRound(*asked.head, number, asked.author))
    return f"round {number} is closed"


def _finish(asked: Asked) -> str:
    asked.hub.tell(i.FinishEvent(*asked.head, asked.author))
    return "the event is over" if asked.tournament.finished else "a playoff follows"


def _result(asked: Asked) -> str:
    number, board, result = asked.round(), asked.whole("board"), asked.text("result")
    forfeit = asked.yes("forfeit", "no")
    asked.hub.tell(
        i.ResultEntered(*asked.head, number, board, result, asked.author, forfeit=forfeit)
    )
    return f"round {number} board {board}: {result}"


def _rule(asked: Asked) -> str:
    number, board, result = asked.round(), asked.whole("board"), asked.text("result")
    forfeit = asked.yes("forfeit", "no")
    asked.hub.tell(
        i.ResultRuled(
            *asked.head, number, board, result, asked.author, asked.reason, forfeit=forfeit
        )
    )
    return f"round {number} board {board}: {result} by ruling"


def _bye(asked: Asked) -> str:
    number, player = asked.whole("round"), asked.player(asked.text("player"))
    kind = asked.text("kind")
    asked.hub.tell(i.ByeRequested(*asked.head, number, player, kind, asked.author))
    return f"{asked.tournament.name(player)} has a {kind}-point bye in round {number}"


def _withdraw(asked: Asked) -> str:
    player = asked.player(asked.text("player"))
    asked.hub.tell(i.PlayerLeft(*asked.head, player, asked.reason, asked.author))
    return f"{asked.tournament.name(player)} has left the event"


def _return(asked: Asked) -> str:
    player = asked.player(asked.text("player"))
    asked.hub.tell(i.PlayerReturned(*asked.head, player, asked.reason, asked.author))
    return f"{asked.tournament.name(player)} plays on"


def _keep_apart(asked: Asked) -> str:
    return _rule_meeting(asked, allowed=False)


def _let_meet(asked: Asked) -> str:
    return _rule_meeting(asked, allowed=True)


def _rule_meeting(asked: Asked, *, allowed: bool) -> str:
    """`players=4,7`: two numbers."""
    players = asked.players("players")
    if len(players) != 2:
        raise BadInput(f"{asked.name}: players={asked.text('players')}, expected two numbers")
    one, other = players
    asked.hub.tell(i.MeetingRuled(*asked.head, (one, other), allowed, asked.author, asked.reason))
    names = " and ".join(map(asked.tournament.name, players))
    return f"{names} {'may meet' if allowed else 'are kept apart'}"


def _enter(asked: Asked) -> str:
    """A late entry, with what the event file would say of him."""
    entry = i.Entry(
        name=asked.text("name"),
        rating=asked.whole("rating", 0),
        title=asked.text("title", ""),
        federation=asked.text("federation", ""),
        fide_id=asked.text("fide_id", ""),
        birth=asked.text("birth", ""),
        sex=asked.text("sex", ""),
        zone=asked.text("zone", ""),
    )
    missed = asked.text("missed", "zero")
    asked.hub.tell(i.PlayerAdded(*asked.head, entry, asked.author, missed, asked.reason))
    number = asked.tournament.number(len(asked.tournament.players))
    return f"{entry.name} is entered as number {number}"


def _cancel_bye(asked: Asked) -> str:
    number, player = asked.whole("round"), asked.player(asked.text("player"))
    asked.hub.tell(i.ByeTakenBack(*asked.head, number, player, asked.author))
    return f"{asked.tournament.name(player)} is to be paired in round {number}"


def _plan(asked: Asked) -> str:
    """Another number of rounds, or other tie-breaks: a ruling."""
    codes = tuple(code for code in asked.text("tie_breaks", "").upper().split(",") if code)
    rounds = asked.whole("rounds", 0)
    if not codes and not rounds:
        raise BadInput("plan: rounds= or tie_breaks=, expected one of them")
    asked.hub.tell(
        i.PlanRuled(*asked.head, asked.reason, rounds=rounds, tie_breaks=codes, author=asked.author)
    )
    plan = asked.tournament.plan
    assert plan is not None, "a plan was changed"
    return f"{plan.rounds} rounds, tie-breaks {','.join(plan.tie_breaks)}"


def _playoff_format(asked: Asked) -> str:
    stage = asked.text("stage")
    asked.hub.tell(pi.ChoosePlayoffFormat(*asked.head, stage, asked.author, asked.reason))
    return f"the playoff goes on with {stage}"


def _playoff_order(asked: Asked) -> str:
    order = asked.players("order")
    asked.hub.tell(pi.RulePlayoff(*asked.head, order, asked.author, asked.reason))
    return f"order of the playoff: {', '.join(map(asked.tournament.name, order))}"


def _playoff_restart(asked: Asked) -> str:
    asked.hub.tell(pi.RestartPlayoff(*asked.head, asked.author, asked.reason))
    return "the playoff begins anew"


def _playoff_go_on(asked: Asked) -> str:
    asked.hub.tell(pi.LetPlayoffStand(*asked.head, asked.author, asked.reason))
    return "the playoff goes on as it was"


EVENT_COMMANDS: Commands = {
    "lots": (("order", "choice"), _lots),
    "initial-colour": (("colour",), _colour_of_number_one),
    "pair": (("round", "pairs", "bye", "publish"), _pair),
    "pair-stop": ((), _stop_pairing),
    "pair-why": (("round", "board"), _why),
    "publish": (("round",), _publish),
    "unpublish": (("round",), _unpublish),
    "unpair": (("round", "pairs", "bye"), _unpair),
    "close": (("round",), _close),
    "finish": ((), _finish),
    "result": (("round", "board", "result", "forfeit"), _result),
    "rule": (("round", "board", "result", "forfeit"), _rule),
    "bye": (("round", "player", "kind"), _bye),
    "bye-cancel": (("round", "player"), _cancel_bye),
    "keep-apart": (("players",), _keep_apart),
    "let-meet": (("players",), _let_meet),
    "withdraw": (("player",), _withdraw),
    "return": (("player",), _return),
    "enter": (
        ("name", "rating", "title", "federation", "fide_id", "birth", "sex", "zone", "missed"),
        _enter,
    ),
    "plan": (("rounds", "tie_breaks"), _plan),
    "playoff-format": (("stage",), _playoff_format),
    "playoff-order": (("order",), _playoff_order),
    "playoff-restart": ((), _playoff_restart),
    "playoff-go-on": ((), _playoff_go_on),
}
