import Protocol

/// The task of `--find`: prints the hosts that are found within a second.
enum FindCommand {
    /// Milliseconds until the list is printed.
    private static let milliseconds = 1_000

    static func run(_ finder: HostFinder, _ memory: ClientMemory) -> ClientLoop.Ending {
        var finder = finder
        defer { finder.close() }
        let ports = HostSearch.ports(of: [memory.lastHost?.read()])
        var search = HostSearch()
        let start = Platform.monotonicMilliseconds
        search.start(at: Instant(milliseconds: start))
        while Platform.monotonicMilliseconds - start < milliseconds {
            let now = Instant(milliseconds: Platform.monotonicMilliseconds)
            if search.ask(at: now) { finder.ask(ports: ports) }
            let until = min(search.askAt ?? now, Instant(milliseconds: start + milliseconds))
            guard finder.wait(milliseconds: max(0, until - now)) else { continue }
            for host in finder.receive() { search.add(host, at: now) }
        }
        // Answers that came while this machine was too busy to look.
        for host in finder.receive() { search.add(host, at: Instant(milliseconds: start + milliseconds)) }
        if search.hosts.isEmpty { return .quit(.unavailable, "No hosts found. \(note(ports))") }
        try? memory.hosts?.add(search.hosts.map(\.address))
        do throws(SystemError) {
            try FileDescriptor.standardOutput.writeAll(Array(text(search.hosts).utf8))
            return .quit(.success, FileDescriptor.standardOutput.isTerminal ? note(ports) : nil)
        } catch {
            return .quit(.inputOutputError, error.description)
        }
    }

    /// Returns a sentence about the hosts that can't be in the list.
    static func note(_ ports: [UInt16]) -> String {
        let asked = ports.map { String($0) }.joined(separator: " and ")
        return "Looked on port\(ports.count > 1 ? "s" : "") \(asked); to join a host on another port, give its address."
    }

    /// Returns a table of hosts, one on each line.
    static func text(_ hosts: [FoundHost]) -> String {
        let rows =
            [["Host", "Players", "Matches", "Address"]]
            + hosts.map { [$0.name, String($0.players), String($0.matches), $0.address.shortText] }
        let widths = rows[0].indices.map { column in rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            let numbers = (1...2).map { String(repeating: " ", count: widths[$0] - row[$0].utf8.count) + row[$0] }
            return ([TextWidth.padded(row[0], to: widths[0])] + numbers + [row[3]]).joined(separator: "  ") + "\n"
        }.joined()
    }
}
