#!/usr/bin/env python3
"""Counts what Protocol, Lobby, memory-host and memory-join know of single games outside Sources/Protocol/Games,
Sources/memory-host/Exam/Games and Sources/memory-join/Games, where each game has a folder of its own: conditionals on a
game, and lines that name a game other than Memory. The same for the page, whose games are in folders of games/. Fails
if there are too many.

  usage: games-apart.py
"""
import pathlib
import re
import sys

# The host and what it shares with the client, and the client: conditionals and names at most.
MOST = {("Protocol", "Lobby", "memory-host"): (6, 15), ("memory-join",): (0, 0)}

sources = pathlib.Path(__file__).resolve().parent.parent / "Sources"
games = sources / "Protocol/Games"
folders = [games, sources / "memory-host/Exam/Games", sources / "memory-join/Games"]
listed = (games / "GameKind.swift").read_text()
cases = re.findall(r"^    case (\w+)$", listed, re.M)
types = re.findall(r"^        case \.\w+: ([A-Z]\w*)\.self$", listed, re.M)
names = re.findall(r'static let name = "(\w+)"', "".join(file.read_text() for file in games.glob("*/*.swift")))
if not len(cases) == len(types) == len(names) > 1:
    sys.exit(f"games-apart: found the cases {cases}, the types {types} and the names {names}")
others = [case for case in cases if case != "memory"]
# Conditionals and names at most on the page: the list of games, and the import and the style sheet of each.
PAGE_MOST = (0, 1 + 2 * len(others))


def any_of(words):
    return "(?:" + "|".join(words) + ")"


# What tells a game from another: its case or its type, the game that is meant where none is named, and what only some
# have.
conditional = re.compile(
    rf"(?:\bcase|==|!=|[(,:?&|])\s*\.{any_of(cases + ['usual'])}\b(?<!\?\? \.usual)|\b(?:as|is)[?!]?\s+{any_of(types)}\b"
    rf"|\bis(?:Board|{any_of(names)})\b|\.(?:hasTurns|isRankedByTime)\b")
# A game's case, its types, its name and its word after a command; the standard library has a Set, too.
naming = re.compile(
    rf"\.{any_of(others)}\b(?!\s*\()|\b{any_of(names)}(?<!Memory)(?:[A-Z]\w*|\b(?![<(]| aside))"
    rf"|\b(?:join|open|watch|rules|records) {any_of(others)}\b")


def lines_of(modules):
    return [
        (f"{file.relative_to(sources.parent)}:{number}", line)
        for module in modules
        for file in sorted((sources / module).rglob("*.swift")) if not any(folder in file.parents for folder in folders)
        for number, line in enumerate(file.read_text().splitlines(), 1)
    ]


page = sources / "memory-host/Web/Page"
page_folders = [page / "games" / case for case in cases]
if missing := [folder.name for folder in page_folders if not folder.is_dir()]:
    sys.exit(f"games-apart: the page has no folders for {missing}")
exported = set(re.findall(
    r"^export (?:async )?(?:const|let|function|class) (\w+)", "".join(
        file.read_text() for case in others for file in (page / "games" / case).glob("*.js")), re.M))
# What tells a game from another there: its name as a text, or a word such as isSet; and what a game's folder exports.
page_conditional = re.compile(
    rf"\b(?:is|has){any_of(names)}|(?:[=!]==?|\bcase)\s*[\"'\x60]{any_of(cases)}\b|[\"'\x60]{any_of(cases)}[\"'\x60]\s*(?:[=!]==?|\?)")
page_naming = re.compile(
    rf"[\"'\x60]{any_of(others)}[\"'\x60]|(?<!new )\b{any_of(names)}(?<!Memory)\b(?!\(\))|/{any_of(others)}/"
    rf"|\b{any_of(sorted(exported))}\b")


def is_comment(line):
    return line.lstrip().startswith(("//", "/*", "*"))


def page_lines():
    return [
        (f"{file.relative_to(sources.parent)}:{number}", line)
        for file in sorted([*page.rglob("*.js"), page / "index.html"])
        if not any(folder in file.parents for folder in page_folders)
        for number, line in enumerate(file.read_text().splitlines(), 1) if not is_comment(line)
    ]


failed = False


def report(where, kinds):
    """Prints what is found, and notes if it is too much."""
    global failed
    for what, most, found in kinds:
        print(f"{where}: {len(found)} {what} outside the games' folders, at most {most}")
        for place, line in found:
            print(f"  {place}: {line.strip()}")
        failed = failed or len(found) > most


for modules, (conditionals, mentions) in MOST.items():
    lines = lines_of(modules)
    report(", ".join(modules), [
        ("conditionals on a game", conditionals,
         [entry for entry in lines if conditional.search(entry[1]) and not is_comment(entry[1])]),
        ("lines that name a game other than Memory", mentions, [entry for entry in lines if naming.search(entry[1])]),
    ])
lines = page_lines()
report("the page", [
    ("conditionals on a game", PAGE_MOST[0], [entry for entry in lines if page_conditional.search(entry[1])]),
    ("lines that name a game other than Memory", PAGE_MOST[1], [entry for entry in lines if page_naming.search(entry[1])]),
])
sys.exit(failed)
