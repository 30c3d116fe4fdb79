"""Plays a contest: python3 contest_bot.py HOST PORT NAME PLAYERS. It needs Python 3.8.

It remembers every card that was shown, comes back with its token whenever the connection breaks, and prints the
standings once so many players have played everything.
"""
import contextlib, json, socket, sys, time

me, seen, match, seat, answered, state = {"name": sys.argv[3]}, {}, None, None, None, None


def send(**command):
    connection.sendall(json.dumps(command).encode() + b"\n")


def play():
    """Answers the newest state, once for each ply: a pair if one is known, or else a card that was never shown."""
    global answered
    if state is None or state["turn"] != seat or state["ply"] == answered: return
    down = sorted((card for card, face in enumerate(state["cards"]) if not face), key=seen.__contains__)
    firsts = state["turned"] or down
    pairs = [a for a in down for b in firsts if a != b and a in seen and seen[a] == seen.get(b)]
    answered = state["ply"]
    send(type="flip", match=match, ply=answered, id=f"{match} {answered}", card=(pairs + down)[0])


def take(event):
    """Takes in an event; returns a sentence once everything is over."""
    global me, seen, match, seat, answered, state
    kind, code = event["type"], event.get("code")
    if kind == "welcome":
        me = {"token": event["token"]}
        send(type="enter")
        send(type="standings", follow=True)
    elif kind == "match":
        if event["match"] != match: seen = {}  # It may be back in the match that it was in.
        match, seat, answered, state = event["match"], event["seat"], None, None
    elif kind == "state" and event["match"] == match and not (state and event["version"] < state["version"]):
        state = event
        seen.update((card, face) for card, face in enumerate(event["cards"]) if face)
        play()
    elif kind == "error" and event.get("command") == "flip" and event.get("re") == f"{match} {answered}":
        answered = None  # It was no answer; the newest state asks again.
        if code in ("disk_failed", "too_fast"): time.sleep(1)
        play()
    elif code == "bad_token": send(type="hello", **(me := {"name": sys.argv[3]}))
    elif code in ("too_fast", "disk_failed") and event["command"]: raise OSError(code)
    elif code in ("no_contest", "contest_full", "name_taken"): return event["message"]
    elif kind == "bye" and not event["retry"]: return event["message"]
    elif kind == "standings" and "seed" in event and len(event["players"]) >= int(sys.argv[4]):
        return "\n".join(f"{player['name']}: {player['points']} points" for player in event["players"])


while True:
    with contextlib.suppress(OSError, ValueError):  # A broken connection: it comes back in a moment.
        connection = socket.create_connection(sys.argv[1:3], timeout=60)
        send(type="hello", protocol=1, **me)
        for event in map(json.loads, connection.makefile(encoding="utf-8", newline="\n")):
            if message := take(event): sys.exit(print(message) or send(type="bye"))
    time.sleep(0.2)
