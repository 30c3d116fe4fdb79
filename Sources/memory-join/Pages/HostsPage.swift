import Protocol

/// The hosts to choose from, or the way to start one.
struct HostsPage: ListPage {
    let model: Model

    var buttons: [Button] { [.tryAgain, .address, .help, .quit] }

    var keyWords: (arrows: String, enter: String) { ("select a host", "join it") }

    /// The hosts, and the one that was wanted and has not been found, if any.
    var entries: [HostAddress] { model.search.hosts.map(\.address) + (model.missingHost.map { [$0] } ?? []) }

    func target(_ host: HostAddress) -> Target { .host(host) }

    func row(_ address: HostAddress) -> ListRow {
        guard let host = model.search.hosts.first(where: { $0.address == address }) else {
            return ListRow(name: SafeText.line(address.shortText), detail: Wording.missingHost(model))
        }
        let matches = host.matches == 1 ? "1 match" : "\(host.matches) matches"
        return ListRow(
            name: host.name, place: SafeText.line(address.shortText),
            detail: "\(PlainRules.counted(host.players, "player")), \(matches)")
    }

    var usualRow: Int { model.search.hosts.count }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let room = Widgets.page("Hosts", detail, model, &drawing, in: screen)
        let count = drawRows(&drawing, in: room)
        if model.search.hosts.isEmpty { drawAdvice(&drawing, in: room.lines(count + min(1, count), room.rows)) }
    }

    private var detail: String {
        let hosts = model.search.hosts
        if hosts.isEmpty { return model.search.isThorough ? "" : "Looking for hosts…" }
        return PlainRules.counted(hosts.count, "host") + " found"
    }

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
            model.search.isThorough ? "No hosts found on this network." : "Looking for hosts on this network…", .strong,
            &drawing)
        row += 1
        put("To start one here, run this in another terminal:", .plain, &drawing)
        put("    \(model.options.hostCommand)", Style(foreground: .success, traits: .bold), &drawing)
        row += 1
        put(
            "To join one elsewhere or on another port, press \(Button.address.keyText) and type its address.", .faint,
            &drawing)
    }
}
