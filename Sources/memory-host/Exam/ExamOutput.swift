import Protocol

/// The output of an exam: sentences for people, and lines of JSON in a file, if one is wanted.
struct ExamOutput: Sendable {
    private let file: FileDescriptor?

    /// Opens the file; ends the program if that fails.
    ///
    /// - Parameter path: the file's path, "-" for the standard output; nil for no file.
    init(reportingTo path: String?) {
        guard let path, path != "-" else {
            file = path == nil ? nil : .standardOutput
            return
        }
        do throws(SystemError) { file = try Platform.openFile(path, [.write, .create, .truncate]) } catch {
            Log.fail("cannot write \(path): \(error)", .cannotCreate)
        }
    }

    /// Prints a text for people, where it does not get between the lines of the report.
    func print(_ text: String) {
        try? (file == .standardOutput ? FileDescriptor.standardError : .standardOutput).writeAll(Array(text.utf8))
    }

    /// Writes a line of the report; ends the program if that fails.
    func record(_ line: String) {
        do throws(SystemError) {
            try file?.writeAll(Array(line.utf8))
        } catch {
            Log.fail("cannot write the report: \(error)", .inputOutputError)
        }
    }
}
