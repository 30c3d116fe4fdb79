/// Finds the character sequences that form one emoji, by the grammar of Unicode's UTS #51.
///
/// | sequence | example |
/// | --- | --- |
/// | two letters of a flag | 🇨🇭 |
/// | a digit, `#` or `*`, FE0F, 20E3 | 7️⃣ |
/// | a black flag, three to six tag letters or digits, the tag that ends them | 🏴󠁧󠁢󠁳󠁣󠁴󠁿 |
/// | an emoji and FE0F: emoji presentation, two columns wide | ❤️ |
/// | an emoji and FE0E: text presentation; only below U+10000, where Unicode defines it for all | ⌚︎ |
/// | an emoji with a skin, and a skin tone | 👍🏽 |
/// | two or more of the above, except flags and keycaps, joined by 200D | 👩🏽‍🚀 |
enum EmojiSequence {
    /// The most characters of a sequence: the longest that Unicode recommends, a kiss of two people with skin tones.
    /// No terminal draws longer ones in one cell, and they may be malicious.
    static let longest = 10

    /// The position after the sequence of two or more characters that starts here, if any.
    static func end(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        let first = scalars[start]
        // Fast path for nearly all text: in ASCII only digits, # and * begin a sequence.
        if start + 1 == scalars.count || (first.value < 0x7F && !isKeycapBase(first)) { return nil }
        if isFlagLetter(first) { return isFlagLetter(scalars[start + 1]) ? start + 2 : nil }
        if isKeycapBase(first) {
            let isKeycap =
                start + 2 < scalars.count && scalars[start + 1] == colour && scalars[start + 2] == keycap
            return isKeycap ? start + 3 : nil
        }
        guard isPicture(first) else { return nil }
        if scalars[start + 1] == asText { return first.value < 0x1_0000 ? start + 2 : nil }
        if first.value == 0x1F3F4, let end = endOfTags(in: scalars, from: start + 1) { return end }
        let end = endOfJoined(in: scalars, from: start)
        return end > start + 1 ? end : nil
    }

    /// The columns of a sequence, and whether terminals disagree about them.
    static func measure(_ sequence: ArraySlice<Unicode.Scalar>) -> (columns: Int, hasAmbiguousWidth: Bool) {
        guard let first = sequence.first, sequence.count == 2 else { return (2, true) }
        let isWide = WideCharacters.contains(first)
        switch sequence.last {
        case asText: return (isWide && !first.properties.isEmojiPresentation ? 2 : 1, true)
        case colour: return (2, !isWide || WideCharacters.isNew(first))
        default: return (2, true)
        }
    }

    /// Joins two emoji.
    static let joiner: Unicode.Scalar = "\u{200D}"
    /// Requests text presentation, one column wide.
    static let asText: Unicode.Scalar = "\u{FE0E}"
    /// Requests emoji presentation, two columns wide.
    static let colour: Unicode.Scalar = "\u{FE0F}"
    /// Draws a key around a digit.
    static let keycap: Unicode.Scalar = "\u{20E3}"

    /// True for regional indicators, whose pairs are flags.
    static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

    private static func isKeycapBase(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(scalar.value) || scalar == "#" || scalar == "*"
    }

    /// True for an emoji that can stand alone.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x7F && scalar.properties.isEmoji && !scalar.properties.isEmojiModifier && !isFlagLetter(scalar)
    }

    /// The position after the tags that start here, if they name a region.
    private static func endOfTags(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var end = start
        while end < scalars.count, end - start <= 6, isTag(scalars[end]) { end += 1 }
        guard (3...6).contains(end - start), end < scalars.count, scalars[end].value == 0xE007F else { return nil }
        return end + 1
    }

    /// True for the tag of a lowercase letter or a digit.
    private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0061...0xE007A).contains(scalar.value) || (0xE0030...0xE0039).contains(scalar.value)
    }

    /// The position after the emoji that starts here and all that are joined to it, up to ``longest``.
    private static func endOfJoined(in scalars: [Unicode.Scalar], from start: Int) -> Int {
        var end = endOfPicture(in: scalars, from: start)
        while end + 1 < scalars.count, scalars[end] == joiner, isPicture(scalars[end + 1]) {
            let next = endOfPicture(in: scalars, from: end + 1)
            if next - start > longest { break }
            end = next
        }
        return end
    }

    /// The position after an emoji and its modifiers.
    private static func endOfPicture(in scalars: [Unicode.Scalar], from start: Int) -> Int {
        guard start + 1 < scalars.count else { return start + 1 }
        let next = scalars[start + 1]
        if next == colour { return start + 2 }
        return next.properties.isEmojiModifier && scalars[start].properties.isEmojiModifierBase ? start + 2 : start + 1
    }
}
