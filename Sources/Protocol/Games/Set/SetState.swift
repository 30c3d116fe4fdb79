/// The part of a state that only Set has, beside the board.
public struct SetState: Equatable, Sendable {
    /// The cards left in the deck, 0 to 81.
    public let deckLeft: Int
    /// The part of each taken seat that only Set has, in order.
    public let seats: [Seat]

    /// The part of a seat that only Set has.
    public struct Seat: Equatable, Sendable {
        /// The sets found, 0 to 255.
        public let sets: Int
        /// Milliseconds for which a wrong claim still blocks the player, 0 to 65,535; 0 if none does.
        public let blockedMilliseconds: Int
        /// True if the player has asked for three more cards.
        public let asksForMore: Bool

        /// Creates the part of a seat; the numbers are clamped to what they can be.
        public init(sets: Int, blockedMilliseconds: Int, asksForMore: Bool) {
            self.sets = Int(UInt8(clamping: sets))
            self.blockedMilliseconds = Int(UInt16(clamping: blockedMilliseconds))
            self.asksForMore = asksForMore
        }
    }

    /// Creates the part of a state.
    public init(deckLeft: Int, seats: [Seat]) { (self.deckLeft, self.seats) = (deckLeft, seats) }
}

extension MatchState {
    /// The part that only a match of Set has; nil in any other. It has as many seats as the state.
    public var set: SetState? { if case .set(let part) = game { part } else { nil } }
}

// MARK: - Wire

extension SetState {
    /// Writes its fields of a seat, each after a comma.
    func write(ofSeat index: Int, into writer: inout ByteWriter) {
        let seat = seats[index]
        writer.putField("sets", seat.sets)
        writer.putField("blockedMs", seat.blockedMilliseconds)
        writer.putField("more", seat.asksForMore)
    }

    /// Writes its other fields, at the end of the state.
    func write(into writer: inout ByteWriter) {
        writer.putField("game", GameKind.set.rawValue)
        writer.putField("deckLeft", deckLeft)
    }

    /// Reads the part; returns nil if a field is missing, or a card is not one of the deck.
    init?(_ state: JSONState.BoardFields) {
        guard let deckLeft = state.object["deckLeft"]?.int, 0...SetCard.count ~= deckLeft,
            state.cards.allSatisfy({ $0.isEmpty || SetCard($0) != nil })
        else { return nil }
        let read = state.seats.compactMap { seat -> Seat? in
            guard let sets = seat["sets"]?.int, 0...SetCard.count / 3 ~= sets else { return nil }
            return Seat(
                sets: sets, blockedMilliseconds: seat["blockedMs"]?.int ?? 0, asksForMore: seat["more"]?.bool ?? false)
        }
        guard read.count == state.seats.count else { return nil }
        self.init(deckLeft: deckLeft, seats: read)
    }
}
