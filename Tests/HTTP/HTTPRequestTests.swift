import Protocol
import TestSupport
import Testing

@testable import HTTP

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Gives input to a reader in pieces of this many bytes; takes requests until there is none.
private func outcomes(of input: [UInt8], piece: Int = .max) -> [HTTPRequestReader.Item] {
    var (reader, outcomes, rest) = (HTTPRequestReader(), [HTTPRequestReader.Item](), input[...])
    while !rest.isEmpty {
        let part = Array(rest.prefix(piece))
        rest = rest.dropFirst(part.count)
        reader.receive(part, count: part.count)
        while reader.hasNext {
            outcomes.append(reader.next())
            guard case .request = outcomes.last else { return outcomes }
        }
    }
    return outcomes
}

/// The requests in an input.
private func requests(in input: [UInt8]) -> [HTTPRequest] {
    outcomes(of: input).compactMap { if case .request(let request) = $0 { request } else { nil } }
}

/// A request with some fields.
private func request(_ fields: String...) -> HTTPRequest? {
    let head = (["GET / HTTP/1.1", "Host: den"] + fields).map { $0 + "\r\n" }.joined() + "\r\n"
    return requests(in: bytes(head)).first
}

@Suite("Transport: requests of HTTP") struct HTTPRequestTests {
    @Test(arguments: [
        ("/a?", ""), ("/a?b%20c+?%3f", "b c+??"), ("/?%C3%a9%F0%9F%A6%8A", "é🦊"), ("/%41?%00", "\0"), ("/a", nil),
        ("/%3fa", nil), ("/?%", nil), ("/?a%4", nil), ("/?%4g", nil), ("/?%g4", nil), ("/?%%34", nil), ("/?%FF", nil),
        ("/?%C3", nil), ("/?%+4", nil), ("/?%ED%A0%80", nil),
    ])
    func `a query is percent-encoded UTF-8`(_ target: String, _ query: String?) throws {
        let request = try #require(requests(in: bytes("GET \(target) HTTP/1.1\r\nHost: den\r\n\r\n")).first)
        #expect(request.query(atMost: 100) == query)
        let count = query?.utf8.count ?? 0
        if count > 0 { #expect(request.query(atMost: count) == query && request.query(atMost: count - 1) == nil) }
    }

    @Test(arguments: [
        ("http://den:6366/a?b", "den:6366", "/a", "b"), ("HTTP://[::1]", "[::1]", "/", nil),
        ("http://den?b", "den", "/", "b"), ("http://me@den/", "me@den", "/", nil), ("http:///a", "", "/a", nil),
        ("/http://den/", nil, "/http://den/", nil),
    ])
    func `a target may name its host`(_ target: String, _ host: String?, _ path: String, _ query: String?) throws {
        let request = try #require(requests(in: bytes("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")).first)
        #expect(request.authority == host && request.path == path && request.query(atMost: 100) == query)
        #expect(request.pathBytes == path.utf8.count && request.values(of: "host") == ["x"])
    }

    @Test func `requests are read one after the other, however they arrive`() throws {
        let input = bytes(
            "GET /a?b=c HTTP/1.1\r\nHost: den:6366\r\nAccept:  text/html \r\nX:\r\n\r\n"
                + "\r\nHEAD / HTTP/1.0\r\nHOST: [::1]\r\nContent-Length: 0\r\n\r\n")
        let both = requests(in: input)
        try #require(both.count == 2)
        let (first, second) = (both[0], both[1])
        #expect(first.method == .get && first.path == "/a" && first.isHTTP11)
        #expect(first.query(atMost: 9) == "b=c" && second.query(atMost: 9) == nil)
        #expect(["host", "accept", "x", "y"].map(first.values) == [["den:6366"], ["text/html"], [""], []])
        #expect(second.values(of: "host") == ["[::1]"])
        #expect(second.method == .head && !second.isHTTP11 && second.wantsClose)
        let whole = outcomes(of: input)
        for piece in 1...input.count { #expect(outcomes(of: input, piece: piece) == whole, "in pieces of \(piece)") }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\nHost: den\nHost: den\n\n", "GET / HTTP/1.1\nHost: d\ren\n\n",
        "GET / HTTP/1.1\nHost: den\n folded\n\n", "GET / HTTP/1.1\nHost: den\nContent-Length: 5\n\nping\n",
        "GET / HTTP/1.0\r\nHost: den\r\nHost: den\r\n\r\n", "GET / HTTP/1.0\r\nHost : den\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: den\r\nHost: den\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: den\r\nhost: evil\r\n\r\n", "GET / HTTP/1.1\r\nHost : den\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: den\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\n Host: den\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: den\r\n\tfolded: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: den\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: den\r\n: empty\r\n\r\n", "GET / HTTP/1.1\r\nHost: d\0n\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: d\rn\r\n\r\n", "GET / HTTP/1.1\r\nHost: d\u{7F}n\r\n\r\n",
        "GET /  HTTP/1.1\r\nHost: den\r\n\r\n", "GET / HTTP/1.1 \r\nHost: den\r\n\r\n", "GET /\r\nHost: den\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: den\r\n\r\n", "GET https://den/ HTTP/1.1\r\nHost: den\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: den\r\n\r\n", "GET  HTTP/1.1\r\nHost: den\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: den\r\n\r\n", "{} / HTTP/1.1\r\nHost: den\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: den\r\n\r\n", "GET /é HTTP/1.1\r\nHost: den\r\n\r\n",
        "GET / http/1.1\r\nHost: den\r\n\r\n", "GET / HTTP/1.1\r\nHost: den\r\nContent-Length: 5\r\n\r\nping\n",
        "GET / HTTP/1.1\r\nHost: den\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nping\n",
        "GET / HTTP/1.1\r\nHost: den\r\nContent-Length: 00\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: den\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: den\r\nTransfer-Encoding: identity\r\n\r\n",
    ])
    func `what two readers could understand differently is refused`(_ text: String) {
        for piece in [Int.max, 1] { #expect(outcomes(of: bytes(text), piece: piece) == [.refused(.badRequest)]) }
    }

    @Test(arguments: [
        "GET /a HTTP/1.1\nHost: den\n\n", "GET /a HTTP/1.1\r\nHost: den\n\r\n", "GET /a HTTP/1.1\r\nHost: den\r\n\n",
        "GET /a HTTP/1.1\nHost: den\r\n\n", "\nGET /a HTTP/1.1\nHost: den\n\n",
    ])
    func `a line may end in LF alone`(_ text: String) throws {
        let whole = outcomes(of: bytes(text))
        for piece in 1...text.utf8.count { #expect(outcomes(of: bytes(text), piece: piece) == whole) }
        let request = try #require(requests(in: bytes(text)).first)
        #expect(request.path == "/a" && request.isHTTP11 && request.values(of: "host") == ["den"])
        #expect(requests(in: bytes(text + text)).count == 2)
    }

    @Test(arguments: ["GET /a HTTP/1.0\r\n\r\n", "GET /a HTTP/1.0\n\n", "GET /a HTTP/1.0\nUser-Agent: x\n\n"])
    func `a request of HTTP 1 point 0 may name no host`(_ text: String) throws {
        let request = try #require(requests(in: bytes(text)).first)
        #expect(request.path == "/a" && !request.isHTTP11 && request.values(of: "host") == [] && request.wantsClose)
    }

    @Test(arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/1.x", "HTTP/1.10", "HTTP/1."])
    func `another version of HTTP is refused`(_ version: String) {
        #expect(outcomes(of: bytes("GET / \(version)\r\nHost: den\r\n\r\n")) == [.refused(.versionNotSupported)])
    }

    @Test(arguments: ["POST", "PUT", "OPTIONS", "get", "GETS", "CONNECT"])
    func `another method is refused, and nothing after it is read`(_ method: String) {
        let found = outcomes(of: bytes("\(method) / HTTP/1.1\r\nHost: den\r\nContent-Length: 5\r\n\r\nping\n"))
        #expect(found == [.refused(.methodNotAllowed)])
    }

    @Test func `a line after a request is no request, and nothing after it is read`() {
        let found = outcomes(
            of: bytes("GET / HTTP/1.1\r\nHost: den\r\n\r\nname Ann\nGET / HTTP/1.1\r\nHost: den\r\n\r\n"))
        #expect(found.count == 2 && found.last == .refused(.badRequest))
    }

    @Test(arguments: [
        "GET /\n", "GET / x\n", "POST /{\"type\":\"list\"}\n", "GET / HTTP/1.1\nname Ann\n",
        "GET / HTTP/1.1\r\n{\"a\":1}\n",
        "GET / HTTP/1.1\nHost: den\nopen\n", "GET / HTTP/1.1\nHost: den\n\nname Ann\n",
    ])
    func `lines that are none of a head are refused at once, though no blank line follows`(_ text: String) {
        for piece in [Int.max, 1] { #expect(outcomes(of: bytes(text), piece: piece).last == .refused(.badRequest)) }
    }

    @Test func `a head may have 8 KiB, and one that is longer is refused without being kept`() {
        let start = "GET / HTTP/1.1\r\nHost: den\r\nCookie: "
        let fitting = start + String(repeating: "c", count: Limits.requestBytes - start.utf8.count - 4)
        for piece in [Int.max, 1000] {
            #expect(outcomes(of: bytes(fitting + "\r\n\r\n"), piece: piece).count == 1)
            #expect(outcomes(of: bytes(fitting + "\r\n\r\n"), piece: piece) != [.refused(.headTooLarge)])
            #expect(outcomes(of: bytes(fitting + "c\r\n\r\n"), piece: piece) == [.refused(.headTooLarge)])
        }
        var reader = HTTPRequestReader()
        let piece = [UInt8](repeating: 99, count: 10_000)
        reader.receive(bytes(start), count: start.utf8.count)
        for _ in 0..<1000 {
            reader.receive(piece, count: piece.count)
            #expect(reader.heldBytes <= Limits.requestBytes)
        }
        #expect(reader.next() == .refused(.headTooLarge))
    }

    @Test func `the limit of a head is the reader's, and counts for each of several heads`() {
        var reader = HTTPRequestReader(limit: 40)
        let short = bytes("GET / HTTP/1.1\r\nHost: den\r\n\r\n")
        for _ in 0..<3 { reader.receive(short, count: short.count) }
        for _ in 0..<3 { if case .request = reader.next() {} else { Issue.record("a short head is refused") } }
        #expect(reader.heldBytes == 0)
        let long = bytes("GET / HTTP/1.1\r\nHost: den.of.many.letters\r\n\r\n")
        reader.receive(short + long, count: short.count + long.count)
        #expect(reader.next() != .refused(.headTooLarge) && reader.next() == .refused(.headTooLarge))
    }

    @Test func `a line that is too long and ends in LF alone is refused alike, however it arrives`() {
        let line = bytes(String(repeating: "x", count: Limits.requestBytes + 300) + "\nHost: a\n\n")
        for piece in [1, 135, 8_000, line.count] {
            #expect(outcomes(of: line, piece: piece) == [.refused(.headTooLarge)], "\(piece)")
        }
    }

    @Test func `a head may have a hundred fields`() {
        func head(_ count: Int) -> [UInt8] {
            bytes("GET / HTTP/1.1\r\nHost: den\r\n" + String(repeating: "A: b\r\n", count: count - 1) + "\r\n")
        }
        #expect(outcomes(of: head(HTTPHead.fieldLimit)) != [.refused(.headTooLarge)])
        #expect(outcomes(of: head(HTTPHead.fieldLimit + 1)) == [.refused(.headTooLarge)])
    }

    @Test func `a blank line before a request is ignored, more of them are refused`() {
        var reader = HTTPRequestReader()
        let blank = bytes("\r\n")
        reader.receive(blank, count: 2)
        #expect(reader.heldBytes == 0 && !reader.hasNext)
        reader.receive(blank, count: 2)
        #expect(reader.next() == .refused(.badRequest))
        let get = "GET / HTTP/1.1\r\nHost: den\r\n\r\n"
        #expect(outcomes(of: bytes(get + "\r\n" + get + "\r\n" + get)).count == 3)
        #expect(outcomes(of: bytes(get + "\r\n\r\n" + get)).last == .refused(.badRequest))
    }

    @Test func `lists are read across fields and in any case`() {
        let lists = request("Connection: Keep-Alive,  UPGRADE", "connection: x", "Upgrade: WebSocket")
        for token in ["keep-alive", "upgrade", "x"] { #expect(lists?.lists(token, in: "connection") == true) }
        for token in ["", "keep", "upgrades", "keep-alive,  upgrade"] {
            #expect(lists?.lists(token, in: "connection") == false)
        }
        #expect(lists?.lists("websocket", in: "upgrade") == true && lists?.wantsClose == false)
        #expect(request("Connection: x, Close")?.wantsClose == true)
    }

    @Test(arguments: [
        ("gzip", true), ("br, GZIP ;q=0.5", true), ("gzip;q=1.0", true), ("*", true), ("deflate, *;q=0.1", true),
        ("", false), ("br", false), ("gzip;q=0", false), ("gzip; q=0.000, *", false), ("*;q=0", false),
        ("xgzip", false), ("*, gzip ; Q = 0", false), ("gzip;q=0.01", true), ("gzip;q", true), (",,gzip", true),
    ])
    func `a coding is accepted unless it is absent or has no weight`(_ list: String, _ isAccepted: Bool) {
        #expect(request("Accept-Encoding: \(list)")?.accepts(coding: "gzip") == isAccepted)
    }

    @Test func `an entity tag is found in a list, also a weak one`() {
        for list in ["\"a\"", "\"b\", \"a\"", "W/\"a\"", "*"] {
            #expect(request("If-None-Match: \(list)")?.has(entityTag: "\"a\"") == true, "\(list)")
        }
        for list in ["\"b\"", "a", "\"aa\"", ""] {
            #expect(request("If-None-Match: \(list)")?.has(entityTag: "\"a\"") == false, "\(list)")
        }
    }

    @Test func `a response says its length unless it has no body`() {
        let text = HTTPResponse.text(.notFound, "Not here.", [("A", "b")])
        #expect(
            String(decoding: text.head, as: UTF8.self)
                == "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\nA: b\r\nContent-Length: 10\r\n\r\n"
        )
        #expect(String(decoding: HTTPResponse(.noContent).head, as: UTF8.self) == "HTTP/1.1 204 No Content\r\n\r\n")
    }

    @Test func `SHA-1 and Base64 give the results of their standards`() {
        func hash(_ text: String) -> String {
            SHA1.hash(bytes(text)).map { String($0, radix: 16) }.map { $0.count < 2 ? "0" + $0 : $0 }.joined()
        }
        #expect(hash("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hash("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(
            hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        let texts = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "foobar": "Zm9vYmFy"]
        for (plain, text) in texts { #expect(Base64.text(bytes(plain)) == text) }
        #expect(Base64.text([0xFB, 0xFF, 0xFE]) == "+//+")
    }

    private static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="

    @Test func `a handshake is answered as in the standard's example`() throws {
        let asked = try #require(
            request("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", Self.key))
        let answer = WebSocketHandshake.answer(asked)
        #expect(answer.status == .switchingProtocols)
        #expect(answer["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(answer["Upgrade"] == "websocket" && answer["Connection"] == "Upgrade")
    }

    @Test(arguments: [
        (["Connection: Upgrade", "Sec-WebSocket-Version: 13", key], 426),
        (["Upgrade: websocket", "Sec-WebSocket-Version: 13", key], 426),
        (["Upgrade: h2c", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key], 426),
        (["Upgrade: websocket", "Connection: Upgrade", key], 426),
        (["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 8", key], 426),
        (["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"], 400),
        (["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key, key], 400),
        (
            ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: c2hvcnQ="],
            400
        ),
        (
            [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ!==",
            ], 400
        ),
    ])
    func `a handshake that lacks something is refused`(_ fields: [String], _ status: Int) throws {
        let head = (["GET /ws HTTP/1.1", "Host: den"] + fields).map { $0 + "\r\n" }.joined() + "\r\n"
        let answer = WebSocketHandshake.answer(try #require(requests(in: bytes(head)).first))
        #expect(answer.status.rawValue == status)
        if status == 426 { #expect(answer["Sec-WebSocket-Version"] == "13") }
    }
}
