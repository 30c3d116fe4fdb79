import Protocol

/// Draws the cards of a match of Memory in their layout.
struct MemoryBoardView {
    let board: BoardContext
    /// The column that was typed, of a card whose row is still to come.
    var typedColumn: Int?

    func draw(_ drawing: inout Drawing, _ layout: BoardLayout, in space: Rect) {
        let view = CardView(
            look: board.look, touches: layout.cardsTouch, isAsleep: isAsleep, marksBacks: marksBacks, room: space)
        let room = layout.cardRows == 1 ? layout.cardColumns : layout.cardColumns - 2
        let labels = FaceText.labels(
            board.faces.faces, columns: room, isASCII: board.look.isASCII,
            arePictures: board.seating.rules.faces == .pictures)
        let vanishes = board.seating.rules.matched == .vanish && board.state.phase != .over
        var above: [(Rect, CardView.Card)] = []
        for index in board.state.cards.indices {
            let rect = layout.card(index)
            let card = card(index, labels, hasCursor: board.cursor == index)
            drawing.addTarget(.card(index), in: rect)
            // The cursor is visible on an empty position, too.
            if vanishes, card.taker != nil, card.pose == Motion.Pose() {
                if card.hasCursor { drawEmpty(&drawing.canvas, in: rect) }
                continue
            }
            // Moving cards are drawn over the others.
            if card.pose.rows != 0 || card.pose.columns != 0 {
                above.append((rect, card))
            } else {
                view.draw(card, &drawing.canvas, in: rect)
            }
        }
        for (rect, card) in above { view.draw(card, &drawing.canvas, in: rect) }
    }

    /// True for a player while it is the other one's turn, once all cards are still: a frame with a card that turns is
    /// large enough.
    private var isAsleep: Bool {
        guard board.seating.seat != nil, let active = board.state.active ?? board.state.turn
        else { return false }
        return !board.seating.plays(active) && board.motions.nextStep(after: board.now) == nil
    }

    /// True under the scoring and the vanishing pairs of the preset `tiles`.
    private var marksBacks: Bool { board.seating.rules.scoring == .points && board.seating.rules.matched == .vanish }

    private func drawEmpty(_ canvas: inout Canvas, in rect: Rect) {
        let style = Style(foreground: .frame)
        if rect.rows == 1 {
            canvas.put("·", in: rect, align: .centre, style: style)
        } else {
            canvas.frame(rect, .thin, style: style)
        }
    }

    private func card(_ index: Int, _ labels: [String: String], hasCursor: Bool) -> CardView.Card {
        let pose = board.motions.pose(of: index, at: board.now)
        let face: String? =
            switch pose.side {
            case .asInState: board.state.cards[index]
            case .back: nil
            case .face(let face): face
            }
        return CardView.Card(
            coordinate: Coordinate(card: index, columns: board.state.columns).text,
            face: face.map { self.face($0, labels) },
            taker: board.state.seats.firstIndex { $0.taken.contains(index) }, showsTaker: board.state.seats.count > 1,
            isTurned: board.state.turned.contains(index), hasCursor: hasCursor,
            isMeant: typedColumn.map { index % max(1, board.state.columns) == $0 }, pose: pose)
    }

    private func face(_ face: String, _ labels: [String: String]) -> CardView.Face {
        let set = board.seating.rules.faces
        let name = set == .shapes ? face : FaceNames.name(of: face)
        return CardView.Face(label: labels[face] ?? face, name: name, shape: Drawings.of(face, in: set))
    }
}
