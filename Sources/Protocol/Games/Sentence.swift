/// A sentence that people read alike in plain text, in the terminal and on the page. Its raw value is its text, in
/// which a name in braces stands for what differs: `{player}`.
///
/// Those of a game stand in its folder. The page has them, too: its `sentences.js` files are made from the enums by
/// `PageSentenceTests` with `MEMORY_WRITE=1`, and without it the test holds them equal. Most sentences are about the
/// past, since "You" and a name take the same verb there.
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
    var clause: String {
        let words = hasSuffix(".") ? dropLast() : self[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}

extension Ending.Reason {
    /// Returns a heading that says who won.
    ///
    /// - Parameters:
    ///   - winner: the winner's name; nil if nobody won.
    ///   - isSolo: true for a player alone.
    public func heading(winner: String?, isSolo: Bool) -> String {
        if isSolo { return (winner == nil ? MatchSentence.gameOver : .cleared).heading() }
        if let winner { return MatchSentence.wins.heading(winner) }
        return (isPlayedOut ? MatchSentence.draw : .nobodyWins).heading()
    }

    /// True if the sentence begins with the loser, if there is one to name.
    var isAboutLoser: Bool {
        switch self {
        case .resigned, .timeout, .abandoned: true
        case .cleared, .turns, .idle, .unknown: false
        }
    }

    /// Returns a sentence that says why a match is over.
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

/// The sentences of every game: the events of a match, its end, the reasons why something cannot be done, and the rules
/// that all games share.
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
    case cleared = "Cleared."
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

    // Whether the cards have stayed where they were.
    case sealed = "The cards are sealed."
    case sealFits = "The seal fits: no card was moved."
    case sealBroken = "The seal does not fit: the host has changed the cards or the seal."
    case sealMoved = "The seal does not fit: the host has moved cards that you saw."
    case sealWithheld = "The seal cannot be checked: the host does not publish the salt."

    // Why not.
    case notYourTurn = "It's not your turn."
    case onlyWatching = "You are only watching."
    case noOpponent = "You have no opponent yet."
    case pausedUntil = "Paused until the other player reconnects."
    case matchGone = "This match no longer exists."
    case notShownYet = "The host has not shown the match again yet."
    case hostCloses = "The host is closing after the matches in play."
    case noLongerIn = "You are no longer in {match}."
    case youLeft = "You left the match."

    // What is not sent, and what does not come.
    case notConnected = "Not connected; nothing was sent."
    case awaitAnswer = "Wait for the host's answer first; nothing was sent."
    case tooLate = "That came too late."
    case noReply = "The host did not reply to {command}."
    case notShown = "The host did not show the match."
    case restMissing = "The host did not send the rest of the replay."
    case askingAgain = "Asking again…"
    case backOnline = "Reconnected."

    // The rules.
    case higherScore = "The higher score wins."
    case mayComeBack = "A player who is disconnected has {time} to come back."
}
