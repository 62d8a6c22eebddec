"""What operating systems do each in their own way, behind the same functions.

`linux` and `macos` share `posix` and `groups`; Windows has `windows`, `jobs` and `pumps`. What all promise
of child processes stands in `children`.
"""

import sys

from boyi.engines.platforms.children import NO_BOUNDS, Bounds, Family, Launch

if sys.platform == "win32":
    from boyi.engines.platforms.jobs import (
        SIGNAL_GLANCE,
        TERMINATION,
        adopt,
        give_way,
        launch,
        start_detached,
        wait_for_parent,
    )
    from boyi.engines.platforms.pumps import outlet, selectable
    from boyi.engines.platforms.windows import (
        allocate,
        allow_descriptors,
        available_memory,
        cache_home,
        data_home,
        guarded,
        join_words,
        lock,
        lock_file,
        put_in_place,
        speak_plainly,
        split_words,
        unlock,
    )
else:
    from boyi.engines.platforms.groups import (
        SIGNAL_GLANCE,
        TERMINATION,
        give_way,
        outlet,
        selectable,
        start_detached,
        wait_for_parent,
    )
    from boyi.engines.platforms.posix import (
        allocate,
        allow_descriptors,
        available_memory,
        cache_home,
        data_home,
        guarded,
        join_words,
        lock,
        lock_file,
        put_in_place,
        speak_plainly,
        split_words,
        unlock,
    )

    if sys.platform == "linux":
        from boyi.engines.platforms.linux import adopt, launch
    else:
        from boyi.engines.platforms.macos import adopt, launch

__all__ = [
    "NO_BOUNDS",
    "SIGNAL_GLANCE",
    "TERMINATION",
    "Bounds",
    "Family",
    "Launch",
    "adopt",
    "allocate",
    "allow_descriptors",
    "available_memory",
    "cache_home",
    "data_home",
    "give_way",
    "guarded",
    "join_words",
    "launch",
    "lock",
    "lock_file",
    "outlet",
    "put_in_place",
    "selectable",
    "speak_plainly",
    "split_words",
    "start_detached",
    "unlock",
    "wait_for_parent",
]
