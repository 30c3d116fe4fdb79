import Protocol

extension Repair {
    /// Finds and sets aside what is damaged in the records.
    mutating func repairRecords(_ announce: (String) -> Void) throws(StorageProblem) {
        let log = try LogFile(.records, in: folder)
        var (reader, cache, last, isBroken) = (Self.reader(log, log.size), RecordLine.RulesCache(), 0, false)
        var (gaps, gapsInDamage) = ([ClosedRange<Int>](), [ClosedRange<Int>]())
        while let line = try reader.next() {
            defer { if line.lacksBytesBefore { gapsInDamage = gaps } }
            if line.trailer != nil, let found = StopLine(reader.bytes, in: line.range) {
                report(lackingBefore: line, log)
                if let stop {
                    findings.append("Dropped line \(line.number) of \(log.kind.name), a duplicate.")
                    counts.insert(stop.start)
                }
                stop = (found, line.start)
                continue
            }
            let record = RecordLine.readSummary(reader.bytes, in: line.range, rules: &cache)
            if line.trailer != nil, let number = record?.id.number, number > last {
                report(lackingBefore: line, log)
                if let stop {
                    findings.append("Line \(line.number) of \(log.kind.name) follows its last one.")
                    counts.insert(stop.start)
                }
                stop = nil
                if number > last + 1 {
                    if isBroken {
                        report(gone: "r", Array(last + 1...number - 1))
                    } else {
                        gaps.append(last + 1...number - 1)
                    }
                }
                (last, isBroken) = (number, false)
            } else {
                isBroken = true
                let names = record.map { Self.names($0) } ?? Self.names(reader.bytes, line)
                setAside(line, log, reader.bytes, line.trailer == nil ? "corrupt" : "out of order", names)
            }
        }
        report(gaps: gapsInDamage)
        report(salvaged: reader, log)
        if findings.isEmpty, log.size > 0, !reader.hasHeader {
            findings.append("The first line of \(log.kind.name) is missing.")
        }
        if !findings.isEmpty {
            findings.forEach(announce)
            try rewrite(log, .records, size: log.size)
        }
    }

    private static func names(_ record: RecordSummary) -> String {
        let names = record.players.map { $0.unicodeScalars.contains(where: \.breaksText) ? "?" : $0 }
        return "\(record.id.text), \(names.joined(separator: " and "))"
    }
}
