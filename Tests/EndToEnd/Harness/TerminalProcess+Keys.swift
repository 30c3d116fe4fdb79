import TerminalEmulator
import Testing

// What a person does: keys, the mouse, and looking for what to click on.

extension TerminalProcess {
    /// A key that is no character, as xterm sends it.
    enum Key: String {
        case up = "\u{1B}[A"
        case down = "\u{1B}[B"
        case right = "\u{1B}[C"
        case left = "\u{1B}[D"
        case home = "\u{1B}[H"
        case end = "\u{1B}[F"
        case enter = "\r"
        case tab = "\t"
        case escape = "\u{1B}"
        case redraw = "\u{C}"
        case interrupt = "\u{3}"
        case suspend = "\u{1A}"
    }

    /// A mouse action, by its number in mode 1006.
    enum MouseAction: Int {
        case left = 0
        case move = 35
        case wheelUp = 64
        case wheelDown = 65
    }

    /// Presses these keys, one after another.
    func press(_ keys: Key...) throws { try type(keys.map(\.rawValue).joined()) }

    /// Has the mouse do something at a place; a button that is pressed is let go.
    func mouse(_ action: MouseAction, at place: EmulatedPosition) throws {
        let report = "\u{1B}[<\(action.rawValue);\(place.column + 1);\(place.row + 1)"
        try type(report + "M" + (action == .left ? report + "m" : ""))
    }

    /// Clicks on a text as soon as it is there.
    func click(on text: String) throws { try mouse(.left, at: try place(of: text)) }

    /// A place within a text, as soon as it is there.
    func place(of text: String) throws -> EmulatedPosition {
        try wait(forText: text)
        guard var place = screen.position(of: text) else { throw Unmet("no '\(text)'") }
        place.column += text.count / 2
        return place
    }

    /// The flaws in the output so far: sequences that no careful program sends, or that terminals treat differently.
    var flaws: [String] {
        showAll()
        return screen.unknown + screen.faults
    }

    /// Waits until all that has come is shown.
    func waitForQuiet() throws { try wait(for: "the last frame") { _ in (try? isQuiet()) ?? false } }

    /// Expects what is seen, however it came about, to be what is seen when everything is drawn once more.
    func expectDrawnRight(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try waitForQuiet()
        #expect(flaws == [], sourceLocation: sourceLocation)
        let before = screen.lines
        scribble()
        try press(.redraw)
        try wait(for: "the same, drawn anew, as this:\n\(before.joined(separator: "\n"))\n") { $0.lines == before }
    }
}
