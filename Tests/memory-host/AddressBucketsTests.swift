import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct AddressBucketsTests {
    private let start = Instant(milliseconds: 5_000_000)

    /// Takes commands of an address at one moment until one must wait; returns how many did not have to.
    private func drain(_ buckets: inout AddressBuckets, _ host: SocketAddress.Host, at now: Instant) -> Int {
        (0..<100_000).first { _ in buckets.reserve(host, at: now) != nil } ?? -1
    }

    @Test func `an address has a burst of two hundred and then a hundred commands a second`() throws {
        var buckets = AddressBuckets(burst: Limits.addressBurst, rate: Limits.addressCommandsPerSecond)
        let here = try host("192.0.2.1")
        #expect(drain(&buckets, here, at: start) == 200)
        // One more waits already, and what waits is taken out.
        #expect(drain(&buckets, here, at: start + 1000) == 99)
    }

    @Test func `commands that must wait are due one after the other`() throws {
        var buckets = AddressBuckets(burst: Limits.addressBurst, rate: 100)
        let here = try host("192.0.2.1")
        for _ in 0..<200 { #expect(buckets.reserve(here, at: start) == nil) }
        #expect((1...5).map { _ in buckets.reserve(here, at: start) } == (1...5).map { start + 10 * $0 })
    }

    @Test
    func `whatever one connection sends, the others of its address wait no longer than a burst takes to come back`()
        throws
    {
        var buckets = AddressBuckets(burst: 200, rate: 100)
        let here = try host("192.0.2.1")
        for _ in 0..<1_000 { buckets.charge(thousandths: 32_000, here, at: start) }
        #expect(buckets.reserve(here, at: start) == start + 2_010)
        #expect(drain(&buckets, here, at: start + 4_010) == 200)
    }

    @Test func `what is charged in thousandths may leave a debt, which ends at the rate`() throws {
        var buckets = AddressBuckets(burst: 3, rate: 10)
        let here = try host("192.0.2.1")
        #expect(buckets.charge(thousandths: 3000, here, at: start) == nil)
        #expect(buckets.charge(thousandths: 1, here, at: start) == start + 1)
        #expect(buckets.charge(thousandths: 999, here, at: start) == start + 100)
        #expect(buckets.reserve(here, at: start) == start + 200)
        #expect(buckets.charge(thousandths: 0, here, at: start + 199) == start + 200)
        #expect(buckets.charge(thousandths: 0, here, at: start + 200) == nil)
        #expect(buckets.charge(thousandths: 3000, try host("192.0.2.2"), at: start) == nil)
    }

    @Test func `a pause pays for nothing that comes after it`() throws {
        var buckets = AddressBuckets(burst: 3, rate: 10)
        let here = try host("192.0.2.1")
        #expect(buckets.reserve(here, at: start) == nil)
        #expect(buckets.charge(thousandths: 2000, here, at: start + 60_000) == nil)
        #expect(buckets.content(here, at: start + 60_000) == 1000)
    }

    @Test func `a weight is charged like as many commands`() throws {
        var buckets = AddressBuckets(burst: Limits.addressBurst, rate: 100)
        let here = try host("192.0.2.1")
        #expect(buckets.reserve(here, at: start) == nil)
        buckets.charge(50, here)
        #expect(drain(&buckets, here, at: start) == 150)
    }

    @Test func `an IPv6 network counts as one address, this machine has ten times as much`() throws {
        var buckets = AddressBuckets(burst: Limits.addressBurst, rate: 100)
        #expect(drain(&buckets, try host("2001:db8::1"), at: start) == 200)
        #expect(drain(&buckets, try host("2001:db8::2"), at: start) == 0)
        #expect(drain(&buckets, try host("2001:db8:0:1::1"), at: start) == 200)
        #expect(drain(&buckets, try host("::1"), at: start) == 2000)
        #expect(drain(&buckets, try host("127.0.0.1"), at: start + 1000) == 2000)
    }

    @Test func `without a rate nothing waits`() throws {
        var buckets = AddressBuckets(burst: Limits.addressBurst, rate: 0)
        #expect(drain(&buckets, try host("192.0.2.1"), at: start) == -1)
    }

    @Test func `a pause of years does not overflow`() throws {
        var buckets = AddressBuckets(burst: Limits.addressBurst, rate: 10_000_000)
        _ = buckets.reserve(try host("127.0.0.1"), at: start)
        let years = start + 10 * 365 * 24 * 3600 * 1000
        #expect(drain(&buckets, try host("127.0.0.1"), at: years) == 2000)
    }

    @Test func `the number of addresses remembered is bounded, and those that have used the least are forgotten`()
        throws
    {
        var buckets = AddressBuckets(burst: Limits.addressBurst, rate: 100)
        let most = Limits.Internal.rememberedAddresses
        let hosts = try (0...most).map { try host("2001:db8:\(String($0, radix: 16))::1") }
        for (number, host) in hosts.enumerated() {
            for _ in 0..<(number == 7 ? 1 : 2) { _ = buckets.reserve(host, at: start) }
        }
        #expect(hosts.filter { drain(&buckets, $0, at: start) == 200 }.first == hosts[7])
    }
}
