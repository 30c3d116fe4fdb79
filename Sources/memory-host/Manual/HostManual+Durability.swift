import Protocol

extension HostManual {
    static let durability = ManualChapter(
        "DURABILITY",
        [
            """
            Every change to a match is written to a journal and synced to disk before anybody sees it. After Control-C, \
            `kill -9` or a power failure, start the host again: every live match is as its players last saw it, no clock \
            has run in the meantime, and players reclaim their seats with their tokens, which `memory-join` does by itself.
            """,
            .list([
                (
                    "Files",
                    """
                    The data folder holds `journal.ndjson` (live matches, names, digests of tokens) and `records.ndjson` \
                    (finished matches); the small `numbers.ndjson` says which numbers of matches and records are reserved. \
                    All consist of lines of JSON, each with a CRC-32C checksum, and begin with a line \
                    that gives the kind of log and the version of its format and, in the journal, the sync policy under \
                    which it was written. A host refuses any version other than its own. Only one host can use a folder at a \
                    time. The folder may be a symbolic link, but the files in it may not.
                    """
                ),
                (
                    "Numbers",
                    """
                    A folder uses no number of a match or a record twice, not even if it is damaged. Long before it needs \
                    them, a host reserves a thousand at a time on disk. After a repair, or a power failure with `second` or \
                    `never`, it cannot know which numbers were seen, so numbering goes on behind all that are reserved: \
                    `m1001` may follow `m7`. A backup knows nothing of the numbers that were used after it was made; and with \
                    `never`, a power failure may take a reservation that the system had not yet written.
                    """
                ),
                (
                    "Sync policy",
                    """
                    With `--sync always`, a change is synced before anybody sees it. A sync costs more than a flip, so on a \
                    busy host changes wait for up to 2 ms to share one. With `second`, a power failure may lose the last \
                    second of changes; with `never`, it may lose whatever the system had not yet written. A host that is \
                    merely killed loses nothing under any policy.
                    """
                ),
                (
                    "A slow disk",
                    """
                    It delays only those who wait for it: for a sync, or for past records to be read. Everybody else plays \
                    on. The journal is compacted in small slices.
                    """
                ),
                (
                    "A full or failing disk",
                    """
                    The host logs the error, refuses what it cannot store (with the code `disk_failed`), stops all clocks, \
                    shows nobody anything that is not on disk, and recovers by itself when the disk does. A host that exits \
                    with changes that are not saved has an exit status other than 0.
                    """
                ),
                (
                    "Files that are changed meanwhile",
                    """
                    Before each write, the host checks that the file still has all that was written to it; once a second, \
                    and when it stops, that it still has its name. Moving, deleting, replacing or truncating a file counts \
                    as a failure of the disk until the file is back; one that was truncated must have its contents back, \
                    too, since the host cannot recreate them. The folder itself may be moved. Bytes that are overwritten in \
                    place are noticed at the next start.
                    """
                ),
                (
                    "Time",
                    """
                    While the machine is asleep, the disk is failing or the process is stopped, no clock runs, and the time \
                    does not count towards how long a match took. The host's time never goes back, except at a start: if the \
                    last entry in the journal is more than a day ahead of the machine's clock, the host warns, and goes on from \
                    the clock.
                    """
                ),
                (
                    "A damaged file",
                    """
                    The host refuses to start and names the bad line. `memory-host --repair` moves the bad lines, and every \
                    line about a match that cannot continue without them, to `journal.damaged` and `records.damaged`. It \
                    keeps the rest and reports which matches and records are affected. Duplicate lines are set aside, too.
                    """
                ),
                (
                    "A missing journal",
                    """
                    A journal gets its name only when its first lines are on disk. So one that is missing, empty or without a \
                    valid first line (zeros after a power failure, another file's contents) is never treated as a new folder if \
                    there are records or reserved numbers beside it: the host refuses to start. `--repair` first copies such a \
                    journal, byte for byte, to `journal.damaged.1` (or the next free number), and then continues with the \
                    lines that can be read, if any. An empty folder is a new one.
                    """
                ),
                (
                    "A truncated file",
                    """
                    It is detected by checking it against the other file: the journal says how many records there are and, \
                    if it was written with `--sync always`, it has counted every match that has a record. The host refuses \
                    to start; `--repair` lets it continue with what is left.
                    """
                ),
                (
                    "After a clean stop",
                    """
                    After a single Control-C or SIGTERM, both files end with a line that says so and tells of the other \
                    file, and both are synced, whatever the sync policy. Until the next start, a journal that was cut \
                    anywhere is refused, even at the end of a line, and so are records that have lost any which the journal \
                    cannot recreate. `--repair` names the matches that are lost, and those that may have lost their last \
                    moves. The line in `records.ndjson` is removed when the host starts. So after a crash, `kill -9` or a \
                    second Control-C, a journal that was cut at the end of a line counts as one that ended there: it is \
                    refused only if the records, or a later line that says how much was synced before it, show that there \
                    was more.
                    """
                ),
                (
                    "An interrupted write",
                    """
                    It may have reached the disk only in part, and in any order. When the host next starts, it drops \
                    everything from the first missing part onwards and logs which matches are affected; with \
                    `--sync always`, nobody has seen any of what it drops. A part missing from data that had been synced \
                    counts as damage.
                    """
                ),
                (
                    "Not guaranteed",
                    """
                    If a disk lies about syncing, a power failure may undo changes that players have seen, and a second \
                    power failure may lose the start of a file. Watchers are not returned to their match, chat is not \
                    stored, and after a restart a finished match exists only as a record, even if it is still on a player's \
                    screen.
                    """
                ),
                (
                    "Backup",
                    """
                    Copy the folder while no host is running, and restore all files together. A copy made while one is \
                    running is usable, too: copy `records.ndjson` first, then `journal.ndjson`, which still has each match \
                    for ten seconds after its record was stored. If the copy cuts a line short, the next start drops that \
                    line. In the other order, matches may have ended between the two copies; with `--sync always`, the host \
                    then names them and refuses to start, since the journal could as well have lost its end. Their records \
                    are complete, and `--repair` continues with them. If the host stops between the two copies, the journal \
                    counts as truncated. To move a host, stop it and move the folder.
                    """
                ),
            ]),
        ])

    static let records = ManualChapter(
        "PAST MATCHES",
        [
            """
            Every match that has begun leaves a record when it ends: its date, players, scores, deck and every move. Type \
            `records`, `records Ann with Bob`, `record r17`, `scores` or `scores Ann` in `nc`, or pick Records or Scores in \
            `memory-join`, which can list only your own matches, or one game's, and shows your own statistics, including \
            how well you remember cards, by how long ago you saw them. Matches in which nobody finished a turn are not listed.
            """,
            """
            On the machine of the host, `--records` lists all records, and `--export FILE` writes them as lines of JSON in \
            the format that `PROTOCOL.md` gives for `record`. Both include private matches, and work while a host is running.
            """,
            """
            Records are stored in `records.ndjson` in the data folder. Do not edit it: the host treats a changed line as \
            damage and refuses to start. Private matches are in this file, too, but no client can look them up.
            """,
            """
            While it runs, a host only appends records. When it starts, it keeps the newest \(Limits.keptRecords), or as many \
            as `--keep-records N` says, and drops the older ones, except for those of the best solo games, which stay in the \
            lists. So that frequent restarts do not rewrite the file each time, it waits until there are a tenth \
            more than it keeps. Numbering goes on, and `record r1` is then no such record. A player's results, and the wins, \
            draws and losses in `scores`, count what is kept. `--keep-records 0` keeps all: each million takes about a \
            gigabyte of disk, 70 MB of memory and a few seconds at the start.
            """,
            """
            The deal can be checked. When the cards are dealt, the host publishes the SHA-256 of a random salt and the deck; \
            when the match is over, the salt. Nobody can move a card in between without being found out, not even whoever runs \
            the host. `memory-join` and the page check it at the end of every match and in replays, and warn loudly if it \
            does not fit. In `nc`, you read the hash when you join, and at the end the command that checks it; on macOS, use \
            `shasum -a 256` in place of `sha256sum`. This proves neither that nobody peeked, since the host knows the \
            cards all along, nor that the deal was random.
            """,
        ])
}
