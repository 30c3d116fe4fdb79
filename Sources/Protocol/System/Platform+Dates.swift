#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// Dates as people and programs write them. The C library provides the calendar.

extension Platform {
    /// Formats a time in the years 0 to 9999 as in RFC 3339, such as `2026-11-21T13:05:11.042Z`; any other time is
    /// clamped to that range.
    ///
    /// - Parameter milliseconds: the time since 1970, UTC.
    public static func dateText(milliseconds: Int) -> String {
        let moment = known(milliseconds)
        let second = moment / 1000 - (moment % 1000 < 0 ? 1 : 0)
        let date = CalendarDate(second: second)
        var text = Array("0000-00-00T00:00:00.000Z".utf8)
        func put(_ number: Int, before end: Int) {
            var (rest, place) = (number, end)
            while rest > 0 {
                place -= 1
                text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        put(date.year, before: 4)
        put(date.month, before: 7)
        put(date.dayOfMonth, before: 10)
        put(date.hour, before: 13)
        put(date.minute, before: 16)
        put(date.second, before: 19)
        put(moment - second * 1000, before: 23)
        return String(decoding: text, as: UTF8.self)
    }

    /// Formats a time for people, such as `2026-11-21 13:05:11`: day and time, UTC, to the second.
    public static func plainDateText(milliseconds: Int) -> String {
        let text = dateText(milliseconds: milliseconds)
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8)
    }

    /// Formats a time for people in the local zone or that of `TZ`, such as `2026-11-21 14:05`: day and time, to the
    /// minute.
    public static func localDateText(milliseconds: Int) -> String {
        let moment = known(milliseconds)
        return localDateText(milliseconds: moment, secondsEast: secondsEast(second: moment / 1000))
    }

    /// Formats the time in a zone that is this many seconds ahead of UTC.
    static func localDateText(milliseconds: Int, secondsEast: Int) -> String {
        String(plainDateText(milliseconds: known(milliseconds) + secondsEast * 1000).prefix(16))
    }

    /// Returns how many seconds the local time zone is ahead of UTC at this second since 1970.
    private static func secondsEast(second: Int) -> Int {
        var seconds = time_t(second)
        var date = unsafe tm()
        guard unsafe localtime_r(&seconds, &date) != nil else { return 0 }
        return unsafe Int(date.tm_gmtoff)
    }

    /// Clamps a time to the years 0 to 9999.
    private static func known(_ milliseconds: Int) -> Int {
        min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    }

    /// Parses a time that people write, `2026-11-21 14:05` or the same with a `T`, in the local zone or that of `TZ`, into
    /// milliseconds since 1970; returns nil if it isn't one.
    public static func localDateMilliseconds(_ text: String) -> Int? {
        guard text.utf8.count == 16, [" ", "T"].contains(text.dropFirst(10).first),
            let moment = dateMilliseconds("\(text.prefix(10))T\(text.suffix(5)):00Z")
        else { return nil }
        // The zone may be another one at the time that is meant than at the same time in UTC.
        let guess = moment - secondsEast(second: moment / 1000) * 1000
        return moment - secondsEast(second: guess / 1000) * 1000
    }

    /// Parses an RFC 3339 time into milliseconds since 1970; returns nil if it isn't one.
    ///
    /// The fraction of a second may be missing, or have up to 19 digits.
    public static func dateMilliseconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard 20...40 ~= bytes.count, bytes.last == UInt8(ascii: "Z") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            guard bytes[range].allSatisfy(\.isDigit) else { return nil }
            return Int(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        let date = CalendarDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let milliseconds = date.secondsSince1970 * 1000
        // A 30th of February would come back as a 2nd of March, and a wrong separator as the right one.
        guard dateText(milliseconds: milliseconds).utf8.prefix(19).elementsEqual(bytes.prefix(19)) else { return nil }
        guard bytes.count > 20 else { return milliseconds }
        let fraction = bytes[20..<bytes.count - 1]
        guard bytes[19] == UInt8(ascii: "."), !fraction.isEmpty,
            fraction.allSatisfy(\.isDigit)
        else { return nil }
        let thousandths = (Array(fraction.prefix(3)) + [UInt8](repeating: UInt8(ascii: "0"), count: 2)).prefix(3)
        return milliseconds + thousandths.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// A calendar date and time to the second, UTC.
    private struct CalendarDate {
        let year, month, dayOfMonth, hour, minute, second: Int

        init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
            (self.year, self.month, dayOfMonth) = (year, month, day)
            (self.hour, self.minute, self.second) = (hour, minute, second)
        }

        /// Creates the date of this second since 1970.
        init(second: Int) {
            var seconds = time_t(second)
            var date = unsafe tm()
            _ = unsafe gmtime_r(&seconds, &date)
            unsafe self.init(
                year: Int(date.tm_year) + 1900, month: Int(date.tm_mon) + 1, day: Int(date.tm_mday),
                hour: Int(date.tm_hour), minute: Int(date.tm_min), second: Int(date.tm_sec))
        }

        var secondsSince1970: Int {
            var date = unsafe tm()
            unsafe (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year) - 1900, Int32(month) - 1, Int32(dayOfMonth))
            unsafe (date.tm_hour, date.tm_min, date.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
            return unsafe Int(timegm(&date))
        }
    }
}
