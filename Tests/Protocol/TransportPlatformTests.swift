import Foundation
import TestSupport
import Testing

@testable import Protocol

@Suite("Transport: Platform") struct TransportPlatformTests {
    @Test func `a pipe carries bytes, would block when empty, and ends when closed`() throws {
        let (readEnd, writeEnd) = try Platform.makePipe()
        defer { readEnd.close() }
        var buffer = [UInt8](repeating: 0, count: 8)
        let error = #expect(throws: SystemError.self) { try readEnd.read(into: &buffer) }
        #expect(error?.isWouldBlock == true)
        #expect(!(try readEnd.wait(for: .readable, milliseconds: 0)))
        try writeEnd.writeAll([1, 2, 3])
        #expect(try readEnd.wait(for: .readable, milliseconds: 0))
        #expect(try readEnd.read(into: &buffer) == 3)
        writeEnd.close()
        #expect(try readEnd.read(into: &buffer) == 0)
        #expect(!readEnd.isTerminal)
        #expect(readEnd.windowSize == nil)
        #expect(throws: SystemError.self) { try readEnd.terminalModes() }
    }

    @Test func `of two new descriptors, none stays open if one cannot be prepared`() throws {
        let (readEnd, writeEnd) = try Platform.makePipe()
        defer { readEnd.close() }
        #expect(throws: SystemError.self) { try FileDescriptor.nonBlocking([writeEnd.number, -1]) }
        var buffer = [UInt8](repeating: 0, count: 1)
        #expect(try readEnd.read(into: &buffer) == 0, "the other end is closed")
    }

    @Test func `a watched signal arrives as a byte`() throws {
        let pipe = try Platform.watchSignals([.windowChange])
        #expect(Platform.nextSignal(from: pipe) == nil)
        kill(getpid(), Platform.Signal.windowChange.number)
        _ = try pipe.wait(for: .readable, milliseconds: 5000)
        #expect(Platform.nextSignal(from: pipe) == .windowChange)
        #expect(try Platform.watchSignals([]) == pipe)
    }

    @Test func `a file can be written, measured, truncated, locked, renamed and removed`() throws {
        let folder = try TemporaryFolder()
        let directory = folder.path + "/inner"
        try Platform.makeDirectory(directory)
        let path = directory + "/file"
        let file = try Platform.openFile(path, [.read, .write, .create, .exclusive])
        try file.writeAll([1, 2, 3, 4])
        try file.synchronizeData()
        #expect(try file.size() == 4)
        try file.truncate(to: 3)
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(try file.read(at: 1, into: &buffer) == 2)
        #expect(buffer[..<2] == [2, 3])
        #expect(try file.lock())
        let second = try Platform.openFile(path, [.read, .write])
        #expect(!(try second.lock()))
        second.close()
        let there = #expect(throws: SystemError.self) {
            try Platform.openFile(path, [.write, .create, .exclusive])
        }
        #expect(there?.isAlreadyThere == true)
        try Platform.renameFile(path, to: path + "2")
        let parent = try Platform.openFile(directory, [.read, .directory])
        try parent.synchronize()
        parent.close()
        try Platform.removeFile(path + "2")
        file.close()
        let gone = #expect(throws: SystemError.self) { try Platform.openFile(path, .read) }
        #expect(gone?.isNotFound == true)
        try FileManager.default.removeItem(atPath: directory)
    }

    @Test func `the clocks advance, and the machine has a name`() throws {
        let before = Platform.monotonicMilliseconds
        #expect(Platform.monotonicMilliseconds >= before)
        #expect(Platform.monotonicMilliseconds >= Int(before / 1_000_000))
        #expect(Platform.wallMilliseconds > 1_700_000_000_000)
        #expect(!Platform.hostName.isEmpty && !Platform.hostName.contains("."))
        #expect(try Platform.raiseOpenFileLimit() >= 256)
        #expect(Platform.environmentValue("NO_SUCH_VARIABLE_HERE") == nil)
    }
}
