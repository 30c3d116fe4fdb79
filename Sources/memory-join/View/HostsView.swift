import Protocol

/// Draws the hosts to choose from, or the way to start one.
struct HostsView {
    let model: Model

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let hosts = model.search.hosts
        let room = Widgets.page("Hosts", detail, model, &drawing, in: screen)
        let missing = model.missingHost
        let count = hosts.count + (missing == nil ? 0 : 1)
        let focused = hosts.firstIndex { model.effectiveFocus == .host($0.address) } ?? hosts.count
        let window = Widgets.window(count: count, around: focused, room: room.rows)
        for (row, index) in window.enumerated() {
            if index < hosts.count {
                draw(hosts[index], &drawing, in: room.lines(row))
            } else if let missing {
                draw(missing.shortText, "", Wording.missingHost(model), missing, &drawing, in: room.lines(row))
            }
        }
        if hosts.isEmpty { drawAdvice(&drawing, in: room.lines(count + min(1, count), room.rows)) }
    }

    private var detail: String {
        let hosts = model.search.hosts
        if hosts.isEmpty { return model.search.isThorough ? "" : "Looking for hosts…" }
        return PlainRules.counted(hosts.count, "host") + " found"
    }

    private func draw(_ host: FoundHost, _ drawing: inout Drawing, in line: Rect) {
        let players = PlainRules.counted(host.players, "player")
        let matches = host.matches == 1 ? "1 match" : "\(host.matches) matches"
        draw(host.name, host.address.shortText, "\(players), \(matches)", host.address, &drawing, in: line)
    }

    /// Draws a host: its name, its address where there is room for it, and details on the right.
    private func draw(
        _ name: String, _ place: String, _ detail: String, _ address: HostAddress, _ drawing: inout Drawing,
        in line: Rect
    ) {
        var (style, indent) = Widgets.item(.host(address), focus: model.effectiveFocus, &drawing, in: line)
        let detail = SafeText.line(detail)
        drawing.canvas.put(detail, in: line, align: .right, style: style)
        let room = line.slice(indent, max(0, line.columns - indent - TextWidth.columns(of: detail) - 1))
        if room.columns >= 50 {
            drawing.canvas.put(
                SafeText.line(place), in: room.slice(Limits.nameCharacters + 2, room.columns), style: style)
        }
        style.traits = .bold
        drawing.canvas.put(SafeText.line(name), in: room, style: style)
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
        put("To join one elsewhere or on another port, press a and type its address.", .faint, &drawing)
    }
}
