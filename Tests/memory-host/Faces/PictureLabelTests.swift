import TestSupport
import Testing

@testable import memory_host

@Suite struct PictureLabelTests {
    @Test(arguments: [
        (["Abbey Road", "Blue"], ["Abbey", "Blue"]), (["Let It Be"], ["LetItBe"]),
        (["The Dark Side of the Moon", "The Dark Knight"], ["theMoon", "Knight"]),
        (["Ob-La-Di, Ob-La-Da"], ["ObLaDiOb"]), (["Supercalifragilistic day"], ["Supercal"]), (["a"], ["a"]),
        (["Ok (1997)"], ["Ok1997"]), (["Ärger", "A\u{308}rger"], ["Ärger", "Arger"]),
        (["Жук", "Ωmega"], ["Жук", "Ωmega"]),
        (["東京", "🐶", "", "…"], ["pic1", "pic2", "pic3", "pic4"]), (["東京 2024"], ["pic2024"]),
        (["a1", "B10", "7", "x"], ["pica1", "picB10", "pic7", "x"]),
        (["123456", "12345678"], ["p123456", "p2345678"]),
        (["IMG_20240101_120000", "IMG_20240101_130500"], ["p120000", "p130500"]),
        (["same", "same", "SAME"], ["same", "same2", "SAME3"]), (["a", "a"], ["a", "pica2"]),
        (["longword", "longword"], ["longword", "longwor2"]),
        (["Holiday in Rome 1", "Holiday in Rome 2"], ["inRome1", "inRome2"]),
    ])
    func `a label is the beginning of a name, or what tells it from others`(names: [String], labels: [String]) {
        #expect(PictureLabel.labels(for: names) == labels)
    }

    @Test func `labels are short, of letters and digits, and all different even where case means nothing`() {
        var random = SeededRandom("labels of pictures")
        let pieces = [
            "IMG", "_", " ", "a", "A", "ä", "e\u{301}", "1", "22", "longer", "🐶", "東", "\u{202E}", "\u{1B}[31m", "",
        ]
        for _ in 0..<2_000 {
            let names = (0..<random.number(0...60)).map { _ in
                (0..<random.number(0...6)).map { _ in random.one(of: pieces) }.joined()
            }
            let labels = PictureLabel.labels(for: names)
            let places = labels.filter { $0.wholeMatch(of: /[A-Ja-j]\d{1,2}|\d+/) != nil }
            #expect(places == [], "a place or a number: \(names)")
            #expect(labels.count == names.count && Set(labels.map { $0.lowercased() }).count == names.count)
            for label in labels {
                let isPlain = label.allSatisfy { $0.isLetter || $0.isWholeNumber } && label.utf8.count <= 16
                #expect((1...8).contains(label.count) && isPlain, "\(label) of \(names)")
            }
        }
    }
}
