import Protocol

/// What `--records` and `--export` do.
enum RecordsTask {
    /// Prints all records for a person, oldest first.
    static func print(_ options: Options) {
        let folder = DataFolder.path(options)
        guard let file = openFile(in: folder) else { return Log.print("There are no records in \(folder).\n") }
        var out = RecordsOutput()
        let flaws = forEach(in: file) { record in
            let privately = record.isPrivate ? " (private)" : ""
            out.put(Array("\(PlainEvents.line(RecordSummary(record)))\(privately)\n".utf8))
        }
        out.finish()
        end(flaws)
    }

    /// Writes all records as lines of JSON, oldest first, to a file that must not be there yet.
    static func export(_ options: Options, to path: String) {
        let folder = DataFolder.path(options)
        guard let file = openFile(in: folder) else { Log.fail("there are no records in \(folder).", .unavailable) }
        var out = RecordsOutput(newFile: path == "-" ? nil : path)
        var writer = ByteWriter()
        let flaws = forEach(in: file) { record in
            JSONEvents.write(Message(.record(RecordReport(record))), into: &writer)
            let line = writer.take()
            // Who runs the host has the private ones too, and is told which they are.
            out.put(record.isPrivate ? line.dropLast(2) + Array(",\"private\":true}\n".utf8) : line)
        }
        out.finish()
        end(flaws)
    }

    private static func openFile(in folder: String) -> FileDescriptor? {
        let path = "\(folder)/\(RecordFile.name)"
        do throws(SystemError) {
            return try Platform.openFile(path, .read)
        } catch {
            if error.isNotFound { return nil }
            Log.fail("\(path) cannot be read: \(error).", error.isPermissionDenied ? .noPermission : .inputOutputError)
        }
    }

    /// Goes over the records of a file, which a running host may be writing, and returns what is to be said of lines that
    /// cannot be read. What is written meanwhile is left for the next time, and so is a last line that is not there whole.
    private static func forEach(in file: FileDescriptor, _ body: (MatchRecord) -> Void) -> [String] {
        var memory = RecordLine.RulesMemory()
        var flaws: [String] = []
        do throws(SystemError) {
            var lines = FileLines(file, size: try Platform.fileSize(file))
            while let line = try lines.next() {
                do throws(RecordLine.Flaw) {
                    guard line.isWhole else { throw .damaged }
                    body(try RecordLine.read(lines.bytes, in: line.range, rules: &memory))
                } catch {
                    if lines.isTorn(line) { continue }
                    let why = error == .otherForm ? "was written by another version of memory-host" : "is damaged"
                    flaws.append("line \(line.number) of \(RecordFile.name) \(why) and was left out.")
                }
            }
        } catch {
            Log.fail("\(RecordFile.name) cannot be read: \(error).", .inputOutputError)
        }
        return flaws
    }

    /// Says which lines were left out, if any were, and then ends with ``ExitStatus/dataError``.
    private static func end(_ flaws: [String]) {
        guard let last = flaws.last else { return }
        for flaw in flaws.dropLast() { Log.complain(flaw) }
        Log.fail(last, .dataError)
    }
}

extension RecordFile.Problem {
    /// What is wrong and what to do, in a sentence.
    var sentence: String {
        switch self {
        case .system(let error): "the records cannot be opened: \(error)."
        case .damaged(let path, let line):
            "line \(line) of \(path) is damaged; memory-host --repair sets it aside and goes on with the others."
        case .otherForm(let path, let line):
            "line \(line) of \(path) was written by another version of memory-host; run that one."
        }
    }

    /// How the program ends for it.
    var status: ExitStatus {
        switch self {
        case .system(let error): error.isPermissionDenied ? .noPermission : .inputOutputError
        case .damaged, .otherForm: .dataError
        }
    }
}
