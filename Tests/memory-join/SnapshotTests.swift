import Foundation
import Protocol
import Testing

@testable import memory_join

/// The screens in the folder `Screens`, which are there to be read.
///
/// `MEMORY_WRITE=1 swift test --filter Snapshot` writes them anew.
@Suite struct SnapshotTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Screens")
    private static let writes = Platform.environmentValue("MEMORY_WRITE") != nil

    /// Each file's path in the folder, with the screen that belongs in it.
    private static let screens: [String: String] = {
        let screens = Scene.all.flatMap { scene in
            scene.sizes.map { ("\($0.columns)x\($0.rows)/\(scene.name).txt", drawn(scene, $0)) }
        }
        return Dictionary(uniqueKeysWithValues: screens)
    }()

    private static func drawn(_ scene: Scene, _ size: Platform.WindowSize) -> String {
        var model = scene.model
        model.take(.resized(size))
        return model.lines().map { inUTC($0) + "\n" }.joined()
    }

    /// The line with the dates of records as they are where clocks show UTC, which are as wide as others.
    private static func inUTC(_ line: String) -> String {
        for end in Say.records.records.map(\.endedAt) + [Say.replay.header.endedAt] {
            let (here, there) = (Wording.date(end), String(Platform.plainDateText(milliseconds: end).prefix(16)))
            for (here, there) in [(here, there), (String(here.dropFirst(5)), String(there.dropFirst(5)))] {
                if line.contains(here) { return line.replacing(here, with: there) }
            }
        }
        return line
    }

    @Test(.enabled(if: !writes), arguments: Scene.all.map(\.name))
    func `every scene's screen matches its snapshot`(_ name: String) {
        for (path, screen) in Self.screens where path.hasSuffix("/\(name).txt") {
            let kept = try? String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
            #expect(kept == screen, "Screens/\(path) is missing or stale; read what it was and should be:\n\(screen)")
        }
    }

    @Test(.enabled(if: !writes)) func `every snapshot belongs to a scene`() throws {
        let kept = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".txt") }
        #expect(Set(kept).subtracting(Self.screens.keys) == [])
    }

    @Test(.enabled(if: writes)) func `the snapshots are written`() throws {
        try? FileManager.default.removeItem(at: Self.folder)
        for (path, screen) in Self.screens {
            let file = Self.folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try screen.write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
