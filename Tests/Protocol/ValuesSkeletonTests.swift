import Foundation
import Protocol
import TestSupport
import Testing

/// Names that pass for another name, and names that only seem to.
@Suite struct `Values: names that look alike` {
    private func refusal(claiming text: String) -> String? {
        Refusal.thrown(by: try PlayerName(claiming: text))?.message
    }

    @Test(arguments: [
        "Hօuse", "Ꮋouse", "ꓧouse", "Hⲟuse", "Houꜱe", "H0use", "Hoúse", "НОЅТ", "ноѕт", "ΗΟΣΤ", "ηοςτ", "House Player",
        "Game Host", "Moderator", "The House", "house-bot", "House 2", "H.o.u.s.e", "Hous\u{435}", "H\u{F8}use",
        "ho\u{17F}t", "Host1", "Your Host", "Host's Friend", "Admin Ann", "Adm1n", "Adrnin", "АDМIN", "МЕ",
        "Systém", "Servér", "Mοderator", "Y0u", "Уоu", "N0body", "M3", "М3", "Μ12", "А1", "Α1",
        "ʜᴏsᴛ", "ʜoꜱt", "Ho\u{335}st", "Ref\u{435}ree", "System Operator", "Staff", "j0in", "F1ip", "Ме",
    ])
    func `nobody passes for the host, in whatever script, type or spelling`(text: String) {
        #expect(refusal(claiming: text) != nil)
    }

    @Test(arguments: [
        "Theon", "Theme", "Thelma", "Theo", "Tom & Jerry", "Tom&Jerry", "It's", "It’s", "O'Brien", "O’Neil", "Jean-Luc",
        "Müller", "Muller", "Иван", "Ольга", "Наташа", "Нина", "Αλέξανδρος", "Ελένη", "ΝΙΚΟΣ", "محمد", "فاطمة", "علی",
        "נועם", "李雷", "王秀英", "さくら", "ケーキ", "ジョン・スミス", "김민수", "Đorđe", "Øyvind", "François", "नेहा", "ชัย",
        "Łukasz", "Žižek", "Gülşen", "İbrahim", "Nguyễn Thị Ánh", "Gal·la", "Անի", "ნინო", "ᏣᎳᎩ", "ⴰⵎⵉⵏ", "தமிழ்", "অনু",
        "ਜਸਪ੍ਰੀਤ", "ፍቅር", "မောင်", "សុខា", "ꓮꓠꓠ", "ⲀⲚⲚ", "李Ann", "Ann 李", "ㄚMing", "민수Kim", "さくらAnn", "Ann2", "7", "🦊🦊",
        "Ann 🦊", "Ἀχιλλεύς", "Hostettler", "Househam", "Sysco", "Gregory House", "Hosta", "Housman", "Admira", "Minsk",
        "Mel", "Meg", "Al", "Bill", "Jon", "John", "Joan", "Bo", "Ed", "Best", "No", "Ono", "Tony", "Two", "Mia",
        "Emma", "A", "Zoë", "Zoe\u{308}", "Ὀδυσσεύς", "ひろこ", "가영", "👩", "O'Neil", "J. R. Smith", "Anne-Marie", "x_1",
        "Ann Bo", "क्षि", "שלום", "كريم", "Max2", "B11", "K9", "Ann says", "Bob wins. Ann",
        "Player 1", "Player1", "Guest", "Allison", "Youssef", "Noone Else", "Itsuki", "Tito", "Hans Hosten", "Setsuko",
        "Matchka", "Gamemaster", "Cardigan", "Pedro", "Staffan", "Admiral", "Leo", "Joinville", "Sayid", "Claire",
    ])
    func `an innocent name may be claimed, in any script, with digits, emoji and a little punctuation`(text: String) {
        #expect(refusal(claiming: text) == nil)
    }

    @Test(arguments: [
        ("Aиn", "A name cannot mix Latin letters with и, which is Cyrillic."),
        ("Hօuse", "A name cannot mix Latin letters with օ, which is Armenian."),
        ("Οльга", "A name cannot mix Greek letters with л, which is Cyrillic."),
        ("Max Мах", "A name cannot mix Latin letters with М, which is Cyrillic."),
        ("Ꭺnn", "A name cannot mix Cherokee letters with n, which is Latin."),
        ("m٣", "A name cannot mix Latin letters with ٣, which is Arabic."),
        ("李Аня", "A name cannot mix Han letters with А, which is Cyrillic."),
        ("さくらAnnА", "A name cannot mix Hiragana letters with А, which is Cyrillic."),
        ("李AnnАня", "A name cannot mix Han letters with А, which is Cyrillic."),
        ("さ민", "A name cannot mix Hiragana letters with 민, which is Hangul."),
    ])
    func `a name keeps to one script, and to those that are written together`(text: String, message: String) {
        #expect(refusal(claiming: text) == message)
    }

    @Test(arguments: [
        ("<b>", "<"), ("a\"b", "\""), ("Ann: hi", ":"), ("½", "½"), ("“Ann”", "“"), ("Ａｎｎ", "Ａ"), ("→", "→"),
        ("A\u{20E3}", "\u{25CC}\u{20E3}"),
    ])
    func `a refusal shows the character that it is about`(text: String, shown: String) {
        #expect(refusal(claiming: text) == "A name cannot contain the character \(shown).")
    }

    @Test(arguments: [
        ("A\nB", "a line break"), ("A\tB", "a tab"), ("A\u{1B}[0m", "a control character (U+001B)"),
        ("A\u{200B}B", "an invisible character (U+200B)"), ("A\u{3000}B", "an unusual space (U+3000)"),
        ("A\u{202E}B", "an invisible character (U+202E)"), ("A\u{E000}B", "an unknown character (U+E000)"),
        ("👩\u{200D}👩", "an invisible character (U+200D)"),
    ])
    func `a refusal names in words what nobody can see`(text: String, words: String) {
        #expect(refusal(claiming: text) == "A name cannot contain \(words).")
    }

    @Test func `a refusal says how long a name may be, as a person counts`() {
        #expect(refusal(claiming: String(repeating: "a", count: 25)) == "A name can have at most 24 characters.")
        #expect(
            refusal(claiming: "e" + String(repeating: "\u{301}", count: 48))
                == "The name is too long; letters with several marks count for more than one.")
    }

    @Test(arguments: ["Ann\u{301}\u{302}\u{303}\u{304}\u{305}", "Zoe\u{308}\u{308}\u{308}\u{308}\u{308}\u{308}"])
    func `a letter of a name has at most four marks`(text: String) {
        #expect(refusal(claiming: text) == "A name can have at most 4 marks on a letter.")
        #expect(refusal(claiming: String(text.unicodeScalars.dropLast(2))) == nil)
    }

    @Test(arguments: ["It's", "its", "No", "the", "Two", "Best", "Welcome"])
    func `a name that begins a sentence of the host stands in quotation marks`(text: String) {
        #expect(PlayerName.quoted(text) == "\"\(text)\"")
    }
}

/// The file of tables that a script writes.
@Suite struct `Values: Unicode's tables` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Protocol/Messages/Names")

    private static func digest(_ bytes: some Sequence<UInt8>) -> String {
        SHA256.bytes(of: Array(bytes)).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    @Test func `the tables are as the script wrote them, and the script is as it was then`() throws {
        let script = try Data(contentsOf: Self.folder.appending(path: "unicode-tables.py"))
        let text = try String(contentsOf: Self.folder.appending(path: "UnicodeTables.swift"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        let last = try #require(lines.last)
        let body = text.dropLast(last.count + 1)
        #expect(last == "// SHA-256 of the lines above: \(Self.digest(body.utf8))")
        #expect(text.hasSuffix("\n") && lines[1] == "// SHA-256 of the script: \(Self.digest(script))")
    }
}
