import Foundation
import TestSupport
import Testing

/// The modules of the page, under node: those that need no browser are tested in `Tests/Page`.
@Suite(.waits, .enabled(if: PageModules.node != nil)) struct PageTests {
    /// All modules of the page.
    private static let modules =
        FileManager.default.enumerator(atPath: PageModules.folder)?
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".js") }.sorted() ?? []

    @Test func `each module is JavaScript`() throws {
        #expect(Self.modules.count > 20)
        for module in Self.modules { try PageModules.run(["--check", PageModules.folder + "/" + module]) }
    }

    @Test func `the modules do what their tests say`() throws {
        #expect(!PageModules.tests.isEmpty)
        try PageModules.run(["--test"] + PageModules.tests)
    }
}
