import Protocol
import Testing

@testable import memory_join

@Suite struct LineInputTests {
    private func told(_ bytes: [UInt8], _ input: inout LineInput) -> [Input] {
        input.receive(bytes.isEmpty ? .end : .bytes(bytes.count), bytes)
        var all: [Input] = []
        while let next = input.next() { all.append(next) }
        return all
    }

    @Test func `input is delivered line by line, and its end once`() {
        var input = LineInput()
        #expect(told(Array("list\n\nb4\r\nhe".utf8), &input) == [.line("list"), .line("b4")])
        #expect(told(Array("lp".utf8), &input) == [])
        #expect(told([], &input) == [.line("help"), .endOfInput])
        #expect(!input.wantsMore)
        #expect(told([], &input) == [])
    }

    @Test func `no more input is wanted before all lines are delivered`() {
        var input = LineInput()
        #expect(input.wantsMore)
        let bytes = Array("ping\nping\nli".utf8)
        input.receive(.bytes(bytes.count), bytes)
        #expect(!input.wantsMore)
        #expect(input.next() == .line("ping"))
        #expect(!input.wantsMore)
        #expect(input.next() == .line("ping"))
        #expect(input.wantsMore)
    }

    @Test func `a line of more than 4096 bytes is reported as too long`() {
        var input = LineInput()
        let longest = String(repeating: "x", count: 4095)
        let all = told(Array("\(longest)\nx\(longest)\nlist\n".utf8), &input)
        #expect(all == [.line(longest), .lineTooLong, .line("list")])
    }

    @Test func `a line that grows too long by replacing its bad bytes is reported as too long`() {
        var input = LineInput()
        #expect(told(Array(repeating: 0xFF, count: 1366) + [10], &input) == [.lineTooLong])
        #expect(told(Array(repeating: 0xFF, count: 1365) + [10], &input).count == 1)
    }

    @Test func `an input with no bytes yet has not ended`() throws {
        let (readEnd, writeEnd) = try Platform.makePipe()
        defer { readEnd.close() }
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(ReadResult.read(from: readEnd, into: &buffer) == .nothing)
        try writeEnd.writeAll([1, 2, 3])
        #expect(ReadResult.read(from: readEnd, into: &buffer) == .bytes(3))
        writeEnd.close()
        #expect(ReadResult.read(from: readEnd, into: &buffer) == .end)
    }

    @Test func `an input that is not open has ended`() {
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(ReadResult.read(from: FileDescriptor(number: -1), into: &buffer) == .end)
        var input = LineInput()
        input.receive(.nothing, buffer)
        #expect(input.next() == nil)
        input.receive(.end, buffer)
        #expect(input.next() == .endOfInput)
    }
}
