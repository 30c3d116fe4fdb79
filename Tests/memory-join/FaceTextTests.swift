import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct FaceTextTests {
    @Test(arguments: [
        ("Ann", "Ann"), ("naïve Łódź, Škoda", "naive Lodz, Skoda"), ("Tiếng Việt", "Tieng Viet"), ("ßæŒþ", "ssaeOEth"),
        ("e\u{301}", "e"), ("“so” – ‘ja’…", "\"so\" - 'ja'..."), ("３×٤", "3x4"), ("Ｑ！", "Q!"), ("🇨🇭", "CH"),
        ("7\u{FE0F}\u{20E3}", "7"), ("🦊漢", "??"), ("👩\u{200D}🚀", "?"), ("ж", "?"), ("\u{1B}\u{7F}\u{85}", "???"),
        ("", ""),
    ])
    func `text is converted to ASCII as far as possible`(_ text: String, _ plain: String) {
        #expect(SafeText.ascii(text) == plain)
    }

    @Test(arguments: ["A", "🦊", "card 1", "❤\u{FE0F}", "👩\u{200D}🚀🇨🇭🦊", "e\u{301}"])
    func `a face that fits and is safe is unchanged`(_ face: String) {
        #expect(FaceText.sanitized(face).utf8.elementsEqual(face.utf8))
    }

    @Test func `faces that differ only in unsafe or cut parts still look different`() {
        let faces = [
            "a very long face 1", "a very long face 2", "\u{200B}", "\u{202E}", "", " ", "  ", "🦊\u{FE0E}", "🦊\u{FE00}",
            "\u{1B}[31mA", "\u{1B}[32mA", "a\u{300}\u{301}\u{302}", "a\u{300}\u{301}\u{303}", "漢漢漢漢", "漢漢漢字",
        ]
        let safe = faces.map(FaceText.sanitized)
        #expect(Set(safe).count == faces.count)
        for face in safe {
            #expect(isSafe(face) && (1...Widths.face).contains(TextWidth.columns(of: face)), "\(face)")
            #expect(FaceText.sanitized(face) == face)
        }
    }

    @Test func `fifty faces of ten code points each fit a board and look different`() {
        // A kiss of two people, with all the skin tones that there are, and twice.
        let tones = (0x1F3FB...0x1F3FF).compactMap { Unicode.Scalar($0) }.map { String($0) }
        let kisses = tones.flatMap { one in
            tones.flatMap { other in
                [
                    "👩\(one)\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨\(other)",
                    "👨\(one)\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨\(other)",
                ]
            }
        }
        let safe = kisses.map(FaceText.sanitized)
        #expect(safe == kisses)
        #expect(Set(safe).count == 50)
        #expect(safe.allSatisfy { Glyph.split($0) == [Glyph(text: $0, columns: 2, hasAmbiguousWidth: true)] })
        let ascii = FaceText.labels(safe, columns: 1, isASCII: true)
        #expect(Set(ascii.values).count == 50)
    }

    @Test func `random faces are safe, no wider than they may be, and no longer than 160 bytes`() {
        var random = SeededRandom(#function)
        for _ in 0..<2000 {
            let text = random.text()
            let face = FaceText.sanitized(text)
            let place: Comment = "\(text.debugDescription)"
            #expect(isSafe(face) && FaceText.sanitized(face) == face, place)
            #expect((1...Widths.face).contains(TextWidth.columns(of: face)) && face.utf8.count <= 160, place)
        }
    }

    @Test func `in ASCII every face of the host's sets has a fixed sign of its own`() {
        let animals = FaceText.labels(FaceSet.animals.faces, columns: 2, isASCII: true)
        #expect(animals["🐶"] == "A" && animals["🐵"] == "O" && animals["🐓"] == "z")
        let symbols = FaceText.labels(FaceSet.symbols.faces.reversed(), columns: 2, isASCII: true)
        #expect(symbols["★"] == "A" && symbols["√"] == "V" && symbols["&"] == "&")
        let letters = FaceText.labels(FaceSet.letters.faces, columns: 2, isASCII: true)
        #expect(letters.allSatisfy { $0 == $1 })
        let shapes = FaceText.labels(FaceSet.shapes.faces.reversed(), columns: 2, isASCII: true)
        #expect(shapes["ring"] == "ri" && shapes["up"] == "up")
        for spelled in [animals, symbols, letters, shapes] {
            #expect(Set(spelled.values).count == spelled.count)
        }
    }

    @Test func `the label of a picture has its words apart where there is room`() {
        let labels = ["Album8", "album12", "MonaLisa", "theMoon", "Blue", "IMG2024", "Жук7"]
        func shown(columns: Int, isASCII: Bool = false) -> [String?] {
            let texts = FaceText.labels(labels, columns: columns, isASCII: isASCII, arePictures: true)
            return labels.map { texts[$0] }
        }
        #expect(
            shown(columns: 12) == ["Album 8", "Album 12", "Mona Lisa", "The Moon", "Blue", "IMG2024", "Жук 7"])
        #expect(shown(columns: 7) == ["Album 8", "Album12", "MonaLis", "TheMoon", "Blue", "IMG2024", "Жук 7"])
        #expect(shown(columns: 5).map { $0?.contains(" ") } == [false, false, false, false, false, false, true])
        #expect(shown(columns: 12, isASCII: true).prefix(3) == ["Album 8", "Album 12", "Mona Lisa"])
        #expect(FaceText.labels(["Album8"], columns: 12, isASCII: false)["Album8"] == "Album8")
    }

    @Test func `unknown faces are written as well as possible, and never two alike`() {
        let faces = ["é", "e", "漢", "字", "🐶", "A", "cat", "car", "carts", "🇨🇭", "?"]
        let written = FaceText.labels(faces, columns: 2, isASCII: true)
        #expect(faces.map { written[$0] } == ["e", "e2", "A", "B", "A2", "A3", "ca", "c2", "c3", "CH", "?"])
        let narrow = FaceText.labels(faces, columns: 1, isASCII: true)
        #expect(faces.map { narrow[$0] } == ["e", "A", "B", "C", "D", "E", "c", "F", "G", "H", "?"])
        let shown = FaceText.labels(["apple 1", "apple 2", "🦊🐶", "🦊🐱", " a", "a"], columns: 3, isASCII: false)
        #expect(shown == ["apple 1": "app", "apple 2": "ap2", "🦊🐶": "🦊", "🦊🐱": "🦊2", " a": "a", "a": "a2"])
    }

    @Test func `the text for a face stays the same when other faces are seen`() {
        var random = SeededRandom(#function)
        for _ in 0..<100 {
            let isASCII = random.chance(oneIn: 2)
            let columns = random.number(2...6)
            let own = FaceSet.builtIn.flatMap(\.faces)
            let faces = (0..<100).map { _ in
                FaceText.sanitized(random.chance(oneIn: 3) ? random.one(of: own) : random.text())
            }
            let early = FaceText.labels(faces.prefix(30), columns: columns, isASCII: isASCII)
            let late = FaceText.labels(faces, columns: columns, isASCII: isASCII)
            #expect(early.allSatisfy { late[$0.key] == $0.value })
            #expect(Set(late.values).count == late.count && late.count == Set(faces).count)
            #expect(late.values.allSatisfy { (1...columns).contains(TextWidth.columns(of: $0)) && isSafe($0) })
            #expect(!isASCII || late.values.allSatisfy { TextWidth.isPrintableASCII($0) })
        }
    }

    @Test func `faces are remembered in the order seen, at most as many as a board has cards`() {
        var seen = SeenFaces()
        seen.insert(["🦊", nil, "A"])
        seen.insert(["B", nil, "A"])
        #expect(seen.faces == ["🦊", "A", "B"])
        seen.insert(CardFaces((0..<100).map { "\($0)" }))
        #expect(seen.faces.count == 100)
    }
}
