/// The reason that the page cannot be put together, and the place: a compiler's error, which editors lead to.
struct Complaint: Error, Equatable, CustomStringConvertible {
    /// The path of the file.
    let file: String
    /// The line, counted from 1; nil if it is about the file as a whole.
    let line: Int?
    let reason: String

    init(_ file: String, _ line: Int?, _ reason: String) {
        (self.file, self.line, self.reason) = (file, line, reason)
    }

    var description: String { "\(file):\(line.map { "\($0):" } ?? "") error: \(reason)" }
}
