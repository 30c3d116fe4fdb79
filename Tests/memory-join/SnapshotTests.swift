import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_join

/// The screens in the folder `Screens`, which are there to be read.
///
/// `MEMORY_WRITE=1 swift test --filter Snapshot` writes anew those that differ.
@Suite struct SnapshotTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Screens")

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

    @Test(arguments: Scene.all.map(\.name))
    func `every scene's screen matches its snapshot`(_ name: String) throws {
        for (path, screen) in Self.screens where path.hasSuffix("/\(name).txt") {
            let difference = try ExpectedFile.difference(Self.folder.appendingPathComponent(path), from: screen)
            #expect(difference == nil, "Screens/\(path); it should be\n\(screen)")
        }
    }

    @Test func `every snapshot belongs to a scene`() throws {
        let kept = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".txt") }
        #expect(Set(kept).subtracting(Self.screens.keys) == [])
    }
}
