/// The terminal's SGR state: a style rendered at a colour depth.
struct SGRState: Hashable, Sendable {
    private(set) var foreground = Colour.plain
    private(set) var background = Colour.plain
    private(set) var traits: Style.Traits = []

    static let plain = SGRState()

    private init() {}

    /// Renders a style; without colours, traits stand in for them.
    init(_ style: Style, _ depth: Look.ColourDepth) {
        traits = style.traits
        if depth == .none {
            traits.formUnion(style.foreground.traitsWithoutColour)
            traits.formUnion(style.background.traitsWithoutColour)
        } else {
            (foreground, background) = (style.foreground, style.background)
        }
    }

    /// True if a space in this state shows only its background.
    var isFlat: Bool { traits.isDisjoint(with: [.underline, .reverse]) }

    /// The state for spaces in this one, if flat, that differs least from `previous`: letters drawn in it would never
    /// be seen.
    func forSpaces(after previous: SGRState?) -> SGRState {
        guard isFlat, var sgr = previous else { return self }
        sgr.background = background
        sgr.traits.subtract([.underline, .reverse])
        return sgr
    }

    /// The costs of switching to this state, roughly: a colour takes more bytes than all traits.
    func changes(from previous: SGRState?) -> Int {
        guard let previous else { return 5 }
        return (foreground == previous.foreground ? 0 : 2) + (background == previous.background ? 0 : 2)
            + (traits == previous.traits ? 0 : 1)
    }

    /// The sequence that switches to this state; empty if it is already current.
    ///
    /// Resets and sets everything, or changes only the difference, whichever is shorter. Terminals without colours
    /// may be so old that they can only reset.
    func sequence(after previous: SGRState?, _ depth: Look.ColourDepth) -> String {
        if self == previous { return "" }
        let all = Self.sequence(["0"] + parameters(.plain, depth))
        guard let previous, depth != .none else { return self == .plain ? "\u{1B}[m" : all }
        let change = Self.sequence(parameters(previous, depth))
        if self == .plain { return "\u{1B}[m" }
        return change.utf8.count < all.utf8.count ? change : all
    }

    private static func sequence(_ parameters: [String]) -> String { "\u{1B}[\(parameters.joined(separator: ";"))m" }

    /// The parameters that turn `previous` into this state.
    private func parameters(_ previous: SGRState, _ depth: Look.ColourDepth) -> [String] {
        var parameters: [String] = []
        var known = previous.traits
        // A single parameter turns off both.
        if !known.subtracting(traits).isDisjoint(with: [.bold, .dim]) {
            parameters.append("22")
            known.subtract([.bold, .dim])
        }
        if known.subtracting(traits).contains(.underline) { parameters.append("24") }
        if known.subtracting(traits).contains(.reverse) { parameters.append("27") }
        parameters += Style.Traits.parameters.filter { traits.subtracting(known).contains($0.trait) }.map(\.parameter)
        if foreground != previous.foreground { parameters += foreground.parameters(depth, base: 30) }
        if background != previous.background { parameters += background.parameters(depth, base: 40) }
        return parameters
    }
}

extension Colour {
    /// The parameters that set it as foreground (base 30) or background (base 40).
    fileprivate func parameters(_ depth: Look.ColourDepth, base: Int) -> [String] {
        guard let (rgb, index256, index16) = values else { return ["\(base + 9)"] }
        return switch depth {
        case .none: []
        case .sixteen: ["\(index16 < 8 ? base + index16 : base + 52 + index16)"]
        case .twoHundredFiftySix: ["\(base + 8)", "5", "\(index256)"]
        case .trueColour: ["\(base + 8)", "2", "\(rgb.red)", "\(rgb.green)", "\(rgb.blue)"]
        }
    }
}
