import Protocol

// The targets and buttons of each page. `Update+Choosing` carries them out.

extension Model {
    var showsTable: Bool { page == .table }

    var isOnTable: Bool { showsTable && overlay == nil }

    /// The form on the screen; nil on another page.
    var form: OpeningForm? {
        if case .opening(let form) = page { return form }
        return nil
    }

    var isReplaying: Bool {
        if case .replay = page { return overlay == nil }
        return false
    }

    /// Everything that can be chosen, in the order of Tab.
    var targets: [Target] { items + buttons.map { .button($0) } }

    /// The match of the lobby that is marked: the one with the focus, or that had it before a button got it.
    var markedMatch: MatchID? {
        if case .match(let match) = effectiveFocus { return match }
        return chosen.flatMap { chosen in targets.contains(.match(chosen)) ? chosen : nil }
    }

    /// The target that Enter chooses now.
    var effectiveFocus: Target? {
        let targets = targets
        return focus.flatMap { targets.contains($0) ? $0 : nil } ?? targets.first
    }

    private var items: [Target] {
        if overlay != nil { return [] }
        switch page {
        case .hosts: return search.hosts.map { .host($0.address) } + (missingHost.map { [.host($0)] } ?? [])
        case .lobby(let watching): return listed(watching: watching).map { .match($0.match) }
        case .opening(let form): return form.fields.map { .field($0) }
        case .records: return (records?.records ?? []).map { .record($0.id) }
        case .table: return table.map { $0.showsBoard ? [.card($0.cursor)] : [] } ?? []
        case .opponents: return opponents.map { .opponent($0.name) }
        case .menu, .replay, .scores, .statistics: return []
        }
    }

    var buttons: [Button] {
        switch overlay {
        case .question(.comeBack): [.yes, .no]
        case .question: [.no, .yes]
        case .help, .rules, .messages, .text, .prompt: []
        case nil: buttons(of: page)
        }
    }

    /// The buttons of a page, even if something covers it.
    func buttons(of page: Page) -> [Button] {
        switch page {
        case .hosts: return [.tryAgain, .address, .help, .quit]
        case .menu:
            return [
                .play, .house, .solo, .beside, .matches, .watching, .records, .scores, .rules, .hosts, .help, .quit,
                .name,
            ]
        case .lobby(let watching):
            let marked: [Button] = listed(watching: watching).isEmpty ? [] : watching ? [.watch] : [.join, .watch]
            return marked + [.open, .code, .talk, .back, .help]
        case .opening: return [.start, .back]
        case .table: return tableButtons
        case .records: return (hasOlderRecords ? [.older] : []) + [.back, .help] + recordFilters
        case .replay: return [.toggle, .back, .stepBack, .stepForward, .slower, .faster, .help]
        case .scores: return (name == nil ? [] : [.statistics]) + [.back, .help]
        case .statistics: return [.back, .help]
        case .opponents: return [.typed, .back, .help]
        }
    }

    private var tableButtons: [Button] {
        guard let state else { return [.leave] }
        let joining: [Button] = waitingMatch == nil ? [] : [.joinWaiting]
        if state.phase == .over {
            let replay: [Button] = state.result?.record == nil ? [] : [.record]
            let next: [Button] = ownSeat == nil ? [] : canPlayAgain(state) ? [.rematch, .another] : [.another]
            return joining + next + [.leave] + replay + [.talk, .messages, .help, .exit]
        }
        let offer: [Button] = state.phase == .waiting && mayPlayHouse ? [.house] : joining
        let moves = isPlaying ? state.onScreen.buttons : []
        return offer + moves + [.talk, .messages, .rules, .help] + (isPlaying ? [.resign] : []) + [.leave]
    }

    /// True for a player who waits in a public match. The code of a private one has been passed on, so it stays open.
    var mayPlayHouse: Bool { ownSeat != nil && seating?.code == nil }

    /// True if an offer of a rematch can still be accepted, at once or by a player who comes back.
    private func canPlayAgain(_ state: MatchState) -> Bool {
        state.result?.rematch == nil && !state.seats.contains(where: \.left)
            && !(ownSeat.map { state.seats.indices.contains($0) && state.seats[$0].rematch } ?? true)
    }

    var hasOlderRecords: Bool { records.map { $0.records.count < $0.total && !$0.records.isEmpty } ?? false }

    /// The matches that the lobby shows: those of two players, the waiting ones first; or, to watch, all, the running
    /// ones first.
    func listed(watching: Bool) -> [LobbyList.Entry] {
        let matches = lobby?.matches ?? []
        if !watching { return matches.filter { !$0.rules.isSolo } }
        return matches.filter { $0.phase != .waiting } + matches.filter { $0.phase == .waiting }
    }
}
