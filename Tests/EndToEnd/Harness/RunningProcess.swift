import Foundation
import Protocol

/// A process that the test has started, with pipes to its standard streams.
///
/// Nothing here has a thread of its own: a pipe is read when the test waits for something from it. A process that
/// outlives the test is killed.
final class RunningProcess {
    private let process = Process()
    private let name: String
    private var input: FileDescriptor?
    private var output: FileDescriptor?
    private var errors: FileDescriptor?
    /// Becomes readable when the process has ended.
    private let ended: FileDescriptor
    private var outputBuffer = LineBuffer()
    private var errorBuffer = LineBuffer()

    /// The way a process ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(bySignal: Int32)
    }

    /// Starts a program; its standard input is a pipe if `takesInput`, else empty.
    init(_ path: String, _ arguments: [String], takesInput: Bool = false) throws {
        name = URL(fileURLWithPath: path).lastPathComponent
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let toTest = try Platform.makePipe()
        let errorsToTest = try Platform.makePipe()
        let ending = try Platform.makePipe()
        output = toTest.readEnd
        errors = errorsToTest.readEnd
        ended = ending.readEnd
        var ofChild = [toTest.writeEnd, errorsToTest.writeEnd]
        process.standardOutput = FileHandle(fileDescriptor: toTest.writeEnd.number, closeOnDealloc: false)
        process.standardError = FileHandle(fileDescriptor: errorsToTest.writeEnd.number, closeOnDealloc: false)
        if takesInput {
            let fromTest = try Platform.makePipe()
            input = fromTest.writeEnd
            ofChild.append(fromTest.readEnd)
            process.standardInput = FileHandle(fileDescriptor: fromTest.readEnd.number, closeOnDealloc: false)
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
    func waitForEnd(_ deadline: Deadline = Deadline()) throws -> Ending {
        // Whoever writes into a full pipe does not end: what comes is taken in.
        while try !ended.wait(for: .readable, milliseconds: 10) {
            try takeIn(&output, &outputBuffer)
            try takeIn(&errors, &errorBuffer)
            guard deadline.remaining > 0 else { throw Unmet("\(name) did not end") }
        }
        let status = process.terminationStatus
        return process.terminationReason == .exit ? .exited(status) : .killed(bySignal: status)
    }

    // MARK: Its streams

    /// Writes to the process's standard input.
    func write(_ text: String, _ deadline: Deadline = Deadline()) throws {
        guard let input else { throw Unmet("\(name) takes no input") }
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            try deadline.wait(input, for: .writable, "\(name) to read")
            written += try input.write(bytes, from: written)
        }
    }

    /// Closes the process's standard input.
    func closeInput() { Self.close(&input) }

    /// Closes the reading end of the process's standard output.
    func closeOutput() { Self.close(&output) }

    /// Closes the reading end of the process's standard error.
    func closeErrors() { Self.close(&errors) }

    /// The next line of standard output; nil at its end.
    func nextLine(_ deadline: Deadline = Deadline()) throws -> String? {
        try nextLine(&output, &outputBuffer, deadline)
    }

    /// The next line of standard error; nil at its end.
    func nextErrorLine(_ deadline: Deadline = Deadline()) throws -> String? {
        try nextLine(&errors, &errorBuffer, deadline)
    }

    /// All that standard output holds until its end, but for the lines taken before.
    func restOfOutput(_ deadline: Deadline = Deadline()) throws -> String { try rest(&output, &outputBuffer, deadline) }

    /// All that standard error holds until its end, but for the lines taken before.
    func restOfErrors(_ deadline: Deadline = Deadline()) throws -> String { try rest(&errors, &errorBuffer, deadline) }

    private func nextLine(
        _ stream: inout FileDescriptor?, _ buffer: inout LineBuffer, _ deadline: Deadline
    ) throws -> String? {
        while true {
            if let line = buffer.nextLine() { return line }
            guard let descriptor = stream, !buffer.hasEnded else { return nil }
            try deadline.wait(descriptor, for: .readable, "a line of \(name); there is '\(buffer.rest)'")
            try takeIn(&stream, &buffer)
        }
    }

    private func rest(
        _ stream: inout FileDescriptor?, _ buffer: inout LineBuffer, _ deadline: Deadline
    ) throws -> String {
        while let descriptor = stream, !buffer.hasEnded {
            try deadline.wait(descriptor, for: .readable, "the end of \(name)'s output; there is '\(buffer.rest)'")
            try takeIn(&stream, &buffer)
        }
        return buffer.takeRest()
    }

    /// Takes in what a stream holds by now, without waiting.
    private func takeIn(_ stream: inout FileDescriptor?, _ buffer: inout LineBuffer) throws {
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        while let descriptor = stream, !buffer.hasEnded {
            guard try descriptor.wait(for: .readable, milliseconds: 0) else { return }
            let count = try descriptor.read(into: &bytes)
            if count == 0 { buffer.end() } else { buffer.append(bytes[..<count]) }
        }
    }

    private static func close(_ stream: inout FileDescriptor?) {
        if let descriptor = stream { descriptor.close() }
        stream = nil
    }
}
