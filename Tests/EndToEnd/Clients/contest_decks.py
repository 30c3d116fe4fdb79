"""Deals the decks of a contest again: python3 contest_decks.py EXPORT

EXPORT is the file that `memory-host --export` wrote. Exits with 1 if a deck is not the one that a published seed deals.
"""
import hashlib, json, sys


def digest(*lines):
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
    pairs = []
    while len(pairs) < count // 2: pairs += shuffled(faces, random)[:count // 2 - len(pairs)]
    return shuffled(pairs + pairs, random), "".join(f"{next(random):016x}" for _ in range(4))


lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
contest = next((line for line in lines if line["type"] == "contest"), None)
if not contest: sys.exit("There is no contest in this file.")
first = int(contest["firstMatch"][1:])  # Records of a contest before this one have other seeds.
matches = [line for line in lines if line["type"] == "record" and "contest" in line and int(line["match"][1:]) >= first]
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
