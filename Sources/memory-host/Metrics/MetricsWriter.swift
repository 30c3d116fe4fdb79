import Protocol

/// Writes metrics in the text format of Prometheus, version 0.0.4. Nothing but the text itself is allocated.
struct MetricsWriter {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The kind of a metric.
    enum Kind {
        case counter, gauge, histogram

        fileprivate var word: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    /// The text so far.
    private(set) var bytes: [UInt8] = []
    /// The metric that is being written.
    private var name: String = ""

    /// Creates an empty text with room for a whole one.
    init() { bytes.reserveCapacity(Limits.Internal.metricsBytes) }

    /// Begins a metric; its values follow.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        put("# HELP ", name, " ")
        put(help, "\n# TYPE ", name)
        put(" ", kind.word, "\n")
    }

    /// Writes a metric without labels.
    mutating func put(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        begin(name, kind, help)
        put(name, " ")
        put(value)
        put("\n")
    }

    /// Writes a metric without labels whose value is a time in millionths of a second.
    mutating func put(_ name: String, _ kind: Kind, _ help: String, microseconds: Int) {
        begin(name, kind, help)
        put(name, " ")
        put(microseconds: microseconds)
        put("\n")
    }

    /// Writes the value of the metric for one value of its label.
    mutating func put(_ label: String, _ text: String, _ value: Int) {
        put(name, "{")
        put(label, is: text)
        put("} ")
        put(value)
        put("\n")
    }

    /// Writes the value of the metric for one value of each of its two labels.
    mutating func put(
        _ label: String, _ text: String, _ other: String, _ otherText: String, _ value: Int
    ) {
        put(name, "{")
        put(label, is: text)
        put(",")
        put(other, is: otherText)
        put("} ")
        put(value)
        put("\n")
    }

    /// Writes a metric that is a histogram of times.
    mutating func put(_ name: String, _ help: String, _ histogram: Histogram) {
        begin(name, .histogram, help)
        var count = 0
        for (index, times) in histogram.counts.enumerated() {
            count += times
            put(name, "_bucket{le=\"")
            if index < histogram.bounds.count { put(microseconds: histogram.bounds[index]) } else { put("+Inf") }
            put("\"} ")
            put(count)
            put("\n")
        }
        put(name, "_sum ")
        put(microseconds: histogram.sum)
        put("\n", name, "_count ")
        put(count)
        put("\n")
    }

    // MARK: Pieces

    private mutating func put(_ text: String) { bytes += text.utf8 }

    private mutating func put(_ one: String, _ two: String) {
        put(one)
        put(two)
    }

    private mutating func put(_ one: String, _ two: String, _ three: String) {
        put(one, two)
        put(three)
    }

    private mutating func put(_ label: String, is text: String) {
        put(label, "=\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): put("\\n")
            case UInt8(ascii: "\\"), UInt8(ascii: "\""):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            default: bytes.append(byte)
            }
        }
        put("\"")
    }

    private mutating func put(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        put(digits: Int(number.magnitude), atLeast: 1)
    }

    /// Writes a time in seconds.
    private mutating func put(microseconds: Int) {
        put(microseconds / 1_000_000)
        var (rest, places) = (microseconds % 1_000_000, 6)
        guard rest > 0 else { return }
        while rest % 10 == 0 { (rest, places) = (rest / 10, places - 1) }
        bytes.append(UInt8(ascii: "."))
        put(digits: rest, atLeast: places)
    }

    private mutating func put(digits number: Int, atLeast places: Int) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || bytes.count - start < places
        bytes[start...].reverse()
    }
}
