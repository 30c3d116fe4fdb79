"""A client that types the plain-text commands of 0.1.0 and looks at the boards, as a person does. Never edit it.

It plays one match to the end and prints the last sentence. Every few turns it drops its connection and comes back.
Usage: frozen_plain.py HOST PORT NAME
"""
import re, socket, sys

host, port, name = sys.argv[1:]
token = None


def play(connection):
    """Plays on one connection; returns True at the end of the match."""
    global token
    board, hidden, tried = [], [], 0

    def send(line):
        connection.sendall(line.encode() + b"\r\n")

    send("resume " + token if token else "name " + name)
    if not token:
        send("join")
    for line in connection.makefile(encoding="utf-8", newline="\n"):
        line = line.rstrip("\n")
        welcome = re.search(r"resume ([0-9a-f]{32})$", line)
        if welcome:
            token = welcome.group(1)
        if re.match(r"^ +A( +[B-J])*$", line):
            board, hidden = [], []
        row = re.match(r"^ ?(\d+)([ \[].*)$", line)
        if row:
            cells = [cell.strip(" []") for cell in re.split(r"(?<=\S)[ \]]+[ \[]?", row.group(2)) if cell.strip(" []")]
            hidden += ["%s%s" % ("abcdefghij"[column], row.group(1)) for column, cell in enumerate(cells) if cell == "."]
        if re.match(r"^%s's turn(,|\.)" % re.escape(name), line) and hidden:
            tried += 7
            if tried == 63:
                return False
            send(hidden[tried % len(hidden)])
        if re.search(r"(wins|It's a draw|Nobody wins): ", line):
            print(line, flush=True)
            send("bye")
            return True
    return False


for attempt in range(50):
    try:
        with socket.create_connection((host, int(port))) as connection:
            if play(connection):
                sys.exit(0)
    except OSError:
        pass
sys.exit("no end after fifty connections")
