/// A sentence that people read alike in plain text, in the terminal and on the page. Its raw value is its text, in which
/// a name in braces stands for what differs: `{player}`.
///
/// Those of a game stand in its folder. The page takes them from there, too: ``MatchSentence`` and the enums that are
/// declared as a ``Sentence`` become its object of sentences when the host is built, so every case has a line of its own.
/// Most sentences are about the past, since "You" and a name take the same verb there.
public protocol Sentence: RawRepresentable, CaseIterable, Sendable where RawValue == String {}

extension Sentence {
    /// The sentence with what belongs in its braces; a name that is not given stays as it is.
    public func text(_ values: KeyValuePairs<String, String> = [:]) -> String {
        var (rest, text) = (rawValue[...], "")
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = rest[rest.index(after: start)..<end]
            text += rest[..<start]
            text += values.first { $0.key == name }?.value ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    /// The sentence about a player.
    public func text(_ player: String) -> String { text(["player": player]) }

    /// The sentence about a player without its full stop: a heading, or a part of a longer one.
    public func heading(_ player: String = "") -> String {
        let text = text(player)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension String {
    /// A sentence that begins with no name as a part of a longer one: without its capital and its full stop.
    var clause: String { prefix(1).lowercased() + dropFirst().prefix { $0 != "." } }
}

extension Ending.Reason {
    /// Why a match is over, as a sentence.
    ///
    /// - Parameters:
    ///   - game: the game.
    ///   - loser: the player who did not win, or `You`; nil if there is nobody to name.
    ///   - hasBegun: false for a match whose first cards were never dealt.
    public func sentence(of game: GameKind, loser: String?, hasBegun: Bool = true) -> String {
        switch self {
        case .cleared, .turns: game.type.sentence(self) ?? text
        case .idle: MatchSentence.idle.text()
        case .resigned: MatchSentence.resigned.text(loser ?? "Somebody")
        case .timeout: MatchSentence.timedOut.text(loser ?? "Somebody")
        case .abandoned where !hasBegun: MatchSentence.neverBegan.text()
        case .abandoned: loser.map { MatchSentence.stayedAway.text($0) } ?? MatchSentence.nobodyCameBack.text()
        case .unknown(let text): text.prefix(1).uppercased() + text.dropFirst() + "."
        }
    }
}

/// What happens around any game, how it ends, and why not.
public enum MatchSentence: String, Sentence {
    // What happened.
    case matchBegins = "The match begins."
    case gameBegins = "The game begins."
    case disconnected = "{player} disconnected."
    case reconnected = "{player} reconnected."
    case left = "{player} left."
    case offeredRematch = "{player} offered a rematch."
    case acceptedRematch = "{player} accepted the rematch."

    // Who won.
    case youWin = "You win."
    case wins = "{player} wins."
    case draw = "It's a draw."
    case nobodyWins = "Nobody wins."
    case matchOver = "The match is over."
    case gameOver = "The game is over."

    // Why it ended.
    case resigned = "{player} resigned."
    case timedOut = "{player} timed out three times in a row."
    case stayedAway = "{player} didn't come back."
    case nobodyCameBack = "Nobody came back."
    case neverBegan = "The match was closed before it began."
    case idle = "Nobody made a move for too long."

    // Whose turn it is, and what is waited for.
    case waiting = "Waiting for an opponent."
    case yourTurn = "Your turn."
    case turn = "{player}'s turn."
    case paused = "Paused."
    case pausedFor = "Paused: {player} disconnected."
    case awaitingAnswer = "Waiting for {player}'s answer."

    // Why not.
    case notYourTurn = "It's not your turn."
    case onlyWatching = "You are only watching."
    case noOpponent = "You have no opponent yet."
    case pausedUntil = "Paused until the other player reconnects."
    case matchGone = "This match no longer exists."
}
