/// A chat message: trimmed, 1 to ``Limits/textCharacters`` characters, on one line.
public struct SpokenText: Hashable, Sendable {
    /// The text as displayed.
    public let text: String

    /// Validates a chat message.
    ///
    /// - Throws: `bad_field`, with a sentence that says what is wrong.
    public init(_ wanted: String) throws(Refusal) {
        let said = wanted.trimmingSpaces()
        guard said.unicodeScalars.contains(where: \.takesRoom) else { throw .badField("The text is empty.") }
        guard said.count <= Limits.textCharacters else {
            throw .badField("The text can have at most \(Limits.textCharacters) characters.")
        }
        guard said.utf8.count <= Limits.textBytes else {
            throw .badField(
                "The text is too long; letters with marks and emoji of several parts count for more than one.")
        }
        for scalar in said.unicodeScalars where scalar.breaksText {
            throw .badField("The text cannot contain \(scalar.described).")
        }
        guard !said.stacksMarks else {
            throw .badField(
                "The text can have at most \(Limits.marksInARow) marks or invisible characters in a row.")
        }
        text = said
    }
}

extension Unicode.Scalar {
    /// True if the character is neither white space nor ignorable by default.
    fileprivate var takesRoom: Bool { !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint }

    /// True if the character controls a terminal, ends a line, changes the direction of text, or hides a text of its
    /// own (interlinear annotations and tags).
    public var breaksText: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: break
        }
        return switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }
}
