import Lobby
import Protocol

/// The replays that clients are watching, one each at most. Their states are made as they are sent, a few at a time,
/// once all that was sent before has left; so a slow reader costs no more than a few states, and none of them is left
/// out.
struct Replays: Sendable {
    private var running: [Running] = []
    /// The position in `running` of the client whose turn it is, so that all have their turns.
    private var next = 0

    private struct Running: Sendable {
        let client: ClientID
        let network: SocketAddress.Host
        var replay: MatchReplay
        /// The time when the next states may be made.
        var nextAt: Instant
    }

    /// True if nobody is watching anything.
    var isEmpty: Bool { running.isEmpty }

    /// The number of clients that are watching one.
    var count: Int { running.count }

    /// True if a client is watching one.
    func isWatching(_ client: ClientID) -> Bool { position(of: client) != nil }

    private func position(of client: ClientID) -> Int? { running.firstIndex { $0.client == client } }

    /// True if no other client at this address may watch one. This machine may have as many as there are.
    func isFull(for host: SocketAddress.Host) -> Bool {
        guard running.count < Limits.replays else { return true }
        return !host.isLoopback && running.count { $0.network == host.network } >= Limits.replaysPerAddress
    }

    /// Starts a replay for a client, which must not be watching one.
    mutating func start(_ replay: MatchReplay, for client: ClientID, at host: SocketAddress.Host, _ now: Instant) {
        precondition(!isWatching(client))
        running.append(Running(client: client, network: host.network, replay: replay, nextAt: now))
    }

    /// Ends the replay that a client is watching.
    ///
    /// - Returns: true if it was watching one.
    @discardableResult
    mutating func stop(_ client: ClientID) -> Bool {
        guard let position = position(of: client) else { return false }
        running.remove(at: position)
        if position <= next { next -= 1 }  // So that the one behind it is next.
        return true
    }

    /// Returns the time when the next state is to be made; nil if nobody waits for one.
    ///
    /// - Parameter isReady: true if all that a client was sent has left.
    func due(isReady: (ClientID) -> Bool) -> Instant? {
        var due: Instant?
        for replay in running where isReady(replay.client) { due = Instant.earlier(due, replay.nextAt) }
        return due
    }

    /// Passes the turn on to the next client, and returns it if it is time for its next states.
    mutating func nextClient(at now: Instant) -> ClientID? {
        guard !running.isEmpty else { return nil }
        next = next + 1 < running.count ? next + 1 : 0
        return running[next].nextAt <= now ? running[next].client : nil
    }

    /// Makes a client wait for its next states.
    mutating func delay(_ client: ClientID, until due: Instant) {
        if let position = position(of: client) { running[position].nextAt = max(running[position].nextAt, due) }
    }

    /// Makes the next states for a client; its replay ends with the last one.
    ///
    /// - Parameter isPaced: true if it is to get one state, and the next when that one has lasted as long as it did in
    ///   the match, within limits; false for a few at once.
    mutating func takeStates(for client: ClientID, isPaced: Bool, at now: Instant) -> [ReplayedState] {
        guard let position = position(of: client) else { return [] }
        var states: [ReplayedState] = []
        while states.count < (isPaced ? 1 : Limits.Internal.statesAtOnce), let state = running[position].replay.next() {
            states.append(state)
        }
        if isPaced, let shown = states.last, let upcoming = running[position].replay.nextMilliseconds {
            running[position].nextAt = now + min(upcoming - shown.atMilliseconds, Limits.replayPauseMilliseconds)
        }
        if states.last?.isLast ?? true { stop(client) }
        return states
    }
}
