import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct ManualTests {
    private let source = Generated.man.text { _ in nil }
    private var page: ManualPage { ManualPage(source, of: "memory-join") }

    @Test(.enabled(if: Tool.mandoc.isThere, "mandoc is not installed"))
    func `the manual is without fault`() throws {
        #expect(try Tool.complaints(about: source, named: "memory-join.1") == [])
    }

    @Test func `the manual has the options of the program, with their values and words, and no others`() {
        #expect(OptionsParser.table.differences(from: page) == [])
        #expect(source.contains(".Nm\n.Op Ar \(OptionsParser.table.operand?.argument.name ?? "")\n.Op Ar options\n"))
    }

    @Test func `the manual has the exit statuses of the program, and no others`() {
        // A client takes no exam, opens no port and creates no file that it needs; 70 stands for a signal that did not end it.
        let others: [Protocol.ExitStatus] = [.failed, .noHost, .software, .cannotCreate, .noPermission]
        let statuses = ExitStatus.allCases.filter { !others.contains($0) }.map { "\($0.rawValue)" }
        #expect(page.items["EXIT STATUS"]?.map(\.term) == statuses)
    }

    @Test func `the figures and the names of the manual are those of the program`() {
        let games = GameKind.allCases.map(\.title).joined(separator: " or ")
        let (port, size) = (SocketAddress.defaultPort, View.minimumSize)
        let phrases = [
            "play \(games) over the network", "plays \(games) with others", "this machine, port \(port), then",
            "without one it is \(port).", "those on port \(port), and", "the usual port, \(port), and",
            "at least \(size.columns) columns and \(size.rows) rows", " \(Platform.stateFolderInWords)/memory-join, ",
        ]
        #expect(page.lacking(phrases) == [])
    }
}
