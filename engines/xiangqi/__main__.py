"""The xiangqi engine on stdin and stdout, in UCCI, both kinds of UCI, and XBoard."""

from boyi.engines.xiangqi import GAME
from boyi.protocol import cyclone, ucci, xboard
from boyi.protocol.stdio import serve


def main() -> None:
    """Play xiangqi with whoever speaks UCCI, UCI or XBoard, until told to quit."""
    serve(GAME, [ucci.DIALECT, cyclone.DIALECT, cyclone.VARIANT_DIALECT, xboard.dialect(GAME)])


if __name__ == "__main__":
    main()
