import Lobby
import Protocol

// What the host, and the steps of a connection, ask about its state. Nothing here changes it.
extension Connection {
    /// Its state, without what belongs to that.
    @inline(__always)
    var stage: ConnectionState.Stage { state.stage }

    /// What it is used for, as operators count connections.
    enum Transport {
        /// Lines; also a connection that has said nothing yet.
        case line
        /// WebSocket.
        case websocket
        /// HTTP, up to a request for WebSocket.
        case http
    }

    /// What it is used for.
    @inline(__always)
    var transport: Transport { state.isHTTP ? .http : encoding.isMessages ? .websocket : .line }

    // MARK: Browsers

    /// It is a browser's, and no request is under way on it.
    var isIdleBrowser: Bool {
        stage == .browser && !state.isDelayed && outbox.queue.isEmpty && inlet.heldBytes == 0 && !inlet.hasWaiting
    }

    /// A browser has closed its side, and all its requests were taken.
    var hasNoMoreRequests: Bool { stage == .browser && !state.isDelayed && inlet.hasEnded && !inlet.hasWaiting }

    // MARK: Clients

    /// A client sends nothing more, and all its lines were taken and answered.
    var isFinished: Bool { if case .client(.welcome) = state { inlet.isOver && !inlet.hasWaiting } else { false } }

    // MARK: Reading

    /// More is to be read from its socket.
    var isRead: Bool {
        switch state {
        case .browser(.delayed), .client(.throttled), .gone: false
        case .arriving, .browser, .client: !inlet.isOver && !inlet.hasWaiting && !outbox.isBackedUp
        case .closing(let closing): closing.isLingering
        }
    }

    /// It is a client, nothing is queued in either direction, and the poller waits for its next line.
    @inline(__always)
    var isAtRest: Bool {
        guard case .client(let line) = state, line != .throttled else { return false }
        return interest == .readable && !inlet.isOver && !inlet.hasWaiting && !outbox.queue.hasDropped
    }
}
