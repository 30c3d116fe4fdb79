import Protocol

/// A question before something that cannot be undone.
struct Question: Sendable {
    private let name: String
    /// Returns its words.
    let text: @Sendable (Model) -> String
    /// The effect of Yes; No has none.
    let yes: @Sendable (inout Model, Instant) -> Void

    private init(
        _ name: String, _ text: @escaping @Sendable (Model) -> String,
        yes: @escaping @Sendable (inout Model, Instant) -> Void
    ) {
        (self.name, self.text, self.yes) = (name, text, yes)
    }
}

extension Question: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}

extension Question {
    static let resign = Question("resign", { _ in "Resign this match?" }, yes: { $0.request(.resign, $1) })
    static let leave = Question("leave", { _ in "Resign this match and leave?" }, yes: { $0.leaveTable($1) })
    static let quit = Question("quit", { _ in "Resign this match and quit?" }, yes: { $0.sayBye($1) })

    /// The match against the house would be lost.
    static let joinWaiting = Question("joinWaiting", { Wording.joinWaiting($0) }, yes: { $0.joinWaiting($1) })
}
