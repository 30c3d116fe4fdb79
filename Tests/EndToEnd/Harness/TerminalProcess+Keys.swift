import Protocol
import TerminalEmulator
import TestSupport
import Testing

// What a person does: keys, the mouse, and looking for what to click on.

extension TerminalProcess {
    /// A person at a terminal who has come to a host under a name, with further arguments.
    static func named(
        _ name: String, at host: HostProcess, _ arguments: String..., widths: GlyphWidths = .codePoints,
        folder: TemporaryFolder? = nil
    ) throws -> TerminalProcess {
        let all = [host.address.description, "--name", name] + arguments
        let person = try TerminalProcess(all, widths: widths, folder: folder)
        try person.wait(forText: "\(name) on ")
        return person
    }

    /// A key that is no character, as xterm sends it.
    enum Key: String {
        case up = "\u{1B}[A"
        case down = "\u{1B}[B"
        case right = "\u{1B}[C"
        case left = "\u{1B}[D"
        case end = "\u{1B}[F"
        case enter = "\r"
        case tab = "\t"
        case escape = "\u{1B}"
        case redraw = "\u{C}"
        case interrupt = "\u{3}"
        case suspend = "\u{1A}"
    }

    /// Presses these keys, one after another.
    func press(_ keys: Key...) throws { try type(keys.map(\.rawValue).joined()) }

    /// Presses the left button of the mouse at a place, and lets it go, as mode 1006 reports it.
    func click(at place: EmulatedPosition) throws {
        let report = "\u{1B}[<0;\(place.column + 1);\(place.row + 1)"
        try type(report + "M" + report + "m")
    }

    /// Clicks on the middle of a text as soon as it is there.
    func click(on text: String) throws {
        try wait(forText: text)
        guard var place = screen.position(of: text) else { throw Unmet("no '\(text)'") }
        place.column += text.count / 2
        try click(at: place)
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
