import HTTP
import Protocol

// What the steps of a connection leave for the host to do.
extension Connection {
    /// Input, as far as the host must act on it.
    enum Arrival {
        /// Nothing to act on now.
        case nothing
        /// There may be lines; or there will be no more.
        case lines
        /// This many bytes of HTTP. There may be requests; or, with no bytes, there will be no more.
        case requests(bytes: Int)
        /// A request of HTTP has begun after the greeting.
        case lateRequest
        /// The connection has nothing more to wait for.
        case finished
        /// The connection is broken.
        case broken(SystemError)
    }

    /// The next input from a client.
    enum Next {
        /// Nothing that may be taken now.
        case none
        /// Its first line, or its end; it must be greeted before that is taken.
        case newcomer
        /// A first line of another protocol: the connection must be dropped.
        case foreign
        /// A line.
        case request(Request)
        /// There is a line, but it may not be taken before then.
        case tooFast(until: Instant)
    }

    /// The listed request of a browser.
    enum Listed {
        /// None that may be taken now.
        case none
        /// A request, or the reason there can be none.
        case outcome(HTTPRequestReader.Item)
        /// There is a request, but it may not be taken before then.
        case tooFast(until: Instant)
    }

    /// The task for the host when an alarm goes off.
    enum Alarm {
        case nothing
        /// Set it again.
        case wait(until: Instant)
        case greet
        /// Take its next lines.
        case takeLines
        /// List its next request, and set the alarm again.
        case takeRequest(wait: Instant)
        /// Say goodbye to a client that has taken no bytes for too long.
        case sayGoodbye
        case drop
    }

    /// The host's tasks after a flush.
    struct AfterFlush {
        /// The connection must be dropped: it broke, or both sides have finished.
        var end: End?
        /// The connection must be flushed again when more is visible.
        var isNewlyHeld = false
        /// The client has not received the newest lobby.
        var lacksTable = false
        /// The time to set its alarm for.
        var alarmAt: Instant?
        /// Lines were left unread, and nothing holds them back any more.
        var canResumeReading = false
        /// The conditions to watch for from now on; nil if they have not changed.
        var interest: Conditions?

        /// The end of a connection.
        enum End {
            case finished
            case broken(SystemError)
        }
    }
}
