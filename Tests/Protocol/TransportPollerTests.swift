import TestSupport
import Testing

@testable import Protocol

/// A poller of one back-end and a pair of sockets, closed at the end.
private func withPoller(
    _ backend: Poller.Backend, _ body: (inout Poller, Socket, Socket) throws -> Void
) throws {
    var poller = try Poller(backend: backend)
    let (one, other) = try Platform.makeSocketPair()
    defer {
        poller.close()
        one.close()
        other.close()
    }
    try body(&poller, one, other)
}

private func ready(_ poller: inout Poller) throws -> [Readiness] {
    var ready = [Readiness(token: 99, conditions: .hungUp)]
    try poller.wait(milliseconds: 0, into: &ready)
    return ready
}

@Suite("Transport: Poller") struct TransportPollerTests {
    @Test(arguments: Poller.Backend.allCases) func `a new descriptor is not ready`(backend: Poller.Backend) throws {
        try withPoller(backend) { poller, one, _ in
            #expect(try ready(&poller) == [])
            try poller.add(one.descriptor, interest: .readable, token: 7)
            #expect(try ready(&poller) == [])
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `a descriptor is readable until its bytes are read`(
        backend: Poller.Backend
    ) throws {
        try withPoller(backend) { poller, one, other in
            try poller.add(one.descriptor, interest: .readable, token: .max)
            #expect(other.send([1, 2]) == .bytes(2))
            var found: [Readiness] = []
            try poller.wait(milliseconds: nil, into: &found)
            #expect(found == [Readiness(token: .max, conditions: .readable)])
            #expect(try ready(&poller) == [Readiness(token: .max, conditions: .readable)])
            var buffer = [UInt8](repeating: 0, count: 10)
            #expect(one.receive(into: &buffer) == .bytes(2))
            #expect(try ready(&poller) == [])
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `a descriptor with room in its buffer is writable`(
        backend: Poller.Backend
    ) throws {
        try withPoller(backend) { poller, one, other in
            try poller.add(one.descriptor, interest: [.readable, .writable], token: 1)
            #expect(try ready(&poller) == [Readiness(token: 1, conditions: .writable)])
            _ = other.send([1])
            #expect(try ready(&poller) == [Readiness(token: 1, conditions: [.readable, .writable])])
            let full = [UInt8](repeating: 0, count: 65536)
            while case .bytes = one.send(full) {}
            #expect(try ready(&poller) == [Readiness(token: 1, conditions: .readable)])
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `changing a descriptor replaces its interest and its token`(
        backend: Poller.Backend
    ) throws {
        try withPoller(backend) { poller, one, _ in
            try poller.add(one.descriptor, interest: .writable, token: 1)
            try poller.change(one.descriptor, interest: .readable, token: 1)
            #expect(try ready(&poller) == [])
            try poller.change(one.descriptor, interest: .writable, token: 2)
            #expect(try ready(&poller) == [Readiness(token: 2, conditions: .writable)])
            try poller.change(one.descriptor, interest: [], token: 2)
            #expect(try ready(&poller) == [])
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `a descriptor is readable after a half-close`(
        backend: Poller.Backend
    ) throws {
        try withPoller(backend) { poller, one, other in
            try poller.add(one.descriptor, interest: .readable, token: 1)
            other.shutDownWriting()
            #expect(try ready(&poller) == [Readiness(token: 1, conditions: .readable)])
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `a hang-up is reported, as readable too, wanted or not`(
        backend: Poller.Backend
    ) throws {
        for interest in [Interest.readable, .writable, []] {
            var poller = try Poller(backend: backend)
            let (one, other) = try Platform.makeSocketPair()
            try poller.add(one.descriptor, interest: interest, token: 3)
            other.close()
            let found = try ready(&poller)
            #expect(found.map(\.token) == [3])
            #expect(found.first?.isHungUp == true && found.first?.isReadable == true)
            poller.remove(one.descriptor)
            #expect(try ready(&poller) == [])
            one.close()
            poller.close()
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `a removed descriptor is not reported`(backend: Poller.Backend)
        throws
    {
        try withPoller(backend) { poller, one, other in
            try poller.add(one.descriptor, interest: .writable, token: 1)
            try poller.add(other.descriptor, interest: .writable, token: 2)
            poller.remove(one.descriptor)
            poller.remove(one.descriptor)
            #expect(try ready(&poller).map(\.token) == [2])
            try poller.add(one.descriptor, interest: .writable, token: 3)
            #expect(try ready(&poller).map(\.token).sorted() == [2, 3])
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `adding a descriptor twice and changing an unknown one are errors`(
        backend: Poller.Backend
    ) throws {
        try withPoller(backend) { poller, one, other in
            try poller.add(one.descriptor, interest: .readable, token: 1)
            let twice = #expect(throws: SystemError.self) {
                try poller.add(one.descriptor, interest: .readable, token: 1)
            }
            #expect(twice?.isAlreadyThere == true)
            let missing = #expect(throws: SystemError.self) {
                try poller.change(other.descriptor, interest: .readable, token: 1)
            }
            #expect(missing?.isNotFound == true)
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `a wait ends at its timeout`(backend: Poller.Backend) throws {
        try withPoller(backend) { poller, one, _ in
            try poller.add(one.descriptor, interest: .readable, token: 1)
            let before = Platform.monotonicNanoseconds
            var found: [Readiness] = []
            try poller.wait(milliseconds: 3, into: &found)
            #expect(found == [])
            #expect(Platform.monotonicNanoseconds - before >= 2_000_000)
        }
    }

    @Test(arguments: Poller.Backend.allCases) func `many descriptors can be added and removed`(backend: Poller.Backend)
        throws
    {
        var random = SeededRandom(#function)
        var poller = try Poller(backend: backend)
        let pairs = try (0..<100).map { _ in try Platform.makeSocketPair() }
        defer {
            poller.close()
            for (one, other) in pairs {
                one.close()
                other.close()
            }
        }
        for (_, other) in pairs { #expect(other.send([1]) == .bytes(1)) }
        var watched: Set<Int> = []
        for _ in 0..<1000 {
            let index = Int.random(in: 0..<pairs.count, using: &random)
            if watched.remove(index) != nil {
                poller.remove(pairs[index].0.descriptor)
            } else {
                try poller.add(pairs[index].0.descriptor, interest: .readable, token: UInt64(index))
                watched.insert(index)
            }
            // A wait may report a few of them only; then the next ones report the others.
            var found: Set<Int> = []
            for _ in 0..<4 { found.formUnion(try ready(&poller).map { Int($0.token) }) }
            #expect(found == watched, "seed \(random.seed)")
        }
    }
}
