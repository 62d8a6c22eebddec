"""Commands of the trainer."""

import argparse


def check_positive(args: argparse.Namespace, *names: str) -> None:
    """ValueError names those of the arguments that are less than 1."""
    wrong = [f"--{name.replace('_', '-')} {getattr(args, name)}" for name in names if getattr(args, name) < 1]
    if wrong:
        raise ValueError(f"positive numbers are wanted, not {', '.join(wrong)}")
