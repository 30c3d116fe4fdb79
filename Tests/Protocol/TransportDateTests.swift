import Foundation
import TestSupport
import Testing

@testable import Protocol

@Suite struct `Dates` {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (-1000, "1969-12-31T23:59:59.000Z"),
        (951_782_400_042, "2000-02-29T00:00:00.042Z"), (1_795_266_311_042, "2026-11-21T13:05:11.042Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    ])
    func `a date is written as RFC 3339 says, and reads back the same`(milliseconds: Int, text: String) {
        #expect(Platform.dateText(milliseconds: milliseconds) == text)
        #expect(Platform.dateMilliseconds(text) == milliseconds)
    }

    @Test func `a date beyond the four-digit years is clamped`() {
        #expect(Platform.dateText(milliseconds: .max) == "9999-12-31T23:59:59.999Z")
        #expect(Platform.dateText(milliseconds: .min) == "0000-01-01T00:00:00.000Z")
    }

    @Test func `the calendar agrees with Foundation's`() throws {
        var random = SeededRandom("dates")
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for _ in 0..<500 {
            let milliseconds = random.number(-10_000_000_000_000...100_000_000_000_000)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let text = Platform.dateText(milliseconds: milliseconds)
            #expect(text.prefix(19) == formatter.string(from: date).prefix(19), "\(milliseconds)")
            #expect(Platform.dateMilliseconds(text) == milliseconds)
        }
    }

    @Test(arguments: [
        ("2026-11-21T13:05:11Z", 0), ("2026-11-21T13:05:11.5Z", 500), ("2026-11-21T13:05:11.04Z", 40),
        ("2026-11-21T13:05:11.0429999Z", 42),
    ])
    func `a date's fraction may have any number of digits, or be missing`(text: String, rest: Int) {
        #expect(Platform.dateMilliseconds(text) == 1_795_266_311_000 + rest)
    }

    @Test(arguments: [
        "", "Z", "2026-11-21", "2026-11-21 13:05:11Z", "2026-11-21T13:05:11", "2026-11-21T13:05:11+01:00",
        "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T13:60:00Z", "2026-11-21T13:05:60Z", "2026-11-21T13:05:11.Z",
        "2026-11-21T13:05:11,5Z", "2026-11-21T13:05:11.5xZ", "2026/11/21T13:05:11Z", "+026-11-21T13:05:11Z",
        "2026-11-21T13:05:11.00000000000000000000000000Z", "２０２６-11-21T13:05:11Z",
    ])
    func `a malformed date is refused`(text: String) {
        #expect(Platform.dateMilliseconds(text) == nil)
    }

    @Test func `a date for people has no letters`() {
        #expect(Platform.plainDateText(milliseconds: 1_795_266_311_042) == "2026-11-21 13:05:11")
    }

    @Test(arguments: [
        (0, "2026-11-21 13:05"), (3_600, "2026-11-21 14:05"), (19_800, "2026-11-21 18:35"),
        (-50_400, "2026-11-20 23:05"), (50_400, "2026-11-22 03:05"),
    ])
    func `a local date follows the offset from UTC`(secondsEast: Int, text: String) {
        #expect(Platform.localDateText(milliseconds: 1_795_266_311_042, secondsEast: secondsEast) == text)
    }

    @Test func `a local date follows the machine's time zone`() {
        var random = SeededRandom("zones")
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        for _ in 0..<500 {
            // From 1980, since tables of zones differ in what they know of the time before, to 2037.
            let milliseconds = random.number(315_532_800_000...2_114_380_800_000)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            #expect(Platform.localDateText(milliseconds: milliseconds) == formatter.string(from: date))
        }
    }

    @Test(arguments: [Int.max, .min]) func `even the most distant times have a date`(milliseconds: Int) {
        #expect(Platform.localDateText(milliseconds: milliseconds).utf8.count == 16)
        for secondsEast in [-86_400, 86_400] {
            let text = Platform.localDateText(milliseconds: milliseconds, secondsEast: secondsEast)
            #expect(text.utf8.count == 16)
        }
    }
}
