"""What is Windows' own, on a Windows that is played."""

import ast
import subprocess
import sys

import pytest

from tests.support.systems.running import environment, result_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="plays Windows on Linux")

WORDS = """
from boyi.engines import platforms
for text in (r'C:\\engines\\sf.exe', r'"C:\\Program Files\\sf.exe" --tc "5 0"', r"C:\\O'Brien\\棋.exe -x"):
    words = platforms.split_words(text)
    assert platforms.split_words(platforms.join_words(words)) == words
    print([ascii(word) for word in words])
try:
    platforms.split_words('"C:\\\\x')
except ValueError as error:
    print(error)
"""
REPLACING = """
import pathlib
from boyi.engines.files import write_atomically
real, refusals = pathlib.Path.replace, [0]
def replace(self, target):
    refusals[0] += 1
    if refusals[0] <= 3:
        raise PermissionError(13, "somebody reads it")
    return real(self, target)
pathlib.Path.replace = replace
path = pathlib.Path(PATH)
write_atomically(path, b"new")
print(path.read_bytes(), refusals[0], len(list(path.parent.iterdir())))
"""
LOCKING = """
import os, subprocess, sys
from boyi.engines import platforms
mine = os.open(PATH, os.O_RDWR | os.O_CREAT)
if len(sys.argv) > 1:
    print(platforms.lock_file(mine, wait=sys.argv[1] == "wait"))
else:
    assert platforms.lock_file(mine, wait=False)
    other = [sys.executable, "-P", "-c", SCRIPT]
    print(subprocess.run([*other, "ask"], capture_output=True, text=True).stdout.strip())
    waiting = subprocess.Popen([*other, "wait"], stdout=subprocess.PIPE, text=True)
    os.close(mine)
    print(waiting.communicate(timeout=60)[0].strip())
"""
DETACHED = """
import subprocess, sys
from boyi.engines import platforms
real, flags = subprocess.Popen, []
class Refusing(real):
    def __init__(self, *words, creationflags=0, **named):
        flags.append(creationflags)
        if creationflags & 0x01000000:
            raise PermissionError(5, "Access is denied")
        super().__init__(*words, creationflags=creationflags, **named)
subprocess.Popen = Refusing
with platforms.start_detached([sys.executable, "-I", "-S", "-c", "raise SystemExit(7)"]) as process:
    print(process.wait(60), [hex(each) for each in flags])
"""
PLAIN = """
import sys
from boyi.engines import platforms
platforms.speak_plainly()
print("棋 ± ━")
"""


def test_commands_have_backslashes():
    one, two, three, refused = result_of("win32", WORDS).splitlines()
    assert ast.literal_eval(one) == [ascii(r"C:\engines\sf.exe")]
    assert ast.literal_eval(two) == [ascii(r"C:\Program Files\sf.exe"), "'--tc'", "'5 0'"]
    assert ast.literal_eval(three) == [ascii(r"C:\O'Brien\棋.exe"), "'-x'"]
    assert refused == "no closing quotation"


def test_a_file_that_is_read_is_replaced_a_little_later(tmp_path):
    script = REPLACING.replace("PATH", repr(str(tmp_path / "a file")))
    assert result_of("win32", script) == "b'new' 4 1"


def test_a_whole_file_is_locked(tmp_path):
    script = LOCKING.replace("PATH", repr(str(tmp_path / "lock")))
    script = script.replace("SCRIPT", repr(script.replace("SCRIPT", "''")))
    assert result_of("win32", script).splitlines() == ["False", "True"]


def test_a_job_that_holds_everything_is_no_obstacle_to_compilers():
    assert result_of("win32", DETACHED) == "7 ['0x1000208', '0x208']"


def test_any_letter_can_be_printed():
    """A pipe's letters are those of one country."""
    words = [sys.executable, "-P", "-c", PLAIN]
    settings = {**environment("win32"), "PYTHONIOENCODING": "cp1252"}
    told = subprocess.run(words, env=settings, capture_output=True, encoding="utf-8", check=True)
    assert told.stdout.strip() == "棋 ± ━"
