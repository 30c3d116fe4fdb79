#!/usr/bin/env python3
"""Measures what clients that read nothing cost the system, and what they get in the end (Linux).

  usage: stalled.py memory-host [--watchers N] [--readers N] [--seconds S] [--patience S]

Two players turn a hundred cards a second while the watchers (500) read nothing. After some seconds (20) it prints the
memory of the system's sockets, and how many states half of the watchers then read. The others read only after the
patience (34 s): it prints how many of them the host has told `slow_reader`.

Then, with another host, the readers (200) ask for `records` of 100 a hundred times and read nothing: it prints the
memory of the sockets and the host's processor time.

The memory is all of this machine's TCP sockets', less what it was before; a watcher's own receive buffer is in it.
"""
import argparse
import json
import os
import re
import resource
import selectors
import socket
import subprocess
import sys
import time

FLIPS_PER_SECOND = 100


def kernel_bytes():
    text = open("/proc/net/sockstat").read()
    return int(re.search(r"TCP: .* mem (\d+)", text).group(1)) * os.sysconf("SC_PAGE_SIZE")


def processor_seconds(process):
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start_host(program):
    process = subprocess.Popen(
        [program, "--no-data", "--bind", "127.0.0.1", "--port", "0", "--rate", "0", "--per-address", "10000"],
        stdout=subprocess.PIPE)
    return process, int(process.stdout.readline().rsplit(b":", 1)[1])


def stop(process):
    process.terminate()
    process.wait(30)


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def say(self, **command):
        self.socket.sendall(json.dumps(command, separators=(",", ":")).encode() + b"\n")

    def hear(self, kind):
        while True:
            while b"\n" in self.rest:
                line, self.rest = self.rest.split(b"\n", 1)
                message = json.loads(line)
                if message["type"] == "error":
                    sys.exit(f"the host refuses: {message}")
                if message["type"] == kind:
                    return message
            self.socket.settimeout(20)
            part = self.socket.recv(1 << 16)
            if not part:
                sys.exit("the host has closed a connection")
            self.rest += part


class Play:
    """A match in which the same two cards are turned again and again, and so goes on for 10,000 turns."""

    def __init__(self, port):
        self.players = [Client(port), Client(port)]
        for player, name in zip(self.players, ("Ann", "Bob")):
            player.say(type="hello", name=name)
            player.hear("welcome")
        self.players[0].say(type="open", rules={"rows": 10, "columns": 10, "turns": 0, "revealMs": 0})
        self.players[1].say(type="join", match=self.players[0].hear("match")["match"])
        self.players[0].hear("state")
        self.look()

    def look(self):
        self.state, _ = (player.hear("state") for player in self.players)
        return self.state

    def run(self, until):
        while (due := time.monotonic()) < until:
            cards, turned = self.state["cards"], self.state["turned"]
            card = next(card for card, face in enumerate(cards) if not face)
            self.players[self.state["turn"]].say(type="flip", card=card)
            while self.look()["turn"] is None or self.state["turned"] == turned:
                pass
            time.sleep(max(0, due + 1 / FLIPS_PER_SECOND - time.monotonic()))


def read_to_end(watchers):
    """Reads what has come to each; returns how many states, how many are told `slow_reader`, how many are cut off."""
    states, told, cut = [0] * len(watchers), 0, 0
    poller = selectors.DefaultSelector()
    for number, watcher in enumerate(watchers):
        poller.register(watcher.socket, selectors.EVENT_READ, number)
    while poller.get_map() and (ready := poller.select(1)):
        for key, _ in ready:
            watcher = watchers[key.data]
            try:
                part = watcher.socket.recv(1 << 20)
            except OSError:
                part, cut = b"", cut + 1
            if not part:
                poller.unregister(watcher.socket)
            *lines, watcher.rest = (watcher.rest + part).split(b"\n")
            states[key.data] += sum(b'"type":"state"' in line for line in lines)
            told += sum(b'"slow_reader"' in line for line in lines)
    return states, told, cut


def watch(options):
    process, port = start_host(options.host)
    play = Play(port)
    before = kernel_bytes()
    watchers = []
    for _ in range(options.watchers):
        watchers.append(Client(port))
        watchers[-1].say(type="watch")
        watchers[-1].hear("state")
    start = time.monotonic()
    play.run(start + options.seconds)
    print(f"{options.watchers} watchers after {options.seconds} s and version {play.state['version']}:")
    print(f"  memory of sockets {(kernel_bytes() - before) / 2**20:.0f} MiB")
    half = len(watchers) // 2
    states, _, _ = read_to_end(watchers[:half])
    print(f"  states each {sum(states) / max(1, half):.0f}, at most {max(states, default=0)}")
    for watcher in watchers[:half]:
        watcher.socket.close()
    play.run(start + options.patience)
    _, told, cut = read_to_end(watchers[half:])
    print(f"  after {options.patience} s told slow_reader {told} of {len(watchers) - half}, cut off without it {cut}")
    stop(process)


def ask(options):
    process, port = start_host(options.host)
    player = Client(port)
    player.say(type="hello", name="Ann of the long name")
    for _ in range(150):
        player.say(type="open", rules={"rows": 2, "columns": 2, "seats": 1, "revealMs": 0})
        while player.hear("state")["phase"] != "playing":
            pass
        player.say(type="resign")
        while player.hear("state")["phase"] != "over":
            pass
    player.say(type="records", limit=100)
    size = len(json.dumps(player.hear("records"), separators=(",", ":")))
    before, spent = kernel_bytes(), processor_seconds(process)
    readers = [Client(port) for _ in range(options.readers)]
    for reader in readers:
        reader.socket.sendall(b'{"type":"records","limit":100}\n' * 100)
    time.sleep(options.seconds)
    print(f"{options.readers} readers of {size} bytes of records after {options.seconds} s:")
    print(f"  memory of sockets {(kernel_bytes() - before) / 2**20:.0f} MiB")
    print(f"  processor time of the host {processor_seconds(process) - spent:.2f} s")
    stop(process)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("host")
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--patience", type=int, default=34)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    if options.watchers:
        watch(options)
    if options.readers:
        ask(options)


main()
