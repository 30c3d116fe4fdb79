import Protocol

/// One line on a terminal, written anew a few times a second; nothing where standard error is no terminal.
struct Progress {
    private let options: Options
    private let isShown = Platform.isTerminal(.standardError)
    private var last: UInt64 = 0
    private var lastFlips = 0

    /// The progress of this load.
    init(_ options: Options) { self.options = options }

    /// Shows how far it is, if it is time to.
    mutating func show(_ now: UInt64, _ tally: Tally, isMeasured: Bool) {
        guard isShown, now - last > 250_000_000 else { return }
        let flips = max(0, tally.flips - lastFlips)
        let rate = last == 0 ? 0 : Double(flips) * 1e9 / Double(now - last)
        (last, lastFlips) = (now, tally.flips)
        let what = isMeasured ? "measuring" : "warming up"
        Self.put("\r\(what): \(tally.flips) flips, \(rate.text(0)) a second, \(tally.rematches) rematches    ")
    }

    /// Says what is being done, where that takes a while.
    func say(_ what: String) { if isShown { Self.put("\r\(what)                              ") } }

    /// Takes the line away.
    func clear() { if isShown { Self.put("\r\u{1b}[K") } }

    private static func put(_ text: String) {
        do throws(SystemError) {
            try Platform.writeAll(Array(text.utf8), to: .standardError)
        } catch {
            return  // Nobody looks.
        }
    }
}

extension Double {
    /// The number with so many digits after the point.
    func text(_ digits: Int) -> String {
        guard isFinite, magnitude < 1e15 else { return "-" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int((magnitude * scale).rounded())
        let (before, after) = whole.quotientAndRemainder(dividingBy: Int(scale))
        let sign = self < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(before)" }
        let tail = String(after)
        return "\(sign)\(before)." + String(repeating: "0", count: digits - tail.count) + tail
    }
}
