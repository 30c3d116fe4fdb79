// The drawings of the game. A browser draws the same shapes as vectors.

extension Shape {
    /// The question mark on the back of cards.
    public static let questionMark = Shape(
        "ask", .black, .stroke(4, 6, 8, 6, 5, 9, 2, 15, 2, 18, 5, 18, 9, 12, 13, 12, 16), .ellipse(12, 21.5, 2.4, 2.4))

    /// The fifty faces of ``FaceSet/shapes``, by name.
    ///
    /// They are told apart by their form; where two forms are close, their ink differs. Their names have at most four
    /// letters, which is what a board in plain text and the limits on the length of a state have room for, and differ
    /// in their first two, which is what the smallest cards have room for.
    public static let faces: [Shape] = [
        Shape(
            "arch", .blue,
            .polygon(2, 23, 2, 11, 5, 5, 9, 2, 15, 2, 19, 5, 22, 11, 22, 23, 16, 23, 16, 12, 14, 9, 10, 9, 8, 12, 8, 23)
        ),
        Shape("axe", .blue, .stroke(3, 8, 23, 13, 3), .polygon(10, 2, 20, 1, 23, 6, 23, 11, 20, 14, 16, 10, 10, 9)),
        Shape("bar", .black, .polygon(1, 8, 23, 8, 23, 16, 1, 16)),
        Shape(
            "bell", .black, .polygon(0, 19, 4, 15, 4, 9, 7, 4, 17, 4, 20, 9, 20, 15, 24, 19), .ellipse(12, 21, 4, 3),
            .ellipse(12, 3, 2.5, 2.5)),
        Shape("bolt", .violet, .polygon(13, 0, 3, 14, 10, 14, 7, 24, 21, 9, 13, 9, 17, 0)),
        Shape(
            "cat", .black, .polygon(3, 1, 9, 6, 15, 6, 21, 1, 22, 14, 17, 22, 7, 22, 2, 14),
            .cut(.ellipse(8, 13, 2, 2)), .cut(.ellipse(16, 13, 2, 2))),
        Shape(
            "comb", .black, .polygon(1, 2, 23, 2, 23, 11, 1, 11), .polygon(1, 11, 4, 11, 4, 22, 1, 22),
            .polygon(7.3, 11, 10.3, 11, 10.3, 22, 7.3, 22), .polygon(13.7, 11, 16.7, 11, 16.7, 22, 13.7, 22),
            .polygon(20, 11, 23, 11, 23, 22, 20, 22)),
        Shape("cup", .blue, .polygon(2, 4, 17, 4, 16, 20, 3, 20), .stroke(3, 17, 8, 21, 8, 21, 15, 16, 15)),
        Shape(
            "die", .black, .polygon(1, 1, 23, 1, 23, 23, 1, 23), .cut(.ellipse(7, 7, 3, 3)),
            .cut(.ellipse(17, 17, 3, 3)), .cut(.ellipse(17, 7, 3, 3)), .cut(.ellipse(7, 17, 3, 3))),
        Shape("dot", .blue, .ellipse(12, 12, 6, 6)),
        Shape("drop", .blue, .polygon(12, 0, 18, 11, 6, 11), .ellipse(12, 16, 7.5, 7.5)),
        Shape("duo", .red, .ellipse(6, 6, 6, 6), .ellipse(18, 18, 6, 6)),
        Shape(
            "eye", .violet, .polygon(0, 12, 6, 6, 12, 4, 18, 6, 24, 12, 18, 18, 12, 20, 6, 18),
            .cut(.ellipse(12, 12, 5, 5)), .ellipse(12, 12, 2.5, 2.5)),
        Shape(
            "fish", .blue, .polygon(0, 12, 5, 7, 10, 5, 15, 8, 23, 3, 23, 21, 15, 16, 10, 19, 5, 17),
            .cut(.ellipse(6, 11, 1.5, 1.5))),
        Shape("flag", .red, .polygon(2, 0, 6, 0, 6, 24, 2, 24), .polygon(6, 1, 23, 7, 6, 13)),
        Shape(
            "fork", .blue,
            .polygon(
                2, 1, 6, 1, 6, 9, 10, 9, 10, 1, 14, 1, 14, 9, 18, 9, 18, 1, 22, 1, 22, 14, 14, 14, 14, 24, 10, 24, 10,
                14, 2, 14)),
        Shape(
            "gem", .violet, .polygon(5, 2, 19, 2, 24, 9, 12, 23, 0, 9), .cut(.stroke(1.6, 0, 9, 24, 9)),
            .cut(.stroke(1.6, 9, 9, 12, 20)), .cut(.stroke(1.6, 15, 9, 12, 20))),
        Shape(
            "grin", .red, .ellipse(12, 12, 11.5, 11.5), .cut(.ellipse(8, 8, 2, 2.5)), .cut(.ellipse(16, 8, 2, 2.5)),
            .cut(.polygon(4, 14, 20, 14, 16, 19, 8, 19))),
        Shape("hat", .violet, .polygon(0, 17, 24, 17, 24, 22, 0, 22), .polygon(6, 3, 18, 3, 19, 17, 5, 17)),
        Shape(
            "hut", .violet, .polygon(12, 1, 24, 12, 20, 12, 20, 23, 15, 23, 15, 15, 9, 15, 9, 23, 4, 23, 4, 12, 0, 12)),
        Shape("jar", .red, .polygon(6, 1, 18, 1, 18, 4, 6, 4), .polygon(4, 7, 20, 7, 20, 23, 4, 23)),
        Shape(
            "key", .black, .ellipse(6, 8, 6, 7), .cut(.ellipse(6, 8, 2.5, 3)),
            .polygon(11, 6, 24, 6, 24, 18, 20, 18, 20, 10, 17, 10, 17, 15, 13, 15, 13, 10, 11, 10)),
        Shape("kite", .black, .polygon(24, 0, 21, 14, 9, 16, 10, 3), .stroke(2.5, 10, 14, 5, 15, 5, 20, 1.5, 22.5)),
        Shape(
            "lamp", .blue, .polygon(7, 0, 17, 0, 24, 14, 0, 14), .polygon(10.5, 14, 13.5, 14, 13.5, 20, 10.5, 20),
            .polygon(3, 20, 21, 20, 21, 24, 3, 24)),
        Shape("leaf", .red, .polygon(2, 22, 3, 11, 8, 4, 22, 2, 20, 16, 13, 21), .cut(.stroke(1.5, 2, 22, 15, 9))),
        Shape(
            "love", .red, .ellipse(6.3, 7.5, 6.3, 6.5), .ellipse(17.7, 7.5, 6.3, 6.5),
            .polygon(0.8, 10.5, 12, 6, 23.2, 10.5, 12, 24)),
        Shape(
            "mask", .red, .polygon(0, 3, 24, 3, 23, 15, 15, 16, 12, 12, 9, 16, 1, 15), .cut(.ellipse(6.5, 8.5, 3, 2.5)),
            .cut(.ellipse(17.5, 8.5, 3, 2.5))),
        Shape("moon", .violet, .ellipse(10, 12, 10, 11), .cut(.ellipse(16, 10, 9, 9))),
        Shape(
            "net", .black, .polygon(6, 1, 9, 1, 9, 23, 6, 23), .polygon(15, 1, 18, 1, 18, 23, 15, 23),
            .polygon(1, 6, 23, 6, 23, 9, 1, 9), .polygon(1, 15, 23, 15, 23, 18, 1, 18)),
        Shape("nut", .violet, .polygon(6, 0, 18, 0, 24, 12, 18, 24, 6, 24, 0, 12), .cut(.ellipse(12, 12, 4, 4))),
        Shape("orb", .blue, .ellipse(12, 12, 11, 11), .cut(.stroke(3, 2, 8, 12, 12, 22, 4))),
        Shape(
            "pawn", .red, .ellipse(12, 6, 5.5, 5.5),
            .polygon(9.5, 10, 14.5, 10, 16, 18, 22, 20, 22, 24, 2, 24, 2, 20, 8, 18)),
        Shape("pie", .violet, .ellipse(12, 12, 11, 11), .cut(.polygon(12, 12, 24, 3, 26, 12, 24, 21))),
        Shape(
            "plus", .red, .polygon(8, 1, 16, 1, 16, 8, 23, 8, 23, 16, 16, 16, 16, 23, 8, 23, 8, 16, 1, 16, 1, 8, 8, 8)),
        Shape(
            "quad", .red, .polygon(1, 1, 10, 1, 10, 10, 1, 10), .polygon(14, 1, 23, 1, 23, 10, 14, 10),
            .polygon(1, 14, 10, 14, 10, 23, 1, 23), .polygon(14, 14, 23, 14, 23, 23, 14, 23)),
        Shape("ramp", .red, .polygon(24, 2, 24, 23, 0, 23)),
        Shape("ring", .black, .ellipse(12, 12, 11.5, 11.5), .cut(.ellipse(12, 12, 7, 7))),
        Shape(
            "rook", .black,
            .polygon(
                3, 1, 7, 1, 7, 5, 10, 5, 10, 1, 14, 1, 14, 5, 17, 5, 17, 1, 21, 1, 21, 9, 17, 11, 18, 18, 21, 18, 21,
                23, 3, 23, 3, 18, 6, 18, 7, 11, 3, 9)),
        Shape("sand", .blue, .polygon(1, 1, 23, 1, 23, 4, 14, 12, 23, 20, 23, 23, 1, 23, 1, 20, 10, 12, 1, 4)),
        Shape(
            "ship", .violet, .polygon(0, 16, 24, 16, 19, 23, 5, 23), .polygon(11, 0, 11, 14, 2, 14),
            .polygon(13, 3, 13, 14, 21, 14)),
        Shape("star", .black, .polygon(12, 0, 15, 8, 24, 9, 17, 14, 20, 23, 12, 18, 4, 23, 7, 14, 0, 9, 9, 8)),
        Shape(
            "sun", .red, .ellipse(12, 12, 6, 6), .stroke(2, 12, 1, 12, 23), .stroke(2, 1, 12, 23, 12),
            .stroke(2, 3.5, 3.5, 20.5, 20.5), .stroke(2, 20.5, 3.5, 3.5, 20.5)),
        Shape("tent", .red, .polygon(12, 2, 24, 22, 0, 22), .cut(.polygon(12, 10, 16, 22, 8, 22))),
        Shape("tie", .violet, .polygon(0, 3, 12, 10, 24, 3, 24, 21, 12, 14, 0, 21)),
        Shape(
            "tree", .black, .ellipse(12, 6, 7, 6), .ellipse(6.5, 11.5, 6.5, 6), .ellipse(17.5, 11.5, 6.5, 6),
            .polygon(10.5, 14, 13.5, 14, 14.5, 24, 9.5, 24)),
        Shape(
            "tv", .black, .polygon(1, 6, 23, 6, 23, 24, 1, 24), .cut(.polygon(6, 11, 18, 11, 18, 19, 6, 19)),
            .stroke(2.5, 6, 1, 12, 6, 18, 1)),
        Shape("up", .violet, .polygon(12, 0, 24, 12, 15.5, 12, 15.5, 24, 8.5, 24, 8.5, 12, 0, 12)),
        Shape(
            "vent", .blue, .polygon(2, 2, 22, 2, 22, 6.5, 2, 6.5), .polygon(2, 10, 22, 10, 22, 14, 2, 14),
            .polygon(2, 17.5, 22, 17.5, 22, 22, 2, 22)),
        Shape(
            "wave", .blue, .stroke(5, 2.5, 7, 7, 3, 12, 8, 17, 11.5, 21.5, 8),
            .stroke(5, 2.5, 18, 7, 14, 12, 18, 17, 21.4, 21.5, 18)),
        Shape("zig", .violet, .stroke(4.5, 5, 3, 19, 8.5, 5, 14.5, 19, 21)),
    ]

    /// The shape with this name among ``faces``, if any.
    public static func face(_ name: String) -> Shape? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: faces.map { ($0.name, $0) })
}
