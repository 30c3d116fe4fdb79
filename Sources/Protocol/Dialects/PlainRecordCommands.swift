// The arguments of `records` and `scores`.

extension PlainCommands {
    /// Parses the arguments of `records`, in any order: a number, `solo` or `two`, a game, a name, `with` another name,
    /// `before` with a record.
    static func records(_ rest: String) throws(Refusal) -> Command {
        let games = GameKind.allCases.map(\.rawValue)
        let words = (["solo", "two"] + games.dropLast()).joined(separator: ", ") + " or \(games.last ?? "")"
        let usage = Refusal.badField(
            "Use records, records 50, records before r17, records \(words), or records Ann with Bob.")
        var (limit, seats, before, game) = (nil as Int?, nil as Int?, nil as RecordID?, nil as GameKind?)
        var names: [PlayerName] = []
        var arguments = try PlainArgument.split(rest)[...]
        while let argument = arguments.popFirst() {
            switch argument.keyword {
            case "solo" where seats == nil: seats = 1
            case "two" where seats == nil: seats = 2
            case "before" where before == nil:
                guard let id = arguments.popFirst()?.keyword.flatMap({ RecordID($0) }) else { throw usage }
                before = id
            case "with" where names.count == 1:
                guard let other = try arguments.popFirst()?.name() else { throw usage }
                names.append(other)
            case let word? where games.contains(word) && game == nil: game = GameKind(rawValue: word)
            case let word? where ["solo", "two", "before", "with"].contains(word) || games.contains(word): throw usage
            case let word:
                if let number = word.flatMap({ Int($0) }) {
                    guard limit == nil else { throw usage }
                    limit = try recordCount(number)
                } else {
                    guard names.isEmpty, let name = try argument.name() else { throw usage }
                    names.append(name)
                }
            }
        }
        let filter = RecordFilter(player: names.first, with: names.dropFirst().first, seats: seats, game: game)
        return .records(before: before, limit: limit ?? Limits.recordsAtFirst, filter)
    }

    private static func recordCount(_ number: Int) throws(Refusal) -> Int {
        guard 1...Limits.recordsAtOnce ~= number else {
            throw .badField("The number of records must be from 1 to \(Limits.recordsAtOnce).")
        }
        return number
    }

    /// Parses the argument of `scores`: nothing, or all of it is a name.
    static func scores(_ rest: String) throws(Refusal) -> Command {
        if rest.isEmpty { return .scores }
        let quoted = try? PlainArgument.split(rest)
        let name = quoted?.count == 1 && quoted?[0].isQuoted == true ? quoted?[0].text : nil
        return .statistics(try PlayerName(name ?? rest))
    }
}
