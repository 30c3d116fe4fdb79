import Protocol

/// Draws the cards of a match in their layout.
struct BoardView {
    let table: TableView

    func draw(_ drawing: inout Drawing, _ layout: BoardLayout) {
        let view = CardView(
            look: table.look, touches: layout.cardsTouch, isAsleep: isAsleep, marksBacks: marksBacks)
        let room = layout.cardRows == 1 ? layout.cardColumns : layout.cardColumns - 2
        let labels = FaceText.labels(
            table.faces.faces, columns: room, isASCII: table.look.isASCII,
            arePictures: table.seating.rules.faces == .pictures)
        let focus = table.player == nil && table.seating.seat != nil ? table.model.effectiveFocus : nil
        let vanishes = table.seating.rules.matched == .vanish && table.state.phase != .over
        var above: [(Rect, CardView.Card)] = []
        for index in table.state.cards.indices {
            let rect = layout.card(index)
            let card = card(index, labels, hasCursor: focus == .card(index))
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
        guard table.player == nil, table.seating.seat != nil, let active = table.state.active ?? table.state.turn
        else { return false }
        return !table.seating.plays(active) && table.model.screen.motions.nextStep(after: table.now) == nil
    }

    /// True under the scoring and the vanishing pairs of the preset `tiles`.
    private var marksBacks: Bool { table.seating.rules.scoring == .points && table.seating.rules.matched == .vanish }

    private func drawEmpty(_ canvas: inout Canvas, in rect: Rect) {
        let style = Style(foreground: .frame)
        if rect.rows == 1 {
            canvas.put("·", in: rect, align: .centre, style: style)
        } else {
            canvas.frame(rect, .thin, style: style)
        }
    }

    private func card(_ index: Int, _ labels: [String: String], hasCursor: Bool) -> CardView.Card {
        let pose = table.model.screen.motions.pose(of: index, at: table.now)
        let face = if let posed = pose.face { posed } else { table.state.cards[index] }
        return CardView.Card(
            coordinate: Coordinate(card: index, columns: table.state.columns).text,
            face: face.map { self.face($0, labels) },
            taker: table.state.seats.firstIndex { $0.taken.contains(index) }, showsTaker: table.state.seats.count > 1,
            isTurned: table.state.turned.contains(index), hasCursor: hasCursor, pose: pose)
    }

    private func face(_ face: String, _ labels: [String: String]) -> CardView.Face {
        let shape = table.seating.rules.faces == .shapes ? Shape.face(face) : nil
        return CardView.Face(label: labels[face] ?? face, name: FaceNames.name(of: face), shape: shape)
    }
}
