import Protocol

@testable import Lobby
@testable import TestDrivers

// What bots do, and what becomes of it on its way to the host and back.
extension SimulationWorld {
    mutating func act(_ number: Int) {
        if let client = bots[number].client, isAsking.contains(number) {
            if chance(1, in: 8) { vanish(number, client) }  // It has heard nothing for too long.
            return
        }
        switch bots[number].act(codes: codes, using: &random) {
        case .connect, .double: connect(number)
        case .vanish: if let client = bots[number].client { vanish(number, client) }
        case .closeSide: send(number, .closedSide)
        case .hurry: send(number, .throttled)
        case .write(let line):
            let bytes = Array(line.utf8)
            send(number, .said(CommandReader.read(bytes, in: 0..<bytes.count)))
        case .flip(let card):
            send(number, .said(Request(.command(.move(.flip(.card(card)))), dialect: bots[number].temper.dialect)))
        case .unreadable(let bad): send(number, .said(bad))
        case .idle: if chance(1, in: 15) { getStuck(number) }
        }
    }

    mutating func connect(_ number: Int) {
        serial += 1
        slots += freeSlots.isEmpty ? 1 : 0
        let client = ClientID(slot: freeSlots.popLast() ?? slots - 1, serial: serial)
        owners[client] = number
        let token = bots[number].token
        lose(number)
        bots[number].client = client
        send(number, .opened)
        guard let token else { return }
        send(number, .said(Request(.command(.hello(.token(token))), dialect: .json)))
        // Some lose the line again before the answer comes, and try again with the same token.
        guard chance(1, in: 5) else { return }
        send(number, .reset)
        lose(number)
        schedule(.wake(number), in: Int.random(in: 200...2_000, using: &random))
        wakes[number] += 1
    }

    mutating func send(_ number: Int, _ signal: SimulatedSignal) {
        guard let client = bots[number].client else { return }
        if case .said(let request) = signal, case .command(.hello(.token)) = request.content { isAsking.insert(number) }
        up[client, default: []].append(signal)
        schedule(.up(client), in: Int.random(in: 0...150, using: &random))
    }

    /// A bot's connection breaks: what it sent last may be lost, and the host finds out now or later.
    mutating func vanish(_ number: Int, _ client: ClientID) {
        if let count = up[client]?.count { up[client]?.removeLast(Int.random(in: 0...count, using: &random)) }
        up[client, default: []].append(.reset)
        // Signals that were lost leave their alarms; these find nothing.
        schedule(.up(client), in: chance(3, in: 4) ? 200 : Int.random(in: 200...40_000, using: &random))
        lose(number)
    }

    mutating func lose(_ number: Int) {
        bots[number].lose()
        isAsking.remove(number)
    }

    mutating func getStuck(_ number: Int) {
        guard let client = bots[number].client, host.lines[client]?.isStuck == false else { return }
        host.lines[client]?.isStuck = true
        count("stuck")
        let time = Int.random(in: 1_000...60_000, using: &random)
        if time > Limits.stalledMilliseconds {
            up[client, default: []].append(chance(1, in: 2) ? .stalled : .outwaited)
            schedule(.up(client), in: Limits.stalledMilliseconds)
        }
        schedule(.reads(client), in: time)
    }

    mutating func receive(_ client: ClientID) {
        guard let first = down[client]?.first else { return }
        down[client]?.removeFirst()
        guard let number = owners[client], bots[number].client == client else { return }
        guard let message = first else { return lose(number) }
        witness.reads(message, number)
        bots[number].receive(message, using: &random)
        switch message.event {
        case .welcome, .error: isAsking.remove(number)
        case .match(let seating): if let code = seating.code, seating.seat == 0 { codes = codes.suffix(10) + [code] }
        default: break
        }
    }
}
