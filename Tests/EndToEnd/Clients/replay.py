"""Plays a record back, at most two seconds a step: python3 replay.py localhost 6366 r17"""
import json, socket, sys, time
connection = socket.create_connection(sys.argv[1:3])
connection.sendall(json.dumps({"type": "replay", "record": sys.argv[3]}).encode() + b"\n")
states = []
for event in map(json.loads, connection.makefile(encoding="utf-8", newline="\n")):  # All first: a host does not wait.
    if event["type"] in ("error", "bye"): sys.exit(event["message"])
    if event["type"] == "replay": print(" against ".join(event["players"]) + ":", event["states"], "states")
    if event["type"] == "state" and "atMs" in event: states.append(event)
    if states and states[-1]["last"]: break
shown = 0
for state in states:
    time.sleep(min(state["atMs"] - shown, 2000) / 1000)
    shown, cards, columns = state["atMs"], state["cards"], state["columns"] or 1
    print(f"\n{shown / 1000:.1f} s", ", ".join(f"{seat['name']} {seat['score']}" for seat in state["seats"]))
    for row in range(0, len(cards), columns):
        print(" ".join(face or "." for face in cards[row:row + columns]))
winner = states[-1]["result"]["winner"]
print("Nobody wins." if winner is None else states[-1]["seats"][winner]["name"] + " wins.")
