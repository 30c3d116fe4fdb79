import Protocol
import Testing

@testable import memory_join

@Suite struct FramePaceTests {
    @Test(arguments: [(0, 17), (17, 17), (18, 33), (33, 33), (34, 50), (51, 100), (100, 100), (450, 450)])
    func `a frame that takes its time makes the next one wait`(_ taken: Int, _ next: Int) {
        var pace = FramePace()
        pace.begin(at: start)
        pace.end(at: start + taken)
        #expect(pace.next == start + next)
        pace.begin(at: start + next)
        pace.end(at: start + next)
        #expect(pace.next == start + next + 17, "a fast frame is followed by a fast one")
    }
}
