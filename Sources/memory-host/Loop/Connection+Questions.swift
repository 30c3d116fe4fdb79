import Lobby
import Protocol

// What the host, and the steps of a connection, ask about its state. Nothing here changes it.
extension Connection {
    /// The state without what belongs to it.
    @inline(__always)
    var stage: Stage {
        switch state {
        case .arriving: .arriving
        case .browser: .browser
        case .client: .client
        case .closing: .closing
        case .gone: .gone
        }
    }

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
    var transport: Transport { isHTTP ? .http : encoding.isMessages ? .websocket : .line }

    // MARK: Browsers

    /// Its request waits because its address has sent too much.
    var isDelayed: Bool { if case .browser(.delayed) = state { true } else { false } }

    /// Its request is in the host's list of those to be answered.
    var isListed: Bool { if case .browser(.listed) = state { true } else { false } }

    /// It speaks HTTP, or did before it began to close.
    @inline(__always)
    var isHTTP: Bool {
        switch state {
        case .browser: true
        case .closing(let closing): closing.isHTTP
        case .arriving, .client, .gone: false
        }
    }

    /// It is a browser's, and no request is under way on it.
    var isIdleBrowser: Bool {
        stage == .browser && !isDelayed && outbox.queue.isEmpty && inlet.heldBytes == 0 && !inlet.hasWaiting
    }

    /// A browser has closed its side, and all its requests were taken.
    var hasNoMoreRequests: Bool { stage == .browser && !isDelayed && inlet.hasEnded && !inlet.hasWaiting }

    // MARK: Clients

    /// Its next line waits because too much was sent.
    var isThrottled: Bool { if case .client(.throttled) = state { true } else { false } }

    /// A client sends nothing more, and all its lines were taken and answered.
    var isFinished: Bool { if case .client(.welcome) = state { inlet.isOver && !inlet.hasWaiting } else { false } }

    // MARK: Reading and sending

    /// All is sent, and its client may take its time to close.
    var isLingering: Bool { if case .closing(let closing) = state { closing.isLingering } else { false } }

    /// Its next line, or request, would be taken.
    var takesInput: Bool {
        switch state {
        case .client(.welcome), .browser(.welcome): true
        case .arriving, .browser, .client, .closing, .gone: false
        }
    }

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
