import Testing

@testable import Protocol

@Suite struct `Looking up names` {
    /// Waits until the look-up has something to do, and has it do that.
    private func settle(_ lookup: inout NameLookup) throws -> Result<[SocketAddress], ResolutionError>? {
        let descriptor = try #require(lookup.descriptor)
        #expect(try descriptor.wait(for: .readable, milliseconds: 10_000))
        return lookup.answer()
    }

    @Test func `addresses arrive as they were found, up to a limit`() throws {
        let numbers = ["127.0.0.1", "192.168.255.7", "::1", "fd00:1:2:3:4:5:6:ffff", "fe80::1"]
        var addresses = numbers.compactMap { SocketAddress(host: $0, port: 65_535) }
        addresses.append(
            SocketAddress(
                family: .ipv6, host: SocketAddress.Host(high: .max, low: 1, scope: .max), port: 1))
        #expect(addresses.count == 6)
        for found in [[], addresses, addresses + addresses + addresses] {
            var lookup = NameLookup { _, _ throws(ResolutionError) in found }
            try lookup.start("pine", port: 7000)
            #expect(try settle(&lookup) == .success(Array(found.prefix(16))) && lookup.descriptor == nil)
        }
    }

    @Test func `the resolver is asked for the name and the port`() throws {
        var lookup = NameLookup { host, port throws(ResolutionError) in
            throw ResolutionError(host: host, message: "\(host) at \(port)")
        }
        try lookup.start("pine", port: 7000)
        #expect(try settle(&lookup) == .failure(ResolutionError(host: "pine", message: "pine at 7000")))
    }

    @Test func `a long reason is cut`() throws {
        let message = String(repeating: "x", count: 10_000)
        var lookup = NameLookup { host, _ throws(ResolutionError) in
            throw ResolutionError(host: host, message: message)
        }
        try lookup.start("pine", port: 7000)
        let cut = ResolutionError(host: "pine", message: String(repeating: "x", count: 200))
        #expect(try settle(&lookup) == .failure(cut))
    }

    /// A look-up of which each name is answered only when a byte is written to its pipe.
    private struct Slow {
        let gate: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

        init() throws { gate = try Platform.makePipe() }

        var lookup: NameLookup {
            let gate = gate.readEnd
            return NameLookup { host, _ throws(ResolutionError) in
                var byte: [UInt8] = [0]
                _ = try? gate.wait(for: .readable, milliseconds: nil)
                _ = try? gate.read(into: &byte)
                throw ResolutionError(host: host, message: "answered")
            }
        }

        func open() throws { try gate.writeEnd.writeAll([1]) }

        func close() { [gate.readEnd, gate.writeEnd].forEach { $0.close() } }
    }

    @Test func `nothing is known before the answer`() throws {
        let slow = try Slow()
        defer { slow.close() }
        var lookup = slow.lookup
        try lookup.start("pine", port: 7000)
        #expect(lookup.answer() == nil && lookup.descriptor != nil)
        try slow.open()
        #expect(try settle(&lookup) == .failure(ResolutionError(host: "pine", message: "answered")))
    }

    @Test func `another name waits for the one that is being looked up, and takes its place`() throws {
        let slow = try Slow()
        defer { slow.close() }
        var lookup = slow.lookup
        for name in ["pine", "oak", "elm"] { try lookup.start(name, port: 7000) }
        try slow.open()
        #expect(try settle(&lookup) == nil)
        try slow.open()
        #expect(try settle(&lookup) == .failure(ResolutionError(host: "elm", message: "answered")))
        #expect(lookup.descriptor == nil)
    }

    @Test func `an answer that is no longer wanted is dropped`() throws {
        let slow = try Slow()
        defer { slow.close() }
        var lookup = slow.lookup
        try lookup.start("pine", port: 7000)
        lookup.cancel()
        try slow.open()
        #expect(try settle(&lookup) == nil && lookup.descriptor == nil)
    }
}
