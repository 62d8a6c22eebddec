"""What operating systems do each in their own way, behind the same functions.

`linux` and `macos` share `posix` and `groups`; Windows has `windows`, `jobs` and `pumps`. What all promise
of child processes stands in `children`.
"""

import sys

from boyi.engines.platforms.children import NO_BOUNDS, Bounds, Family, Launch

if sys.platform == "win32":
    from boyi.engines.platforms import jobs as control
    from boyi.engines.platforms import jobs as family
    from boyi.engines.platforms import pumps as pipes
    from boyi.engines.platforms import windows as system
else:
    from boyi.engines.platforms import groups as control
    from boyi.engines.platforms import groups as pipes
    from boyi.engines.platforms import posix as system

    if sys.platform == "linux":
        from boyi.engines.platforms import linux as family
    else:
        from boyi.engines.platforms import macos as family

__all__ = ["NO_BOUNDS", "Bounds", "Family", "Launch"]

SIGNAL_GLANCE = control.SIGNAL_GLANCE
TERMINATION = control.TERMINATION
give_way = control.give_way
start_detached = control.start_detached
wait_for_parent = control.wait_for_parent

adopt = family.adopt
launch = family.launch

outlet = pipes.outlet
selectable = pipes.selectable

allocate = system.allocate
allow_descriptors = system.allow_descriptors
available_memory = system.available_memory
cache_home = system.cache_home
data_home = system.data_home
guarded = system.guarded
join_words = system.join_words
lock = system.lock
lock_file = system.lock_file
put_in_place = system.put_in_place
speak_plainly = system.speak_plainly
split_words = system.split_words
unlock = system.unlock
