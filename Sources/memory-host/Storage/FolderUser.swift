import Protocol

/// The process that uses a data folder, as the folder's lock file names it: its ID and the port that it listens on.
struct FolderUser: Equatable {
    let process: Int32
    /// The port; nil for a process that listens on none, such as one that repairs the folder.
    let port: UInt16?

    init(process: Int32, port: UInt16?) { (self.process, self.port) = (process, port) }

    /// Reads the start of the file; nil if it holds anything but a first line as ``bytes`` has it.
    init?(_ bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstIndex(of: "\n") else { return nil }
        let words = text[..<end].split(separator: " ", omittingEmptySubsequences: false)
        guard (1...2).contains(words.count), let process = Int32(words[0]), process > 0 else { return nil }
        guard words.count == 2 else {
            self.init(process: process, port: nil)
            return
        }
        guard let port = UInt16(words[1]), port > 0 else { return nil }
        self.init(process: process, port: port)
    }

    /// The contents of the file.
    var bytes: [UInt8] { Array("\(process)\(port.map { " \($0)" } ?? "")\n".utf8) }
}

extension FolderUser: CustomStringConvertible {
    /// The process for people: `process 1234, which listens on port 4096`.
    var description: String { "process \(process)" + (port.map { ", which listens on port \($0)" } ?? "") }
}
