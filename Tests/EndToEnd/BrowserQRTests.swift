import Foundation
import TestSupport
import Testing

@testable import Protocol

extension BrowserTests {
    /// The page's QR codes, against those of the programs.
    @Suite(.serialized) struct QR {
        /// The page's versions: error correction level L, one block.
        private static let versions = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)].enumerated().map {
            index, sizes in
            let alignment = QRVersion.all[index].alignment
            return QRVersion(
                number: index + 1, level: 1, correction: sizes.1, blocks: [sizes.0], alignment: alignment)
        }

        /// Links, and random texts: the shortest and longest of each version, one that is too long, and some others.
        private func texts(_ random: inout SeededRandom) -> [String] {
            let capacities = Self.versions.map(\.capacity)
            let lengths = [0] + capacities + capacities.map { $0 + 1 }
            let others = (0..<50).map { _ in Int.random(in: 0...capacities[4], using: &random) }
            let texts = (lengths + others).map { length in
                String((0..<length).map { _ in random.one(of: Array("abcXYZ019:/#.-[]")) })
            }
            return texts + ["http://192.168.100.200:6366/#KQ7XM4", "http://[fe80::1]:6366/", "🦊é"]
        }

        /// A code as the page draws it: with four light modules on each side, and a square for each dark one.
        private func drawing(_ code: QRCode) -> [String] {
            let modules = (0..<code.size).flatMap { row in (0..<code.size).map { (row: row, column: $0) } }
            let dark = modules.filter { code[$0.row, $0.column] }
            let side = code.size + 8
            return ["0 0 \(side) \(side)", dark.map { "M\($0.column + 4) \($0.row + 4)h1v1h-1z" }.joined()]
        }

        /// What the page draws for each text; nothing for one that is too long.
        private func drawings(of texts: [String]) throws -> [[String]] {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Sources/memory-host/Web/Page")
            let sources = try ["05-dom.js", "34-qr.js"].map {
                try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
            }
            let drawings = try BrowserPage(try Browser(), at: "about:blank").evaluate(
                """
                (() => {
                  \(sources.joined())
                  return [\(texts.map(BrowserPage.quoted).joined(separator: ", "))].map((text) => drawQR(text))
                    .map((svg) => svg ? [svg.getAttribute("viewBox"), svg.firstChild.getAttribute("d")] : []);
                })()
                """)
            return try #require(drawings as? [[String]])
        }

        @Test func `the page draws the same codes as the programs would at its level, in all of its versions`() throws {
            var random = SeededRandom("texts in the page's QR codes")
            let texts = texts(&random)
            let codes = texts.map { QRCode($0, versions: Self.versions) }
            #expect(Set(codes.map { $0?.size }) == [21, 25, 29, 33, 37, nil])
            let drawings = try drawings(of: texts)
            #expect(drawings.count == texts.count)
            for (index, text) in texts.enumerated() where drawings[index] != codes[index].map(drawing) ?? [] {
                Issue.record("'\(text)' is drawn differently; seed \(random.seed)")
            }
        }
    }
}
