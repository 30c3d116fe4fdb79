import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_join

/// The drawings and names of faces in the page for browsers, which no reply carries, against those of the terminal
/// client: the page's modules are run, and say what they have.
@Suite(.enabled(if: PageModules.node != nil)) struct `The page: faces` {
    /// A shape as the page has it.
    private struct Drawing: Decodable, Equatable {
        let name: String
        let ink: String
        /// The kind and the numbers of each part; the kind of a cut is a capital letter.
        let parts: [Part]

        struct Part: Decodable, Equatable {
            let kind: String
            let numbers: [Double]
        }
    }

    @Test func `the page draws every shape with the same parts, in the same ink`() throws {
        let drawings = try PageModules.value(
            of: "shapes()", from: "lib/shapes.js", importing: "shapes", as: [Drawing].self)
        let expected = ([Shape.questionMark] + Shape.faces).map { shape in
            Drawing(name: shape.name, ink: shape.ink.rawValue, parts: shape.parts.map(Self.part))
        }
        #expect(drawings.count == expected.count)
        for (drawing, other) in zip(drawings, expected) { #expect(drawing == other) }
    }

    @Test func `the page calls every animal what the terminal calls it, and has a word for every symbol`() throws {
        let names = try PageModules.value(
            of: "Object.fromEntries(FACE_NAMES)", from: "games/memory/faces.js", importing: "FACE_NAMES",
            as: [String: String].self)
        for face in FaceSet.animals.faces { #expect(names[face] == FaceNames.name(of: face), "\(face)") }
        for face in FaceSet.symbols.faces { #expect(names[face]?.isEmpty == false, "\(face)") }
    }

    @Test func `the page calls every card of Set what the host calls it`() throws {
        let names = try PageModules.value(
            of: "\(SetCard.all.map(\.text)).map(setName)", from: "games/set/words.js", importing: "setName",
            as: [String].self)
        #expect(names == SetCard.all.map(\.words))
    }

    private static func part(_ part: Shape.Part) -> Drawing.Part {
        let (letter, numbers): (String, [Double]) =
            switch part.outline {
            case .polygon(let corners): ("p", corners.flatMap { [$0.x, $0.y] })
            case .ellipse(let centre, let radii): ("e", [centre.x, centre.y, radii.x, radii.y])
            case .stroke(let points, let width): ("s", [width] + points.flatMap { [$0.x, $0.y] })
            }
        return Drawing.Part(kind: part.isCut ? letter.uppercased() : letter, numbers: numbers)
    }
}
