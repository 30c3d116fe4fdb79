import Testing

@testable import memory_host

@Suite struct LogTests {
    @Test func `levels come in their order, and by their names`() {
        #expect(Log.Level.allCases.map(\.name) == ["debug", "info", "notice", "warning", "error"])
        #expect(Log.Level.allCases == Log.Level.allCases.sorted())
        for level in Log.Level.allCases { #expect(Log.Level(name: level.name) == level) }
    }

    @Test(arguments: ["", "Debug", "warn", "all", "debug "])
    func `what is no level is none`(_ name: String) {
        #expect(Log.Level(name: name) == nil)
    }

    @Test func `a line that does not matter enough is not even composed`() {
        var isComposed = false
        func sentence() -> String {
            isComposed = true
            return "this would be a line"
        }
        Log(level: .error).write(.warning, sentence())
        #expect(!isComposed)
    }
}
