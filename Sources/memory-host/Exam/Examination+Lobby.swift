import Lobby
import Protocol

// The lobby of an examination, and its other guest, the opponent.
extension Examination {
    /// Has the lobby handle an input. The seed decides the cards, but nobody learns a token or a code from it.
    mutating func handle(_ input: Input, at now: Instant) -> Outcome {
        if case .received(let request, from: _, allowing: _) = input, request.drawsSecret {
            return lobby.handle(input, at: now + shift, using: &secrets)
        }
        return lobby.handle(input, at: now + shift, using: &random)
    }

    /// The lobby starts anew, without data.
    mutating func forget(at now: Instant) {
        lobby = Lobby(settings: settings)
        for client in lines.keys.sorted(by: { $0.serial < $1.serial }) { add(.cut(client)) }
        lines = [:]
        current = nil
        conduct = Conduct(patience: conduct.patience)
        bringOpponent(at: now)
    }

    /// The opponent connects, under the name that the lesson wants.
    mutating func bringOpponent(at now: Instant) {
        opponent = SparringPartner(client: nextInner(), seed: random.next())
        opponentName = ""
        carryOut(handle(.connected(opponent.client), at: now), at: now)
        nameOpponent(at: now)
        attend(at: now)
    }

    /// The opponent is back, by its token.
    mutating func returnOpponent(at now: Instant) {
        isOpponentAway = false
        opponent.reconnect(as: nextInner())
        carryOut(handle(.connected(opponent.client), at: now), at: now)
        if let token = opponent.token { command(.hello(.token(token)), at: now) }
    }

    /// The opponent sends a command.
    mutating func command(_ command: Command, at now: Instant) {
        let guards = command.kind.terms.isForSeenMatch ? Request.Guards(match: opponent.seating?.match) : nil
        let request = Request(.command(command), guards: guards, dialect: .json)
        carryOut(handle(.received(request, from: opponent.client), at: now), at: now)
    }
}

extension Request {
    /// True if a token or a code is drawn for it. The cards of a private match are drawn with its code.
    fileprivate var drawsSecret: Bool {
        switch content {
        case .command(.hello), .command(.open(_, isPrivate: true, against: _)): true
        default: false
        }
    }
}
