public import Protocol

extension OptionTable {
    /// A sentence for each difference between the table and a page of the manual: in the options, their values, ranges and
    /// defaults, and in what the page gives them as values anywhere.
    public func differences(from page: ManualPage) -> [String] {
        let items = page.items["OPTIONS", default: []]
        var found: [String] = []
        let (terms, those) = (options.map(\.term), items.map(\.term))
        for term in terms where !those.contains(term) { found.append("the manual has no \(term)") }
        for term in those where !terms.contains(term) { found.append("the program has no \(term)") }
        if found.isEmpty, terms != those { found.append("the options have another order, or one is there twice") }
        for item in items {
            guard let option = options.first(where: { $0.term == item.term }) else { continue }
            found += option.differences(from: item)
        }
        for usage in page.usages {
            guard let option = option(usage[0]) else {
                found.append("the program has no \(usage[0])")
                continue
            }
            for (argument, value) in zip(option.arguments, usage.dropFirst()) where !argument.takes(value) {
                found.append("\(usage[0]) does not take \(value)")
            }
        }
        return found
    }
}

extension Option {
    /// The flags and the values, as the manual has them before the option.
    fileprivate var term: String { flags.joined(separator: ", ") + synopsis.dropFirst(flag.count) }

    fileprivate func differences(from item: ManualPage.Item) -> [String] {
        var found: [String] = []
        let ranges = item.text.matches(of: /(\S+ is from \d+ to \d+)\./).map { String($0.output.1) }
        if ranges != self.ranges { found.append("\(flag): the ranges are \(self.ranges), not \(ranges)") }
        let sentence = item.text.firstMatch(of: /The default is (.+?)\.(?: |$)/)?.output.1 ?? ""
        // A default may differ between the systems.
        let defaults = sentence.split(separator: "; on macOS, ").map(String.init)
        if !(usual.map(defaults.contains) ?? defaults.isEmpty) {
            found.append("\(flag): the default is \(usual ?? "none"), not \(sentence)")
        }
        let (words, those) = (arguments.flatMap { $0.words.map(\.name) }, item.items.map(\.term))
        if words != those { found.append("\(flag): the words are \(words), not \(those)") }
        return found
    }

    private var ranges: [String] {
        arguments.compactMap { argument in
            guard case .number(let range) = argument.kind else { return nil }
            return "\(argument.name) is from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}

extension OptionArgument {
    /// True if a value is one as far as the table says.
    fileprivate func takes(_ value: String) -> Bool {
        switch kind {
        case .number(let range): Int(value).map(range.contains) ?? false
        case .words: words.contains { $0.name == value }
        case .list: value.split(separator: ",").allSatisfy { part in words.contains { $0.name == part } }
        default: true
        }
    }
}
