/// A chapter of a manual page.
public struct ManualChapter: Sendable {
    /// A part of a chapter. In texts, what stands between backquotes is what people type or read: a command, an option with
    /// the names of its values, a file.
    public enum Part: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
        /// A paragraph.
        case text(String)
        /// Terms, and what there is to say of each.
        case list([(String, String)])
        /// Lines that stand as they are, without any backquotes.
        case lines(String)

        /// Creates a paragraph.
        public init(stringLiteral text: String) { self = .text(text) }
    }

    /// Its title, in capitals.
    public let title: String
    /// Its parts.
    public let parts: [Part]

    /// Creates a chapter.
    public init(_ title: String, _ parts: [Part]) { (self.title, self.parts) = (title, parts) }
}

/// A page of the manual of section 1, in mdoc(7).
public struct ManualPage<Options>: Sendable {
    private let table: OptionTable<Options>
    private let date: String
    private let chapters: [ManualChapter]
    private let endings: [(ExitStatus, String)]
    private let related: [String]

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - date: the date of the last change of the text, such as `January 2, 2026`.
    ///   - chapters: the chapters; the options follow the first one.
    ///   - endings: the meanings of the exit statuses.
    ///   - related: the names of other pages of section 1.
    public init(
        of table: OptionTable<Options>, date: String, chapters: [ManualChapter], endings: [(ExitStatus, String)],
        related: [String]
    ) {
        (self.table, self.date, self.chapters) = (table, date, chapters)
        (self.endings, self.related) = (endings, related)
    }

    /// The text of the page.
    public var text: String {
        let statuses = ManualChapter(
            "EXIT STATUS",
            ["The numbers from 64 on are those of `sysexits.h`.", .list(endings.map { ("\($0.0.rawValue)", $0.1) })])
        // The order of the chapters is mdoc(7)'s; those of the program's own follow the options.
        var all = mdoc.chapter(chapters[0]) + options
        let usual = ["ENVIRONMENT", "FILES", "EXAMPLES"]
        for chapter in chapters.dropFirst() where !usual.contains(chapter.title) { all += mdoc.chapter(chapter) }
        for title in usual.dropLast() {
            for chapter in chapters where chapter.title == title { all += mdoc.chapter(chapter) }
        }
        all += mdoc.chapter(statuses)
        for chapter in chapters where chapter.title == usual.last { all += mdoc.chapter(chapter) }
        return (head + all + seeAlso).joined(separator: "\n") + "\n"
    }

    private var mdoc: Mdoc { Mdoc(program: table.program, related: related) }

    private var head: [String] {
        let operand = table.operand.map { [".Op Ar \(Mdoc.word($0.argument.name))"] } ?? []
        return [
            ".Dd \(date)", ".Dt \(table.program.uppercased()) 1", ".Os",
            ".Sh NAME", ".Nm \(table.program)", ".Nd \(table.summary)", ".Sh SYNOPSIS", ".Nm",
        ] + operand + [".Op Ar options"]
    }

    private var options: [String] {
        [".Sh OPTIONS"]
            + table.groups.flatMap { group in
                [".Ss \(group.title)", ".Bl -tag -width Ds"] + group.options.flatMap(option) + [".El"]
            }
    }

    private func option(_ option: Option<Options>) -> [String] {
        let flags = option.flags.map { "Fl \(Mdoc.word(String($0.dropFirst())))" }
        let names = option.arguments.map { "Ar \(Mdoc.word($0.name))" }
        var synopsis = ".It \(flags.joined(separator: " , "))"
        if case .optional = option.values { synopsis += " Op" }
        synopsis = ([synopsis] + names).joined(separator: " ")
        var sentences = [UsageError(sentence: option.help).punctuated.sentence]
        for argument in option.arguments {
            guard case .number(let range) = argument.kind else { continue }
            sentences.append("\(argument.name) is from \(range.lowerBound) to \(range.upperBound).")
        }
        if let usual = option.usual { sentences.append("The default is \(usual).") }
        var lines = mdoc.text(sentences.joined(separator: " "))
        guard let argument = option.arguments.first, !argument.words.isEmpty else { return [synopsis] + lines }
        if case .list = argument.kind { lines.append("Some of:") } else { lines.append("One of:") }
        lines += [".Bl -tag -width Ds -compact"]
        lines += argument.words.flatMap { [".It Cm \(Mdoc.word($0.name))"] + mdoc.text($0.meaning) }
        return [synopsis] + lines + [".El"]
    }

    private var seeAlso: [String] {
        let sorted = related.sorted()
        return [".Sh SEE ALSO"] + sorted.map { ".Xr \($0) 1\($0 == sorted.last ? "" : " ,")" }
    }
}
