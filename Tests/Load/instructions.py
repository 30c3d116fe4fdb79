#!/usr/bin/env python3
"""Counts the user instructions that a flip costs memory-host, with valgrind's callgrind.

  usage: instructions.py memory-host [flags for the host, such as --data DIR; without any, --no-data]

Twenty matches of two are played over loopback, classic rules but for a turn limit and a reveal of no time. First every
deck is learned. Then the counters are set to nothing, and all pairs but the last of each match are taken, one flip
after the other, each when the state that the last one made has come to both players. What is counted is whole: wait,
read, decode, rule, encode, two sends. The start, the learning and the end are not in it.
"""
import glob
import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

MATCHES = 20


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines = self.socket.makefile("rb")

    def say(self, **command):
        self.socket.sendall(json.dumps(command, separators=(",", ":")).encode() + b"\n")

    def hear(self, kind):
        while True:
            self.line = self.lines.readline()
            message = json.loads(self.line)
            if message["type"] == "error":
                sys.exit(f"the host refuses: {message}")
            if message["type"] == kind:
                return message


class Match:
    def __init__(self, port, number):
        self.players = [Client(port), Client(port)]
        for player, name in zip(self.players, ("Ann", "Bob")):
            player.say(type="hello", name=f"{name}{number}")
            player.hear("welcome")
        self.players[0].say(type="open", rules={"turns": 0, "revealMs": 0})
        name = self.players[0].hear("match")["match"]
        self.players[0].hear("state")
        self.players[1].say(type="join", match=name)
        self.faces = {}
        self.bytes = []
        self.look()

    def look(self):
        self.state, _ = (player.hear("state") for player in self.players)
        for card, face in enumerate(self.state["cards"]):
            if face:
                self.faces[card] = face

    def flip(self, card):
        self.players[self.state["turn"]].say(type="flip", card=card)
        self.look()
        self.bytes.append(len(self.players[0].line))

    def learn(self):
        count = len(self.state["cards"])
        for card in range(count):
            if card not in self.faces:
                self.flip(card)
                if self.state["phase"] == "showing":
                    self.look()
        for card in self.state["turned"]:
            self.flip(next(c for c in range(count) if c != card and self.faces[c] == self.faces[card]))
            if self.state["phase"] == "showing":
                self.look()

    def pairs(self):
        lying = {}
        for card, face in enumerate(self.state["cards"]):
            if not face:
                lying.setdefault(self.faces[card], []).append(card)
        pairs = [cards[place : place + 2] for cards in lying.values() for place in range(0, len(cards), 2)]
        return [card for pair in pairs[:-1] for card in pair]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    flags = sys.argv[2:] or ["--no-data"]
    with tempfile.TemporaryDirectory() as folder:
        host = subprocess.Popen(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", sys.argv[1]]
            + ["--bind", "127.0.0.1", "--port", "0", "--rate", "0"] + flags,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            port = int(host.stdout.readline().rsplit(":", 1)[1])
            matches = [Match(port, number) for number in range(MATCHES)]
            for match in matches:
                match.learn()
                match.bytes.clear()
            control = lambda flag: subprocess.run(
                ["callgrind_control", flag, str(host.pid)], check=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.5)  # Until the lobby has been pushed for the last time.
            control("-z")
            for match in matches:
                for card in match.pairs():
                    match.flip(card)
            control("-d")
        finally:
            host.send_signal(signal.SIGINT)
            host.wait()
        with open(sorted(glob.glob(f"{folder}/out.*"))[0]) as dump:
            total = int(re.search(r"^(?:summary|totals): (\d+)", dump.read(), re.M).group(1))
    sizes = [size for match in matches for size in match.bytes]
    mean = sum(sizes) / len(sizes)
    print(f"{total / len(sizes):.0f} instructions a flip: {len(sizes)} flips, a state of {mean:.0f} bytes")


if __name__ == "__main__":
    main()
