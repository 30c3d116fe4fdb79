import Protocol
import Testing

@testable import memory_host

@Suite struct MemoryGaugeTests {
    @Test func `memory is short below a limit, and is looked at ten times a second`() {
        final class Memory { var (left, looks): (Int?, Int) = (Limits.Internal.spareMemoryBytes, 0) }
        let memory = Memory()
        var gauge = MemoryGauge {
            memory.looks += 1
            return memory.left
        }
        let start = Instant(milliseconds: 1_000)
        gauge.read(at: start)
        #expect(!gauge.isLow)
        memory.left = Limits.Internal.spareMemoryBytes - 1
        for time in 0..<100 { gauge.read(at: start + time) }
        #expect(memory.looks == 1 && !gauge.isLow)
        gauge.read(at: start + 100)
        #expect(memory.looks == 2 && gauge.isLow)
        memory.left = nil
        gauge.read(at: start + 200)
        #expect(!gauge.isLow, "without a limit there is always enough")
    }
}
