import TestSupport
import Testing

@testable import Protocol

@Suite("Transport: slow readers") struct TransportSlowReaderTests {
    @Test(arguments: 0..<20)
    func `a client's queue never exceeds its limit, whatever is sent and however little it reads`(_ run: Int) {
        var random = SeededRandom("slow reader \(run)")
        var reader = SlowReader()
        var (replies, newest, most, wasBlocked) = ([String](), "", 0, false)
        func put(_ text: String, _ longest: Int, _ kind: SendQueue.Kind) {
            reader.put(line(text, random.chance(oneIn: 2) ? longest : random.number(16...longest)), kind)
            most = max(most, reader.lines.heldBytes)
            if reader.lines.isBlocked { wasBlocked = true }
        }
        for number in 0..<2000 {
            switch random.number(0...11) {
            case 0 where !reader.lines.isBackedUp:
                // One command, answered by one line or by several.
                let parts = random.number(1...3)
                let longest = random.chance(oneIn: 2) ? 100 : Limits.Internal.replyBytes / parts
                for part in 0..<parts {
                    replies.append("reply-\(number)-\(part)")
                    put(replies[replies.count - 1], longest, .reply)
                }
            case 1: put("said", 2400, .chatter)
            case 2: put("lobby", 40_000, .lobby)
            case 3...8:
                if random.chance(oneIn: 6) { put("match-\(number)", Limits.Internal.seatingBytes, .seating) }
                newest = "state-\(number)"
                put(newest, Limits.Internal.stateBytes, .state)
            default:
                let rooms = [0, 1, 100, 5000, 70_000, random.number(0...199_999)]
                reader.room = run.isMultiple(of: 4) ? .max : random.one(of: rooms)
                reader.flush()
            }
        }
        put("farewell", Limits.Internal.farewellBytes, .reply)
        #expect(most <= Limits.outgoingBytes)
        #expect(wasBlocked != run.isMultiple(of: 4))
        let texts = reader.readAll() ?? []
        #expect(texts.filter { $0.hasPrefix("reply") } == replies, "no reply is lost")
        #expect(texts.last { $0.hasPrefix("state") } == newest)
        #expect(texts.last == "farewell")
    }

    @Test func `the kinds of lines that can wait add up to the limit`() {
        let house = Limits.Internal.self
        #expect(
            house.backlogBytes + house.replyBytes + 2 * house.seatingBytes + house.stateBytes + house.farewellBytes
                == Limits.outgoingBytes)
        #expect(
            Limits.lobbyBytes + 2 * house.seatingBytes + house.stateBytes + house.farewellBytes
                <= Limits.outgoingBytes)
        #expect(house.stateBytes <= house.seatingBytes)
        #expect(Limits.chatterBytes <= Limits.lobbyBytes)
    }

    @Test func `a client that reads everything gets everything, however much comes in one turn`() {
        var reader = SlowReader()
        var expected: [UInt8] = []
        for number in 0..<500 {
            let kind: SendQueue.Kind = [.state, .chatter, .lobby, .reply, .seating][number % 5]
            let next = line("\(number)", 1000)
            expected += next
            reader.put(next, kind)
            #expect(reader.lines.heldBytes <= Limits.Internal.turnBytes)
        }
        reader.flush()
        #expect(reader.received == expected)
    }

    @Test func `chatter waits for a slow reader up to its limit, and the rest is dropped`() {
        var reader = SlowReader(room: 0)
        reader.put(line("reply", Limits.chatterBytes - 10), .reply)
        reader.flush()
        reader.put(line("1234567890"), .chatter)
        #expect(reader.lines.heldBytes == Limits.chatterBytes - 10)
        reader.put(line("1234"), .chatter)
        #expect(reader.lines.heldBytes == Limits.chatterBytes - 5)
        reader.put(line("a reply is never dropped"), .reply)
        #expect(reader.lines.heldBytes == Limits.chatterBytes + 20)
    }

    @Test func `a lobby that finds no room is dropped, and noted as lacking until another one is queued`() {
        var reader = SlowReader(room: 1)
        reader.put(line("lobby-1", 40_000), .lobby)
        reader.flush()
        reader.put(line("lobby-2", 30_000), .lobby)
        #expect(reader.lines.heldBytes == 40_000)
        #expect(reader.lines.droppedLobby)
        reader.put(line("lobby-3", 20_000), .lobby)
        #expect(!reader.lines.droppedLobby)
        reader.put(line("lobby-4", 20_001), .lobby)
        #expect(reader.lines.droppedLobby)
        #expect(reader.readAll() == ["lobby-1"])
    }

    @Test func `dropped standings are noted, whatever lobby finds room later, until they are queued again`() {
        var reader = SlowReader(room: 1)
        reader.put(line("lobby", 40_000), .lobby)
        reader.flush()
        reader.put(line("standings-1", 30_000), .standings)
        reader.put(line("lobby-2", 1_000), .lobby)
        #expect(reader.lines.hasDropped && !reader.lines.droppedLobby)
        reader.put(line("standings-2", 1_000), .standings)
        #expect(!reader.lines.hasDropped)
    }

    @Test func `a line that is being sent counts in full until its last byte is sent`() {
        var reader = SlowReader(room: 39_999)
        reader.put(line("reply", 40_000), .reply)
        reader.flush()
        #expect(reader.lines.byteCount == 1)
        #expect(reader.lines.heldBytes == 40_000)
        reader.room = 1
        reader.flush()
        #expect(reader.lines.heldBytes == 0)
    }

    @Test func `commands wait while the socket is full, or after a few replies in one turn`() {
        var reader = SlowReader(room: 0)
        #expect(!reader.lines.isBackedUp)
        for _ in 0..<10 { reader.put(line("state", 1000), .state) }
        #expect(!reader.lines.isBackedUp, "states are not the client's doing")
        reader.put(line("reply", Limits.Internal.backlogBytes), .reply)
        #expect(!reader.lines.isBackedUp)
        reader.put(line("reply"), .reply)
        #expect(reader.lines.isBackedUp)
        reader.room = .max
        reader.flush()
        #expect(!reader.lines.isBackedUp)
        reader.put(line("state"), .state)
        reader.room = 0
        reader.flush()
        #expect(reader.lines.isBackedUp)
    }

    @Test func `states of one turn give way to the newest when a full socket leaves no room for a reply`() {
        var reader = SlowReader(room: 0)
        for number in 0..<30 {
            reader.put(line("match-\(number)", 100), .seating)
            reader.put(line("state-\(number)", 900), .state)
        }
        reader.put(line("said", 2000), .chatter)
        reader.put(line("reply", 60_000), .reply)
        #expect(reader.lines.heldBytes < Limits.outgoingBytes)
        #expect(reader.readAll() == ["match-29", "state-29", "said", "reply"])
    }
}
