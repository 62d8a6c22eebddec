"""What one side of UCI writes, the other reads as it was meant; and no line is too strange to read."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from boyi.engines.limits import Clock, Limits
from boyi.engines.options import Option
from boyi.engines.report import Best, Info, Score
from boyi.protocol.messages import (
    Ban,
    Command,
    Debug,
    EngineAuthor,
    EngineName,
    Event,
    Go,
    Note,
    OptionOffer,
    Perft,
    Position,
    Ready,
    SetOption,
    Welcome,
)
from boyi.protocol.uci import parse_command, parse_event, render_command, render_event
from boyi.protocol.uci.commands import GO_WORDS, PLAIN
from boyi.protocol.uci.events import INFO_WORDS, MATE_VALUE, NO_MOVE, OTHER_INFO_WORDS

RESERVED = GO_WORDS | INFO_WORDS | OTHER_INFO_WORDS | {"moves", "fen", "startpos", "name", "value", "type"}
RESERVED |= {"default", "min", "max", "var", "string", "ponder", "<empty>", *NO_MOVE}

letters = st.characters(codec="utf-8", exclude_categories=("C", "Z"))
words = st.text(letters, min_size=1, max_size=8).filter(lambda word: word not in RESERVED)
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join)
moves = st.lists(words, max_size=4).map(tuple)
counts = st.integers(0, 10**18 - 1)
maybe = st.none() | counts
clocks = st.none() | st.builds(Clock, counts, counts)


def canonical(limits: Limits) -> Limits:
    """Limits as UCI can say them: what has no bound at all is infinite."""
    bounds = (*limits.clocks, limits.depth, limits.nodes, limits.movetime, limits.mate)
    return replace(limits, infinite=limits.infinite or all(bound is None for bound in bounds))


def mate_value(mate: int) -> int:
    """The value that a client gives to a mate; an engine's own does not travel."""
    return MATE_VALUE - mate if mate > 0 else -MATE_VALUE - mate


limits = st.builds(
    Limits, st.tuples(clocks, clocks), maybe, maybe, maybe, maybe, maybe, st.booleans(), st.booleans(), moves
).map(canonical)
commands = st.one_of(
    st.sampled_from(list(PLAIN.values())),
    st.builds(SetOption, phrases, st.none() | st.just("") | phrases),
    st.builds(Position, st.none() | phrases, moves),
    st.builds(Ban, moves),
    st.builds(Go, limits),
    st.builds(Perft, counts),
    st.builds(Debug, st.booleans()),
)

scores = st.integers(-(10**6), 10**6)
wdl = st.none() | st.tuples(st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 1000))
bounds = st.sampled_from(["exact", "lower", "upper"])
mates = st.integers(-500, 500)
exact_scores = st.builds(Score, scores, st.none(), bounds, wdl)
mate_scores = st.builds(
    lambda mate, bound, wdl: Score(mate_value(mate), mate, bound, wdl), mates, bounds, wdl
)
infos = st.builds(
    Info,
    *(
        counts,
        counts,
        st.integers(1, 256),
        exact_scores | mate_scores,
        counts,
        counts,
        counts,
        counts,
        counts,
    ),
    moves,
)
options = st.one_of(
    st.builds(lambda name: Option(name, "button"), phrases),
    st.builds(lambda name, on: Option(name, "check", on), phrases, st.booleans()),
    st.builds(lambda name, *numbers: Option(name, "spin", *numbers), phrases, scores, scores, scores),
    st.builds(lambda name, text: Option(name, "string", text), phrases, st.just("") | phrases),
    st.builds(
        lambda name, choices: Option(name, "combo", choices[0], choices=tuple(choices)),
        phrases,
        st.lists(phrases, min_size=1, max_size=4),
    ),
)
bests = st.builds(Best, words, st.none() | words) | st.just(Best(None))
events = st.one_of(
    st.builds(EngineName, phrases),
    st.builds(EngineAuthor, phrases),
    st.builds(OptionOffer, options),
    st.sampled_from([Welcome(), Ready()]),
    infos,
    bests,
    st.builds(Note, phrases),
)


@given(commands)
def test_a_command_survives_the_way_to_the_engine(command: Command) -> None:
    assert parse_command(render_command(command)) == command


@given(events)
def test_an_event_survives_the_way_to_the_client(event: Event) -> None:
    assert [parse_event(line) for line in render_event(event)] == [event]


@given(
    st.text()
    | st.lists(st.sampled_from(sorted(RESERVED | {*PLAIN, "go", "option", "info", "id", "-1"}))).map(" ".join)
)
def test_no_line_is_too_strange(line: str) -> None:
    parse_command(line)
    parse_event(line)
