/// The last change of each place of a table of Set, as the version of the match that announced it.
struct PlaceVersions: Equatable, Sendable {
    private var versions: [Int]

    /// Creates this many places, which have their cards from the start.
    init(count: Int) { versions = Array(repeating: 0, count: count) }

    /// Notes the places whose cards a change has moved.
    mutating func note(from before: [SetCard], to after: [SetCard], in version: Int) {
        for place in 0..<max(before.count, after.count) {
            if place == versions.count { versions.append(version) }
            let isLasting = min(before.count, after.count) > place
            if !isLasting || before[place] != after[place] { versions[place] = version }
        }
    }

    /// Returns true if another card has come to a place since a version, or its card has gone. One that the table never
    /// had has not changed.
    func hasChanged(_ place: Int, since version: Int) -> Bool {
        versions.indices.contains(place) && versions[place] > version
    }

    /// Returns true if any place has changed since a version.
    func hasAnyChanged(since version: Int) -> Bool { versions.contains { $0 > version } }
}
