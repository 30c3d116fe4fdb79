import Protocol

@testable import Lobby
@testable import memory_host

/// An exam in which a test says what each connection sends, and when.
struct ExamRoom {
    private(set) var examiner: Examiner
    private(set) var now = Instant(milliseconds: 1_000_000)
    /// The connections that the host has broken or closed.
    private(set) var closed: Set<ClientID> = []
    /// The text for people, and the lines of the report.
    private(set) var printed = "", recorded = ""
    private var heard: [ClientID: [[String: JSONTree]]] = [:]
    private var serial: UInt32 = 0

    /// - Parameter player: the only player who is examined; nil for everybody.
    init(_ lessons: String..., player: String? = nil, seed: UInt64 = 1) {
        examiner = Examiner(
            Examiner.Plan(
                lessons: lessons.flatMap { Lesson.named($0) ?? [] }, player: player.flatMap { try? PlayerName($0) },
                seed: seed, settings: Lobby.Settings(hello: Hello(host: "exam"))))
    }

    /// Returns a numeric address.
    static func host(_ text: String) -> SocketAddress.Host {
        SocketAddress(host: text, port: 0)?.host ?? SocketAddress.everyIPv4(port: 0).host
    }

    /// Connects from an address.
    mutating func connect(from address: String) -> ClientID {
        serial += 1
        let client = ClientID(slot: Int(serial), serial: serial)
        examiner.connect(client, .jsonLines, from: Self.host(address), at: now)
        carryOut()
        return client
    }

    /// Connects, and says hello: as `name="Ann"`, or with `token`.
    mutating func connect(from address: String, as name: String) -> ClientID {
        let client = connect(from: address)
        say(#"{"type":"hello","name":"\#(name)"}"#, client)
        return client
    }

    /// A connection sends a line.
    mutating func say(_ line: String, _ client: ClientID) {
        guard !closed.contains(client) else { return }
        let bytes = Array(line.utf8)
        examiner.receive(CommandReader.read(bytes, in: bytes.indices), from: client, at: now)
        carryOut()
    }

    /// A connection breaks.
    mutating func end(_ client: ClientID) {
        closed.insert(client)
        examiner.end(client, isGone: true, at: now)
        carryOut()
    }

    /// Lets time pass.
    mutating func pass(_ milliseconds: Int) {
        let end = now + milliseconds
        while let due = examiner.due, due <= end, now < end {
            now = min(end, max(due, now + 1))
            examiner.advance(to: now)
            carryOut()
        }
        now = end
        examiner.advance(to: now)
        carryOut()
    }

    /// Returns the last event of a type that a connection got.
    func last(_ type: String, _ client: ClientID) -> [String: JSONTree]? {
        heard[client]?.last { $0["type"] == .text(type) }
    }

    /// Returns the last error's code.
    func error(_ client: ClientID) -> String? { last("error", client)?["code"]?.string }

    /// Returns the token of the last welcome.
    func token(_ client: ClientID) -> String? { last("welcome", client)?["token"]?.string }

    /// Returns a player's examination.
    func examination(_ name: String) -> Examination? {
        (try? PlayerName(name)).flatMap { examiner.examination(of: $0) }
    }

    private mutating func carryOut() {
        while true {
            let outputs = examiner.takeOutputs()
            if outputs.isEmpty { return }
            for output in outputs {
                switch output {
                case .print(let text): printed += text
                case .record(let line): recorded += line
                case .act(.send(let bytes, let client)): hear(bytes, client)
                case .act(.close(let client)), .act(.cut(let client)):
                    if closed.insert(client).inserted { examiner.end(client, isGone: true, at: now) }
                case .act: break
                }
            }
        }
    }

    private mutating func hear(_ bytes: [UInt8], _ client: ClientID) {
        for line in bytes.split(separator: 10) {
            guard case .object(let fields)? = JSONTree(Array(line)) else { continue }
            heard[client, default: []].append(Dictionary(fields.map { ($0.key, $0.value) }) { $1 })
        }
    }
}

extension JSONTree {
    /// Its text, its number, its elements, and a field, if it has such.
    var string: String? { if case .text(let text) = self { text } else { nil } }
    var number: Int? { if case .literal(let text) = self { Int(text) } else { nil } }
    var list: [JSONTree] { if case .list(let values) = self { values } else { [] } }
    subscript(key: String) -> JSONTree? {
        if case .object(let fields) = self { fields.last { $0.key == key }?.value } else { nil }
    }
}
