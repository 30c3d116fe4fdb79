/// What the terminal can show, and its user wants to see.
struct Look: Equatable, Sendable {
    var colours = ColourDepth.trueColour
    var isASCII = false
    var hasMotion = true
    /// Whether erased cells take the background colour.
    var erasesInColour = true
}

enum ColourDepth: Equatable, Sendable { case none, sixteen, twoHundredFiftySix, trueColour }
