#!/usr/bin/env python3
"""Measures what the dearest requests of one address cost the players of other addresses (Linux).

  usage: attack.py memory-host [--seconds S] [--connections N] [--loopback] [--only KIND] [--limit MS]

Two hosts run, with their usual rates: one is attacked, the other is idle. On each, ten pairs of players flip cards, 150
in a second, from 127.0.0.1. Meanwhile N connections (64) of one address send one kind of request to the first host as
fast as they can, for S seconds (4). For each kind it prints how long a flip took until both players had the state:
before the attack and during it, and on the idle host during it.

The attacker is another machine, a network namespace of this one: a link of two, which is gone at the end. With
--loopback it is 127.0.0.2, which may send ten times as much and heads four times as long.

It fails if the 99th percentile during an attack is over MS milliseconds (50; with --loopback 0, which is no limit).
Everything that was started here ends by itself. Give it a machine with nothing else to do.
"""
import argparse
import base64
import json
import os
import selectors
import socket
import subprocess
import sys
import time

HOST_ADDRESS, ATTACKER_ADDRESS = "10.78.0.1", "10.78.0.2"
PAIRS, FLIPS_PER_SECOND = 10, 150


# The requests


def head(first, *fields):
    return ("\r\n".join([first, "Host: den", *fields]) + "\r\n\r\n").encode()


def repeated(name, element, size):
    return f"{name}: " + element * ((size - 100) // len(element))


HANDSHAKE = head(
    "GET /ws HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: " + base64.b64encode(bytes(16)).decode())


def kinds(size):
    """The bytes that each kind begins a connection with, and those that it then repeats."""
    ping = b"\x89\x80\x00\x00\x00\x00"
    get, header = "GET /no HTTP/1.1", "HEAD / HTTP/1.1"
    return {
        "page": (b"", head("GET / HTTP/1.1")),
        "page, compressed": (b"", head("GET / HTTP/1.1", "Accept-Encoding: gzip")),
        "404": (b"", head(get)),
        "304": (b"", head("GET / HTTP/1.1", "If-None-Match: *")),
        "/qr": (b"", head("GET /qr?http://%s.lan/ HTTP/1.1" % ("a" * 198))),
        "/qr, encoded": (b"", head("GET /qr?%s HTTP/1.1" % ("%61" * ((size - 100) // 3)))),
        "list: Connection": (b"", head(get, repeated("Connection", "a,", size))),
        "list: Accept-Encoding": (b"", head(header, repeated("Accept-Encoding", "a,", size))),
        "list: If-None-Match": (b"", head(header, repeated("If-None-Match", "a,", size))),
        "long head": (b"", head(get, repeated("Cookie", "c", size))),
        "a hundred fields": (b"", head(get, *(f"F{number}: {'v' * (size // 100 - 10)}" for number in range(98)))),
        "too long": (b"", head(get, repeated("Cookie", "c", 2 * size))),
        "POST": (b"", head("POST / HTTP/1.1", "Content-Length: 10000") + b"x" * 10000),
        "malformed": (b"", b"GET / HTTP/1.1\r\n\r\n"),
        "handshakes": (b"", HANDSHAKE + b"\x88\x80\x00\x00\x00\x00"),
        "pings": (HANDSHAKE, ping * 500),
        "fragments": (HANDSHAKE, b"\x01\x80\x00\x00\x00\x00" + b"\x00\x80\x00\x00\x00\x00" * 500),
        "blank lines": (b"", b"\n" * 8000),
        "an endless line": (b"", b"x" * 16000),
        "malformed commands": (b"", b'{"type":"say"}\n{"type":"open","rules":7}\n{"type":"records","limit":-1}\nopen 9x9x9\n' * 50),
    }


# The attacker, in a process of its own


class Attacker:
    """One connection, which is opened again whenever the host closes it."""

    def __init__(self, selector, target, source, start, repeat):
        self.selector, self.target, self.source, self.start, self.repeat = selector, target, source, start, repeat
        self.socket = None
        self.open()

    def open(self):
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.bind((self.source, 0))
        self.socket.connect_ex(self.target)
        self.rest = self.start + self.repeat
        self.selector.register(self.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)

    def go_on(self, events):
        """Returns the number of bytes sent."""
        try:
            if events & selectors.EVENT_READ and not self.socket.recv(1 << 16):
                return self.again()
            if not events & selectors.EVENT_WRITE:
                return 0
            sent = self.socket.send(self.rest)
        except BlockingIOError:
            return 0
        except OSError:
            return self.again()
        self.rest = self.rest[sent:] or self.repeat
        return sent

    def again(self):
        self.selector.unregister(self.socket)
        self.socket.close()
        self.open()
        return 0


def attack(options):
    start, repeat = kinds(options.size)[options.attack]
    selector = selectors.DefaultSelector()
    host, port = options.program.rsplit(":", 1)
    for _ in range(options.connections):
        Attacker(selector, (host, int(port)), options.source, start, repeat)
    end, sent = time.monotonic() + options.seconds, 0
    while time.monotonic() < end:
        for key, events in selector.select(0.1):
            sent += key.data.go_on(events)
    print(sent / len(repeat) / options.seconds)


# The bystanders


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines = self.socket.makefile("rb")

    def say(self, **command):
        self.socket.sendall(json.dumps(command, separators=(",", ":")).encode() + b"\n")

    def hear(self, kind):
        while True:
            message = json.loads(self.lines.readline())
            if message["type"] == "error":
                sys.exit(f"the host refuses: {message}")
            if message["type"] == kind:
                return message


class Pair:
    """Two players who flip the same cards again and again."""

    def __init__(self, port, number):
        self.players = [Client(port), Client(port)]
        for player, name in zip(self.players, ("Ann", "Bob")):
            player.say(type="hello", name=f"{name}{number}")
            player.hear("welcome")
        rules = {"rows": 10, "columns": 10, "turns": 0, "turnMs": 0, "revealMs": 0}
        self.players[0].say(type="open", rules=rules)
        self.players[1].say(type="join", match=self.players[0].hear("match")["match"])
        self.players[0].hear("state")
        self.look()

    def look(self):
        self.state, _ = [player.hear("state") for player in self.players]

    def flip(self):
        """Returns the seconds until both players have the state."""
        cards, turned = self.state["cards"], self.state["turned"]
        card = next(card for card, face in enumerate(cards) if not face)
        start = time.monotonic()
        self.players[self.state["turn"]].say(type="flip", card=card)
        self.look()
        seconds = time.monotonic() - start
        while self.state["turn"] is None or self.state["turned"] == turned:
            self.look()
        return seconds


def play(hosts, seconds):
    """Has the pairs of all hosts flip by turns; returns the latencies on each host."""
    latencies = [[] for _ in hosts]
    start = due = time.monotonic()
    while due < start + seconds:
        number = len(latencies[0])
        for pairs, times in zip(hosts, latencies):
            times.append(pairs[number % PAIRS].flip())
        due += 1 / FLIPS_PER_SECOND
        # Whoever was held up goes on from now, as a person does.
        due = max(due, time.monotonic() - 1)
        time.sleep(max(0, due - time.monotonic()))
    return latencies


def percentiles(times):
    times = sorted(times)
    return "".join(f"{times[min(len(times) - 1, len(times) * part // 100)] * 1000:8.1f}" for part in (50, 99))


def start_host(program):
    process = subprocess.Popen(
        [program, "--no-data", "--hidden", "--bind", "0.0.0.0", "--port", "0"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL)
    return process, int(process.stdout.readline().rsplit(b":", 1)[1])


def measure(options, prefix, target, source, size):
    hosts = [start_host(options.program) for _ in range(2)]
    worst = 0
    try:
        pairs = [[Pair(port, number) for number in range(PAIRS)] for _, port in hosts]
        print(
            f"{'milliseconds':24}{'before: p50':>12}{'p99':>5}{'during: p50':>12}{'p99':>5}{'idle: p50':>11}{'p99':>5}"
            "  sent/s")
        for kind in kinds(size):
            if options.only not in ("", kind):
                continue
            time.sleep(0.5)
            before, _ = play(pairs, 1)
            flags = [
                "--attack", kind, "--source", source, "--size", str(size), "--seconds", str(options.seconds),
                "--connections", str(options.connections)]
            attacker = subprocess.Popen(
                prefix + [sys.executable, __file__, f"{target}:{hosts[0][1]}", *flags], stdout=subprocess.PIPE)
            time.sleep(0.3)
            during, idle = play(pairs, options.seconds - 0.5)
            sent = float(attacker.communicate(timeout=options.seconds + 30)[0] or 0)
            if any(process.poll() is not None for process, _ in hosts):
                sys.exit(f"a host has ended during the attack: {kind}")
            print(f"{kind:24}{percentiles(before)} {percentiles(during)} {percentiles(idle)} {sent:8.0f}", flush=True)
            worst = max(worst, float(percentiles(during).split()[1]))
    finally:
        for process, _ in hosts:
            process.terminate()
            process.wait(30)
    print(f"the highest 99th percentile during an attack is {worst:.1f} ms")
    sys.exit(1 if options.limit and worst > options.limit else 0)


def link():
    """Makes another machine, beside the namespace that this process is in; returns the process that keeps it."""
    keeper = subprocess.Popen(
        ["unshare", "-n", "sh", "-c", "ip link set lo up && echo ready && exec cat"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE)
    keeper.stdout.readline()
    inside = ["nsenter", f"--net=/proc/{keeper.pid}/ns/net", "--"]
    for command in (
        ["ip", "link", "set", "lo", "up"],
        ["ip", "link", "add", "link0", "type", "veth", "peer", "name", "link1", "netns", str(keeper.pid)],
        ["ip", "addr", "add", f"{HOST_ADDRESS}/24", "dev", "link0"],
        ["ip", "link", "set", "link0", "up"],
        inside + ["ip", "addr", "add", f"{ATTACKER_ADDRESS}/24", "dev", "link1"],
        inside + ["ip", "link", "set", "link1", "up"],
    ):
        subprocess.run(command, check=True)
    return keeper, inside


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--loopback", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--source", help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not 2 <= options.seconds <= 60 or not 1 <= options.connections <= 500:
        sys.exit("--seconds takes 2 to 60, --connections 1 to 500")
    if options.attack:
        return attack(options)
    if options.loopback:
        options.limit = options.limit or 0
        return measure(options, [], "127.0.0.1", "127.0.0.2", 32000)
    if not options.inside:
        os.execvp("unshare", ["unshare", "-rn", sys.executable, __file__, *sys.argv[1:], "--inside"])
    options.limit = 50 if options.limit is None else options.limit
    keeper, inside = link()
    try:
        measure(options, inside, HOST_ADDRESS, ATTACKER_ADDRESS, 8000)
    finally:
        keeper.stdin.close()
        keeper.wait(10)


main()
