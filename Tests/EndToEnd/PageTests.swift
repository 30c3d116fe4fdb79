import TestSupport
import Testing

/// The modules of the page, under node: those that need no browser are tested in `Tests/Page`.
@Suite(.waits, .enabled(if: PageModules.node != nil)) struct PageTests {
    @Test func `the modules do what their tests say`() throws {
        #expect(!PageModules.tests.isEmpty)
        try PageModules.run(["--test"] + PageModules.tests)
    }
}
