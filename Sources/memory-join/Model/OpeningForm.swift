import Protocol

/// The match that somebody is about to open.
struct OpeningForm: Equatable, Sendable {
    /// Players: 1 or 2.
    var seats: Int
    var preset = Preset.classic
    /// The board's size; nil for that of the preset.
    var size: Size?
    var faces = FaceSet.animals
    /// True if only those who know the code may join.
    var isPrivate = false

    struct Size: Hashable, Sendable {
        let rows: Int
        let columns: Int
    }

    enum Field: CaseIterable, Sendable { case seats, preset, size, faces, isPrivate }

    /// The sizes to choose from; others can be typed as a command.
    static let sizes = [
        Size(rows: 2, columns: 3), Size(rows: 3, columns: 4), Size(rows: 4, columns: 4), Size(rows: 4, columns: 5),
        Size(rows: 5, columns: 6), Size(rows: 6, columns: 6), Size(rows: 6, columns: 8), Size(rows: 8, columns: 8),
        Size(rows: 8, columns: 10), Size(rows: 10, columns: 10),
    ]

    init(seats: Int) { self.seats = seats }

    /// The lines that there are: a game for one is nobody else's, so it is not private.
    var fields: [Field] { seats == 1 ? [.seats, .preset, .size, .faces] : Field.allCases }

    /// Takes the value after, or before, of a line.
    mutating func change(_ field: Field, by step: Int) {
        switch field {
        case .seats: seats = seats == 1 ? 2 : 1
        case .preset: preset = Self.next(preset, in: Preset.allCases, by: step)
        case .size: size = Self.next(size, in: [nil] + Self.sizes, by: step)
        case .faces: faces = Self.next(faces, in: FaceSet.allCases, by: step)
        case .isPrivate: isPrivate.toggle()
        }
    }

    private static func next<Value: Equatable>(_ value: Value, in values: [Value], by step: Int) -> Value {
        guard let index = values.firstIndex(of: value) else { return value }
        return values[((index + step) % values.count + values.count) % values.count]
    }

    var command: Command {
        var rules = RulesRequest(preset: preset)
        rules.seats = seats
        (rules.rows, rules.columns) = (size?.rows, size?.columns)
        rules.faces = faces
        return .open(rules, isPrivate: isPrivate && seats > 1)
    }

    var rules: Rules? {
        guard case .open(let request, _, _) = command else { return nil }
        return try? Rules(request)
    }
}
