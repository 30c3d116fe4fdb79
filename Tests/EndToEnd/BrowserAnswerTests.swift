import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Nothing waits for ever: whatever the page asks of the host has an answer, or is asked again, or a sentence says
    /// why there is none.
    @Suite struct Answers {
        /// Something that the page asks.
        struct Question: Sendable {
            /// The type of the command.
            let command: String
            /// What a person does for it, in JavaScript, where the scene is shown already.
            let ask: String
            /// True once the answer is shown.
            let answer: String
            /// The events that the host answers with, as JavaScript; nil if it answers by itself.
            var events: String? = nil
            var prepare: @Sendable (BrowserPage, HostProcess) throws -> [LineClient] = { _, _ in [] }
        }

        /// What goes wrong with the answer.
        enum Fault: String, CaseIterable {
            case broken, tooFast, diskFailed, nonsense, another, swallowed
        }

        private static let record = #"{ record: "r7", players: ["Kim", "Lou"], scores: [1, 2], winner: 1, rules: {} }"#
        private static let state =
            #"{ type: "state", match: "m9", version: 1, phase: "playing", rows: 1, columns: 2, cards: ["", ""], atMs: 0, seats: [{ name: "Kim" }, { name: "Lou" }], last: true }"#

        /// Shows the page of records.
        private static func records(_ page: BrowserPage) throws -> [LineClient] {
            try page.tap(button: "Records")
            try page.wait(for: "a record", until: "one('.records li')")
            return []
        }

        /// Two who play, to be watched.
        private static func players(at host: HostProcess) throws -> [LineClient] {
            let (bob, kim) = (try LineClient.named("Bob", at: host), try LineClient.named("Kim", at: host))
            _ = try bob.open(#"{"rows":4,"columns":4}"#)
            try kim.send(#"{"type":"join"}"#)
            _ = try kim.state(.playing)
            return [bob, kim]
        }

        private static func waiting(_ page: BrowserPage, at host: HostProcess) throws -> [LineClient] {
            let bob = try LineClient.named("Bob", at: host)
            _ = try bob.open(#"{"rows":4,"columns":4}"#)
            try page.wait(forText: "Bob is waiting")
            return [bob]
        }

        static let questions = [
            Question(
                command: "records", ask: "one('button', 'Records').click()", answer: "one('.records li')",
                events: "[{ type: 'records', records: [\(record)], total: 60 }]"),
            Question(
                command: "records", ask: "one('button', 'Older matches').click()",
                answer: "one('.list-scene > .note').textContent === '60 matches' && all('.records li').length === 2",
                events:
                    "[{ type: 'records', records: [{ ...\(record), record: command.before ? 'r6' : 'r7' }], total: 60 }]",
                prepare: { page, _ in try records(page) }),
            Question(
                command: "scores", ask: "one('button', 'Scores').click()",
                answer: "one('.scores-page h2', 'Two-player matches')",
                events: "[{ type: 'scores', players: [], best: [], house: [] }]"),
            Question(
                command: "scores", ask: "one('.scores-page button', 'Show').click()",
                answer: "one('.scores-page h2')?.textContent === 'Kim'",
                events:
                    "[{ type: 'scores', players: [], best: [], house: [], ...(command.player && { player: { name: 'Kim' } }) }]",
                prepare: { page, _ in
                    try page.tap(button: "Scores")
                    try page.wait(for: "the scores", until: "one('.scores-page h2')")
                    try page.evaluate("(one('.scores-page input').value = 'Kim')")
                    return []
                }),
            Question(
                command: "rules", ask: "one('button', 'Open a match').click()",
                answer: "document.body.innerText.includes('house rules: ')",
                events:
                    "[{ type: 'rules', preset: 'house rules', presets: { 'house rules': {} }, solo: {}, games: {}, ranges: {}, faces: {} }]",
                prepare: { page, _ in
                    try page.evaluate("holds = ({ type }) => type === 'rules'")
                    try page.reload()
                    try page.waitForScene("lobby")
                    return []
                }),
            Question(
                command: "standings", ask: "location.hash = 'standings'", answer: "one('.standings td')",
                events: "[{ type: 'standings', players: [{ name: 'Kim' }], remaining: 1 }]"),
            Question(
                command: "replay", ask: "one('.records button strong').click()",
                answer: "document.body.dataset.scene === 'replay'",
                events:
                    "[{ type: 'replay', record: 'r7', players: ['Kim', 'Lou'], states: 1, rules: {} }, \(state)]",
                prepare: { page, _ in
                    try page.evaluate(
                        "answers.records = () => [{ type: 'records', records: [\(record)], total: 1 }]")
                    return try records(page)
                }),
            Question(
                command: "join", ask: "one('button', 'Join Bob').click()", answer: "all('.table .card').length === 16",
                prepare: { try waiting($0, at: $1) }),
            Question(
                command: "open", ask: "one('button', 'Start').click()", answer: "all('.table .card').length > 0",
                prepare: { page, _ in
                    try page.tap(button: "Solo")
                    return []
                }),
            Question(
                command: "watch", ask: "one('.lobby-matches button', 'Watch Bob and Kim').click()",
                answer: "all('.table .card').length === 16",
                prepare: { page, host in
                    let players = try players(at: host)
                    try page.wait(for: "the match", until: "one('button', 'Watch Bob and Kim')")
                    return players
                }),
            Question(
                command: "rematch", ask: "one('.result button', 'Play again').click()",
                answer: "one('.offered')?.textContent.includes('answer')",
                prepare: { page, host in
                    let players = try waiting(page, at: host)
                    try page.tap(button: "Join Bob")
                    _ = try players[0].state(.playing)
                    try players[0].send(#"{"type":"resign"}"#)
                    _ = try page.result()
                    return players
                }),
            Question(
                command: "say", ask: "(one('.say input').value = 'Hello.', one('.say button').click())",
                answer: "one('.log li')?.textContent.includes('Hello.')"),
            Question(
                command: "hello", ask: "one('dialog form button').click()",
                answer: "one('.who-am-i .name')?.textContent === 'Zoe ' + fault && !one('dialog')",
                prepare: { page, _ in
                    try page.tap(button: "Change name")
                    try page.evaluate("(one('dialog input').value = 'Zoe ' + fault)")
                    return []
                }),
        ]

        /// Has the page, from its next start, ask what a test can hold back, and answer where the test does: `answers`
        /// has functions from commands to events, by type; `fail(event)` answers what was held, and `let` it pass. What
        /// is said anywhere is kept in `said`. Nobody has time to wait seconds, nor ten for an answer that is swallowed.
        private static let wire = """
            window.answers = {}, window.held = [], window.said = [];
            const send = WebSocket.prototype.send, later = window.setTimeout;
            const shorter = { 3000: 30, ...(window.fault === "swallowed" && { 10000: 400 }) };
            window.setTimeout = (action, time, ...rest) => later(action, shorter[time] ?? time, ...rest);
            WebSocket.prototype.send = function (line) {
              const command = JSON.parse(line), hear = (event) => this.onmessage({ data: JSON.stringify(event) });
              const pass = () => {
                const events = answers[command.type]?.(command);
                if (!events) return send.call(this, line);
                events.forEach((event, index) => hear({ ...event, ...(index ? {} : { re: command.id }) }));
              };
              window.cut = () => this.close();
              window.hear = hear;
              if (!window.holds?.(command)) return pass();
              held.push({ command, pass, fail: (event) => hear({ ...event, re: command.id }) });
            };
            new MutationObserver(() => {
              for (const each of document.querySelectorAll(".live, .notice, .complaint, .note")) said.push(each.textContent);
            }).observe(document, { subtree: true, childList: true, characterData: true });
            """

        private func expectEnd(_ fault: Fault, _ question: Question, _ page: BrowserPage) throws {
            try page.evaluate("(window.said = [], window.holds = ({ type }) => type === '\(question.command)')")
            if question.command != "rules" { try page.evaluate(question.ask) }
            try page.wait(for: "the question", until: "held.length > 0")
            if question.command == "rules" { try page.evaluate(question.ask) }
            try page.evaluate("window.holds = null")
            let error = "type: 'error', command: '\(question.command)', fatal: false"
            switch fault {
            case .broken: try page.evaluate("cut()")
            case .tooFast: try page.evaluate("held[0].fail({ \(error), code: 'too_fast', message: 'Not so fast.' })")
            case .diskFailed:
                try page.evaluate("held[0].fail({ \(error), code: 'disk_failed', message: 'Not so fast.' })")
            case .nonsense: try page.evaluate("held[0].fail({ type: 'nonsense' })")
            case .swallowed: break
            case .another:
                // Such as one to a question that nobody asks any more.
                try page.evaluate(
                    """
                    [{ type: 'records', records: [], total: 0 }, { type: 'scores', players: [{ name: 'Lou' }] },
                      { type: 'rules' }, { type: 'error', code: 'stale', message: 'Old.' },
                      { type: 'error', code: 'too_fast', command: null, message: 'Old.' }].forEach(hear)
                    """)
                try page.evaluate("held[0].pass()")
            }
            let sentence =
                switch fault {
                case .tooFast, .diskFailed: "Not so fast."
                case .swallowed: "The host did not reply to \(question.command)."
                case .broken, .nonsense, .another: "did not understand"
                }
            let isSaid = "said.some((text) => text.includes('\(sentence)'))"
            switch (question.command, fault) {
            case ("rules", .nonsense): break  // The form has the usual rules.
            case (_, .nonsense): try page.wait(for: "'\(sentence)'", until: isSaid)
            case ("say", .broken):
                try page.wait(
                    for: "the text",
                    until:
                        "one('.say input').value === 'Hello.' && said.some((text) => text.includes('not have been sent'))"
                )
            case ("say", .tooFast), ("say", .diskFailed), ("say", .swallowed):
                try page.wait(for: "the text", until: "one('.say input').value === 'Hello.' && \(isSaid)")
            case ("join", .tooFast), ("open", .tooFast), ("watch", .tooFast), ("rematch", .tooFast),
                ("hello", .tooFast),
                ("join", .diskFailed), ("open", .diskFailed), ("watch", .diskFailed), ("rematch", .diskFailed),
                ("hello", .diskFailed),
                ("join", .swallowed), ("open", .swallowed), ("watch", .swallowed), ("rematch", .swallowed),
                ("hello", .swallowed):
                // Whoever did it may do it again.
                try page.wait(for: "'\(sentence)'", until: isSaid)
                try page.wait(
                    for: "another moment", until: "performance.now() > (window.next ??= performance.now() + 400)")
                try page.evaluate("(\(question.ask), true)")
                try page.wait(for: "the answer", until: question.answer)
            default:
                if fault == .swallowed, question.command != "rules" {
                    try page.wait(for: "'\(sentence)'", until: isSaid)
                }
                try page.wait(for: "the answer", until: question.answer)
                // It stays, whatever comes.
                try page.evaluate("hear({ type: 'scores', players: [{ name: 'Lou' }], best: [], house: [] })")
                #expect(try page.evaluate("Boolean(\(question.answer))") as? Bool == true)
            }
        }

        @Test(arguments: questions.indices)
        func `whatever the page asks is answered, asked again, or refused in words`(index: Int) throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            for fault in Fault.allCases {
                let question = Self.questions[index]
                let page = try BrowserPage.named("Ann \(fault)", browser, .calmPhone, at: host)
                let preset =
                    question.command == "rules" ? "window.holds = ({ type }) => type === 'rules';" : ""
                let events = question.events.map { "answers['\(question.command)'] = (command) => \($0);" } ?? ""
                try page.call(
                    "Page.addScriptToEvaluateOnNewDocument",
                    ["source": "{window.fault = '\(fault)'; \(Self.wire)\(preset)\(events)}"])
                try page.reload()
                try page.wait(forText: "Online (")
                let others = try question.prepare(page, host)
                do { try expectEnd(fault, question, page) } catch { throw Unmet("\(fault): \(error)") }
                for other in others {
                    try other.send(#"{"type":"bye"}"#)
                    _ = try other.linesUntilEnd()
                }
            }
            #expect(browser.flaws(of: host) == [])
        }

        /// Something that a person does at the table: what they tap, and what is true once it is carried out.
        private static let deeds = [
            ("memory", "flip", ["one('.table .card')"], "one('.table .card').ariaLabel !== 'A1, face down'"),
            ("memory", "resign", ["one('button', 'Resign')", "one('dialog button', 'Resign')"], "one('.result')"),
            (
                "set", "take", (0...2).map { "all('.table .row[role] .card')[\($0)]" },
                "Number(one('.seat .score').textContent.replace('−', '-')) !== 0"
            ),
            ("set", "more", ["one('button', 'Deal 3')"], "all('.table .row[role] .card').length === 15"),
            (
                "set", "leave", ["one('button', 'Leave')", "one('dialog button', 'Resign and leave')"],
                "one('.lobby') && document.body.innerText.includes('No matches right now.')"
            ),
        ]

        @Test(arguments: deeds.indices)
        func `what somebody does as the connection breaks is carried out when it is back`(index: Int) throws {
            let (game, command, taps, effect) = Self.deeds[index]
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.tap(button: "Solo")
            try page.choose("Game", game)
            try page.tap(button: "Start")
            try page.wait(for: "the table", until: "all('.table .card').length >= 12")
            try page.tapWire()
            try page.evaluate("window.holds = ({ type }) => type === '\(command)'")
            for element in taps { try page.tap(element) }
            try page.wait(for: "the command", until: "held.length === 1")
            try page.evaluate("(window.holds = null, window.cut())")
            try page.wait(for: "what was meant", until: effect)
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `who waits sees for how long, and plays the house instead though the connection breaks`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.tap(button: "Play Memory")
            try page.wait(forText: "Waiting for an opponent")
            try page.wait(for: "a second", until: "/^0:0[1-9]$/.test(one('.table .time').textContent)")
            try page.tapWire()
            try page.evaluate("window.holds = ({ type }) => type === 'leave' || type === 'open'")
            try page.tap(button: "Play the house instead")
            try page.wait(for: "the commands", until: "held.length === 2")
            try page.evaluate("(window.holds = null, window.cut())")
            try page.wait(forText: "House")
            #expect(browser.flaws(of: host) == [])
        }

        /// A page in the lobby whose host may be given other answers, and is waited for for a moment only.
        private func impatient(_ browser: Browser, at host: HostProcess, _ script: String) throws -> BrowserPage {
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            let source = "{window.fault = 'swallowed'; \(Self.wire)\(script)}"
            try page.call("Page.addScriptToEvaluateOnNewDocument", ["source": source])
            try page.reload()
            try page.wait(forText: "Online (")
            return page
        }

        @Test func `a match of which the host shows nothing is left with a word, and another can be begun`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let lie = "answers.open = () => [{ type: 'match', match: 'm9', seat: 0, rules: {} }];"
            let page = try impatient(browser, at: host, lie)
            try page.tap(button: "Solo")
            try page.tap(button: "Start")
            try page.wait(
                for: "a word", until: "said.includes('The host did not show the match.') && one('.lobby')")
            try page.evaluate("(answers.open = null)")
            try page.tap(button: "Solo")
            try page.tap(button: "Start")
            try page.wait(for: "the table", until: "all('.table .card').length > 0")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a replay of which states are missing is asked for again, or ends with a word`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let head = "{ type: 'replay', record: 'r7', players: ['Kim', 'Lou'], states: 2, rules: {} }"
            let page = try impatient(
                browser, at: host,
                """
                answers.records = () => [{ type: 'records', records: [\(Self.record)], total: 1 }];
                answers.replay = ({ stop }) => stop ? null : [\(head), ...window.states ?? []];
                """)
            try page.tap(button: "Records")
            try page.tap("one('.records button strong')")
            let sentence = "The host did not send the rest of the replay."
            try page.wait(for: "a word", until: "said.some((text) => text.includes('\(sentence) Asking again…'))")
            try page.evaluate("(said = [], window.states = [{ ...\(Self.state), last: false }])")
            try page.waitForScene("replay")
            try page.wait(for: "a word", until: "said.includes('\(sentence)')")
            try page.wait(for: "the end", until: "one('.replay .time').textContent === '0/0'")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `whoever has no name asks for the list of matches again`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(host.address)/")
            let holds = "window.holds = ({ type }) => type === 'list';"
            let source = "{window.fault = 'swallowed'; \(Self.wire)\(holds)}"
            try page.call("Page.addScriptToEvaluateOnNewDocument", ["source": source])
            try page.reload()
            try page.wait(for: "a second question", until: "held.length > 1")
        }

        @Test func `a host that speaks of a seat and shows none leaves no empty page`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            let lie = "window.answers.hello = () => [{ type: 'welcome', name: 'Ann', token: 'x', resumed: true }];"
            try page.call("Page.addScriptToEvaluateOnNewDocument", ["source": "{\(Self.wire)\(lie)}"])
            try page.reload()
            try page.waitForScene("lobby")
        }

        @Test func `a table that cannot be drawn leads back to the lobby, where a match can be begun`() throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.tapWire()
            try page.evaluate("window.alterEvent = (event) => event.type === 'state' ? { ...event, rows: 0 } : event")
            try page.tap(button: "Play Memory")
            try page.wait(forText: "The host sent cards that this page cannot show.")
            try page.evaluate("window.alterEvent = null")
            try page.tap(button: "Play Memory")
            try page.wait(forText: "Waiting for an opponent")
            #expect(browser.flaws(of: host) == [])
        }

        @Test(arguments: [
            ("stale", "This match is at ply 7.", "That came too late."), ("showing", "Wait.", "Wait."),
        ])
        func `a flip that comes too late is complained about`(code: String, message: String, sentence: String) throws {
            let (host, browser) = (try HostProcess("--rate", "0"), try Browser())
            let page = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try page.open("Solo", board: "2x3")
            try page.wait(for: "the table", until: "all('.table .card').length === 6")
            try page.tapWire()
            try page.evaluate("window.holds = ({ type }) => type === 'flip'")
            try page.tap("one('.table .card')")
            try page.wait(for: "the flip", until: "held.length === 1")
            try page.evaluate(
                "hear({ type: 'error', code: '\(code)', message: '\(message)', command: 'flip', re: held[0].id })")
            try page.wait(for: "the complaint", until: "one('.status.complaint')?.textContent === '\(sentence)'")
            #expect(browser.flaws(of: host) == [])
        }
    }
}
