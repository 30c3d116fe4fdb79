import Protocol

/// The form in which events are written for a client: a dialect, in lines or in WebSocket messages.
enum Encoding: Equatable, Sendable {
    case jsonLines
    case plainLines
    case jsonMessages
    case plainMessages

    /// True for WebSocket messages.
    var isMessages: Bool { self == .jsonMessages || self == .plainMessages }

    /// The dialect.
    var dialect: Dialect { self == .jsonLines || self == .jsonMessages ? .json : .plain }

    /// The same dialect in messages.
    var inMessages: Encoding { dialect == .json ? .jsonMessages : .plainMessages }

    /// A dialect in the same framing.
    func with(_ dialect: Dialect) -> Encoding {
        switch dialect {
        case .json: isMessages ? .jsonMessages : .jsonLines
        case .plain: isMessages ? .plainMessages : .plainLines
        }
    }
}
