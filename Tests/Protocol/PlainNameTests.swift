import Foundation
import Testing

@testable import Protocol

@Suite struct `Plain words: names` {
    /// Returns what differs between two values of JSON, other than a name that has got its quotation marks.
    private func difference(_ one: Any, _ other: Any) -> String? {
        switch (one, other) {
        case (let one as [String: Any], let other as [String: Any]):
            guard Set(one.keys) == Set(other.keys) else { return "\(one.keys.sorted()) and \(other.keys.sorted())" }
            return one.lazy.compactMap { key, value in other[key].flatMap { difference(value, $0) } }.first
        case (let one as [Any], let other as [Any]):
            guard one.count == other.count else { return "\(one) and \(other)" }
            return zip(one, other).lazy.compactMap { difference($0, $1) }.first
        case (let one as String, let other as String):
            return other == one || other == PlayerName.quoted(one) ? nil : "\(one) and \(other)"
        default: return "\(one)" == "\(other)" ? nil : "\(one) and \(other)"
        }
    }

    private func object(_ event: Event) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(json(event, re: RequestID("1")).utf8))
    }

    /// A record whose cards are pictures.
    private static let pictures = Event.record(
        RecordEventSamples.record,
        pictures: [Picture(label: "K", path: "/faces/1"), Picture(label: "T", path: "/faces/2")])

    @Test func `an event whose names have quotation marks is the same in all else`() throws {
        let events = JSONEventSamples.all.map(\.message.event) + [Self.pictures]
        for event in events {
            let difference = try difference(object(event), object(event.withQuotedNames))
            #expect(difference == nil)
        }
    }
}
