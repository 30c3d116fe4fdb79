import Protocol

/// The texts of an exam about its lessons: for people, for the client and for a file.
enum ExamReport {
    /// A lesson's result as lines for the operator's terminal.
    static func text(_ result: LessonResult, of name: PlayerName) -> String {
        let checks = Lesson.all.first { $0.name == result.lesson }?.checks ?? ""
        let title = "\(name.text): \(result.verdict.rawValue)  \(result.level.rawValue)/\(result.lesson)"
        guard let fault = result.fault else { return "\(title): \(checks)\n" }
        guard result.verdict == .failed else { return "\(title): \(fault.seen)\n" }
        return """
            \(title): \(checks)
              expected: \(fault.expected)
              seen:     \(fault.seen)
              see PROTOCOL.md, section \(result.section)\(result.needs.map { "; needs `\($0)`" } ?? "")

            """
    }

    /// The address of a client, as a line for people.
    static func place(_ address: SocketAddress.Host, of name: PlayerName) -> String { "\(name.text): at \(address)\n" }

    /// A line for people about a connection that is refused the client's name.
    static func refusal(_ name: PlayerName, from address: SocketAddress.Host) -> String {
        "\(name.text): refused a connection with this name, from \(address)\n"
    }

    /// The sum of all lessons, as a line for people.
    static func sum(_ results: [LessonResult], of name: PlayerName) -> String {
        let counts = [LessonResult.Verdict.passed, .failed, .skipped].map { verdict in
            "\(results.count { $0.verdict == verdict }) \(verdict.rawValue)"
        }
        return "\(name.text): \(counts.joined(separator: ", "))\n"
    }

    /// A lesson's result as a line of JSON, for a file.
    static func line(_ result: LessonResult, of name: PlayerName) -> String {
        var fields = [JSONTree.Field(key: "player", value: .text(name.text))]
        fields += self.fields(of: result)
        if let address = result.address {
            fields.append(JSONTree.Field(key: "address", value: .text(address.description)))
        }
        if result.refusedCount > 0 {
            fields.append(JSONTree.Field(key: "refused", value: .literal("\(result.refusedCount)")))
        }
        return JSONTree.object(fields).json + "\n"
    }

    /// The last event to the client.
    static func event(_ results: [LessonResult]) -> String {
        var fields = [JSONTree.Field(key: "type", value: .text("report"))]
        for verdict in [LessonResult.Verdict.passed, .failed, .skipped] {
            let count = results.count { $0.verdict == verdict }
            fields.append(JSONTree.Field(key: verdict.rawValue, value: .literal("\(count)")))
        }
        fields.append(JSONTree.Field(key: "lessons", value: .list(results.map { .object(self.fields(of: $0)) })))
        return JSONTree.object(fields).json
    }

    private static func fields(of result: LessonResult) -> [JSONTree.Field] {
        var fields = [
            ("lesson", result.lesson), ("level", result.level.rawValue), ("result", result.verdict.rawValue),
        ]
        switch (result.verdict, result.fault) {
        case (.failed, let fault?):
            fields += [("expected", fault.expected), ("seen", fault.seen), ("section", result.section)]
            if let needs = result.needs { fields.append(("needs", needs)) }
        case (.skipped, let fault?): fields.append(("reason", fault.seen))
        default: break
        }
        return fields.map { JSONTree.Field(key: $0.0, value: .text($0.1)) }
    }
}
