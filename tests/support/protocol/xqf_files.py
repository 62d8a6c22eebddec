"""Writes XQF files, scrambled or plain, so that there is something to read."""

from dataclasses import dataclass, field

from boyi.protocol.records.xqf import FROM_BASE, HEADING, MEN, SEED, TO_BASE, keys_of

USUAL = "00 10 20 30 40 50 60 70 80 12 72 03 23 43 63 83 09 19 29 39 49 59 69 79 89 17 77 06 26 46 66 86"


@dataclass
class Step:
    """A move such as h2e2 with its comment, what follows it, and its alternative."""

    move: str
    comment: str = ""
    next: "Step | None" = None
    other: "Step | None" = None
    extra: bytes = field(default=b"", repr=False)


def places(text=USUAL):
    return [int(word) for word in text.split()]


def xqf_file(
    first, version=18, men=None, keys=(0x24, 0x55, 0x9A, 0x31), black_first=False, intro="", names=()
):
    """A whole file; `names` are pairs of an offset and a text."""
    heading = bytearray(HEADING)
    heading[:4] = b"XQ" + bytes((version, 0xFF))
    heading[8:16] = bytes((1, 2, 4, 8, *keys))
    heading[50], heading[51] = int(black_first), 1
    for at, text in names:
        data = text.encode("gb18030")
        heading[at : at + 1 + len(data)] = bytes((len(data),)) + data
    key = keys_of(bytes(heading))
    listed = [(place + key.men) & 0xFF for place in (men or places())]
    assert len(listed) == len(MEN)
    if version >= 12:
        listed = [listed[(i + key.men + 1) % 32] for i in range(32)]
    heading[16:48] = bytes(listed)
    body = bytearray()
    write(body, Step("root", intro, first), version, key)
    scrambled = ((value + key.stream[(HEADING + i) % len(SEED)]) & 0xFF for i, value in enumerate(body))
    return bytes(heading) + bytes(scrambled)


def write(body, step, version, key):
    plain = version <= 10
    comment = step.comment.encode("gb18030")
    if plain:
        flags = (0xF0 if step.next else 0) | (0x0F if step.other else 0)
    else:
        flags = (0x80 if step.next else 0) | (0x40 if step.other else 0) | (0x20 if comment else 0)
    start, goal = (0, 0) if step.move == "root" else (square(step.move[:2]), square(step.move[2:]))
    body += bytes(((start + FROM_BASE + key.start) & 0xFF, (goal + TO_BASE + key.goal) & 0xFF, flags, 0))
    if plain or comment:
        body += (len(comment) + key.comment).to_bytes(4, "little") + comment
    for following in (step.next, step.other):
        if following:
            write(body, following, version, key)


def square(name):
    return 10 * "abcdefghi".index(name[0]) + int(name[1])
