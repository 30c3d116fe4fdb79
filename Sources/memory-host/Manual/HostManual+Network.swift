import Protocol

extension HostManual {
    static let limits = ManualChapter(
        "LIMITS",
        [
            """
            Clients learn the limits in force from the first line that the host sends. `--per-address N` and \
            `--max-connections N` set the most connections, and `--rate N` sets how many commands a client may send per \
            second, after a burst of \(Limits.burst). All connections from one address together get ten times as much \
            as one client, or a hundred times as much if they come from this machine.
            """,
            """
            Some commands count as more: `list` and `follow` as 2; `say`, `record`, `scores`, `standings` as 5; `replay` as 5 \
            and one more for every four states; opening a match as 10; and `records` as one for every ten asked for, plus \
            four if it filters by player, seats or game. A wrong token or code counts as \(Limits.wrongSecretWeight).
            """,
            """
            If a whole classroom shares one address, behind a router with NAT, through a proxy or on a shared ssh server, \
            raise `--per-address N` and `--rate N`, and for larger crowds `--openings N` and `--guesses N`. A class of \
            60 who come back with tokens that the host no longer knows are all in within ten seconds. The other limits:
            """,
            .list([
                (
                    "Matches",
                    """
                    One address may open \(Limits.openings) matches at once, then as many a minute; `--openings N` \
                    sets another number. This machine may open ten times as many. `--rate 0` lifts this limit, too, \
                    unless `--openings N` is given; `--openings 0` lifts only this limit. A host keeps up to 8192 \
                    matches. When it is full, the match that has been deserted longest is evicted, provided that it \
                    was deserted at least a minute ago.
                    """
                ),
                (
                    "Requests of browsers",
                    """
                    One address may cause 2000 HTTP requests at once, then 100 a second; the latter changes in proportion \
                    to `--rate N`. Beyond that, requests wait. A request counts as 1, plus 1 for each KiB received and for \
                    each 64 KiB in its response; a QR code counts as 4 and a WebSocket as 2. This machine may cause ten \
                    times as many. The head of a request may have 8 KiB, or 32 KiB from this machine.
                    """
                ),
                (
                    "Input that does nothing",
                    """
                    Ten blank lines, ten pings of a WebSocket and the like, or 256 KiB of discarded input count as one command.
                    """
                ),
                (
                    "Guesses",
                    """
                    One address may try \(Limits.guesses) wrong codes of private matches at once, then as many a \
                    minute; `--guesses N` sets another number. Beyond that, no code from there is looked up until one \
                    more may be wrong: by default \(60_000 / Limits.guesses) milliseconds later. No option lifts this \
                    limit, and this machine has no more than others. A code has six of 34 letters: with a thousand \
                    private matches open, whoever guesses \(Limits.guesses) a minute hits one after 3.6 days on \
                    average, and after 3600 where one is open. Whoever had a seat in a match that ended within the \
                    last minute may try a code whatever their address has done, until one is wrong; they are known by \
                    their name. Tokens are not limited: they have 128 random bits.
                    """
                ),
                (
                    "Memory",
                    """
                    A host that was started under `ulimit -v` refuses newcomers and new matches while less than 8 MB are left.
                    """
                ),
                (
                    "Open files",
                    """
                    Each connection needs one. The host raises its own limit as far as the system lets it, and says so if \
                    that allows fewer connections than `--max-connections N`.
                    """
                ),
            ]),
        ])

    static let addresses = ManualChapter(
        "ADDRESSES AND PROXIES",
        [
            """
            The host listens on port \(SocketAddress.defaultPort), MEMO on the keypad of a phone, on all interfaces, over \
            both IPv4 and IPv6. `--bind ADDRESS` restricts it to one address, or to all those of a name. To look up the \
            machine's own addresses, run `ip -brief address` on Linux or `ipconfig getifaddr en0` on macOS.
            """,
            .list([
                (
                    "Finding it",
                    """
                    `memory-join` finds hosts on the same network by itself: it asks over UDP, and the host answers with its \
                    name, its port and how many players and public matches it has. It answers only machines on its own \
                    networks, at most 100 times a second; of more questions than that, it answers a random choice. With \
                    `--hidden`, it answers nobody and can be joined only by its address. If another program is using the UDP \
                    port, the host logs a warning and cannot be found.
                    """
                ),
                (
                    "Firewalls",
                    """
                    On Linux with ufw, run `sudo ufw allow 6366`; with firewalld, \
                    `sudo firewall-cmd --add-port=6366/tcp --add-port=6366/udp`. macOS asks once whether `memory-host` may \
                    accept connections: allow it then, or later in System Settings > Network > Firewall.
                    """
                ),
                (
                    "Names in browsers",
                    """
                    The page answers to IP addresses, names without a dot, names that end with `.local`, `.localhost`, \
                    `.home.arpa`, `.internal`, `.home`, `.lan` or `.localdomain`, and the machine's own name. No names \
                    with these endings exist on the Internet, so no stranger can point one at this host. If people \
                    reach the host by another name, such as `den.fritz.box` or one in `.ts.net`, add it with \
                    `--web-name NAME`: any other name is refused, and so are pages of other sites, so that none can \
                    play in a visitor's name.
                    """
                ),
                (
                    "Encryption",
                    """
                    The host itself encrypts nothing. On this machine only, use `--bind 127.0.0.1`, and reach it from \
                    elsewhere with `ssh -L 6366:localhost:6366 you@host`, then join `localhost`. For browsers, put a web \
                    server that speaks HTTPS in front of the host.
                    """
                ),
                (
                    "A web server in front",
                    """
                    It passes on to the host all requests under one path, which it may strip: the page asks for \
                    everything beside itself. It must let WebSockets through, and keep the Host header as it comes, \
                    with its port; the name in it is one that the page answers to, if need be by `--web-name NAME`. \
                    Below is how nginx does that. Its line about X-Forwarded-For keeps `/metrics` from the public: \
                    without it, everybody who comes through the web server looks as if they were on this machine.
                    """
                ),
                (
                    "A page that does not connect",
                    """
                    If three attempts have failed, the page asks the host for the reason, and shows the answer. A page \
                    at one address whose requests arrive for another: the web server has changed the Host header, as \
                    nginx does without a line about Host, and with `$host`, which has no port. WebSockets that do not \
                    come through: the web server does not pass on Upgrade and Connection, which nginx does only when \
                    it is told to. Something other than the host answers: the web server does not pass on all that is \
                    under the path. With `--log-level info`, the host logs requests that it has answered by 403, with \
                    the Host and Origin that they had, once a minute for each address and reason.
                    """
                ),
                (
                    "Limits behind a proxy",
                    """
                    Everybody who comes through a proxy, a relay or a tunnel has its address for the host, which does not \
                    read headers such as X-Forwarded-For: they share the limits of one address, which are wider if the \
                    proxy runs on the machine of the host. Raise `--per-address N`, `--rate N`, `--openings N` and \
                    `--guesses N` if that is not enough.
                    """
                ),
            ]),
            "For nginx, in a `server` that has the page at `/memory/`:",
            .lines(
                """
                location /memory/ {
                    proxy_pass http://127.0.0.1:6366/;
                    proxy_http_version 1.1;
                    proxy_set_header Host $http_host;
                    proxy_set_header X-Forwarded-For $remote_addr;
                    proxy_set_header Upgrade $http_upgrade;
                    proxy_set_header Connection "upgrade";
                }
                """),
        ])
}
