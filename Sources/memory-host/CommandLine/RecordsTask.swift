import Lobby
import Protocol

/// The tasks `--records` and `--export`.
enum RecordsTask {
    /// Prints all records for people to read, oldest first.
    static func print(_ options: Options) {
        let folder = options.dataFolder
        guard let records = openFile(in: folder) else { return Log.print("There are no records in \(folder).\n") }
        var out = RecordsOutput()
        let flaws = forEach(in: records) { record in
            let privately = record.summary.isPrivate ? " (private)" : ""
            out.put(Array("\(PlainEvents.line(record.summary))\(privately)\n".utf8))
        }
        out.finish()
        end(flaws)
    }

    /// Writes all records as lines of JSON, oldest first, to a file that must not exist yet. The contest follows, if there is
    /// one.
    static func export(_ options: Options, to path: String) {
        let folder = options.dataFolder
        guard let records = openFile(in: folder) else { Log.fail("there are no records in \(folder)", .unavailable) }
        var out = RecordsOutput(newFile: path == "-" ? nil : path)
        var writer = ByteWriter()
        let flaws = forEach(in: records) { record in
            JSONEvents.write(Message(.record(record)), into: &writer)
            let line = writer.drain()
            // The operator gets the private ones too, marked as such.
            out.put(record.summary.isPrivate ? line.dropLast(2) + Array(",\"private\":true}\n".utf8) : line)
        }
        if let contest = contest(in: folder) {
            ContestLine.write(contest.standings, contest.rules, first: contest.firstMatch, into: &writer)
            out.put(writer.drain())
        }
        out.finish()
        end(flaws)
    }

    /// Returns the contest as the journal has it, to which a running host may be appending; nil if there is none, or if the
    /// journal is damaged, since what is missing may be what keeps a seed secret.
    private static func contest(in folder: String) -> Contest? {
        guard let file = openFile(in: folder, .journal) else { return nil }
        var lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "")))
        var isDamaged = false
        do throws(StorageProblem) {
            let size: Int
            do throws(SystemError) { size = try file.size() } catch { throw .system(file: file.path, error) }
            var lines = LogReader(file, .journal, size: size)
            while let line = try lines.nextUntorn() {
                guard line.trailer != nil, let entry = EntryLine.read(lines.bytes, in: line.range) else {
                    isDamaged = true
                    continue
                }
                do throws(EntryFlaw) { _ = try lobby.replay(entry) } catch { isDamaged = true }
            }
        } catch {
            Log.fail(error.sentence, error.status)
        }
        return isDamaged ? nil : lobby.contest
    }

    private static func openFile(
        in folder: String, _ kind: LogFile.Kind = .records
    ) -> (any StorageFile)? {
        do throws(SystemError) {
            return try DiskFolder(folder).open(kind.name, .read)
        } catch {
            if error.isNotFound { return nil }
            let path = "\(folder)/\(kind.name)"
            Log.fail("cannot read \(path): \(error)", error.isPermissionDenied ? .noPermission : .inputOutputError)
        }
    }

    /// Passes each record of a file, which a running host may be appending to, to a closure; returns a sentence for each
    /// line that cannot be read. Lines written meanwhile and an incomplete end are skipped.
    private static func forEach(in file: any StorageFile, _ body: (MatchRecord) -> Void) -> [String] {
        var cache = RecordLine.RulesCache()
        var flaws: [String] = []
        do throws(StorageProblem) {
            let size: Int
            do throws(SystemError) { size = try file.size() } catch { throw .system(file: file.path, error) }
            var lines = LogReader(file, .records, size: size)
            while let line = try lines.next() {
                if line.trailer != nil, let record = RecordLine.read(lines.bytes, in: line.range, rules: &cache) {
                    body(record)
                } else {
                    if line.trailer != nil, StopLine(lines.bytes, in: line.range) != nil { continue }
                    if try lines.isTorn(line) { continue }
                    flaws.append("skipped line \(line.number) of \(LogFile.Kind.records.name): corrupt record")
                }
            }
        } catch {
            Log.fail(error.sentence, error.status)
        }
        return flaws
    }

    /// Reports the lines that were left out, if any, and then exits with ``ExitStatus/dataError``.
    private static func end(_ flaws: [String]) {
        guard let last = flaws.last else { return }
        for flaw in flaws.dropLast() { Log.complain(flaw) }
        Log.fail(last, .dataError)
    }
}
