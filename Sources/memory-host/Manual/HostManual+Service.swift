import Protocol

extension HostManual {
    static let service = ManualChapter(
        "SERVICE",
        [
            """
            `--generate unit` prints a service for systemd, and `--generate socket` the socket that goes with it; the options \
            given beside it are those of the service. The service runs as a user of its own, with its data in \
            `/var/lib/memory-host`, and may do little else; that user must be able to read the program and the folders \
            that the options name. `EXAMPLES` shows how to install it. `--generate container` prints \
            a Containerfile for an image that holds the program and nothing else.
            """,
            .list([
                (
                    "Notifications",
                    """
                    If `NOTIFY_SOCKET` is set, the host sends `READY=1` once its journal has been read and its port listens; \
                    `STATUS=` with the number of matches, players and watchers, at most once a second and only if it has \
                    changed; `WATCHDOG=1` every half of `WATCHDOG_USEC`, if `WATCHDOG_PID` is unset or names the host; and \
                    `STOPPING=1` when it stops, but not when it begins to drain. The watchdog's message comes from the loop \
                    that serves the players: if that hangs, systemd restarts the host. A message that cannot be sent is \
                    lost, and play goes on; only `READY=1` is repeated until it can be. While a long journal is read, the \
                    start is not prolonged: `TimeoutStartSec` must be long enough for it.
                    """
                ),
                (
                    "Sockets",
                    """
                    If `LISTEN_PID` is the host's process and `LISTEN_FDS` is a number from 1 to 64, the host takes over the \
                    descriptors from 3 on instead of opening sockets of its own. TCP sockets that listen are for players and \
                    browsers; `--port N` and `--bind ADDRESS` are ignored then, with a warning. UDP sockets that have no peer \
                    are for clients that look for hosts; only questions that come by IPv4 are answered, and with `--hidden` \
                    they are closed. Without one of the two, the host opens its own as usual. Anything else, such as a Unix \
                    socket or a connection, is refused with a sentence that says which descriptor and why. Descriptors for \
                    another process are ignored.
                    """
                ),
                (
                    "Restarts",
                    """
                    Whoever keeps the sockets open keeps what connects while no host runs: it waits in the system's queue, \
                    and the next host greets it. So a restart, even after `kill -9`, refuses no connection. By hand, \
                    `systemd-socket-activate -l 6366 memory-host` does the same.
                    """
                ),
                (
                    "A second host",
                    """
                    A data folder belongs to one host at a time. A second one, and `--repair`, end with status 69 and say \
                    which process has it, and on which port it listens. `--records` and `--export FILE` only read, and work \
                    while a host runs.
                    """
                ),
                (
                    "Repairing",
                    """
                    A repair as root would leave files that the service cannot write. This one, with the service stopped, \
                    runs as its user: `systemd-run --wait --pipe -p DynamicUser=yes -p User=memory-host -p \
                    StateDirectory=memory-host -p StateDirectoryMode=0700 memory-host --repair --data \
                    /var/lib/memory-host`.
                    """
                ),
            ]),
        ])

    static let signals = ManualChapter(
        "SIGNALS",
        [
            .list([
                (
                    "SIGINT, SIGTERM, SIGHUP",
                    """
                    They stop the host; Control-C is SIGINT. Every client is told, and comes back by itself if it can. \
                    Clients have up to 1.5 seconds to take their last lines. A second one of these signals ends the host at \
                    once. A host that was started to ignore SIGHUP or SIGINT, as by `nohup`, goes on ignoring it. Matches in \
                    play continue after a restart.
                    """
                ),
                ("SIGUSR2", "It drains the host. A second one stops it as SIGTERM does; further ones are ignored."),
                (
                    "SIGUSR1, SIGALRM, SIGVTALRM, SIGPROF, SIGPIPE, SIGXFSZ",
                    "They are ignored; so are, on Linux, SIGIO, SIGPWR, SIGSTKFLT and the real-time signals."
                ),
            ]),
            """
            All other signals have their usual effect. So do those that stop or drain the host while it still reads its \
            journal, before it has printed where it listens.
            """,
        ])

    static let draining = ManualChapter(
        "DRAINING",
        [
            """
            A host that drains lets nothing new begin, and ends once nobody plays any more. It is for upgrades and for the end \
            of an evening.
            """,
            .list([
                (
                    "What ends",
                    """
                    New players and new matches are refused with the code `draining`, and a contest seats nobody; nobody \
                    loses anything by that. Clients say that the host is closing after the matches in play, and offer no new \
                    games.
                    """
                ),
                (
                    "What goes on",
                    """
                    Whatever is in play: moves, clocks, the house, watching, chat, records, coming back after a lost \
                    connection. New connections are accepted, to come back or to watch.
                    """
                ),
                (
                    "The end",
                    """
                    The host ends with status 0 when no match is in play with a player who is connected, which may be at \
                    once. If one player of two is away, it waits for the end of the match, at the latest when the absent \
                    player's time is up. It does not wait for a match whose players are all away, nor for one that waits for \
                    its second player: both are in the journal and go on when the host is started again. With `--no-data` \
                    they are lost, as with any other end of the host.
                    """
                ),
            ]),
            """
            A match without a clock may last for hours: a second SIGUSR2, or SIGTERM, stops the host, and its matches are \
            kept, too. Draining is not kept: the next start is an ordinary one. To upgrade without ending a match, install \
            the new program, then let the service drain; with the socket unit, the next one who connects starts the new host:
            """,
            .lines("systemctl kill -s SIGUSR2 memory-host"),
        ])

    static let monitoring = ManualChapter(
        "MONITORING",
        [
            "The host answers two requests of HTTP for operators, on the port that it plays on, with `--no-web`, too.",
            .list([
                (
                    "GET /healthz",
                    """
                    It returns 200 and the line `ok` while the host is well, and 503 with the reason in a line while the disk \
                    fails, while the host drains and while it stops. Anyone gets it, by whatever name or, in HTTP/1.0, \
                    none: haproxy's `option httpchk GET /healthz` will do. Once the host stops, it accepts no new \
                    connection; only requests that had arrived before are told so.
                    """
                ),
                (
                    "GET /metrics",
                    """
                    It has counters and gauges in the text format of Prometheus, version 0.0.4. With \
                    `--metrics local`, the default, only this machine gets them: a connection from a loopback address \
                    or from an address of one of its interfaces, and a request without the fields Forwarded, \
                    X-Forwarded-For, X-Forwarded-Host, X-Forwarded-Proto, X-Real-IP and Via, which proxies add. Others \
                    get 403. A proxy on this machine that adds none of them makes everybody look local: have it add \
                    X-Forwarded-For, keep the path from the public, or turn the metrics off. With `--metrics any`, \
                    everybody gets them; with `--metrics off`, the path is 404 for everybody. As for the page, the \
                    request must name the host by an address, a local name or one given with `--web-name NAME`; one of \
                    HTTP/1.0 need not name it. It counts as 10 HTTP requests against the limit of its address.
                    """
                ),
            ]),
            """
            No name of a player, no match and no address is a label. All series exist from the start, at 0. These begin with \
            `memory_host_`:
            """,
            .list([
                ("build_info{version}", "Always 1."),
                ("connections{transport}", "Open connections: line, websocket, http."),
                ("matches{game,state}", "Matches that are waiting, playing, paused or over."),
                ("players", "Connected players with a name."),
                ("watchers", "Clients that watch a match."),
                ("moves_total{game,result}", "Moves made, by people and by the house."),
                ("refusals_total{code}", "Errors sent to clients, by their code."),
                (
                    "turned_away_total{reason}",
                    "Connections that were not let in: host_full, too_many_connections, no_memory, shutting_down, "
                        + "foreign_protocol."
                ),
                (
                    "forbidden_total{reason}",
                    "Requests that were answered by 403: the Host is no name of the host's (host), the Origin is another "
                        + "site's (origin), or the metrics are not for everybody (metrics)."
                ),
                ("bytes_total{direction}", "Bytes received (in) and sent (out)."),
                (
                    "flip_seconds",
                    "Histogram: from reading a player's move to having its state ready to be sent, with the wait for the disk "
                        + "where `--sync always` makes it wait."
                ),
                ("sync_seconds", "Histogram: the time that the disk took for each sync."),
                ("journal_bytes", "The size of the journal."), ("records", "Records of past matches that are kept."),
                ("storage_failing", "1 while the disk fails, otherwise 0."),
            ]),
            """
            The usual figures of a process follow: `process_cpu_seconds_total`, `process_resident_memory_bytes`, \
            `process_virtual_memory_bytes`, `process_open_fds`, `process_max_fds` and `process_start_time_seconds`; on macOS, \
            memory and files are left out. Alerts that are worth having: storage that fails, a 99th percentile of \
            `flip_seconds` above 50 ms, and open files near their limit. A configuration of Prometheus:
            """,
            .lines(
                """
                scrape_configs:
                  - job_name: memory-host
                    static_configs:
                      - targets: ["localhost:6366"]
                """),
        ])

    static let logs = ManualChapter(
        "LOGS",
        [
            """
            The host writes what happens (where it listens, who connects, which match begins and ends) to standard output, and \
            problems to standard error from `--log-level LEVEL` on. A line that nobody reads is dropped rather than waited \
            for, except for the first ones.
            """,
            """
            `--log-format text`, the default, writes sentences. `--log-format logfmt` writes pairs of a key and a value: time \
            (RFC 3339, UTC, with milliseconds), level and msg; notices have their parts as well:
            """,
            .lines(
                """
                event=listening address=ADDRESS:PORT
                event=connected player=NAME
                event=disconnected player=NAME
                event=started match=m3 game=memory players=Ann,Bob
                event=ended match=m3 game=memory players=Ann,Bob scores=4,3 winner=Ann reason=cleared
                """),
            """
            A value is quoted if it is empty or has a space, an equals sign, a quote, a backslash or a control character; \
            within quotes, these are escaped as in JSON. In players, a comma or a backslash that belongs to a name has a \
            backslash in front of it. The winner is empty if nobody won. A line has at most 4096 bytes; a longer message is \
            cut. In both formats a line stays one line.
            """,
            """
            Where a stream is systemd's journal, each line begins with its priority, such as <4> for a warning, and the \
            journal keeps it: `journalctl -u memory-host -p warning` shows the problems alone. Priorities: error 3, warning \
            4, notice 5, info 6, debug 7.
            """,
        ])
}
