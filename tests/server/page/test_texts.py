"""The page's texts: equal keys in all languages, and every key that the modules use; needs no browser."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "server" / "page"
LANGUAGES = ("en", "zh", "de")
TEXTS = {name: json.loads((PAGE / f"lang/{name}.json").read_text("utf-8")) for name in LANGUAGES}
MODULES = sorted((PAGE / "js").rglob("*.js"))
PLAIN = re.compile(r'["`]([a-z0-9]+(?:\.[a-z0-9_]+)+)["`]|\bt\("([a-z0-9.]+)"|"(?P<bare>[a-z]+)"')
MADE = re.compile(r"\bt\(`([a-z0-9.]+)\$\{|`([a-z0-9]+\.)\$\{")
PLACE = re.compile(r"\{(\w+)\}")
PATHS = (".js", ".json", ".css", ".svg")
MOST_BYTES = 150_000
"""Of everything that the first view loads, uncompressed."""


@cache
def used() -> frozenset[str]:
    """Keys that stand in the modules as they are."""
    found = set()
    for path in MODULES:
        text = path.read_text("utf-8")
        found |= {
            one or other or bare
            for one, other, bare in PLAIN.findall(text)
            if not bare or bare in TEXTS["en"]
        }
    return frozenset(key for key in found if not key.endswith(PATHS))


@cache
def beginnings() -> frozenset[str]:
    """Beginnings of keys that are put together."""
    found = {one or other for path in MODULES for one, other in MADE.findall(path.read_text("utf-8"))}
    return frozenset(found - {"boyi."})


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_equal_keys(language):
    assert TEXTS[language].keys() == TEXTS["en"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_the_same_places(language):
    for key, text in TEXTS["en"].items():
        assert set(PLACE.findall(TEXTS[language][key])) == set(PLACE.findall(text)), key


def test_every_key_used_exists():
    assert sorted(used() - TEXTS["en"].keys()) == []


def test_every_key_put_together_exists():
    missing = [start for start in beginnings() if not any(key.startswith(start) for key in TEXTS["en"])]
    assert missing == []


def test_no_text_is_left_over():
    starts = tuple(beginnings())
    assert [key for key in TEXTS["en"] if key not in used() and not key.startswith(starts)] == []


def test_nothing_is_parsed_as_html():
    words = (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "eval(",
        "srcdoc",
        "setHTML",
    )
    found = [(path.name, word) for path in MODULES for word in words if word in path.read_text("utf-8")]
    assert found == []


def test_nothing_comes_from_elsewhere():
    files = [path for path in PAGE.rglob("*") if path.suffix in (".js", ".css", ".html")]
    others = [
        (path.name, link)
        for path in files
        for link in re.findall(r"https?://[^\s\"')]+", path.read_text("utf-8"))
    ]
    assert {link for _, link in others} <= {"http://www.w3.org/2000/svg"}


def test_a_folder_of_modules_can_be_overlooked():
    folders = {path.parent for path in MODULES}
    assert max(len(list(folder.glob("*.js"))) for folder in folders) <= 16


def test_a_module_is_short():
    lines = {path.name: path.read_text("utf-8").count("\n") for path in MODULES}
    assert {name: count for name, count in lines.items() if count > 320} == {}
