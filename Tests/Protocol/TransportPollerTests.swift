import TestSupport
import Testing

@testable import Protocol

@Suite("Transport: Poller") struct TransportPollerTests {
    /// Does something with a poller of each back-end and a pair of sockets, closed at the end.
    private func eachPoller(_ body: (inout Poller, Socket, Socket) throws -> Void) throws {
        for backend in Poller.Backend.allCases {
            var poller = try Poller(backend: backend)
            let (one, other) = try Platform.makeSocketPair()
            defer {
                poller.close()
                one.close()
                other.close()
            }
            try body(&poller, one, other)
        }
    }

    /// Does something with a poller of each back-end and a hundred sockets that can be read from.
    private func eachPollerOfMany(_ body: (inout Poller, [Socket]) throws -> Void) throws {
        let pairs = try (0..<100).map { _ in try Platform.makeSocketPair() }
        defer { for (one, other) in pairs { [one, other].forEach { $0.close() } } }
        for (_, other) in pairs { #expect(other.send([1]) == .bytes(1)) }
        try eachPoller { poller, _, _ in try body(&poller, pairs.map(\.0)) }
    }

    private func ready(_ poller: inout Poller, milliseconds: Int? = 0) throws -> [Readiness] {
        var ready = [Readiness(token: 99, conditions: .hungUp)]
        try poller.wait(milliseconds: milliseconds, into: &ready)
        return ready
    }

    private func readiness(_ token: UInt64, _ conditions: Conditions) -> [Readiness] {
        [Readiness(token: token, conditions: conditions)]
    }

    @Test func `a descriptor is readable until its bytes are read`() throws {
        try eachPoller { poller, one, other in
            #expect(try ready(&poller) == [])
            try poller.add(one.descriptor, interest: .readable, token: .max)
            #expect(try ready(&poller) == [])
            #expect(other.send([1, 2]) == .bytes(2))
            #expect(try ready(&poller, milliseconds: nil) == readiness(.max, .readable))
            #expect(try ready(&poller) == readiness(.max, .readable))
            var buffer = [UInt8](repeating: 0, count: 10)
            #expect(one.receive(into: &buffer) == .bytes(2))
            #expect(try ready(&poller) == [])
        }
    }

    @Test func `a descriptor with room in its buffer is writable`() throws {
        try eachPoller { poller, one, other in
            try poller.add(one.descriptor, interest: [.readable, .writable], token: 1)
            #expect(try ready(&poller) == readiness(1, .writable))
            _ = other.send([1])
            #expect(try ready(&poller) == readiness(1, [.readable, .writable]))
            let full = [UInt8](repeating: 0, count: 65536)
            while case .bytes = one.send(full) {}
            #expect(try ready(&poller) == readiness(1, .readable))
        }
    }

    @Test func `changing a descriptor replaces its interest and its token`() throws {
        try eachPoller { poller, one, _ in
            try poller.add(one.descriptor, interest: .writable, token: 1)
            try poller.change(one.descriptor, interest: .readable, token: 1)
            #expect(try ready(&poller) == [])
            try poller.change(one.descriptor, interest: .writable, token: 2)
            #expect(try ready(&poller) == readiness(2, .writable))
            try poller.change(one.descriptor, interest: [], token: 2)
            #expect(try ready(&poller) == [])
        }
    }

    @Test func `a descriptor is readable after a half-close`() throws {
        try eachPoller { poller, one, other in
            try poller.add(one.descriptor, interest: .readable, token: 1)
            other.shutDownWriting()
            #expect(try ready(&poller) == readiness(1, .readable))
        }
    }

    @Test(arguments: [Conditions.readable, .writable, []])
    func `a hang-up is reported, as readable too, wanted or not`(interest: Conditions) throws {
        try eachPoller { poller, one, _ in
            let (near, far) = try Platform.makeSocketPair()
            try poller.add(near.descriptor, interest: interest, token: 3)
            far.close()
            let found = try ready(&poller)
            #expect(found.map(\.token) == [3])
            #expect(found.first?.isHungUp == true && found.first?.isReadable == true)
            poller.remove(near.descriptor)
            #expect(try ready(&poller) == [])
            near.close()
        }
    }

    @Test func `a removed descriptor is not reported`() throws {
        try eachPoller { poller, one, other in
            try poller.add(one.descriptor, interest: .writable, token: 1)
            try poller.add(other.descriptor, interest: .writable, token: 2)
            poller.remove(one.descriptor)
            poller.remove(one.descriptor)
            #expect(try ready(&poller).map(\.token) == [2])
            try poller.add(one.descriptor, interest: .writable, token: 3)
            #expect(try ready(&poller).map(\.token).sorted() == [2, 3])
        }
    }

    @Test func `adding a descriptor twice and changing an unknown one are errors`() throws {
        try eachPoller { poller, one, other in
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

    @Test func `of very many, some are reported at a time, the preferred one next, and all in turn`() throws {
        try eachPollerOfMany { poller, sockets in
            for (index, socket) in sockets.enumerated() {
                try poller.add(socket.descriptor, interest: .readable, token: UInt64(index))
            }
            for _ in 1...2 { poller.prefer(sockets[99].descriptor, interest: .readable, token: 99) }
            let first = try ready(&poller).map(\.token)
            #expect(first.count == Poller.readyAtOnce && !first.contains(99))
            #expect(try ready(&poller) == readiness(99, .readable))
            var seen = Set(first)
            for _ in 1...2 { seen.formUnion(try ready(&poller).map(\.token)) }
            #expect(seen.count >= 2 * Poller.readyAtOnce, "the others are not starved")
            try poller.change(sockets[99].descriptor, interest: [], token: 99)
            for _ in 1...10 { #expect(try !ready(&poller).map(\.token).contains(99), "nobody wants to read from it") }
            try poller.change(sockets[99].descriptor, interest: .readable, token: 99)
            // Whatever is dealt with is reported no more, so that all have their turn.
            var left = Set(sockets.indices.map(UInt64.init))
            for _ in 0..<20 where !left.isEmpty {
                for token in try ready(&poller).map(\.token) where left.remove(token) != nil {
                    poller.remove(sockets[Int(token)].descriptor)
                }
            }
            #expect(left.isEmpty)
            #expect(try ready(&poller) == [], "a preferred one that is removed is not reported either")
        }
    }

    @Test func `a descriptor that gets another token stays preferred`() throws {
        try eachPollerOfMany { poller, sockets in
            for (index, socket) in sockets.enumerated() {
                try poller.add(socket.descriptor, interest: .readable, token: UInt64(index))
            }
            poller.prefer(sockets[99].descriptor, interest: .readable, token: 99)
            try poller.change(sockets[99].descriptor, interest: .readable, token: 100_000)
            #expect(try ready(&poller).count == Poller.readyAtOnce)
            #expect(try ready(&poller) == readiness(100_000, .readable))
            for socket in sockets { poller.remove(socket.descriptor) }
        }
    }

    @Test func `where all are preferred, they take turns as if none was`() throws {
        try eachPollerOfMany { poller, sockets in
            for (index, socket) in sockets.enumerated() {
                try poller.add(socket.descriptor, interest: .readable, token: UInt64(index))
                poller.prefer(socket.descriptor, interest: .readable, token: UInt64(index))
            }
            // Nobody is read from, and each has its turn before any has another.
            var turns: [UInt64: Int] = [:]
            for _ in 1...3 { for token in try ready(&poller).map(\.token) { turns[token, default: 0] += 1 } }
            #expect(turns.count == 3 * Poller.readyAtOnce)
            for socket in sockets { poller.remove(socket.descriptor) }
        }
    }

    @Test func `a wait ends at its timeout`() throws {
        try eachPoller { poller, one, _ in
            try poller.add(one.descriptor, interest: .readable, token: 1)
            let before = Platform.monotonicNanoseconds
            #expect(try ready(&poller, milliseconds: 3) == [])
            #expect(Platform.monotonicNanoseconds - before >= 2_000_000)
        }
    }

    @Test func `many descriptors can be added and removed`() throws {
        var random = SeededRandom("polled descriptors")
        try eachPollerOfMany { poller, sockets in
            var watched: Set<Int> = []
            for _ in 0..<1000 {
                let index = random.number(0...sockets.count - 1)
                if watched.remove(index) != nil {
                    poller.remove(sockets[index].descriptor)
                } else {
                    try poller.add(sockets[index].descriptor, interest: .readable, token: UInt64(index))
                    watched.insert(index)
                }
                // A wait may report a few of them only; then the next ones report the others.
                var found: Set<Int> = []
                for _ in 0..<4 { found.formUnion(try ready(&poller).map { Int($0.token) }) }
                #expect(found == watched)
            }
        }
    }
}
