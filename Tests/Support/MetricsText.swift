/// Metrics in the text format of Prometheus, version 0.0.4, read strictly: what its scrapers would stumble over is an error.
public struct MetricsText {
    /// A metric with all of its samples.
    public struct Family {
        /// Its name, its type and its help.
        public let name, type, help: String
        /// Its values, in their order.
        public fileprivate(set) var samples: [Sample] = []
    }

    /// A value with its labels.
    public struct Sample: Equatable {
        /// Its name, with the suffix that a histogram adds.
        public let name: String
        /// The values of its labels.
        public let labels: [String: String]
        /// The value.
        public let value: Double
    }

    /// The rule that a text breaks.
    public struct Flaw: Error {
        /// The rule, in words.
        public let sentence: String
    }

    /// The metrics, in their order.
    public private(set) var families: [Family] = []

    /// Reads a text.
    public init(_ text: String) throws(Flaw) {
        guard text.hasSuffix("\n") else { throw Flaw(sentence: "the last line has no end") }
        var help: (name: String, text: String)?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if let rest = line.wordsAfter("# HELP ") {
                guard help == nil else { throw Flaw(sentence: "a help without a type before \(line)") }
                help = rest
            } else if let (name, type) = line.wordsAfter("# TYPE ") {
                guard let text = help, text.name == name, !families.contains(where: { $0.name == name }) else {
                    throw Flaw(sentence: "\(line) does not follow its help, or comes twice")
                }
                families.append(Family(name: name, type: type, help: text.text))
                help = nil
            } else {
                try add(Self.sample(line), help)
            }
        }
        for family in families { try Self.check(family) }
    }

    private mutating func add(_ sample: Sample, _ help: (String, String)?) throws(Flaw) {
        guard help == nil, let family = families.last else { throw Flaw(sentence: "\(sample) has no type") }
        let names = family.type == "histogram" ? ["_bucket", "_sum", "_count"].map { family.name + $0 } : [family.name]
        guard names.contains(sample.name) else { throw Flaw(sentence: "\(sample) is not of \(family.name)") }
        guard !family.samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
            throw Flaw(sentence: "\(sample) comes twice")
        }
        families[families.count - 1].samples.append(sample)
    }

    // MARK: Asking

    /// The metric of a name.
    public subscript(name: String) -> Family? { families.first { $0.name == name } }

    /// The value of the sample with a name and exactly these labels.
    public func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.lazy.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    // MARK: Reading

    private static func sample(_ line: Substring) throws(Flaw) -> Sample {
        let flaw = Flaw(sentence: "not a sample: \(line)")
        let name = line.prefix { $0 != "{" && $0 != " " }
        guard isName(name) else { throw flaw }
        var rest = line.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            repeat {
                rest = rest.dropFirst()
                let label = rest.prefix { $0 != "=" }
                rest = rest.dropFirst(label.count)
                guard isName(label), !label.contains(":"), rest.hasPrefix("=\""), labels[String(label)] == nil else {
                    throw flaw
                }
                rest = rest.dropFirst(2)
                guard let text = quoted(&rest) else { throw flaw }
                labels[String(label)] = text
            } while rest.first == ","
            guard rest.first == "}" else { throw flaw }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst()) else { throw flaw }
        return Sample(name: String(name), labels: labels, value: value)
    }

    private static func quoted(_ rest: inout Substring) -> String? {
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": text.append("\n")
            case "\\": text.append("\\")
            case "\"": text.append("\"")
            default: return nil
            }
        }
        return nil
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 48...58, 65...90, 95, 97...122: true
            default: false
            }
        }
    }

    // MARK: Rules

    private static func check(_ family: Family) throws(Flaw) {
        let name = family.name
        guard isName(name[...]), !family.help.isEmpty, !family.samples.isEmpty else {
            throw Flaw(sentence: "\(name) has no help, no value or no proper name")
        }
        switch family.type {
        case "counter":
            guard name.hasSuffix("_total"), family.samples.allSatisfy({ $0.value >= 0 }) else {
                throw Flaw(sentence: "\(name) is no counter")
            }
        case "gauge": if name.hasSuffix("_total") { throw Flaw(sentence: "\(name) looks like a counter") }
        case "histogram": try checkBuckets(family)
        default: throw Flaw(sentence: "\(name) has the type \(family.type)")
        }
    }

    private static func checkBuckets(_ family: Family) throws(Flaw) {
        let buckets = family.samples.filter { $0.name.hasSuffix("_bucket") }
        let bounds = buckets.compactMap { $0.labels["le"].flatMap { Double($0 == "+Inf" ? "inf" : $0) } }
        let counts = buckets.map(\.value)
        let count = family.samples.first { $0.name == family.name + "_count" }?.value
        let sum = family.samples.first { $0.name == family.name + "_sum" }?.value
        guard bounds.count == buckets.count, bounds == bounds.sorted(), Set(bounds).count == bounds.count,
            bounds.last == .infinity, counts == counts.sorted(), counts.last == count, sum ?? -1 >= 0
        else { throw Flaw(sentence: "the buckets of \(family.name) make no sense: \(buckets)") }
    }
}

extension Substring {
    /// The first word after a beginning, and the rest of the line; nil if the line begins otherwise.
    fileprivate func wordsAfter(_ start: String) -> (name: String, text: String)? {
        guard hasPrefix(start) else { return nil }
        let words = dropFirst(start.count).split(separator: " ", maxSplits: 1).map(String.init)
        return words.count == 2 ? (words[0], words[1]) : nil
    }
}
