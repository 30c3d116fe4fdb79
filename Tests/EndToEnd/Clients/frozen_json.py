"""A client as PROTOCOL.md asked for it before `change`, guards and lasting tokens. It must go on working: never edit it.

It plays one match to the end and prints the reason of the end. Every few flips it drops its connection and comes back.
Usage: frozen_json.py HOST PORT NAME
"""
import json, socket, sys

host, port, name = sys.argv[1:]
token, seat, seen, answered, flips = None, None, {}, None, {}


def play(connection):
    """Plays on one connection; returns True at the end of the match."""
    global token, seat, answered
    count = [0]

    def send(**command):
        connection.sendall(json.dumps(command).encode() + b"\n")

    if token:
        send(type="hello", token=token)
    else:
        send(type="hello", name=name, protocol=1)
    for event in map(json.loads, connection.makefile(encoding="utf-8", newline="\n")):
        kind = event["type"]
        if kind == "hello":
            assert event["protocol"] == 1 and "resume" in event["features"]
        elif kind == "welcome":
            token, answered = event["token"], None
            if not event["resumed"]:
                send(type="join")
        elif kind == "match":
            seat = event["seat"]
        elif kind == "error" and event["command"] != "flip":
            assert event["code"] in ("too_fast", "bad_token", "name_taken"), event
            if event["code"] != "too_fast":
                return False
        elif kind == "state":
            cards, turned = event["cards"], event["turned"]
            if event["phase"] == "over":
                print(event["result"]["reason"], flush=True)
                send(type="bye")
                return True
            seen.update((card, face) for card, face in enumerate(cards) if face)
            question = (event["turn"] == seat, turned, event["turn"], [player["turnsLeft"] for player in event["seats"]],
                        [player["taken"] for player in event["seats"]])
            if event["turn"] == seat and question != answered:
                down = [card for card, face in enumerate(cards) if not face]
                twins = [a for a in down for b in turned or down if a != b and a in seen and seen[a] == seen.get(b)]
                new = [card for card in down if card not in seen]
                count[0] += 1
                if count[0] == 6:
                    return False
                send(type="flip", card=(twins + new + down)[0], id=str(count[0]))
            answered = question
    return False


for attempt in range(50):
    try:
        with socket.create_connection((host, int(port))) as connection:
            if play(connection):
                sys.exit(0)
    except OSError:
        pass
sys.exit("no end after fifty connections")
