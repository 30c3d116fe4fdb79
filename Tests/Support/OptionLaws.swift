public import Protocol

extension OptionTable {
    /// A sentence for each law that the table breaks: each flag is there once, each option has help and belongs to a group
    /// with a title, and the help shows all of them in lines that fit.
    public var brokenLaws: [String] {
        var broken: [String] = []
        let flags = options.flatMap(\.flags)
        for flag in Set(flags) where flags.filter({ $0 == flag }).count != 1 { broken.append("\(flag) is there twice") }
        for flag in flags where !flag.hasPrefix("-") || flag == "-" { broken.append("\(flag) is no flag") }
        for option in options {
            if option.help.count < 8 { broken.append("\(option.flag) has no help") }
            if option.help.hasSuffix(".") { broken.append("the help of \(option.flag) ends with a full stop") }
            if !help.contains("\n  \(option.synopsis)") { broken.append("the help does not show \(option.synopsis)") }
        }
        for group in groups where group.title.isEmpty || group.options.isEmpty {
            broken.append("the group '\(group.title)' has no title or no options")
        }
        for line in help.split(separator: "\n") where line.count > Self.helpColumns || line.hasSuffix(" ") {
            broken.append("this line of the help does not fit: \(line)")
        }
        for needed in ["--help", "--version"] where option(needed) == nil { broken.append("\(needed) is missing") }
        return broken
    }
}
