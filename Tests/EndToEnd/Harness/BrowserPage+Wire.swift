import Foundation

// What a page and its host say to each other, and how to interfere with it.
extension BrowserPage {
    /// Installs, on the page that is shown, what the other functions here use. It begins with the page's next line.
    ///
    /// - `alterEvent`, if set, returns another event in place of one of the host.
    /// - `holds`, if set, tells which commands are kept in `held` instead of being sent.
    /// - `hear` has the page receive an event, and `cut` ends its connection.
    func tapWire() throws {
        try evaluate(
            """
            (() => {
              const send = WebSocket.prototype.send, known = new WeakSet();
              window.held = [];
              WebSocket.prototype.send = function (line) {
                if (!known.has(this)) {
                  known.add(this);
                  const receive = this.onmessage;
                  window.hear = (event) => receive({ data: JSON.stringify(event) });
                  window.cut = () => this.close();
                  this.onmessage = ({ data }) =>
                    receive({ data: window.alterEvent ? JSON.stringify(window.alterEvent(JSON.parse(data))) : data });
                }
                const command = JSON.parse(line);
                if (window.holds?.(command)) window.held.push(command); else send.call(this, line);
              };
              // The page sends a ping when it comes back into view.
              dispatchEvent(new Event("online"));
            })()
            """)
        // A slow host may answer that ping too late for the page.
        try wait(for: "a line to the host", until: "window.cut && (window.hear({ type: 'pong' }), true)")
    }

    /// Has the page receive events with these fields in the change of every state, as JSON.
    func alterChanges(_ kind: String, _ fields: String) throws {
        try evaluate(
            """
            window.alterEvent = (event) => {
              if (event.change?.kind === '\(kind)') Object.assign(event.change, \(fields));
              return event;
            }
            """)
    }

    /// The number of commands of a type that the page has sent.
    func commands(_ type: String) -> Int {
        browser.reports.count { report in
            let payload = (report.fields["response"] as? Browser.Fields)?["payloadData"] as? String
            return report.session == session && report.method == "Network.webSocketFrameSent"
                && payload?.contains("\"type\":\"\(type)\"") ?? false
        }
    }

    /// The places of the stage and of all cards on the screen, as text, once nothing moves.
    func places() throws -> String {
        let rounded =
            "(({ x, y, width, height }) => [x, y, width, height].map(Math.round))(each.getBoundingClientRect())"
        let places = try wait(
            for: "rest",
            until: """
                !all('.stage').some(moves)
                  && JSON.stringify(all('.table .stage, .table .row[role] .card').map((each) => \(rounded)))
                """)
        return places as? String ?? ""
    }

    /// The labels of the cards on the screen, row by row.
    func rows() throws -> [[String]] {
        let script = """
            [...one('.table .stage').querySelectorAll('.row[role]')].map((row) => [...row.children].map((card) => card.ariaLabel))
            """
        let rows = try evaluate(script) as? [[String]] ?? []
        guard rows.contains(where: { !$0.isEmpty }) else { throw Unmet("there are no cards") }
        return rows
    }
}
