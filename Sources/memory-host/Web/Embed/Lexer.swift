/// Reads JavaScript as the page is written in: a slash after `)`, `]` or `}` divides.
struct Lexer {
    private let file: String
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var tokens: [Token] = []
    /// The braces that are open: true for those in a template.
    private var braces: [Bool] = []
    private var beginsLine = true

    private init(_ source: String, file: String) {
        self.file = file
        bytes = Array(source.utf8)
    }

    /// Returns the tokens of a source, without its comments.
    ///
    /// - Throws: a ``Complaint`` about what has no end.
    static func tokens(of source: String, file: String) throws -> [Token] {
        var lexer = Lexer(source, file: file)
        while try lexer.readNext() {}
        return lexer.tokens
    }

    /// The marks of several characters, longer ones first.
    private static let marks = [
        ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=",
        "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
    ].map { Array($0.utf8) }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Reads a token, a comment or spaces; false at the end.
    private mutating func readNext() throws -> Bool {
        guard let byte = next else { return false }
        switch byte {
        case UInt8(ascii: "\n"):
            place += 1
            (line, beginsLine) = (line + 1, true)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
        case UInt8(ascii: "/") where starts(with: "//"):
            while let byte = next, byte != UInt8(ascii: "\n") { place += 1 }
        case UInt8(ascii: "/") where starts(with: "/*"): try skipComment()
        case UInt8(ascii: "/") where expectsValue: try add(.pattern) { try $0.passPattern() }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try add(.string) { try $0.passString() }
        case UInt8(ascii: "`"): try add(.template) { try $0.passTemplate() }
        case UInt8(ascii: "}") where braces.last == true:
            braces.removeLast()
            try add(.template) { try $0.passTemplate() }
        case UInt8(ascii: "#"): try add(.privateName) { $0.passWord() }
        case _ where Self.isLetter(byte): try add(.name) { $0.passWord() }
        case _ where Self.isDigit(byte): try add(.number) { $0.passNumber() }
        default: try add(.mark) { $0.passMark() }
        }
        return true
    }

    private mutating func add(_ kind: Token.Kind, _ pass: (inout Lexer) throws -> Void) throws {
        let (start, first, isFirst) = (place, line, beginsLine)
        beginsLine = false
        try pass(&self)
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        tokens.append(Token(kind: kind, text: text, line: first, beginsLine: isFirst))
        if kind == .mark, text == "{" { braces.append(false) }
        if kind == .mark, text == "}", braces.popLast() == nil { throw Complaint(file, first, "unmatched }") }
    }

    /// True if a slash begins a regular expression here.
    private var expectsValue: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .mark: return ![")", "]", "}"].contains(last.text)
        case .name: return Token.operators.contains(last.text)
        case .template: return last.text.hasSuffix("${")
        case .privateName, .number, .string, .pattern: return false
        }
    }

    private mutating func skipComment() throws {
        let first = line
        while !starts(with: "*/") {
            guard let byte = next else { throw Complaint(file, first, "a comment has no end") }
            if byte == UInt8(ascii: "\n") { (line, beginsLine) = (line + 1, true) }
            place += 1
        }
        place += 2
    }

    private mutating func passString() throws {
        let quote = bytes[place]
        place += 1
        while let byte = next, byte != UInt8(ascii: "\n") {
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == quote { return }
        }
        throw Complaint(file, line, "a string has no end")
    }

    /// Passes a template, or the rest of one, up to its end or to `${`.
    private mutating func passTemplate() throws {
        let first = line
        place += 1
        while let byte = next {
            if starts(with: "${") {
                place += 2
                braces.append(true)
                return
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "`") { return }
        }
        throw Complaint(file, first, "a template has no end")
    }

    private mutating func passPattern() throws {
        var isInClass = false
        place += 1
        while let byte = next, byte != UInt8(ascii: "\n") {
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            guard byte == UInt8(ascii: "/"), !isInClass else { continue }
            while let flag = next, Self.isLetter(flag) { place += 1 }
            return
        }
        throw Complaint(file, line, "a regular expression has no end")
    }

    private mutating func passWord() {
        repeat { place += 1 } while next.map { Self.isLetter($0) || Self.isDigit($0) } ?? false
    }

    private mutating func passNumber() {
        while let byte = next, Self.isLetter(byte) || Self.isDigit(byte) || byte == UInt8(ascii: ".") {
            place += 1
            if byte | 0x20 == UInt8(ascii: "e"), next == UInt8(ascii: "-") { place += 1 }
        }
    }

    private mutating func passMark() {
        place += Self.marks.first { bytes[place...].starts(with: $0) }?.count ?? 1
    }
}
