/// One place of the emulated screen: what is drawn there, and how.
public struct EmulatedCell: Hashable, Sendable {
    /// The character, with the marks that were joined to it; a space where nothing is drawn, and nothing in the second
    /// half of a wide character.
    public var text: String
    /// 1 or 2; 0 for the second half of a wide character, which stands in the cell before.
    public var columns: Int
    /// The style it is drawn in.
    public var style: EmulatedStyle

    init(text: String, columns: Int, style: EmulatedStyle) {
        self.text = text
        self.columns = columns
        self.style = style
    }

    /// The colour of the character.
    public var foreground: EmulatedColor { style.foreground }
    /// The colour behind it.
    public var background: EmulatedColor { style.background }
    /// Bold and the like.
    public var attributes: EmulatedStyle.Attributes { style.attributes }

    /// The cell that erasing leaves: the current background, and nothing else of the style.
    static func erased(_ background: EmulatedColor) -> EmulatedCell {
        EmulatedCell(text: " ", columns: 1, style: EmulatedStyle(background: background))
    }

    /// The cell after a wide character.
    var secondHalf: EmulatedCell { EmulatedCell(text: "", columns: 0, style: style) }

    /// The rest of half a wide character.
    var blank: EmulatedCell { EmulatedCell(text: " ", columns: 1, style: style) }
}
