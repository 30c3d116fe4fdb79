import Testing

@testable import Protocol

@Suite("Transport: the first line") struct TransportFirstLineTests {
    private func judge(_ pieces: [UInt8]...) -> FirstLine {
        var decoder = LineDecoder()
        var judgement = FirstLine.incomplete
        for piece in pieces {
            decoder.receive(piece, count: piece.count)
            judgement = decoder.judgeFirstLine()
        }
        return judgement
    }

    @Test(arguments: [
        "GET / HTTP/1.1", "POST /?{\"type\":\"list\"} HTTP/1.0", "OPTIONS * HTTP/1.1", "MKCOL /a b HTTP/1.1",
        "PRI * HTTP/2.0", "  GET / HTTP/1.1", "\u{FEFF}GET / HTTP/1.1", "\r\n\n \t\nPUT /x HTTP/1.1", "Host: den:6366",
        "Host:den", "SSH-2.0-OpenSSH_9.6", "\u{16}\u{3}\u{1}", "\u{0}ping", "\u{1B}[A", "\u{1F}", " \u{1}ping",
    ])
    func `a line of another protocol is foreign`(_ line: String) {
        #expect(judge(Array("\(line)\r\n".utf8)) == .foreign)
        #expect(judge(Array("\(line)\nping\n".utf8)) == .foreign)
    }

    @Test(arguments: [
        "ping", "GET", "HELP", "NAME ANN", "get / HTTP/1.1", "say GET / HTTP/1.1", "HOST", "host", "ssh-2.0-x",
        "{\"type\":\"say\",\"text\":\"GET / HTTP/1.1\"}", "\u{FEFF}ping", "\tping", "\u{7F}", "🦊",
    ])
    func `a line that may be a command is acceptable, though it may be refused`(_ line: String) {
        #expect(judge(Array("\(line)\n".utf8)) == .acceptable)
    }

    @Test func `a control character is foreign before the line ends, anything else is not`() {
        #expect(judge([0x16]) == .foreign)
        #expect(judge(Array(" \r\n\t".utf8), [0x16, 3, 1]) == .foreign)
        #expect(judge(Array("GET / HTTP/1.1".utf8)) == .incomplete)
        #expect(judge(Array("GET / HT".utf8), Array("TP/1.1\r\n".utf8)) == .foreign)
        #expect(judge(Array("pi".utf8)) == .incomplete)
        #expect(judge([]) == .incomplete)
        #expect(judge(Array("\n\r\n \n".utf8)) == .incomplete)
    }

    @Test func `the negotiation of a telnet client is no part of the first line`() {
        #expect(judge([255, 251, 31]) == .incomplete)
        #expect(judge([255, 251, 31] + Array("ping\r\n".utf8)) == .acceptable)
        #expect(judge([255, 251, 3], Array("GET / HTTP/1.1\r\n".utf8)) == .foreign)
    }

    @Test func `of a request line that is too long, the method is enough`() {
        let rest = [UInt8](repeating: 97, count: 2 * Limits.lineBytes)
        #expect(judge(Array("GET /".utf8) + rest, Array(" HTTP/1.1\r\n".utf8)) == .foreign)
        #expect(judge(Array("say ".utf8) + rest + [10]) == .acceptable)
        #expect(judge(rest + [10]) == .acceptable)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "GET /", "HEAD /ws?x HTTP/1.0", "GET /\u{0}", "GET http://den/", "HEAD HTTP://", "POST /",
        "OPTIONS *", "DELETE /x", "\r\nGET /", "\r\nPOST http://den",
    ])
    func `a request is known by its method and how its target begins`(_ start: String) {
        #expect(FirstBytes(Array(start.utf8)) == .request)
    }

    @Test(arguments: ["", "G", "GET", "GET ", "H", "HEAD ", "GET http:/", "P", "PO", "\r", "\r\n", "\r\nPUT"])
    func `the beginning of such a request may still be a line`(_ start: String) {
        #expect(FirstBytes(Array(start.utf8)) == .incomplete)
    }

    @Test(arguments: [
        "ping", "GET\n", "GETS", "get /", " GET /", "GET  /", "GET https://den/", "HELP", "POST it", "\nGET /",
        "\r\n\r\nGET /", "\r\nping", "\rGET", "SAY /", "PATCH me",
    ])
    func `anything else is read as a line`(_ start: String) {
        #expect(FirstBytes(Array(start.utf8)) == .line)
    }
}
