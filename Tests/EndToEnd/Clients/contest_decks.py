"""Deals the decks of a contest again: python3 contest_decks.py EXPORT

EXPORT is the file that `memory-host --export` wrote, whose last line has the seeds. Exits with 1 if a deck is not the one that
a published seed deals.

Every match of a contest has a deck of its own, which follows from the seed alone, so that no deck tells of another:

- The random numbers are those of 64 bits, in big-endian order, four in each SHA-256 of these lines, each ended by LF, for
  k = 0, 1, 2, ...: `memory-deck-1`, the seed, the name of the player with seat 0 in leg 1, the other name, the round, the leg, k.
- In Memory, they shuffle the faces of the set, in the order in which `rules` lists them. The first ones of these, one for each pair, are
  taken, and all of a set if that is not enough, before the set, as `rules` lists it, is shuffled again. Then the faces,
  followed by themselves, are shuffled. In Set, they shuffle the 81 cards in this order: the number changes fastest, then the
  colour, the filling and the shape, each in the order in which PROTOCOL.md lists them.
- To shuffle n cards, card i changes places with card i + r for i = 0 to n - 2, where r is a random number below m = n - i: of
  the product of m and the next number, the upper 64 bits; but if the lower 64 bits are less than 2^64 mod m, the next number is
  taken instead.
- The four numbers after that, 16 hexadecimal digits each, are the salt of the deck's seal.
"""
import hashlib, json, sys, unicodedata


def is_line(text):
    """False for a text with control characters or separators of lines: hashed as one line, it could pass for two."""
    return not any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in str(text))


def digest(*lines):
    if not all(map(is_line, lines)): sys.exit("A name or a seed has more than one line.")
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()


def numbers(seed, names, round, leg):
    """Numbers of 64 bits, four to a block of SHA-256."""
    block = 0
    while True:
        hash = digest("memory-deck-1", seed, *names, round, leg, block)
        for start in range(0, 32, 8): yield int.from_bytes(hash[start:start + 8], "big")
        block += 1


def below(bound, random):
    """A number below the bound: the upper half of a product, drawn again if the lower half is too small."""
    while True:
        product = next(random) * bound
        if product % 2**64 >= 2**64 % bound: return product >> 64


def shuffled(items, random):
    items = list(items)
    for place in range(len(items) - 1):
        other = place + below(len(items) - place, random)
        items[place], items[other] = items[other], items[place]
    return items


def deal(faces, count, random):
    """The deck, and the salt of its seal."""
    if count == 81:
        cards = [number + colour + filling + shape for shape in "dso" for filling in "stu" for colour in "rgp" for number in "123"]
        return shuffled(cards, random), "".join(f"{next(random):016x}" for _ in range(4))
    pairs = []
    while len(pairs) < count // 2: pairs += shuffled(faces, random)[:count // 2 - len(pairs)]
    return shuffled(pairs + pairs, random), "".join(f"{next(random):016x}" for _ in range(4))


lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
contest = next((line for line in lines if line["type"] == "contest"), None)
if not contest: sys.exit("There is no contest in this file.")
first = int(contest["firstMatch"][1:])  # Records of a contest before this one have other seeds.
matches = [line for line in lines if line["type"] == "record" and "contest" in line and int(line["match"][1:]) >= first]
if not all(map(is_line, contest["faces"])): sys.exit("A face has more than one line.")
if "seed" in contest and digest("memory-contest-1", contest["seed"]).hex() != contest["seal"]:
    sys.exit("The seal is broken.")
dealt, unknown = 0, []
for match in matches:
    place, names = match["contest"], match["players"]
    if place["leg"] == 2: names = names[::-1]  # Who has seat 0 in the first match of the pair comes first.
    deals = [
        deal(contest["faces"], len(match["deck"]), numbers(seed, names, place["round"], place["leg"]))
        for seed in contest.get("seeds", [])]
    if (match["deck"], match["salt"]) in deals: dealt += 1
    else: unknown.append(match["record"])
print(f"{dealt} decks of {len(matches)} are those of a published seed.")
if unknown and "seed" in contest: sys.exit("These are not: " + ", ".join(unknown))
