/// A colour as it was asked for.
public enum EmulatedColor: Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// One of 256; the first 16 are those of 30 to 37 and 90 to 97.
    case palette(UInt8)
    /// True colour.
    case rgb(UInt8, UInt8, UInt8)
}

/// The style of characters, as set by SGR.
public struct EmulatedStyle: Hashable, Sendable {
    /// Bold and the like.
    public struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit an attribute.
        public let rawValue: UInt8
        /// Attributes by their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// SGR 1.
        public static let bold = Attributes(rawValue: 1)
        /// SGR 2.
        public static let dim = Attributes(rawValue: 2)
        /// SGR 3.
        public static let italic = Attributes(rawValue: 4)
        /// SGR 4.
        public static let underline = Attributes(rawValue: 8)
        /// SGR 7.
        public static let reverse = Attributes(rawValue: 16)
    }

    /// The colour of the character.
    public var foreground = EmulatedColor.standard
    /// The colour behind it.
    public var background = EmulatedColor.standard
    /// Bold and the like.
    public var attributes: Attributes = []

    init(
        foreground: EmulatedColor = .standard, background: EmulatedColor = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The style before any SGR.
    public static let standard = EmulatedStyle()

    /// Takes in the numbers of one SGR; false if one of them is not known, and those after it are not taken in.
    mutating func apply(_ numbers: [Int?]) -> Bool {
        var rest = numbers[...]
        repeat {
            let number = rest.popFirst() ?? 0
            if let change = Self.changes[number ?? 0] {
                change(&self)
            } else if number == 38 || number == 48 {
                guard let color = Self.color(&rest) else { return false }
                if number == 38 { foreground = color } else { background = color }
            } else {
                return false
            }
        } while !rest.isEmpty
        return true
    }

    /// Reads the numbers after 38 and 48: `5;n` or `2;r;g;b`.
    private static func color(_ rest: inout ArraySlice<Int?>) -> EmulatedColor? {
        guard let form = rest.popFirst(), form == 5 || form == 2 else { return nil }
        let wanted = form == 5 ? 1 : 3
        let parts = rest.prefix(wanted).compactMap { $0.flatMap { UInt8(exactly: $0) } }
        rest = rest.dropFirst(wanted)
        guard parts.count == wanted else { return nil }
        return form == 5 ? .palette(parts[0]) : .rgb(parts[0], parts[1], parts[2])
    }

    /// The effects of the numbers that take no others.
    private static let changes: [Int: @Sendable (inout EmulatedStyle) -> Void] = {
        var changes: [Int: @Sendable (inout EmulatedStyle) -> Void] = [
            0: { $0 = .standard },
            1: { $0.attributes.insert(.bold) }, 2: { $0.attributes.insert(.dim) },
            3: { $0.attributes.insert(.italic) }, 4: { $0.attributes.insert(.underline) },
            7: { $0.attributes.insert(.reverse) }, 22: { $0.attributes.subtract([.bold, .dim]) },
            23: { $0.attributes.remove(.italic) }, 24: { $0.attributes.remove(.underline) },
            27: { $0.attributes.remove(.reverse) }, 39: { $0.foreground = .standard },
            49: { $0.background = .standard },
        ]
        for color in 0..<8 {
            let (dark, light) = (EmulatedColor.palette(UInt8(color)), EmulatedColor.palette(UInt8(color + 8)))
            changes[30 + color] = { $0.foreground = dark }
            changes[40 + color] = { $0.background = dark }
            changes[90 + color] = { $0.foreground = light }
            changes[100 + color] = { $0.background = light }
        }
        return changes
    }()
}
