import Foundation
import Protocol
import Testing

@testable import memory_join

/// The tables of faces in the page for browsers, against those of the terminal client.
@Suite struct `The page: faces` {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/memory-host/Web/Page")

    /// A file of the page.
    private func source(_ name: String) throws -> String {
        try String(contentsOf: Self.page.appending(path: name), encoding: .utf8)
    }

    @Test func `the page draws every shape with the same parts, in the same ink`() throws {
        let rows = try source("30-shapes.js").split(separator: "\n").filter { $0.hasPrefix("  \"") }.map(String.init)
        let expected = ([Shape.questionMark] + Shape.faces).map { shape in
            let parts = shape.parts.map(Self.text).joined(separator: "; ")
            return "  \"\(shape.name)\", \"\(shape.ink.rawValue)\", \"\(parts)\","
        }
        #expect(rows.count == expected.count)
        for (row, line) in zip(rows, expected) { #expect(row == line) }
    }

    @Test func `the page calls every animal what the terminal calls it`() throws {
        let names = try source("32-faces.js")
        for face in FaceSet.animals.faces {
            let name = try #require(FaceNames.name(of: face))
            #expect(names.contains("\"\(face)\": \"\(name)\""), "\(face)")
        }
    }

    @Test func `the page has a word for every symbol`() throws {
        let names = try source("32-faces.js")
        for face in FaceSet.symbols.faces { #expect(names.contains("\"\(face)\": \""), "\(face)") }
    }

    /// A part as the page has it: its kind and its numbers, in capitals if it is a cut.
    private static func text(_ part: Shape.Part) -> String {
        let (letter, numbers): (String, [Double]) =
            switch part.outline {
            case .polygon(let corners): ("p", corners.flatMap { [$0.x, $0.y] })
            case .ellipse(let centre, let radii): ("e", [centre.x, centre.y, radii.x, radii.y])
            case .stroke(let points, let width): ("s", [width] + points.flatMap { [$0.x, $0.y] })
            }
        let texts = numbers.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
        return ([part.isCut ? letter.uppercased() : letter] + texts).joined(separator: " ")
    }
}
