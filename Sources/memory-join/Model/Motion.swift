import Protocol

/// Something that a card does on the table, from a moment on.
///
/// Motions only decorate: what the table shows without them is the host's state, and a later motion of a card takes the
/// place of an earlier one that is not over.
struct Motion: Equatable, Sendable {
    let kind: Kind
    let start: Instant

    enum Kind: Equatable, Sendable {
        /// It is dealt, some milliseconds after the first.
        case dealt(after: Int)
        case turnedUp
        /// It is turned back; what it had shown.
        case turnedBack(String)
        /// It is turned up and, with the other, is no pair.
        case missed(isSecond: Bool)
        /// It belongs to a wrong claim, for which it is shaken and marked.
        case claimedWrongly
        /// It is taken: lifted if it stays, or seen for some milliseconds before it vanishes.
        case taken(String, vanishesAfter: Int?, isSecond: Bool)

        var isDealt: Bool {
            if case .dealt = self { return true }
            return false
        }
    }

    /// Milliseconds of a picture: 30 a second, as far as the terminal keeps up.
    static let frame = 33
    /// The pictures of a card that turns: its width in quarters, and true for its face. It is fastest in the middle.
    /// Each picture costs bytes, and over a slow line time.
    private static let turn: [(quarters: Int, showsFace: Bool)] = [
        (2, false), (0, true), (2, true), (3, true),
    ]
    /// The milliseconds in which a card turns.
    static let turnMilliseconds = turn.count * frame
    /// The milliseconds for which the cards of a wrong claim are marked.
    static let wrongMilliseconds = 1_000
    /// Columns by which a card is shifted to the right while it shakes.
    private static let shake = [1, 1, -1, -1, 0]
    /// Pictures for which a taken card is lifted.
    private static let lift = 8
    /// Pictures in which a taken card vanishes.
    private static let vanish = 4
    /// Milliseconds from the flip of a second card until two that don't match have shaken.
    static let missMilliseconds = turnMilliseconds + shake.count * frame

    /// Milliseconds from the flip of a second card until its pair is still, or gone after it was seen for a while.
    static func takenMilliseconds(vanishesAfter reveal: Int?) -> Int {
        turnMilliseconds + (reveal.map { $0 + vanish * frame } ?? lift * frame)
    }

    /// A card's look at one moment of its motion.
    struct Pose: Equatable, Sendable {
        /// Its width in quarters; 0 is its edge.
        var quarters = 4
        var side = Side.asInState
        var isHidden = false
        /// True while it is marked as one of a wrong claim.
        var isWrong = false
        /// Columns by which it is shifted to the right.
        var columns = 0
        /// Lines by which it is shifted down.
        var rows = 0
        /// True if it falls off the table.
        var isFalling = false
    }

    /// The side of a card that is seen while it moves.
    enum Side: Equatable, Sendable {
        /// The side that the state shows.
        case asInState
        case back
        case face(String)
    }

    /// The pose at a moment; nil once the motion is over.
    func pose(at now: Instant) -> Pose? {
        let time = max(0, now - start)
        let turned = time - Self.turnMilliseconds
        switch kind {
        case .dealt(let after): return dealt(time - after)
        case .turnedUp: return Self.turning(time, face: nil)
        case .turnedBack(let face): return Self.turningBack(time, face)
        case .missed(let isSecond):
            if isSecond, let pose = Self.turning(time, face: nil) { return pose }
            if turned < 0 { return Pose() }
            let shaken = turned / Self.frame
            return shaken < Self.shake.count ? Pose(columns: Self.shake[shaken]) : nil
        case .claimedWrongly:
            guard now - start < Self.wrongMilliseconds else { return nil }
            let shaken = time / Self.frame
            return Pose(isWrong: true, columns: shaken < Self.shake.count ? Self.shake[shaken] : 0)
        case .taken(let face, let reveal, let isSecond):
            if isSecond, let pose = Self.turning(time, face: face) { return pose }
            guard turned >= 0 else { return Pose(side: .face(face)) }
            guard let reveal else { return turned < Self.lift * Self.frame ? Pose(side: .face(face), rows: -1) : nil }
            return Self.vanishing(turned - reveal, face)
        }
    }

    /// The next moment at which the card looks different; nil once the motion is over.
    func nextStep(after now: Instant) -> Instant? {
        if now < start { return start }
        guard pose(at: now) != nil else { return nil }
        let time = now - start
        var begin = 0
        if let vanishing = startOfVanishing {
            if time >= vanishing {
                begin = vanishing
            } else if time >= Self.turnMilliseconds {
                return start + vanishing
            }
        }
        if kind == .claimedWrongly, time >= (Self.shake.count - 1) * Self.frame {
            return start + Self.wrongMilliseconds
        }
        return start + (begin + ((time - begin) / Self.frame + 1) * Self.frame)
    }

    private func dealt(_ time: Int) -> Pose? {
        if time < 0 { return Pose(isHidden: true) }
        return time < 3 * Self.frame ? Pose(quarters: 1 + time / Self.frame) : nil
    }

    /// A card that turns up; nil once it is open.
    private static func turning(_ time: Int, face: String?) -> Pose? {
        guard time < turnMilliseconds else { return nil }
        let (quarters, showsFace) = turn[time / frame]
        return Pose(quarters: quarters, side: !showsFace ? .back : face.map { .face($0) } ?? .asInState)
    }

    private static func turningBack(_ time: Int, _ face: String) -> Pose? {
        guard time < turnMilliseconds else { return nil }
        let (quarters, showsFace) = turn[turn.count - 1 - time / frame]
        return Pose(quarters: quarters, side: showsFace ? .face(face) : .back)
    }

    /// A pair that is looked at until `time` is 0; nil once it is gone.
    private static func vanishing(_ time: Int, _ face: String) -> Pose? {
        if time < 0 { return Pose(side: .face(face)) }
        let picture = time / frame
        return picture < vanish ? Pose(quarters: vanish - 1 - picture, side: .face(face)) : nil
    }

    /// The milliseconds after which a taken card vanishes; nil for any other.
    private var startOfVanishing: Int? {
        guard case .taken(_, .some(let reveal), _) = kind else { return nil }
        return Self.turnMilliseconds + reveal
    }
}
