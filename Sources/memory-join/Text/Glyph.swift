/// What stands in a place of the screen: one grapheme cluster.
struct Glyph: Hashable, Sendable {
    let text: String
    let columns: Int
    let isContested: Bool

    static func split(_ text: String) -> [Glyph] {
        text.map { Glyph(text: String($0), columns: max(1, TextWidth.columns(of: String($0))), isContested: false) }
    }
}
