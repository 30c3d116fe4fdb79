import Foundation
import Protocol

/// The lines in which a client has seen a match, as they came over the wire.
struct StateLines {
    /// By version, the line without what differs between copies.
    private(set) var texts: [Int: String] = [:]
    /// The versions in the order in which they came.
    private(set) var versions: [Int] = []
    private(set) var states: [MatchState] = []

    /// The states among these lines.
    init(_ lines: [String], of match: MatchID) throws {
        for line in lines {
            guard case .message(let message) = LineClient.read(line), case .state(let state) = message.event,
                state.match == match
            else { continue }
            texts[state.version] = try Self.withoutClock(line)
            versions.append(state.version)
            states.append(state)
        }
    }

    private static func withoutClock(_ line: String) throws -> String {
        let key = "\"turnEndsInMs\":"
        guard let start = line.range(of: key)?.upperBound, let end = line[start...].firstIndex(of: ",") else {
            throw Unmet("no turnEndsInMs in \(line)")
        }
        return line.replacingCharacters(in: start..<end, with: "-")
    }

    /// The cards that lie open in a state without a reason; empty as it should be.
    static func openWithoutReason(_ state: MatchState) -> [Int] {
        let mayLieOpen = Set(state.turned + state.seats.flatMap(\.taken))
        guard state.phase != .over else { return [] }
        return state.cards.indices.filter { state.cards[$0] != nil && !mayLieOpen.contains($0) }
    }

    /// The faces in a line, of the set `animals`.
    static func faces(in line: String) -> Set<String> {
        Set(line.unicodeScalars.map { String($0) }).intersection(FaceSet.animals.faces)
    }
}

/// A board as plain words draw it.
struct DrawnBoard: Equatable {
    /// For each card its face, or nothing.
    let cells: [String]

    init(_ state: MatchState) { cells = state.cards.map { $0 ?? "" } }

    private init(cells: [String]) { self.cells = cells }

    /// The boards in a text, in order: each is a line of letters, and lines that begin with a number.
    static func all(in lines: [String]) -> [DrawnBoard] {
        var boards: [DrawnBoard] = []
        var cells: [String]?
        for line in lines {
            let words = line.split { " []".contains($0) }.map(String.init)
            if words.first == "A", words.dropFirst().first == "B" {
                cells = []
            } else if let number = words.first.flatMap({ Int($0) }), let before = cells, (1...10).contains(number) {
                cells = before + words.dropFirst().map { $0 == "." ? "" : $0 }
            } else if let whole = cells {
                boards.append(DrawnBoard(cells: whole))
                cells = nil
            }
        }
        return boards
    }
}
