import Foundation
import Protocol
import TestSupport

/// A headless Chromium of our own, driven by its debugging protocol over pipes: JSON messages, each with a NUL behind
/// it.
///
/// Nothing here has a thread of its own: what the browser says is read while the test waits for an answer. Its
/// processes are a group, which is killed with the test.
final class Browser {
    typealias Fields = [String: Any]

    /// An event that the browser has reported, of one of its pages unless `session` is nil.
    struct Report {
        let session: String?
        let method: String
        let fields: Fields
    }

    /// The path of the browser of this machine; nil, which is said once, if there is none.
    static let program: String? = {
        let names = ["chromium-headless-shell", "chromium", "google-chrome"]
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        let places =
            names.flatMap { name in folders.map { "\($0)/\(name)" } }
            + ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]
        let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
        if found == nil { print("The tests in a browser are skipped: there is none of \(names) in PATH.") }
        return found
    }()

    /// What keeps every request on this machine: no name but these has an address.
    private static let noNames = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"

    private let group: pid_t
    private let orders: FileDescriptor
    private let answers: FileDescriptor
    private let folder: TemporaryFolder
    private var received: [UInt8] = []
    private var lastID = 0
    /// All events reported so far.
    private(set) var reports: [Report] = []

    /// Starts a browser with a profile of its own.
    ///
    /// - Parameter resolving: a name that is to have the address 127.0.0.1.
    init(resolving name: String? = nil) throws {
        guard let program = Self.program else { throw Unmet("there is no browser") }
        folder = try TemporaryFolder()
        try folder.write([], to: "log")
        let rules = (name.map { "MAP \($0) 127.0.0.1, " } ?? "") + Self.noNames
        var arguments = [
            program, "--headless", "--remote-debugging-pipe", "--user-data-dir=\(folder.path)/profile", "--disable-gpu",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--mute-audio", "--host-resolver-rules=\(rules)",
            // With a mouse, where a page does not pretend to have none.
            "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
        ]
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        let (toBrowser, fromBrowser) = (try Platform.makePipe(), try Platform.makePipe())
        (orders, answers) = (toBrowser.writeEnd, fromBrowser.readEnd)
        defer { [toBrowser.readEnd, fromBrowser.writeEnd].forEach { $0.close() } }
        do {
            try toBrowser.readEnd.setNonBlocking(false)
            try fromBrowser.writeEnd.setNonBlocking(false)
            let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8", "TZ": "UTC"]
            group = try SessionLeader.spawn(
                arguments, environment, standardStreams: folder.path(of: "log"), third: toBrowser.readEnd,
                fourth: fromBrowser.writeEnd)
        } catch {
            orders.close()
            answers.close()
            throw error
        }
    }

    deinit {
        kill(-group, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(group, &status, 0) == -1, errno == EINTR {}
        orders.close()
        answers.close()
    }

    /// Has the browser, or one of its pages, do something, and returns its answer.
    ///
    /// - Throws: ``Unmet`` if the browser reports an error, or says nothing.
    @discardableResult
    func call(_ method: String, _ fields: Fields = [:], session: String? = nil) throws -> Fields {
        try answer(to: try order(method, fields, session: session), method)
    }

    /// Has one of the browser's pages do two things, with nothing between them: not even the first one's answer.
    func call(_ method: String, _ first: Fields, then second: Fields, session: String) throws {
        let orders = try [first, second].map { try order(method, $0, session: session) }
        for order in orders { try answer(to: order, method) }
    }

    private func order(_ method: String, _ fields: Fields, session: String?) throws -> Int {
        lastID += 1
        var message: Fields = ["id": lastID, "method": method, "params": fields]
        message["sessionId"] = session
        try orders.writeAll(Array(try JSONSerialization.data(withJSONObject: message)) + [0])
        return lastID
    }

    @discardableResult
    private func answer(to id: Int, _ method: String) throws -> Fields {
        let deadline = Deadline()
        while true {
            let answer = try nextMessage(before: deadline, "an answer to \(method)")
            guard answer["id"] as? Int == id else { continue }
            guard let error = answer["error"] as? Fields else { return answer["result"] as? Fields ?? [:] }
            throw Unmet("\(method): \(error["message"] ?? error)")
        }
    }

    /// The next message of the browser. Those that report an event are kept, too.
    private func nextMessage(before deadline: Deadline, _ what: String) throws -> Fields {
        var searched = 0
        while true {
            if let end = received[searched...].firstIndex(of: 0) {
                let message = try JSONSerialization.jsonObject(with: Data(received[..<end])) as? Fields ?? [:]
                received.removeFirst(end + 1)
                if let method = message["method"] as? String {
                    let fields = message["params"] as? Fields ?? [:]
                    reports.append(Report(session: message["sessionId"] as? String, method: method, fields: fields))
                }
                return message
            }
            searched = received.count
            try deadline.wait(answers, for: .readable, "\(what); the browser's log: \(log)")
            var bytes = [UInt8](repeating: 0, count: 64 * 1024)
            let count = try answers.read(into: &bytes)
            guard count > 0 else { throw Unmet("the browser has ended before \(what); its log: \(log)") }
            received += bytes[..<count]
        }
    }

    /// The end of what the browser has printed.
    private var log: String { String(decoding: (try? folder.bytes(of: "log"))?.suffix(1000) ?? [], as: UTF8.self) }
}
