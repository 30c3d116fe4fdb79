#!/usr/bin/env python3
"""Counts what Protocol, Lobby, memory-host and memory-join know of single games outside Sources/Protocol/Games and
Sources/memory-join/Games, where each game has a folder of its own: conditionals on a game, and lines that name a game
other than Memory. Fails if there are too many.

  usage: games-apart.py
"""
import pathlib
import re
import sys

# The host and what it shares with the client, and the client: conditionals and names at most.
MOST = {("Protocol", "Lobby", "memory-host"): (8, 15), ("memory-join",): (0, 0)}

sources = pathlib.Path(__file__).resolve().parent.parent / "Sources"
games = sources / "Protocol/Games"
folders = [games, sources / "memory-join/Games"]
listed = (games / "GameKind.swift").read_text()
cases = re.findall(r"^    case (\w+)$", listed, re.M)
types = re.findall(r"^        case \.\w+: ([A-Z]\w*)\.self$", listed, re.M)
names = re.findall(r'static let name = "(\w+)"', "".join(file.read_text() for file in games.glob("*/*.swift")))
if not len(cases) == len(types) == len(names) > 1:
    sys.exit(f"games-apart: found the cases {cases}, the types {types} and the names {names}")
others = [case for case in cases if case != "memory"]


def any_of(words):
    return "(?:" + "|".join(words) + ")"


# What tells a game from another: its case or its type, the game that is meant where none is named, and what only some have.
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


failed = False
for modules, (conditionals, mentions) in MOST.items():
    lines = lines_of(modules)
    for what, most, found in [
        ("conditionals on a game", conditionals,
         [entry for entry in lines if conditional.search(entry[1]) and not entry[1].lstrip().startswith("//")]),
        ("lines that name a game other than Memory", mentions, [entry for entry in lines if naming.search(entry[1])]),
    ]:
        print(f"{', '.join(modules)}: {len(found)} {what} outside the games' folders, at most {most}")
        for place, line in found:
            print(f"  {place}: {line.strip()}")
        failed = failed or len(found) > most
sys.exit(failed)
