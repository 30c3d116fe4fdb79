import Testing

@testable import memory_host

@Suite struct FetchTaskTests {
    @Test(arguments: [
        (0, 20), (1, 20), (159_000, 20), (160_000, 20), (160_001, 19), (178_999, 1), (179_000, 1), (179_001, nil),
        (180_000, nil), (1_000_000, nil),
    ])
    func `one picture may take 20 seconds, and all of them three minutes`(milliseconds: Int, seconds: Int?) {
        #expect(FetchTask.secondsLeft(after: milliseconds) == seconds)
    }
}
