import Foundation

/// Writes the web page into a Swift file: as it is served, and compressed if this machine has gzip.
///
///   usage: embed-page OUTPUT FOLDER
@main enum EmbedPage {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { exit(complaint: "usage: embed-page OUTPUT FOLDER") }
        do {
            let folder = URL(filePath: arguments[2], directoryHint: .isDirectory)
            let text = try swift(of: document(in: folder))
            // What has not been written has not changed, and the host is not built anew.
            let (output, data) = (URL(filePath: arguments[1]), Data(text.utf8))
            if (try? Data(contentsOf: output)) != data { try data.write(to: output) }
        } catch let complaint as Complaint {
            let path = URL(filePath: arguments[2]).appending(path: complaint.file).path(percentEncoded: false)
            exit(complaint: "\(Complaint(path, complaint.line, complaint.reason))")
        } catch {
            exit(complaint: "error: the web page: \(error)")
        }
    }

    private static func exit(complaint: String) -> Never {
        FileHandle.standardError.write(Data((complaint + "\n").utf8))
        Foundation.exit(1)
    }

    /// Returns the document that the files in a folder make.
    static func document(in folder: URL) throws -> String {
        var files: [String: String] = [:]
        let root = folder.standardizedFileURL.pathComponents.count
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = found?.nextObject() as? URL {
            guard ["html", "css", "js"].contains(file.pathExtension) else { continue }
            let path = file.standardizedFileURL.pathComponents.dropFirst(root).joined(separator: "/")
            files[path] = try String(contentsOf: file, encoding: .utf8)
        }
        return try Page.document(of: files)
    }

    /// Returns a source of Swift that has a document as it is, and compressed.
    ///
    /// - Parameter path: the folders in which programs are, as in `PATH`.
    static func swift(
        of document: String, path: String = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
    ) throws -> String {
        for text in ["\"\"\"####", "\\####"] where document.contains(text) {
            throw Complaint("index.html", nil, "the page contains \(text)")
        }
        let folders = path.split(separator: ":")
        let gzip = folders.map { "\($0)/gzip" }.first(where: FileManager.default.isExecutableFile)
        if gzip == nil {
            let note = "warning: the web page is not compressed: there is no gzip in PATH\n"
            FileHandle.standardError.write(Data(note.utf8))
        }
        let digits = try gzip.map { try compressed(Data(document.utf8), by: $0) }?.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        let literal = digits.map { "\"\($0.joined())\"" } ?? "nil"
        return """
            /// The web page, put together when the program was built.
            enum EmbeddedPage {
                /// The document.
                static let html = ####\"""
            \(document)
            \"""####
                /// The document compressed by gzip, in hexadecimal digits; nil if the build had no gzip.
                static let compressed: String? = \(literal)
            }

            """
    }

    /// Compresses data as well as a gzip can, without a time in it.
    private static func compressed(_ data: Data, by program: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-9n"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // It may write before it has read everything.
        let writer = Thread {
            try? input.fileHandleForWriting.write(contentsOf: data)
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        let result = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Complaint("index.html", nil, "gzip failed") }
        return result
    }
}
