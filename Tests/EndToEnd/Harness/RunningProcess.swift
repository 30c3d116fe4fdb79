import Foundation
import Protocol
import Testing

/// A process that the test has started, with pipes to its standard streams.
///
/// Nothing here has a thread of its own: a pipe is read when the test waits for something from it. A process that
/// outlives the test is killed.
final class RunningProcess {
    private let process = Process()
    private let name: String
    private var input: FileDescriptor?
    private var output: Stream
    private var errors: Stream
    /// Becomes readable when the process has ended.
    private let ended: FileDescriptor

    /// The way a process ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(bySignal: Int32)
    }

    /// Starts a program; its standard input is a pipe if `takesInput`, or what is given, else empty.
    init(_ path: String, _ arguments: [String], takesInput: Bool = false, input given: FileDescriptor? = nil) throws {
        name = URL(fileURLWithPath: path).lastPathComponent
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let toTest = try Platform.makePipe()
        let errorsToTest = try Platform.makePipe()
        let ending = try Platform.makePipe()
        (output, errors) = (Stream(toTest.readEnd), Stream(errorsToTest.readEnd))
        ended = ending.readEnd
        var ofChild = [toTest.writeEnd, errorsToTest.writeEnd]
        process.standardOutput = FileHandle(fileDescriptor: toTest.writeEnd.number, closeOnDealloc: false)
        process.standardError = FileHandle(fileDescriptor: errorsToTest.writeEnd.number, closeOnDealloc: false)
        if takesInput {
            let fromTest = try Platform.makePipe()
            input = fromTest.writeEnd
            ofChild.append(fromTest.readEnd)
            process.standardInput = FileHandle(fileDescriptor: fromTest.readEnd.number, closeOnDealloc: false)
        } else if let given {
            process.standardInput = FileHandle(fileDescriptor: given.number, closeOnDealloc: false)
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        // A child's own ends are what a shell would give it: they block.
        for descriptor in ofChild { try descriptor.setNonBlocking(false) }
        let signal = ending.writeEnd
        process.terminationHandler = { _ in signal.close() }
        defer { ofChild.forEach { $0.close() } }
        do {
            try Self.run(process)
        } catch {
            signal.close()
            throw error
        }
    }

    /// Starts a process that takes every signal. It inherits what its parent's thread blocks, and the threads that
    /// tests run on block nearly all.
    private static func run(_ process: Process) throws {
        var none = sigset_t()
        var former = sigset_t()
        _ = unsafe sigemptyset(&none)
        _ = unsafe pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        try process.run()
    }

    deinit {
        if isRunning { kill(number, SIGKILL) }
        // Waits, so that no test leaves a process behind; what was killed ends at once.
        try? Deadline().wait(ended, for: .readable, "\(name) to end")
        closeInput()
        closeOutput()
        closeErrors()
        ended.close()
    }

    /// The process's number.
    var number: Int32 { process.processIdentifier }

    /// True if the process has not ended yet.
    var isRunning: Bool {
        let hasEnded = try? ended.wait(for: .readable, milliseconds: 0)
        return !(hasEnded ?? true)
    }

    /// Sends the process a signal, such as `SIGTERM`.
    func send(signal: Int32) {
        if isRunning { kill(number, signal) }
    }

    /// Waits until the process ends, and tells how it did. What it still wrote can be read after that.
    func waitForEnd(within seconds: Int = 60) throws -> Ending {
        let deadline = Deadline(seconds: seconds)
        // Whoever writes into a full pipe does not end: what comes is taken in.
        while try !ended.wait(for: .readable, milliseconds: 10) {
            try output.takeIn()
            try errors.takeIn()
            guard deadline.remaining > 0 else { throw Unmet("\(name) did not end") }
        }
        let status = process.terminationStatus
        return process.terminationReason == .exit ? .exited(status) : .killed(bySignal: status)
    }

    /// Writes to the process's standard input.
    func write(_ text: String) throws {
        guard let input else { throw Unmet("\(name) takes no input") }
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            try Deadline().wait(input, for: .writable, "\(name) to read")
            written += try input.write(bytes, from: written)
        }
    }

    /// Closes the process's standard input.
    func closeInput() {
        if let input { input.close() }
        input = nil
    }

    /// Closes the reading end of the process's standard output.
    func closeOutput() { output.close() }

    /// Closes the reading end of the process's standard error.
    func closeErrors() { errors.close() }

    /// The next line of standard output; nil at its end.
    func nextLine() throws -> String? { try output.nextLine(of: name) }

    /// The next line of standard error; nil at its end.
    func nextErrorLine() throws -> String? { try errors.nextLine(of: name) }

    /// All that standard output holds until its end, but for the lines taken before.
    func restOfOutput() throws -> String { try output.rest(of: name) }

    /// All that standard error holds until its end, but for the lines taken before.
    func restOfErrors() throws -> String { try errors.rest(of: name) }

    /// Waits for the end, expects that the program has succeeded, and returns what it has printed.
    @discardableResult
    func expectSuccess(within seconds: Int = 60, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let ending = try waitForEnd(within: seconds)
        let errors = try restOfErrors()
        #expect(ending == .exited(0), "\(errors)", sourceLocation: sourceLocation)
        return try restOfOutput()
    }

    /// The reading end of one of its streams; nil once it is closed.
    private struct Stream {
        private var descriptor: FileDescriptor?
        private var buffer = LineBuffer()

        init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

        mutating func nextLine(of name: String) throws -> String? {
            while true {
                if let line = buffer.nextLine() { return line }
                guard try wait(for: "a line of \(name)") else { return nil }
            }
        }

        mutating func rest(of name: String) throws -> String {
            while try wait(for: "the end of \(name)'s output") {}
            return buffer.takeRest()
        }

        /// Waits until more has come, and takes it in; false at the end.
        private mutating func wait(for what: String) throws -> Bool {
            guard let descriptor, !buffer.hasEnded else { return false }
            try Deadline().wait(descriptor, for: .readable, "\(what); there is '\(buffer.rest)'")
            try takeIn()
            return true
        }

        /// Takes in what has come by now.
        mutating func takeIn() throws {
            var bytes = [UInt8](repeating: 0, count: 16 * 1024)
            while let descriptor, !buffer.hasEnded {
                guard try descriptor.wait(for: .readable, milliseconds: 0) else { return }
                let count = try descriptor.read(into: &bytes)
                if count == 0 { buffer.end() } else { buffer.append(bytes[..<count]) }
            }
        }

        mutating func close() {
            if let descriptor { descriptor.close() }
            descriptor = nil
        }
    }
}
