"""How strong EinStein's engine is at each rung of its limited strength: `boyi.arena.inprocess.ladder` for it.

bin/run boyi.arena.tools.einstein_ladder --games 400 --file ladder.jsonl
"""

import sys

from boyi.arena.inprocess import ladder

if __name__ == "__main__":
    sys.exit(ladder.main(["einstein", *sys.argv[1:]]))
