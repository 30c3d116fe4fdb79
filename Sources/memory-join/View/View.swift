import Protocol

/// Draws a model on a screen of its size.
///
/// The page is drawn first, then the overlay. The ``Drawing`` also records the
/// mouse targets.
struct View {
    /// Smaller screens show only that they are too small.
    static let minimumSize = Platform.WindowSize(columns: 40, rows: 14)

    let model: Model
    let now: Instant

    /// The drawn screen.
    var drawing: Drawing {
        var drawing = Drawing(model.size, isASCII: model.look.isASCII)
        let screen = Rect(model.size)
        guard screen.columns >= Self.minimumSize.columns, screen.rows >= Self.minimumSize.rows else {
            tooSmall(&drawing, in: screen)
            return drawing
        }
        model.content.draw(&drawing, in: screen, at: now)
        if let overlay = model.screen.overlay {
            OverlayView(model: model, overlay: overlay, now: now).draw(&drawing, in: screen)
        }
        return drawing
    }

    /// Draws a notice that the screen is too small.
    private func tooSmall(_ drawing: inout Drawing, in screen: Rect) {
        let needed = "\(Self.minimumSize.columns)x\(Self.minimumSize.rows)"
        let size = drawing.canvas.size
        let sentence = "This terminal is \(size.columns)x\(size.rows); Memory needs at least \(needed)."
        drawing.canvas.put(wrapped: sentence, in: screen)
    }
}
