"""The xiangqi engine on stdin and stdout, in UCCI and in both kinds of UCI."""

from boyi.engines.xiangqi import GAME
from boyi.protocol import cyclone, ucci
from boyi.protocol.stdio import serve


def main() -> None:
    """Play xiangqi with whoever speaks UCCI or UCI, until told to quit."""
    serve(GAME, [ucci.DIALECT, cyclone.DIALECT, cyclone.VARIANT_DIALECT])


if __name__ == "__main__":
    main()
