import Protocol

// What can be chosen. `Update+Choosing` carries it out.

extension Model {
    var showsTable: Bool { screen.page == .table }

    var isOnTable: Bool { showsTable && screen.overlay == nil }

    /// The form on the screen; nil on another page.
    var form: OpeningForm? {
        if case .opening(let form) = screen.page { return form }
        return nil
    }

    /// Everything that can be chosen, in the order of Tab.
    var targets: [Target] { (screen.overlay == nil ? content.items : []) + buttons.map { .button($0) } }

    /// The match of the lobby that is marked: the one with the focus, or that had it before a button got it.
    var markedMatch: MatchID? {
        if case .match(let match) = effectiveFocus { return match }
        return screen.chosen.flatMap { chosen in targets.contains(.match(chosen)) ? chosen : nil }
    }

    /// The target that Enter chooses now.
    var effectiveFocus: Target? {
        let targets = targets
        return screen.focus.flatMap { targets.contains($0) ? $0 : nil } ?? targets.first
    }

    var buttons: [Button] {
        switch screen.overlay {
        case .question: [.no, .yes]
        case .text, .prompt: []
        case nil: content.buttons
        }
    }

    /// True for a player who waits in a public match. The code of a private one has been passed on, so it stays open.
    var mayPlayHouse: Bool {
        ownSeat != nil && state?.phase == .waiting && seating?.code == nil && !session.hostIsDraining
    }

    var hasOlderRecords: Bool { session.records.map { $0.records.count < $0.total && !$0.records.isEmpty } ?? false }
}
