import Protocol

/// The hosts to choose from, or the way to start one. Whoever is on a host can go back to it.
struct HostsPage: ListPage {
    let model: Model

    private var isOnHost: Bool { model.session.connection.wasOnline }

    var buttons: [Button] { isOnHost ? [.address, .back, .help] : [.tryAgain, .address, .help, .quit] }

    var keyWords: (arrows: String, enter: String) { ("select a host", "join it") }

    var entries: [HostAddress] { model.hostsToChoose }

    func target(_ host: HostAddress) -> Target { .host(host) }

    func row(_ address: HostAddress) -> ListRow {
        if isOnHost, address == model.address {
            return ListRow(
                name: model.session.hostName, place: SafeText.line(address.shortText), detail: "you are here")
        }
        guard let host = model.search.hosts.first(where: { $0.address == address }) else {
            let detail = address == model.failedAddress ? "no answer" : "last host"
            return ListRow(name: SafeText.line(address.shortText), detail: detail)
        }
        let matches = host.matches == 1 ? "1 match" : "\(host.matches) matches"
        return ListRow(
            name: host.name, place: SafeText.line(address.shortText),
            detail: "\(PlainRules.counted(host.players, "player")), \(matches)")
    }

    var usualRow: Int { entries.firstIndex(of: model.address) ?? 0 }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let room = Widgets.page("Hosts", detail, model, &drawing, in: screen)
        let count = drawRows(&drawing, in: room)
        if isLonely { drawAdvice(&drawing, in: room.lines(count + min(1, count), room.rows)) }
    }

    private var detail: String {
        let hosts = model.search.hosts
        if isLonely { return model.search.isThorough ? "" : "Looking for hosts…" }
        return PlainRules.counted(hosts.count, "host") + " found"
    }

    /// True if no host but the one that the client is on has been found.
    private var isLonely: Bool { model.search.hosts.allSatisfy { model.isHere($0) } }

    private func drawAdvice(_ drawing: inout Drawing, in room: Rect) {
        let block = room.centred(rows: min(room.rows, 8), columns: min(60, room.columns))
        var row = 0
        func put(_ text: String, _ style: Style, _ drawing: inout Drawing) {
            for line in TextWidth.wrap(text, to: block.columns) where row < block.rows {
                drawing.canvas.put(line, in: block.lines(row), style: style)
                row += 1
            }
        }
        put(
            model.search.isThorough
                ? "No \(isOnHost ? "other " : "")hosts found on this network." : "Looking for hosts on this network…",
            .strong, &drawing)
        row += 1
        if !isOnHost {
            put("To start one here, run this in another terminal:", .plain, &drawing)
            put("    \(model.options.hostCommand)", Style(foreground: .success, traits: .bold), &drawing)
            row += 1
        }
        put(
            "To join one elsewhere or on another port, press \(Button.address.keyText) and type its address.", .faint,
            &drawing)
    }
}
