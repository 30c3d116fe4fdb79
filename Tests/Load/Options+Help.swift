extension Options {
    /// The usage text.
    static let help = """
        memory-load plays matches over real connections against a running host, and measures it.

        usage: memory-load [--host H] --port P [--pid HOST_PID] [flags]

          --host H       the host's name or address (127.0.0.1)
          --port P       its port (6366)
          --pid N        its process, on this machine: for processor time and memory (Linux)
          --matches N    matches of two that are played at once (1)
          --watchers W   watchers of each match (0)
          --stalled N    more watchers of each match, which read nothing once it has begun (0); the host
                         keeps them for 30 s, so --warmup and --seconds come to 25 at most. Give it a
                         warm-up of a few seconds, in which what the system keeps for them fills
          --depth D      flips of one match that may be in flight, 1 to 64 (1); see below
          --rate R       flips a second in all, due one after the other at equal distances, whether the
                         host keeps up or not; 0 (the default) sends as fast as answers come.
                         With a rate this program never sleeps: it wants a core of its own
          --seconds S    seconds that are measured (5); 0 plays nothing: matches only stand there
          --warmup S     seconds that are played before (1)
          --idle N       connections that say nothing
          --lobby C      named clients that sit in the lobby, and get its news
          --board RxC    rows and columns (5x6)
          --misses N     turns that miss on purpose, for each pair taken (7)
          --reveal MS    how long two cards that differ stay open (0)
          --check WHICH  sampled (the default) or all; see below
          --json         one line of JSON on standard output instead of a table
          --help         print this

        Start the host with --rate 0, and with --max-connections and --per-address high enough.

        A match is opened without limit of turns. The players turn every card up once, and remember; from then on they
        miss on purpose, and take a known pair every so often. When the board is cleared both ask for a rematch.

        A flip is complete when both players and all watchers have the state that shows it. Its latency counts from
        when it was sent, or with --rate from when it was due. A delivery is one flip shown to one of them: one state,
        or for a miss the two that show the cards and turn them back. Without a rate and with many matches, latency is
        little but the length of the queue; ask for a rate that the host can keep to learn how fast it answers.

          depth 1   the next flip is sent when everybody has all that came of the last
          depth 2   both flips of a turn leave in one write
          depth 3+  played by the rule `again`: once all cards are known, whoever has the turn takes all pairs, so
                    many flips in one write. Turns that miss are two flips still, since the next is the other's.

        What is checked: every state is read once a match by a small scanner, and every field that the rules determine
        is compared with what the flips lead to: version, phase, turn, each card, what is turned and taken, scores,
        offers and result. The line is compared byte by byte with the one that each other member gets. Besides, of 256
        states one, with `--check all` each, is read with the reader that clients use, and compared. At the end every
        match must have had all that was due. Whatever does not fit, a refused command and a closed connection end the
        run with a sentence and a status other than 0.

        """
}
