import Protocol
import TestSupport
import Testing

@testable import memory_host

/// What a browser does at a host.
extension HostDriver {
    /// A response of HTTP.
    struct Response {
        let status: Int
        /// The fields of the head, by their names in lower case.
        let fields: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    func send(bytes: [UInt8], from guest: Guest) throws {
        guard guest.socket.send(bytes) == .bytes(bytes.count) else { throw Unmet() }
    }

    func send(text: String, from guest: Guest) throws { try send(bytes: Array(text.utf8), from: guest) }

    /// A head of a request; by default one for this host.
    static func head(_ first: String = "GET / HTTP/1.1", host: String? = "den:6366", _ fields: String...) -> String {
        ([first] + (host.map { ["Host: \($0)"] } ?? []) + fields).map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// A head that asks for WebSocket.
    static func handshake(host: String = "den:6366", _ fields: String...) -> String {
        let upgrade = ["Upgrade: websocket", "Connection: keep-alive, Upgrade", "Sec-WebSocket-Version: 13"]
        let all =
            ["GET /ws HTTP/1.1", "Host: \(host)"] + upgrade + ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="] + fields
        return all.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// Takes the next response that comes to a guest.
    ///
    /// - Parameter isHead: true if it is one without the body that its length is about.
    func response(to guest: Guest, isHead: Bool = false) throws -> Response {
        try turn {
            read(guest)
            return guest.endOfHead != nil || guest.hasEnded
        }
        let end = try #require(guest.endOfHead)
        let lines = String(decoding: guest.received[..<end], as: UTF8.self).split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
        }
        guest.received.removeFirst(end)
        let length = isHead ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
        try turn {
            read(guest)
            return guest.received.count >= length
        }
        defer { guest.received.removeFirst(length) }
        let status = lines[0].split(separator: " ")[1]
        return Response(status: Int(status) ?? 0, fields: fields, body: Array(guest.received[..<length]))
    }

    /// A client connects and sends a request.
    func ask(_ request: String) throws -> Response {
        let guest = try arrive()
        try send(text: request, from: guest)
        return try response(to: guest, isHead: request.hasPrefix("HEAD"))
    }

    /// A client connects with a browser; the host has greeted them over WebSocket.
    func connectBrowser(as name: String? = nil) throws -> Guest {
        let guest = try arrive()
        try send(text: Self.handshake(), from: guest)
        #expect(try response(to: guest).status == 101)
        #expect(try message(to: guest).hasPrefix("{\"type\":\"hello\""))
        if let name { try say("{\"type\":\"hello\",\"name\":\"\(name)\"}", from: guest) }
        if name != nil { _ = try message(to: guest) }
        return guest
    }

    /// A browser sends messages, all at once.
    func say(_ messages: String..., from guest: Guest) throws {
        try send(bytes: messages.flatMap { ClientFrame.text($0) }, from: guest)
    }

    /// The next frame that comes to a browser.
    func frame(to guest: Guest) throws -> HostFrame {
        var frame: HostFrame?
        try turn {
            read(guest)
            frame = try HostFrame.take(from: &guest.received)
            return frame != nil || guest.hasEnded
        }
        return try #require(frame)
    }

    /// The next message that comes to a browser, of those that contain a word.
    func message(to guest: Guest, with word: String = "") throws -> String {
        while true {
            let frame = try frame(to: guest)
            #expect(frame.opcode == 1)
            if word.isEmpty || frame.text.contains(word) { return frame.text }
        }
    }

    /// The frames that have come to a browser, after a few passes of the loop.
    func frames(to guest: Guest) throws -> [HostFrame] {
        for _ in 0..<10 { try turn() }
        read(guest)
        var frames: [HostFrame] = []
        while let frame = try HostFrame.take(from: &guest.received) { frames.append(frame) }
        return frames
    }

    /// All frames that come to a browser until the host closes the connection.
    func framesUntilEnd(to guest: Guest) throws -> [HostFrame] {
        try turn {
            read(guest)
            return guest.hasEnded
        }
        return try frames(to: guest)
    }
}

extension HostDriver.Guest {
    fileprivate var endOfHead: Int? {
        let blank: [UInt8] = [13, 10, 13, 10]
        return received.indices.first { received[$0...].starts(with: blank) }.map { $0 + 4 }
    }
}
