// What only a state of Set has.

extension JSONState {
    /// Writes what only Set has of a seat.
    static func write(_ seat: MatchState.SetPart.Seat, _ pen: inout Pen) {
        pen.put(",\"sets\":")
        pen.put(seat.sets)
        pen.put(",\"blockedMs\":")
        pen.put(seat.blockedMilliseconds)
        if seat.wishesMore { pen.put(",\"more\":true") }
        if !seat.wishesMore { pen.put(",\"more\":false") }
    }

    /// Writes a move of Set: a claim with its cards, and what the move cost.
    static func write(
        _ kind: StaticString, _ seat: Int, _ claim: SetClaim?, _ penalty: SetPenalty, _ pen: inout Pen
    ) {
        pen.put(",\"change\":{\"kind\":\"")
        pen.put(kind)
        pen.put("\",\"seat\":")
        pen.put(seat)
        pen.put(",\"cards\":[")
        if let claim {
            pen.put(claim.places)
            pen.put("],\"faces\":[")
            for (index, card) in claim.cards.enumerated() {
                if index > 0 { pen.put(",") }
                pen.putJSON(card.text)
            }
        }
        pen.put("]")
        if let fault = penalty.fault {
            pen.put(",\"fault\":")
            pen.putJSON(fault.rawValue)
        }
        if penalty.points > 0 {
            pen.put(",\"cost\":")
            pen.put(penalty.points)
        }
        if let missed = penalty.missed {
            pen.put(",\"missed\":[")
            pen.put(missed.all)
            pen.put("]")
        }
        pen.put("}")
    }
}

// MARK: - Reading

extension JSONState {
    /// Parses what only Set has; returns nil if a field is missing, or a card is not one of the deck.
    static func readSet(
        _ object: JSONObject, _ cards: [String], _ seats: [JSONValue]
    ) -> MatchState.SetPart? {
        guard let deckLeft = object["deckLeft"]?.int, 0...SetCard.count ~= deckLeft,
            cards.allSatisfy({ $0.isEmpty || SetCard($0) != nil })
        else { return nil }
        let read = seats.compactMap { seat -> MatchState.SetPart.Seat? in
            guard let seat = seat.object, let sets = seat["sets"]?.int, 0...SetCard.count / 3 ~= sets else {
                return nil
            }
            return MatchState.SetPart.Seat(
                sets: sets, blockedMilliseconds: seat["blockedMs"]?.int ?? 0, wishesMore: seat["more"]?.bool ?? false)
        }
        return read.count == seats.count ? MatchState.SetPart(deckLeft: deckLeft, seats: read) : nil
    }

    /// Parses what a move of Set cost; leaves out what is unknown, or is about a place that no table has.
    static func readPenalty(_ change: JSONObject, _ cards: Int) -> SetPenalty {
        let missed = (change["missed"]?.ints).flatMap { $0.allSatisfy((0..<cards).contains) ? SetPlaces($0) : nil }
        return SetPenalty(
            points: change["cost"]?.int ?? 0, fault: change.parsed("fault", SetCard.Feature.init(rawValue:)),
            missed: missed)
    }
}
