import Protocol

/// Draws the page of a player who waits for an opponent: the code of a private match, and how others join.
struct WaitingView {
    let model: Model
    let table: Table
    let now: Instant

    /// Addresses shown; a machine may have many.
    private static let mostAddresses = 3

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let code = table.seating.code
        let title = code == nil ? "Waiting for an opponent" : "Private match"
        var room = Widgets.page(title, Wording.playerAndHost(model), model, &drawing, in: screen)
        if let scannable = scannable(in: room) {
            let left = room.columns - scannable.columns
            draw(scannable, &drawing, in: room.slice(left, scannable.columns))
            room = room.slice(0, left)
        }
        let texts = texts.flatMap { text in
            TextWidth.wrap(text.words, to: room.columns - 2).map { (words: $0, style: text.style) }
        }
        let letterRows = code == nil ? 0 : max(7, room.rows - texts.count - 2)
        if let code {
            BigLetters(code.text, in: room.lines(0, letterRows).inset(rows: 1, columns: 1))
                .draw(&drawing.canvas, solid: model.look.isASCII ? "#" : "█")
        }
        let below = room.lines(letterRows, room.rows)
        let block = below.centred(rows: min(texts.count, below.rows), columns: room.columns - 2)
        for (row, text) in texts.prefix(block.rows).enumerated() {
            drawing.canvas.put(text.words, in: block.lines(row), align: .centre, style: text.style)
        }
    }

    /// The address of the page, with the code of a private match; nil if the host has none, or none that others can
    /// reach.
    private var link: String? {
        guard model.session.hostHasPage, let address = model.session.joinAddresses.first else { return nil }
        let page = "http://\(SocketAddress.text(host: address.host, port: address.port))/"
        return table.seating.code.map { "\(page)#\($0.text)" } ?? page
    }

    /// Columns that must be left for the code in large letters and the commands.
    private static let columnsBeside = 40

    /// The link as a QR code, if there is room for it beside everything else, and the terminal has colours for it.
    private func scannable(in room: Rect) -> QRCode? {
        guard let link, !model.look.isASCII, model.look.colours > .none, let code = QRCode(link),
            room.columns >= code.columns + Self.columnsBeside, room.rows >= code.halfBlocks.count
        else { return nil }
        return code
    }

    /// Draws a QR code in the colours of a card's face, which are dark on light on any terminal.
    private func draw(_ code: QRCode, _ drawing: inout Drawing, in area: Rect) {
        let lines = code.halfBlocks
        let block = area.centred(rows: lines.count, columns: code.columns)
        for (row, line) in lines.enumerated() {
            drawing.canvas.put(line, in: block.lines(row), style: Style(foreground: .faceText, background: .face))
        }
    }

    /// The lines below the code, the most important first, since small screens cut the end.
    private var texts: [(words: String, style: Style)] {
        var texts = [(status, Style.strong)]
        let addresses = Array(model.session.joinAddresses.prefix(Self.mostAddresses))
        texts += Wording.waysToJoin(table.seating, at: addresses, here: model.address).map { ($0, .plain) }
        if let link { texts.append(("or, in a browser: \(link)", .plain)) }
        if model.mayPlayHouse {
            texts.append(("Press \(Button.house.keyText) to play the house instead.", .plain))
        }
        texts.append((table.seating.rules.words.summary, .faint))
        return texts
    }

    /// The time for which the player has waited, and for which the match stays open if that is limited.
    private var status: String {
        let waited = table.waitingSince.map { " (\(Wording.time(now - $0)))" } ?? ""
        let end = model.isOnline ? table.phaseEndsAt.map { " Closes in \(Wording.time($0 - now))." } ?? "" : ""
        return "Waiting for an opponent\(waited).\(end)"
    }
}
