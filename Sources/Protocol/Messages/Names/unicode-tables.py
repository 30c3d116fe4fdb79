#!/usr/bin/env python3
"""Writes UnicodeTables.swift: the script of each character of a name, and what a letter looks like.

    unicode-tables.py FOLDER > UnicodeTables.swift

FOLDER holds five files of one version of Unicode: Scripts.txt, ScriptExtensions.txt, PropertyValueAliases.txt and
UnicodeData.txt of the Unicode Character Database (https://www.unicode.org/Public/VERSION/ucd/), and confusables.txt of
UTS 39 (https://www.unicode.org/Public/security/VERSION/, since version 17 https://www.unicode.org/Public/VERSION/security/).

The tables are cut to what a name may contain (`isNamePart` in PlayerName+Claiming.swift), and the shapes further: to
scripts in general use, and letters of others that pass for Latin ones. Ideographs and Hangul are left out.
The file holds checksums of this script and of itself, which a test compares: change the script, and run it.
"""
import collections
import hashlib
import os
import re
import sys
import unicodedata

folder = sys.argv[1]

# What looks alike on a screen but isn't in Unicode's table.
OURS = {"Σ": "S", "ĸ": "k"}

# Scripts that are written together: UTS 39, section 5.1 and "highly restrictive" in section 5.2.
TOGETHER = {
    "Jpan": {"Hira", "Kana", "Hani", "Latn"}, "Hanb": {"Bopo", "Hani", "Latn"}, "Kore": {"Hang", "Hani", "Latn"},
}

# The scripts in general use: UAX 31, table 5. Of the others, only the letters that look like Latin ones are kept.
RECOMMENDED = set("""
    Zyyy Zinh Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Knda Kana Khmr Laoo Latn Mlym
    Mymr Orya Sinh Taml Telu Thaa Thai Tibt
""".split())

# Copies of letters in other type, which no name may contain: `isStyledCopy`.
STYLED = [
    (0xAA, 0xAA), (0xBA, 0xBA), (0x2B0, 0x2B8), (0x2E0, 0x2E4), (0x1D00, 0x1DBF), (0x2071, 0x2071), (0x207F, 0x207F),
    (0x2090, 0x209C), (0x2C7C, 0x2C7D), (0x2100, 0x214F), (0xA770, 0xA770), (0xA7F2, 0xA7F9), (0xAB5C, 0xAB5F),
    (0xFB00, 0xFDFF), (0xFE70, 0xFEFF), (0xFF00, 0xFFEF), (0x1D400, 0x1D7FF), (0x1EE00, 0x1EEFF), (0x1FBF0, 0x1FBF9),
]

# Parts of Hangul syllables, which Unicode composes by rule.
PARTS = [(0x1100, 0x11FF), (0xA960, 0xA97C), (0xD7B0, 0xD7FB)]


def within(ranges, value):
    return any(first <= value <= last for first, last in ranges)


def lines(name):
    """The fields of a file's lines, without comments."""
    with open(os.path.join(folder, name), encoding="utf-8-sig") as file:
        for line in file:
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) > 1:
                yield fields


def ranges(name):
    """The ranges of a file that gives a property to ranges, with the property."""
    for fields in lines(name):
        first, _, last = fields[0].partition("..")
        for value in range(int(first, 16), int(last or first, 16) + 1):
            yield value, fields[1]


def version(name):
    with open(os.path.join(folder, name), encoding="utf-8-sig") as file:
        return re.search(r"(?:-|Version: )(\d+\.\d+\.\d+)", file.read(1000)).group(1)


category, decomposition, lowercase, titles = {}, {}, {}, {}
start = None
for fields in lines("UnicodeData.txt"):
    value = int(fields[0], 16)
    if fields[1].endswith(", First>"):
        start = value
        continue
    first, start = start or value, None
    for each in range(first, value + 1):
        category[each] = fields[2]
    titles[value] = fields[1]
    if fields[5] and fields[5][0] != "<":
        decomposition[value] = [int(part, 16) for part in fields[5].split()]
    if fields[13]:
        lowercase[value] = int(fields[13], 16)


def is_in_names(value):
    return (category.get(value) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc")
            and not within(STYLED, value) and not within(PARTS, value))


# Scripts.

names = {fields[1]: fields[2] for fields in lines("PropertyValueAliases.txt") if fields[0] == "sc"}
short = {long: code for code, long in names.items()}
scripts = {value: {short[name]} for value, name in ranges("Scripts.txt")}
for value, codes in ranges("ScriptExtensions.txt"):
    scripts[value] = set(codes.split())


def augmented(codes):
    return codes | {group for group, members in TOGETHER.items() if codes & members}


ANY = frozenset()
sets, runs = [ANY], []
for value in range(0x110000):
    if not (is_in_names(value) or within(PARTS, value)):
        continue  # The run before it may as well go on.
    codes = scripts.get(value, {"Zzzz"})
    codes = ANY if codes & {"Zyyy", "Zinh"} else frozenset(augmented(codes))
    if codes not in sets:
        sets.append(codes)
    if not runs or runs[-1][1] != sets.index(codes):
        runs.append((value, sets.index(codes)))
order = sorted(set().union(*sets), key=lambda code: (code in TOGETHER, names.get(code, code)))

# What letters look like.

alike = {int(fields[0], 16): [int(part, 16) for part in fields[1].split()] for fields in lines("confusables.txt")}
for value, title in titles.items():
    small = re.fullmatch(r"LATIN LETTER SMALL CAPITAL ([A-Z])", title)
    if small:
        alike[value] = [ord(small.group(1))]
for letter, other in OURS.items():
    alike[ord(letter)] = [ord(other)]


def decomposed(value):
    if 0xAC00 <= value <= 0xD7A3 or value not in decomposition:
        return [value]
    return [part for each in decomposition[value] for part in decomposed(each)]


def look(value):
    """What a character looks like, in small letters and composed."""
    text = [value]
    for _ in range(8):
        text = [part for each in text for part in decomposed(each)]
        text = [part for each in text for part in alike.get(each, [each])]
        text = [lowercase.get(each, each) for each in text]
    # The dot above a capital I makes it no other letter.
    letters = unicodedata.normalize("NFC", "".join(map(chr, text))).replace("l\u0307", "l")
    return "".join(letter for letter in letters if is_in_names(ord(letter)) or not letter.isascii()) or letters


def is_drawn(value):
    """True for what the table describes, which is no ideographs and no Hangul."""
    return is_in_names(value) and scripts.get(value) not in ({"Hani"}, {"Hang"})


looks = {value: look(value) for value in sorted(category) if is_drawn(value)}


def fallback(value):
    """What a character looks like to `Look` if it isn't in the table."""
    small = lowercase.get(value, value)
    return looks[small] if small in looks and small != value else chr(small)


def decomposes(text):
    return unicodedata.normalize("NFD", text)


# A look whose characters no other look has changes nothing.
seen_in = collections.Counter(letter for seen in set(map(decomposes, looks.values())) for letter in set(seen))
table = {}
for value, seen in looks.items():
    kin = scripts.get(value, {"Zzzz"}) & RECOMMENDED or seen[0].isascii()
    alone = any(seen_in[letter] == 1 and looks.get(ord(letter)) != letter for letter in decomposes(seen))
    if kin and not alone and decomposes(seen) != decomposes(fallback(value)):
        table[value] = seen
shapes = sorted(set(table.values()))

# Letters with accents, which a reserved word may not hide behind.

ACCENTED = [(0xC0, 0x24F), (0x1E00, 0x1EFF)]


def base(value):
    letter = look(value)
    parts = [part for part in decomposes(letter) if category[ord(part)] not in ("Mn", "Mc")]
    return parts[0] if len(parts) == 1 and parts[0].isascii() and parts[0].isalpha() else "-"


accented = ["".join(map(base, range(first, last + 1))) for first, last in ACCENTED]

# The file.


def wrapped(items, indent="        "):
    lines, line = [], ""
    for item in items:
        if len(indent) + len(line) + len(item) > 116:
            lines, line = lines + [indent + line.rstrip()], ""
        line += item
    return "\n".join(lines + [indent + line.rstrip()])


def continued(text):
    return wrapped(text).replace("\n", "\\\n")


def array(values):
    return wrapped([f"{value}, " for value in values])


def quoted(text):
    return "\"" + "".join(letter if letter.isascii() else f"\\u{{{ord(letter):X}}}" for letter in text) + "\""


versions = {version(name) for name in
            ("Scripts.txt", "ScriptExtensions.txt", "PropertyValueAliases.txt", "confusables.txt")}
if len(versions) != 1:
    sys.exit(f"The files are of several versions: {', '.join(sorted(versions))}.")
with open(__file__, "rb") as file:
    own = hashlib.sha256(file.read()).hexdigest()
text = f"""// Written by unicode-tables.py from Scripts.txt, ScriptExtensions.txt and confusables.txt of Unicode {versions.pop()}.
// SHA-256 of the script: {own}

/// The parts of Unicode's tables that names need; see the script for what was left out.
enum UnicodeTables {{
    /// The first character of each run of characters of the same scripts, times 2048, plus the index of the scripts.
    static let scriptRuns: [UInt32] = [
{array(f"0x{value << 11 | index:X}" for value, index in runs)}
    ]

    /// Sets of scripts, by their indices among the names; empty for characters of every script.
    static let scriptSets: [[UInt8]] = [
{array("[" + ", ".join(str(order.index(code)) for code in sorted(codes, key=order.index)) + "]" for codes in sets)}
    ]

    /// The names of the scripts; those of scripts that are written together come last.
    static let scriptNames: [String] = [
{array(chr(34) + names.get(code, code).replace("_", " ") + chr(34) for code in order)}
    ]

    /// Each character that looks like others, times 2048, plus the index of its shape.
    static let lookAlikes: [UInt32] = [
{array(f"0x{value << 11 | shapes.index(seen):X}" for value, seen in table.items())}
    ]

    /// The shapes of characters.
    static let shapes: [String] = [
{array(map(quoted, shapes))}
    ]

    /// The letters from U+00C0 to U+024F without their accents, or a hyphen.
    static let unaccented00C0 = Array(
        \"\"\"
{continued(accented[0])}
        \"\"\".utf8)

    /// The letters from U+1E00 to U+1EFF without their accents, or a hyphen.
    static let unaccented1E00 = Array(
        \"\"\"
{continued(accented[1])}
        \"\"\".utf8)
}}
"""
print(text + f"// SHA-256 of the lines above: {hashlib.sha256(text.encode()).hexdigest()}")
print(f"{len(runs)} runs, {len(sets)} sets, {len(order)} scripts, {len(table)} letters, {len(shapes)} shapes: "
      f"{4 * len(runs) + sum(map(len, sets)) + 4 * len(table) + sum(len(s.encode()) for s in shapes) + 656} bytes",
      file=sys.stderr)
