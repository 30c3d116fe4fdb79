import Protocol
import Testing

@testable import memory_host

@Suite struct DataFolderTests {
    private func standard(_ environment: [String: String]) -> String? {
        DataFolder.standard { environment[$0] }
    }

    @Test func `without a home there is no folder, and a path that is not absolute is none`() {
        #expect(standard([:]) == nil)
        #expect(standard(["HOME": "", "XDG_STATE_HOME": "state"]) == nil)
    }

    #if os(Linux)
        @Test func `on Linux it is the XDG state folder's`() {
            #expect(standard(["HOME": "/home/ann"]) == "/home/ann/.local/state/memory-host")
            #expect(standard(["HOME": "/home/ann", "XDG_STATE_HOME": "/s"]) == "/s/memory-host")
            #expect(standard(["HOME": "/home/ann", "XDG_STATE_HOME": "s"]) == "/home/ann/.local/state/memory-host")
        }
    #endif
}
