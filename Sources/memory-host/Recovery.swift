import Lobby
import Protocol

/// What a host finds in its folder when it starts: the journal, read into a lobby.
struct Recovery {
    /// The journal, ready to go on.
    private(set) var journal: Journal
    /// The lobby, as the journal's last entry left it.
    private(set) var lobby: Lobby
    /// The records of the matches whose end the journal still holds.
    private(set) var records: [MatchRecord] = []
    /// Bytes at the end that were never written whole, and were dropped.
    private(set) var tornBytes = 0

    /// Why a journal is not gone on with.
    enum Problem: Error, Equatable {
        /// A line is not what was written, or cannot follow those before it.
        case damaged(line: Int, reason: String)
        /// Another version of the host wrote it, in this form.
        case otherForm(form: Int)
        /// The system said no.
        case system(SystemError)
    }

    /// Reads the journal in a folder; if there is none, makes an empty file, which is no journal yet.
    ///
    /// - Parameter lobby: a lobby to which nothing has happened yet.
    init(_ folder: DataFolder, into lobby: Lobby, sync: Journal.Sync) throws(Problem) {
        self.lobby = lobby
        let file: FileDescriptor
        let fileSize: Int
        do throws(SystemError) {
            file = try Platform.openFile(Journal.path(in: folder), [.read, .write, .create, .noFollow], mode: 0o600)
            fileSize = try Platform.fileSize(file)
        } catch {
            throw .system(error)
        }
        journal = Journal(file, size: 0, in: folder, sync: sync)
        let goodSize: Int
        do throws(Problem) {
            goodSize = try read(file, fileSize)
        } catch {
            Platform.closeDescriptor(file)
            throw error
        }
        do throws(SystemError) {
            if goodSize < fileSize { try Platform.truncateFile(file, to: goodSize) }
            // What a host left that was killed, the system may not have written yet; from here on it must be there.
            try Platform.synchronizeData(file)
            tornBytes = fileSize - goodSize
            journal = Journal(file, size: goodSize, in: folder, sync: sync)
        } catch {
            throw .system(error)
        }
    }

    /// Replays the file; returns how many bytes of it are good.
    private mutating func read(_ file: FileDescriptor, _ fileSize: Int) throws(Problem) -> Int {
        var lines = JournalLines(file, size: fileSize)
        while true {
            let next: (line: JournalLines.Line, place: FileLines.Line)?
            do throws(SystemError) { next = try lines.next() } catch { throw .system(error) }
            guard let (line, place) = next else { return lines.end }
            switch line {
            case .entry(let entry): try take(entry, line: place.number)
            case .damaged: throw .damaged(line: place.number, reason: "it is not what was written")
            case .otherForm(let form): throw .otherForm(form: form)
            }
        }
    }

    private mutating func take(_ entry: Entry, line: Int) throws(Problem) {
        if line == 1 {
            guard case .counted = entry else {
                throw .damaged(line: 1, reason: "the journal's beginning is missing")
            }
        }
        do throws(EntryFlaw) {
            if let record = try lobby.replay(entry) { records.append(record) }
        } catch {
            throw .damaged(line: line, reason: error.reason)
        }
    }
}
