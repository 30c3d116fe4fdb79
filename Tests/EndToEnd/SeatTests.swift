import Foundation
import Protocol
import Testing

/// Seats that are lost with a connection, and found again or not.
@Suite(.waits) struct SeatTests {
    private static let quick = "{\"preset\":\"quick\",\"revealMs\":0}"

    @Test func `a broken connection is resumed with its token, as often as it breaks`() throws {
        let host = try HostProcess()
        let ann = try LineClient.named("Ann", at: host)
        let bob = try LineClient(host)
        let token = try bob.introduce("Bob")
        _ = try ann.open(Self.quick)
        try bob.send(.join(nil))
        try ann.state(.playing)
        bob.reset()
        #expect(try ann.state(.paused).seats.map(\.present) == [true, false])
        var again = try LineClient.resuming(token, at: host)
        let welcome = try again.welcome()
        #expect(welcome.resumed)
        #expect(welcome.name == "Bob")
        #expect(welcome.token == token)
        #expect(try again.seating().seat == 1)
        #expect(try again.state().phase == .playing)
        #expect(try ann.state(.playing).seats.map(\.present) == [true, true])
        again.reset()
        try ann.state(.paused)
        again = try LineClient.resuming(token, at: host)
        #expect(try again.welcome().token == token)
        #expect(try ann.state(.playing).seats.map(\.present) == [true, true])
    }

    @Test func `a second connection with the token replaces the first`() throws {
        let host = try HostProcess()
        let ann = try LineClient(host)
        let token = try ann.introduce("Ann")
        _ = try ann.open(Self.quick)
        let again = try LineClient.resuming(token, at: host)
        #expect(try again.welcome().resumed)
        #expect(try ann.farewell().reason == "replaced")
        #expect(try ann.nextLineOrEnd() == nil)
        try again.ping()
    }

    @Test func `a seat that nobody resumes is lost after the grace period`() throws {
        let host = try HostProcess()
        let (ann, bob, _) = try LineClient.pair(at: host, "{\"preset\":\"quick\",\"graceMs\":50}")
        bob.close()
        #expect(try ann.state(.over).result?.reason == .abandoned)
    }
}
