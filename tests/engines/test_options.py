"""Options: one table, read by every dialect; what makes no sense is refused, what is too much is bent."""

import pytest

from boyi.engines.options import COMMON, Option, Options

SPIN = Option("Hash", "spin", 64, 1, 1024)
CHECK = Option("Ponder", "check", False)
COMBO = Option("Evaluator", "combo", "small", choices=("small", "very large"))
STRING = Option("BookFile", "string", "")
BUTTON = Option("Clear Hash", "button")


@pytest.fixture
def heard() -> list[tuple[str, object]]:
    return []


@pytest.fixture
def options(heard) -> Options:
    return Options((SPIN, CHECK, COMBO, STRING, BUTTON), lambda name, value: heard.append((name, value)))


def test_options_begin_with_their_defaults(options):
    assert dict(options) == {
        "Hash": 64,
        "Ponder": False,
        "Evaluator": "small",
        "BookFile": "",
        "Clear Hash": "",
    }
    assert len(options) == 5


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("Hash", "1", 1),
        ("Hash", " 1024 ", 1024),
        ("hash", "+7", 7),
        ("HASH", "007", 7),
        ("Ponder", "true", True),
        ("Ponder", "ON", True),
        ("Ponder", "1", True),
        ("ponder", "false", False),
        ("Ponder", "no", False),
        ("Evaluator", "Very LARGE", "very large"),
        ("BookFile", "/a path/with  spaces.bin", "/a path/with  spaces.bin"),
        ("BookFile", "<empty>", ""),
        ("BookFile", "", ""),
    ],
)
def test_values_are_read_from_text(options, heard, name, text, value):
    assert options.set(name, text) == ""
    assert options[name] == value
    assert heard == [(options._options[name.lower()].name, value)]


@pytest.mark.parametrize(
    ("text", "value"), [("-5", 1), ("0", 1), ("1025", 1024), ("9" * 30, 1024), ("-" + "9" * 30, 1)]
)
def test_numbers_out_of_bounds_are_bent_and_it_is_said(options, heard, text, value):
    complaint = options.set("Hash", text)
    assert complaint == f"option Hash takes 1 to 1024; set to {value}"
    assert options.number("Hash") == value
    assert heard == [("Hash", value)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Hash", "abc"),
        ("Hash", ""),
        ("Hash", "1.5"),
        ("Hash", "1e3"),
        ("Hash", "x" * 100_000),
        ("Ponder", "maybe"),
        ("Ponder", ""),
        ("Evaluator", "large"),
        ("Nothing", "1"),
        ("", "1"),
    ],
)
def test_what_means_nothing_is_refused_and_changes_nothing(options, heard, name, text):
    before = dict(options)
    with pytest.raises(ValueError) as refusal:
        options.set(name, text)
    assert name in str(refusal.value)
    assert len(str(refusal.value)) < 200
    assert dict(options) == before
    assert heard == []


def test_a_button_tells_that_it_was_pressed(options, heard):
    options.set("clear hash", "")
    options.set("Clear Hash", "whatever")
    assert heard == [("Clear Hash", "")] * 2


def test_a_refused_combo_names_the_choices(options):
    with pytest.raises(ValueError, match="small, very large"):
        options.set("Evaluator", "huge")


def test_an_unknown_name_is_a_key_error_when_asked_for(options):
    with pytest.raises(KeyError):
        options["Nothing"]


def test_every_option_of_every_game_is_sound(game):
    names = [option.name.lower() for option in game.options]
    assert len(set(names)) == len(names)
    assert {option.name for option in COMMON} <= {option.name for option in game.options}
    for option in game.options:
        assert option.help, f"{option.name} explains itself"
        if option.kind == "spin":
            assert option.least <= int(option.default) <= option.most
        if option.kind == "combo":
            assert option.default in option.choices
        if option.kind not in ("button", "string"):
            assert option.read(str(option.default)) == (option.default, "")


def test_every_class_of_moves_has_a_price_and_every_evaluator_a_name(game):
    options = Options(game.options)
    assert all(options.number(name) == cost for name, cost in game.costs.items())
    assert options.string("Evaluator") == next(iter(game.evaluators))
