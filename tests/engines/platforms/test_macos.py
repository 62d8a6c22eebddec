"""Children as macOS has them, which any Unix can: a guard, and bounds that they set themselves."""

import subprocess

import pytest

from boyi.engines.platforms import Bounds

macos = pytest.importorskip("boyi.engines.platforms.macos")


def test_a_child_bounds_itself():
    launch = macos.launch(["/bin/sh", "-c", "ulimit -n; ulimit -f; ulimit -c"], Bounds(None, 3 << 20, 77))
    told = subprocess.run(launch.command, capture_output=True, text=True, check=True, **launch.arguments)
    assert told.stdout.split()[0] == "77"
    assert told.stdout.split()[1] in ("6144", "3072"), "in blocks of 512 or 1024 bytes"
    assert told.stdout.split()[2] == "0"


def test_a_bound_that_is_refused_is_left_out():
    launch = macos.launch(["true"], Bounds(descriptors=1 << 62))
    assert subprocess.run(launch.command, check=False, **launch.arguments).returncode == 0


def test_a_polite_child_lets_others_go_first():
    launch = macos.launch(["nice"], Bounds(polite=True))
    told = subprocess.run(launch.command, capture_output=True, text=True, check=True, **launch.arguments)
    own = subprocess.run(["nice"], capture_output=True, text=True, check=True)
    assert int(told.stdout) == min(19, int(own.stdout) + 10)


def test_the_guard_goes_with_the_child():
    launch = macos.launch(["sleep", "100"])
    with subprocess.Popen(launch.command, **launch.arguments) as child:
        family = macos.adopt(child.pid)
        family.begin(Bounds())
        guard = family._guard
        family.kill()
        family.kill()
        assert child.wait(20) == -9
    assert guard
    assert guard.returncode == 0, "it has heard the word, and killed nothing"
