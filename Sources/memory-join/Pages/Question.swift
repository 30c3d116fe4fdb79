import Protocol

/// A question before something that cannot be undone.
struct Question: Sendable {
    private let name: String
    /// Returns its words.
    let text: @Sendable (Model) -> String
    /// Yes and No: Enter chooses the first.
    let buttons: [Button]
    /// True if the person should also know how much time is left for the turn.
    let showsClock: Bool
    /// The effect of each answer.
    let yes, no: @Sendable (inout Model, Instant) -> Void

    private init(
        _ name: String, _ text: @escaping @Sendable (Model) -> String, buttons: [Button] = [.no, .yes],
        showsClock: Bool = false, yes: @escaping @Sendable (inout Model, Instant) -> Void,
        no: @escaping @Sendable (inout Model, Instant) -> Void = { _, _ in }
    ) {
        (self.name, self.text, self.buttons, self.showsClock) = (name, text, buttons, showsClock)
        (self.yes, self.no) = (yes, no)
    }
}

extension Question: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}

extension Question {
    static let resign = Question("resign", { _ in "Resign this match?" }, yes: { $0.request(.resign, $1) })
    static let leave = Question("leave", { _ in "Resign this match and leave?" }, yes: { $0.leaveTable($1) })
    static let quit = Question("quit", { _ in "Resign this match and quit?" }, yes: { $0.sayBye($1) })

    /// The client has its seat back after it was killed.
    static let comeBack = Question(
        "comeBack", { Wording.comeBack($0) }, buttons: [.yes, .no], showsClock: true,
        yes: { model, _ in model.purpose = .lobby }, no: { $0.leaveForPurpose($1) })

    /// The match against the house would be lost.
    static let joinWaiting = Question("joinWaiting", { Wording.joinWaiting($0) }, yes: { $0.joinWaiting($1) })
}
