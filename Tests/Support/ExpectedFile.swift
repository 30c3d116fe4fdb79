public import Foundation
import Protocol

/// A file that holds what a test expects, for people to read.
///
/// Where `MEMORY_WRITE` is set, a file that differs is written anew. It is reported all the same, since nobody has read
/// it yet: the next run finds nothing.
public enum ExpectedFile {
    /// Compares a file with a text; returns where they differ, or nil if they don't.
    public static func difference(_ file: URL, from text: String) throws -> String? {
        let kept = try? String(contentsOf: file, encoding: .utf8)
        if kept == text { return nil }
        if Platform.environmentValue("MEMORY_WRITE") != nil {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        guard let kept else { return "\(file.lastPathComponent) was missing" }
        let (before, now) = (lines(kept), lines(text))
        let number = zip(before, now).enumerated().first { $1.0 != $1.1 }?.offset ?? min(before.count, now.count)
        let (was, isNow) = (before.dropFirst(number).first, now.dropFirst(number).first)
        return "\(file.lastPathComponent):\(number + 1)\nwas \(was ?? "the end")\nis  \(isNow ?? "the end")"
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
