import Testing

@testable import Protocol

@Suite("Transport: Platform") struct TransportPlatformTests {
    @Test func `a pipe carries bytes, would block when empty, and ends when closed`() throws {
        let (readEnd, writeEnd) = try Platform.makePipe()
        defer { Platform.closeDescriptor(readEnd) }
        var buffer = [UInt8](repeating: 0, count: 8)
        let error = #expect(throws: SystemError.self) { try Platform.readBytes(from: readEnd, into: &buffer) }
        #expect(error?.isWouldBlock == true)
        #expect(!(try Platform.waitUntilReady(readEnd, for: .readable, milliseconds: 0)))
        try Platform.writeAll([1, 2, 3], to: writeEnd)
        #expect(try Platform.waitUntilReady(readEnd, for: .readable, milliseconds: 0))
        #expect(try Platform.readBytes(from: readEnd, into: &buffer) == 3)
        Platform.closeDescriptor(writeEnd)
        #expect(try Platform.readBytes(from: readEnd, into: &buffer) == 0)
        #expect(!Platform.isTerminal(readEnd))
        #expect(Platform.windowSize(of: readEnd) == nil)
        #expect(throws: SystemError.self) { try Platform.terminalModes(of: readEnd) }
    }

    @Test func `a watched signal arrives as a byte`() throws {
        let pipe = try Platform.watchSignals([.windowChange])
        #expect(Platform.nextSignal(from: pipe) == nil)
        Platform.raiseSignal(.windowChange)
        _ = try Platform.waitUntilReady(pipe, for: .readable, milliseconds: 5000)
        #expect(Platform.nextSignal(from: pipe) == .windowChange)
        #expect(try Platform.watchSignals([]) == pipe)
    }

    @Test func `a file can be written, measured, truncated, locked, renamed and removed`() throws {
        let directory = "\(Platform.environmentValue("TMPDIR") ?? "/tmp")/memory-transport-\(Platform.processNumber)"
        try Platform.makeDirectory(directory)
        let path = directory + "/file"
        let file = try Platform.openFile(path, [.read, .write, .create, .exclusive])
        try Platform.writeAll([1, 2, 3, 4], to: file)
        try Platform.synchronizeData(file)
        #expect(try Platform.fileSize(file) == 4)
        try Platform.truncateFile(file, to: 3)
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(try Platform.readBytes(from: file, at: 1, into: &buffer) == 2)
        #expect(buffer[..<2] == [2, 3])
        #expect(try Platform.lockFile(file))
        let second = try Platform.openFile(path, [.read, .write])
        #expect(!(try Platform.lockFile(second)))
        Platform.closeDescriptor(second)
        let there = #expect(throws: SystemError.self) {
            try Platform.openFile(path, [.write, .create, .exclusive])
        }
        #expect(there?.isAlreadyThere == true)
        try Platform.renameFile(path, to: path + "2")
        let parent = try Platform.openFile(directory, [.read, .directory])
        try Platform.synchronize(parent)
        Platform.closeDescriptor(parent)
        try Platform.removeFile(path + "2")
        Platform.closeDescriptor(file)
        let gone = #expect(throws: SystemError.self) { try Platform.openFile(path, .read) }
        #expect(gone?.isNotFound == true)
        try Platform.removeDirectory(directory)
    }

    @Test func `the clocks advance, and the machine has a name`() throws {
        let before = Platform.monotonicNanoseconds
        #expect(Platform.monotonicNanoseconds >= before)
        #expect(Platform.monotonicMilliseconds >= Int(before / 1_000_000))
        #expect(Platform.wallMilliseconds > 1_700_000_000_000)
        #expect(!Platform.hostName.isEmpty && !Platform.hostName.contains("."))
        #expect(try Platform.raiseOpenFileLimit() >= 256)
        #expect(Platform.environmentValue("NO_SUCH_VARIABLE_HERE") == nil)
    }
}
