"""Rule sets for repetitions and draws, under the names that xiangqi GUIs know from Pikafish.

A position holds what its options say, so that rules are judged the same in a game and inside a search.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from boyi.engines.options import Option

CHASES, ATTACKS, CHECKS, NOTHING = range(4)
"""What must not be renewed for ever: checks, or chases of one piece; checks, chases and both by turns; checks
alone; nothing."""


class RuleSet(NamedTuple):
    """How repetitions are judged where no other option says otherwise."""

    number: int
    """What loses, as `rules` of a position numbers it."""
    returns: int
    """How often a position must come back to be judged."""
    limit: int
    """Plies without a capture after which the game is drawn."""


RULE_SETS = {
    "ComputerRule": RuleSet(CHASES, 2, 120),
    "AsianRule": RuleSet(CHASES, 3, 100),
    "ChineseRule": RuleSet(ATTACKS, 2, 120),
    "SkyRule": RuleSet(CHASES, 2, 120),
    "AllowChase": RuleSet(CHECKS, 2, 120),
    "NoJudgement": RuleSet(NOTHING, 2, 120),
}
FOLDS = {"TwoFold": 1, "RootThreeFold": 2, "ThreeFold": 2}
"""How often a position must come back, by value of `Repetition Fold`."""
DRAWS = ("None", "DrawAsRedWin", "DrawAsBlackWin", "DrawRepAsRedWin", "DrawRepAsBlackWin")
"""Who wins drawn games, as positions number it; `Rep`: games drawn by repetition alone."""
UNLIMITED = 0xFFFF

REPETITION_RULE, REPETITION_FOLD = "Repetition Rule", "Repetition Fold"
SIXTY_MOVE_RULE, LONGEST, DRAW_RULE = "Sixty Move Rule", "Rule60MaxPly", "Draw Rule"
OPTIONS = (
    Option(
        REPETITION_RULE,
        "combo",
        "ComputerRule",
        choices=tuple(RULE_SETS),
        help="how repetitions are judged",
    ),
    Option(
        REPETITION_FOLD,
        "combo",
        "Auto",
        choices=("Auto", *FOLDS),
        help="at which occurrence of a position; Auto: as the rule says",
    ),
    Option(SIXTY_MOVE_RULE, "check", True, help="whether games without a capture are drawn"),
    Option(LONGEST, "spin", 0, 0, 1000, help="after how many plies they are; 0: as the rule says"),
    Option(DRAW_RULE, "combo", "None", choices=DRAWS, help="for analysis: who wins drawn games"),
)


def apply(pos: Any, options: Mapping[str, Any]) -> None:
    """Play a position by the rules that options say; those that are missing have their defaults."""
    chosen = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    rules = RULE_SETS[chosen[REPETITION_RULE]]
    pos.rules, pos.returns = rules.number, FOLDS.get(chosen[REPETITION_FOLD], rules.returns)
    pos.limit = (int(chosen[LONGEST]) or rules.limit) if chosen[SIXTY_MOVE_RULE] else UNLIMITED
    pos.draws = DRAWS.index(chosen[DRAW_RULE])
