import Protocol

@testable import Lobby
@testable import memory_host

/// A client that has taken the exam, in time that passed when nobody had anything to do: a correct one, or one with a
/// fault.
struct Pupil {
    /// Something that a client does wrong.
    enum Fault: String, CaseIterable {
        case takesEachPacketForALine, hasRoomFor4096Bytes, endsAtTheUnknown, wantsTheTypeFirst
        case answersStatesOfOtherMatches, answersOldStates, wantsEachVersion, repeatsNothing, repeatsWhenDelayed
        case namesNoPly, answersEveryState, waitsOneSecond, takesAPauseForAnAnswer, endsInAPause, flipsOnceATurn
        case staysAway, comesBackByName, triesOnce, flipsIntoItsOldMatch, neverSitsDownAgain, staysAwayAfterRetry
        case comesBackAfterAll, flipsAfterTheEnd, claimsWithoutVersion, resigns, takesSeatZeroForNone
        case flipsOutOfTurn
        /// No fault: it asks for a `pong` after each flip, and goes on when that has come.
        case waitsForPongs
        /// No fault: it leaves a match when the rematch has begun already, and plays that.
        case leavesTooLate
        /// No fault: it offers each rematch twice, and the second offer may cross the first match's end.
        case offersTwice
    }

    let name: String
    let faults: Set<Fault>
    /// True if it stays connected at the end of a match, and wants to play again.
    let staysForMore: Bool
    /// The game that it plays.
    let game: GameKind
    /// The address of somebody who says hello with its name all the time; nil for nobody.
    let stranger: String?
    /// The number of times that it was too late to leave.
    private(set) var staleLeaves = 0
    private(set) var examiner: Examiner
    private(set) var now = Instant(milliseconds: 1_000_000)
    private(set) var results: [LessonResult] = []
    private(set) var printed = ""
    private(set) var report: JSONTree?
    /// The lessons in which a state came after a later one of its match.
    private(set) var disorderly: Set<String> = []
    private var serial: UInt32 = 0
    private var client: ClientID?
    private var received: [UInt8] = []
    /// True once this connection was welcomed.
    private var isWelcome = false
    /// The time of the next attempt to connect; nil if there is none.
    private var connectsAt: Instant?
    private var attempts = 0
    /// What it has sent, and by which connection.
    private var outgoing: [(sender: ClientID, line: String)] = []
    /// What it sends later.
    private var later: [(at: Instant, line: String)] = []
    private var linesSent = 0
    private var heardAt = Instant(milliseconds: 0)

    // What a client keeps.
    private var token: String?
    private var match: String?
    private var seat: Int?
    private var version = 0
    private var answered: Int?
    private var newest: [String: JSONTree] = [:]
    private var isPaused = false
    private var hasSaidBye = false
    private var isToldToStay = false
    private var awaitsPong = false

    /// A client that takes the exam to its end.
    init(
        _ faults: Fault..., staysForMore: Bool = false, game: GameKind = .usual, stranger: String? = nil,
        lessons: [Lesson], seed: UInt64 = 1
    ) {
        self.stranger = stranger
        (name, self.faults, self.staysForMore, self.game) = ("Ann", Set(faults), staysForMore, game)
        let settings = Lobby.Settings(hello: Hello(host: "exam"))
        let player = try? PlayerName("Ann")
        examiner = Examiner(Examiner.Plan(lessons: lessons, player: player, seed: seed, settings: settings))
        takeExam()
    }

    /// True once all lessons are over.
    var isOver: Bool { examiner.theOne?.isOver ?? false }

    /// Takes the exam to its end, or for two hours.
    private mutating func takeExam() {
        let end = now + 7_200_000
        connectsAt = now
        while now < end, !isOver || client != nil && report == nil, linesSent < 20_000 {
            let mine = [connectsAt, later.map(\.at).min(), patienceEnds].compactMap(\.self).min()
            guard let next = Instant.earlier(mine, examiner.due) else { return }
            now = max(now, next)
            act()
            intrude()
            deliver()
            intrude()
            examiner.advance(to: now)
            carryOut()
            deliver()
        }
    }

    /// The verdict on a lesson.
    func verdict(_ lesson: String) -> LessonResult.Verdict? { results.first { $0.lesson == lesson }?.verdict }

    private func has(_ fault: Fault) -> Bool { faults.contains(fault) }

    private var patienceEnds: Instant? {
        has(.waitsOneSecond) && client != nil && match != nil ? heardAt + 1000 : nil
    }

    // MARK: The connection

    private mutating func act() {
        if let at = connectsAt, at <= now { connect() }
        let due = later.filter { $0.at <= now }
        later.removeAll { $0.at <= now }
        for item in due { send(item.line) }
        if let patienceEnds, patienceEnds <= now { end() }
    }

    /// The stranger connects, says hello, tries to sit down, and is gone; but the exam has begun before.
    private mutating func intrude() {
        guard let stranger, examiner.theOne?.home != nil else { return }
        let other = ClientID(slot: 0, serial: 0)
        examiner.connect(other, .jsonLines, from: ExamRoom.host(stranger), at: now)
        for line in [#"{"type":"hello","name":"\#(name)"}"#, #"{"type":"join"}"#, #"{"type":"enter"}"#] {
            let bytes = Array(line.utf8)
            examiner.receive(CommandReader.read(bytes, in: bytes.indices), from: other, at: now)
        }
        examiner.end(other, isGone: true, at: now)
        carryOut()
    }

    private mutating func connect() {
        (connectsAt, isWelcome) = (nil, false)
        serial += 1
        client = ClientID(slot: Int(serial), serial: serial)
        (received, heardAt) = ([], now)
        guard let client else { return }
        examiner.connect(client, .jsonLines, from: ExamRoom.host("192.168.1.5"), at: now)
        carryOut()
        if let token, !has(.comesBackByName) {
            send(#"{"type":"hello","token":"\#(token)"}"#)
        } else {
            send(#"{"type":"hello","name":"\#(name)","protocol":1}"#)
        }
    }

    private mutating func retry() {
        attempts += 1
        connectsAt = now + min(500 << min(attempts, 6), 30_000)
    }

    /// Ends like a program, which is started again a moment later.
    private mutating func end() {
        guard let client else { return }
        self.client = nil
        (token, match, seat, answered, newest) = (nil, nil, nil, nil, [:])
        later = []
        connectsAt = now + 200
        examiner.end(client, isGone: true, at: now)
        carryOut()
    }

    private mutating func send(_ line: String) { if let client { outgoing.append((client, line)) } }

    /// Has the host take what was sent.
    private mutating func deliver() {
        while !outgoing.isEmpty {
            let (sender, line) = outgoing.removeFirst()
            linesSent += 1
            guard linesSent < 20_000 else {
                let event = JSONTree.object(newest.map { JSONTree.Field(key: $0, value: $1) })
                printed += "the client never stops: \(line), \(event.json)\n"
                return
            }
            guard sender == client else { continue }
            let bytes = Array(line.utf8)
            examiner.receive(CommandReader.read(bytes, in: bytes.indices), from: sender, at: now)
            carryOut()
        }
    }

    private mutating func carryOut() {
        var outputs = examiner.takeOutputs()[...]
        while let output = outputs.popFirst() {
            switch output {
            case .print(let text): printed += text
            case .record: break
            case .act(.report), .act(.finish), .act(.settle), .act(.refuse): break
            case .act(.send(let bytes, let to)): if to == client { receive(bytes) }
            case .act(.close(let to)), .act(.cut(let to)):
                guard to == client else { continue }
                client = nil
                examiner.end(to, isGone: true, at: now)
                outputs += examiner.takeOutputs()
                loseConnection()
            }
            outputs += examiner.takeOutputs()
        }
        results = examiner.theOne?.results ?? []
    }

    private mutating func loseConnection() {
        later = []
        if hasSaidBye || isToldToStay {
            (hasSaidBye, isToldToStay) = (false, false)
            if !has(.comesBackAfterAll) { token = nil }
            (match, seat, answered) = (nil, nil, nil)
            connectsAt = now + 200
        } else if has(.staysAway) {
            (token, match) = (nil, nil)
            connectsAt = now + 60_000
        } else if isWelcome {
            connectsAt = now + 10
        } else if !has(.triesOnce) {
            retry()
        }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        heardAt = now
        if has(.takesEachPacketForALine) {
            if let tree = JSONTree(bytes.filter { $0 != 10 }) { return hear(tree) }
            return end()
        }
        received += bytes
        if has(.hasRoomFor4096Bytes), received.count > 4096 { return end() }
        while let newline = received.firstIndex(of: 10) {
            let line = Array(received[..<newline])
            received.removeFirst(newline + 1)
            if let tree = JSONTree(line) { hear(tree) }
        }
    }

    // MARK: What it does

    private mutating func hear(_ tree: JSONTree) {
        guard case .object(let fields) = tree else { return }
        if has(.wantsTheTypeFirst), fields.first?.key != "type" { return end() }
        let event = Dictionary(fields.map { ($0.key, $0.value) }) { $1 }
        switch event["type"]?.string {
        case "welcome":
            token = event["token"]?.string
            (attempts, isWelcome) = (0, true)
            if event["resumed"] == .literal("false") { sitDown() }
        case "match":
            if has(.leavesTooLate), let match, event["match"]?.string != match {
                send(#"{"type":"leave","match":"\#(match)"}"#)
            }
            (match, seat, version, answered) = (event["match"]?.string, event["seat"]?.number, 0, nil)
            isPaused = false
        case "state": see(event)
        case "error": refuse(event)
        case "bye":
            let mayRetry = event["retry"] == .literal("true")
            isToldToStay = mayRetry ? has(.staysAwayAfterRetry) : !has(.comesBackAfterAll)
        case "report": report = tree
        case "pong":
            awaitsPong = false
            play(newest)
        case "hello", "ok", "lobby", "said", "standings": break
        default: if has(.endsAtTheUnknown) { end() }
        }
    }

    private mutating func sitDown() {
        if has(.flipsIntoItsOldMatch), match != nil { return play(newest, again: true) }
        if has(.neverSitsDownAgain), serial > 1, match == nil { return }
        match = nil
        send(#"{"type":"join","game":"\#(game.rawValue)"}"#)
    }

    private mutating func see(_ event: [String: JSONTree]) {
        let (itsVersion, phase) = (event["version"]?.number ?? 0, event["phase"]?.string)
        if !has(.answersStatesOfOtherMatches), event["match"]?.string != match { return }
        if itsVersion < version {
            disorderly.insert(examiner.theOne?.run?.lesson.name ?? "none")
            if !has(.answersOldStates) { return }
        }
        if has(.wantsEachVersion), version > 0, itsVersion > version + 1 { return end() }
        (newest, version) = (event, itsVersion)
        if phase == "paused" {
            if has(.endsInAPause) { return end() }
            if has(.takesAPauseForAnAnswer) { (isPaused, answered) = (true, (event["ply"]?.number)) }
        }
        if phase == "over" { return finish(event) }
        if has(.resigns), phase == "playing" { return send(#"{"type":"resign"}"#) }
        if game == .set, phase == "playing" { claim(event) } else { play(event) }
    }

    private mutating func finish(_ event: [String: JSONTree]) {
        if has(.flipsAfterTheEnd) { later.append((now + 800, flip(0, in: event))) }
        guard staysForMore else {
            if has(.flipsAfterTheEnd) { return }
            hasSaidBye = true
            return send(#"{"type":"bye"}"#)
        }
        let mine = event["seats"]?.list[safe: seat ?? 0]
        let other = event["seats"]?.list[safe: 1 - (seat ?? 0)]
        if other?["left"] == .literal("true") {
            send(#"{"type":"join","game":"\#(game.rawValue)"}"#)
        } else if mine?["rematch"] == .literal("false") {
            for _ in 1...(has(.offersTwice) ? 2 : 1) { send(#"{"type":"rematch","match":"\#(match ?? "")"}"#) }
        }
    }

    private mutating func play(_ event: [String: JSONTree], again: Bool = false) {
        let isAsked = event["turn"]?.number == seat || has(.flipsOutOfTurn)
        guard again || isAsked, seat != nil, let ply = event["ply"]?.number else { return }
        if awaitsPong || seat == 0 && has(.takesSeatZeroForNone) { return }
        if ply == answered, !has(.answersEveryState), !again { return }
        if has(.flipsOnceATurn), event["turned"]?.list.isEmpty == false { return }
        answered = ply
        let cards = event["cards"]?.list ?? []
        guard let card = cards.indices.first(where: { cards[$0].string == "" }) else { return }
        send(flip(card, in: event))
        guard has(.waitsForPongs) else { return }
        awaitsPong = true
        send(#"{"type":"ping"}"#)
    }

    private func flip(_ card: Int, in event: [String: JSONTree]) -> String {
        let named = has(.answersStatesOfOtherMatches) ? event["match"]?.string : match
        let guards = has(.namesNoPly) ? "" : #","match":"\#(named ?? "")","ply":\#(event["ply"]?.number ?? 0)"#
        return #"{"type":"flip","card":\#(card),"id":"\#(event["ply"]?.number ?? 0)"\#(guards)}"#
    }

    /// Claims a set in a moment, or asks for more cards.
    private mutating func claim(_ event: [String: JSONTree]) {
        later = []
        let cards = event["cards"]?.list.compactMap { $0.string.flatMap { SetCard($0) } } ?? []
        let guards = has(.claimsWithoutVersion) ? "" : #","match":"\#(match ?? "")","version":\#(version)"#
        if let places = SetCard.sets(in: cards).first {
            later = [(now + 400, #"{"type":"take","cards":\#(places)\#(guards)}"#)]
        } else if event["deckLeft"] != .literal("0"), event["seats"]?.list[safe: seat ?? 0]?["more"] != .literal("true")
        {
            later = [(now + 400, #"{"type":"more"\#(guards)}"#)]
        }
    }

    private mutating func refuse(_ event: [String: JSONTree]) {
        if event["command"]?.string == "leave", event["code"]?.string == "stale" { staleLeaves += 1 }
        if event["code"]?.string == "bad_token" {
            token = nil
            return send(#"{"type":"hello","name":"\#(name)","protocol":1}"#)
        }
        if event["command"] == .literal("null") {
            if has(.repeatsWhenDelayed), event["code"]?.string == "too_fast" { play(newest, again: true) }
            if has(.endsAtTheUnknown), event["code"]?.string == "eclipse" { end() }
            return
        }
        if event["code"]?.string == "name_taken" {
            end()
            connectsAt = now + 1000
            return
        }
        guard event["command"]?.string == "flip", event["re"]?.string == answered.map(String.init) else { return }
        if has(.repeatsNothing) || has(.takesAPauseForAnAnswer) { return }
        answered = nil
        if event["code"]?.string == "disk_failed",
            let card = newest["cards"]?.list.firstIndex(where: { $0.string == "" })
        {
            answered = newest["ply"]?.number
            later.append((now + 3000, flip(card, in: newest)))
        } else {
            play(newest)
        }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
