import Foundation
import Protocol
import TerminalEmulator
import TestSupport

/// A program in a terminal of its own, started from a shell: what it draws is read into an emulator, keys are typed.
///
/// Nothing here has a thread of its own: the terminal is read while the test waits for something. What still runs at
/// the end of the test is killed.
final class TerminalProcess {
    /// The way a program gave the terminal back to its shell.
    enum Return: Equatable {
        case exited(Int32)
        /// Ended or stopped.
        case signal(Int32)
    }

    private static let terminalToken: UInt64 = 0
    private static let reportToken: UInt64 = 1

    /// The terminal, for its settings.
    let terminal: PseudoTerminal
    /// The folder for the program's state.
    let folder: TemporaryFolder
    /// The settings that the program found.
    let settingsBefore: PseudoTerminal.Settings
    /// The screen of the terminal.
    private(set) var screen: Emulator
    /// The bytes shown on the screen so far.
    private(set) var received: [UInt8] = []
    /// Bytes received but not shown yet: one frame is shown at a time, so that no slow test misses one.
    private var unread: ArraySlice<UInt8> = []
    private let shell: Shell
    private var reports = LineBuffer()
    private var poller: Poller
    /// The program's number while it is there.
    private(set) var program: pid_t?
    private var returns: [Return] = []
    private var prompts = 0
    /// True if the program has ended or stopped, and nobody has waited for that.
    var hasReturned: Bool { !returns.isEmpty }

    /// Starts `memory-join` with these arguments.
    ///
    /// - Parameters:
    ///   - environment: what is added to the environment, which has `TERM`, `LANG`, `USER`, `XDG_STATE_HOME` and a
    ///     `MEMORY_FIND` that keeps questions on this machine; an empty text takes a name away.
    ///   - folder: where the program keeps its state, to be the same for several.
    ///   - starter: a program that turns into this one, with its arguments.
    init(
        _ arguments: [String], columns: Int = 80, rows: Int = 24, widths: GlyphWidths = .codePoints,
        environment: [String: String] = [:], folder: TemporaryFolder? = nil, starter: [String] = []
    ) throws {
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        screen = Emulator(columns: columns, rows: rows, widths: widths)
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        // Something that is not so as a rule, for those who would set a terminal as it usually is.
        try terminal.change {
            $0.c_iflag &= ~tcflag_t(IXON)
            $0.c_lflag &= ~tcflag_t(ECHOCTL)
        }
        settingsBefore = try terminal.settings
        let usual = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "USER": "ann", "HOME": folder.path,
            "XDG_STATE_HOME": folder.path + "/state", "PATH": "/usr/bin:/bin",
            "MEMORY_FIND": "loopback",
        ]
        let all = usual.merging(environment) { $1 }.filter { !$0.value.isEmpty }
        let program = try HostProcess.builtProduct("memory-join")
        shell = try Shell(starter + [program] + arguments, environment: all, terminal: terminal)
        poller = try Poller(backend: .poll)
        try poller.add(terminal.descriptor, interest: .readable, token: Self.terminalToken)
        try poller.add(shell.reports, interest: .readable, token: Self.reportToken)
    }

    deinit {
        // What the shell has said by now is heard first: no number is used that may be somebody else's. And it is the
        // shell that waits for the program, so that no test leaves one behind.
        try? readReports()
        if let program { kill(program, SIGKILL) }
        let deadline = Deadline()
        while program != nil, (try? deadline.wait(shell.reports, for: .readable, "the program to end")) != nil {
            try? readReports()
        }
        terminal.hangUp()
        shell.end()
    }

    /// Types this, as it comes from a keyboard.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            try Deadline().wait(terminal.descriptor, for: .writable, "the terminal to take '\(text)'")
            written += try terminal.descriptor.write(bytes, from: written)
        }
    }

    /// Sends the program a signal.
    func send(signal: Int32) throws {
        try takeIn("the program's number", until: { self.program != nil })
        if let program { kill(program, signal) }
    }

    /// Changes the size of the terminal.
    func resize(columns: Int, rows: Int) {
        showAll()
        screen.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    /// Writes all over the screen what the program knows nothing of, and forgets faults: after that, what is seen was
    /// drawn anew.
    func scribble() {
        showAll()
        let cursor = screen.cursor
        var scribble = "\u{1B}7\u{1B}[m"
        for row in 1...screen.rows {
            scribble += "\u{1B}[\(row)H" + String(repeating: "#", count: screen.columns)
        }
        screen.feed((scribble + "\u{1B}8\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H").utf8)
        screen.forgetFaults()
    }

    /// Has the program that was stopped go on in the foreground.
    func continueInForeground() throws { try shell.continueProgram() }

    /// Breaks the line, or closes the window.
    func hangUp() {
        guard terminal.isOpen else { return }
        poller.remove(terminal.descriptor)
        terminal.hangUp()
    }

    /// Takes in what the program draws until the screen is as it should be, and no update is being made.
    func wait(for what: String, until isMet: (Emulator) -> Bool) throws {
        try takeIn(what) { !screen.isUpdating && isMet(screen) }
    }

    /// Waits until this is so or the program has ended, but no longer than this, as a person does who then tries again.
    func wait(atMost seconds: Int, until isMet: (Emulator) -> Bool) throws {
        _ = try takesIn("this", by: Deadline(seconds: seconds), mayReturn: true) {
            hasReturned || !screen.isUpdating && isMet(screen)
        }
    }

    /// Waits until a line of the screen holds this text.
    func wait(forText text: String) throws { try wait(for: "'\(text)'") { $0.shows(text) } }

    /// Waits until the program has ended or stopped, and the shell has its terminal back.
    func waitForReturn() throws -> Return {
        let prompt = "shell \(prompts + 1)$"
        try takeIn("the program to return to its shell", mayReturn: true) {
            !returns.isEmpty && screen.lines[screen.cursor.row].hasSuffix(prompt)
        }
        prompts += 1
        return returns.removeFirst()
    }

    /// Waits until program and shell have ended, as they do without a terminal. How they ended nobody says.
    func waitForEnd() throws {
        try takeIn("the program to end", mayReturn: true) { reports.hasEnded }
    }

    /// Returns true if everything drawn has been taken in.
    func isQuiet() throws -> Bool {
        try unread.isEmpty && !terminal.descriptor.wait(for: .readable, milliseconds: 0)
    }

    /// Forgets what was wrong on the screen so far, where it was not the program's fault.
    func forgetFaults() {
        showAll()
        screen.forgetFaults()
    }

    private func takeIn(_ what: String, mayReturn: Bool = false, until isMet: () -> Bool) throws {
        guard try takesIn(what, by: Deadline(), mayReturn: mayReturn, until: isMet) else {
            throw failure("waited in vain for \(what)")
        }
    }

    /// Takes in what comes until this is so; returns false if it is not by then.
    private func takesIn(
        _ what: String, by deadline: Deadline, mayReturn: Bool, until isMet: () -> Bool
    ) throws -> Bool {
        while !isMet() {
            if showNext() { continue }
            if reports.hasEnded { throw failure("the shell has ended before \(what)") }
            if !returns.isEmpty, !mayReturn,
                try !terminal.descriptor.wait(for: .readable, milliseconds: 0)
            {
                throw failure("the program has returned, \(returns), before \(what)")
            }
            guard deadline.remaining > 0 else { return false }
            var ready: [Readiness] = []
            try poller.wait(milliseconds: deadline.remaining, into: &ready)
            for readiness in ready {
                if readiness.token == Self.terminalToken { try readTerminal() } else { try readReports() }
            }
        }
        return true
    }

    private func readTerminal() throws {
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        guard let count = try? terminal.descriptor.read(into: &bytes), count > 0 else {
            // Nobody has it open any more.
            return poller.remove(terminal.descriptor)
        }
        unread += bytes[..<count]
    }

    /// Shows what has come up to the end of a frame, or all; false if there was nothing.
    private func showNext() -> Bool {
        guard !unread.isEmpty else { return false }
        let updates = screen.updates
        var count = 0
        while screen.updates == updates, count < unread.count {
            screen.feed(CollectionOfOne(unread[unread.startIndex + count]))
            count += 1
        }
        received += unread.prefix(count)
        unread.removeFirst(count)
        return true
    }

    /// Shows all that has come.
    func showAll() { while showNext() {} }

    private func readReports() throws {
        var bytes = [UInt8](repeating: 0, count: 1024)
        guard !reports.hasEnded, try shell.reports.wait(for: .readable, milliseconds: 0) else {
            return
        }
        let count = try shell.reports.read(into: &bytes)
        if count > 0 { reports.append(bytes[..<count]) } else { end() }
        while let line = reports.nextLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int32(words[1]) else { throw Unmet("the shell says '\(line)'") }
            if words[0] == "started" { program = number } else { returned(number) }
        }
    }

    private func end() {
        poller.remove(shell.reports)
        reports.end()
        program = nil
    }

    /// A shell adds 128 to the number of a signal.
    private func returned(_ status: Int32) {
        let signal = status - 128
        if ![SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU].contains(signal) { program = nil }
        returns.append(status > 128 ? .signal(signal) : .exited(status))
    }

    private func failure(_ what: String) -> Unmet {
        let last = String(decoding: received.suffix(400), as: UTF8.self).debugDescription
        return Unmet("\(what); this is shown:\n\(screen.picture)\nand this came last: \(last)")
    }
}
