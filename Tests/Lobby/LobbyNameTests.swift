import Lobby
import Protocol
import Testing

@testable import TestDrivers

@Suite struct `Lobby: names` {
    @Test func `a name is answered by a welcome with a token`() throws {
        let table = LobbyDriver()
        let welcome = try #require(table.hello("ann", as: "  Ann ").welcomes.first)
        #expect(welcome.name == "Ann")
        #expect(!welcome.resumed)
    }

    @Test func `a second hello renames a client in the lobby or watching, with a new token`() throws {
        let table = LobbyDriver("ann", "bob")
        let old = try table.token(of: "ann")
        #expect(table.hello("ann", as: "Anna").welcomes.map(\.name) == ["Anna"])
        #expect(try table.token(of: "ann") != old)
        table.say("bob", .open(RulesRequest(), isPrivate: false))
        table.say("ann", .watch(nil))
        #expect(table.hello("ann", as: "Annika").kinds == ["welcome"])
        #expect(table.write("ann", "say hello").saids.map(\.from) == ["Annika"])
    }

    @Test func `a name in use is taken, whatever its case and however it is composed`() {
        let table = LobbyDriver("josé")
        for name in ["josé", "JOSÉ", "Jose\u{301}"] {
            #expect(table.hello("other", as: name).kinds == ["error name_taken"])
            table.vanish("other")
        }
    }

    @Test(arguments: ["ꓮꓠꓠ", "ΑΝΝ", "Ann.", "Ann_", "A-n-n", "'Ann'", "A.nn", "An\u{274}"])
    func `a name that looks like one in use is taken`(name: String) {
        let table = LobbyDriver("Ann")
        #expect(table.hello("other", as: name).kinds == ["error name_taken"])
        table.vanish("Ann")
        #expect(table.hello("other", as: name).kinds == ["welcome"])
    }

    @Test(arguments: ["Ꭺnn", "ꓮnn", "Ⲁnn", "АNN", "Аnn"])
    func `a name with a letter of another script is no name at all`(name: String) {
        let table = LobbyDriver("Ann")
        #expect(table.hello("other", as: name).kinds == ["error bad_name"])
    }

    @Test(arguments: [
        ("Bill", "BiIl"), ("Bob", "B0b"), ("Bernie", "Bemie"), ("Ian", "lan"),
        ("Lan", "Ian"), ("Max1", "MaxI"), ("Müller", "MU\u{308}LLER"),
        ("Jean-Luc", "Jean Luc"), ("O'Neil", "O’Neil"), ("Čapek", "C\u{306}apek"),
        ("СОРА", "COPA"), ("COPA", "сора"), ("νικος", "ΝΙΚΟΣ"),
        ("Ann", "Ànn"), ("Anń", "Ann"), ("Ann", "A\u{30A}n\u{308}n"), ("Anni", "Annı"), ("Jan", "ȷan"), ("Jan", "ĵan"),
        ("Müller", "Muller"), ("Chloe", "CHLOË"), ("Øyvind", "Oyvind"), ("Łukasz", "Lukasz"), ("Ibrahim", "İbrahim"),
        ("ibrahim", "İbrahim"), ("Ian", "ían"), ("Nguyễn", "Nguyen"), ("Ελένη", "Ελενη"), ("ΕΛΕΝΗ", "ελένη"),
        ("Ὠκεανός", "ωκεανος"), ("Фёдор", "Федор"), ("Андрей", "АНДРЕИ"), ("Їжак", "Іжак"), ("Ӂан", "Жан"),
        ("Max2", "Max2\u{302}"), ("Ann 🦊", "Ann 🦊\u{302}"),
    ])
    func `two names that look alike are not in use at once`(first: String, second: String) {
        let table = LobbyDriver()
        #expect(table.hello("one", as: first).kinds == ["welcome"])
        #expect(table.hello("two", as: second).kinds == ["error name_taken"])
        #expect(table.hello("three", as: "Zoe").kinds == ["welcome"])
        #expect(table.write("three", #"{"type":"open","beside":"\#(second)"}"#).kinds == ["error name_taken"])
    }

    @Test(arguments: [
        ("Ann", "Anna"), ("Ann", "Ann2"), ("Ann", "An"), ("Jon", "John"), ("Nina", "Vina"),
        ("Celia", "Cella"), ("Ann", "Ανν"), ("Zoe", "Ζοε"),
        ("ian", "lan"),
        ("L12-3", "L1-23"), ("Ann", "Аня"), ("Ann", "Anh"), ("Oto", "Otto"), ("李雷", "李梅"), ("かき", "かぎ"),
        ("ハハ", "パパ"), ("は", "ば"), ("は\u{3099}", "は\u{309A}"), ("नेहा", "नहा"), ("ชิน", "ชีน"), ("שָׁלוֹם", "שלום"),
        ("كَرِيم", "كريم"),
        ("آمنة", "امنة"), ("가영", "각영"), ("අනු", "අන"), ("மணி", "மண"), ("မောင်", "မောင"),
        ("Player 1", "Player 2"), ("Max", "Мах2"),
    ])
    func `two names that differ to the eye may be in use at once`(first: String, second: String) {
        let table = LobbyDriver()
        #expect(table.hello("one", as: first).kinds == ["welcome"])
        #expect(table.hello("two", as: second).kinds == ["welcome"])
    }

    @Test func `a player may change its name for one that looks like it, and then has one name`() {
        let table = LobbyDriver("Ann")
        #expect(table.hello("Ann", as: "Ann.").welcomes.map(\.name) == ["Ann."])
        #expect(table.hello("Ann", as: "A-nn").welcomes.map(\.name) == ["A-nn"])
        #expect(table.hello("other", as: "Ann").kinds == ["error name_taken"])
        #expect(table.hello("Ann", as: "Zoe").welcomes.map(\.name) == ["Zoe"])
        #expect(table.hello("other", as: "Ann").kinds == ["welcome"])
    }

    @Test func `a name that is spelled otherwise frees what its former spelling looked like`() {
        let table = LobbyDriver("Ian")
        #expect(table.hello("other", as: "lan").kinds == ["error name_taken"])
        #expect(table.hello("Ian", as: "ian").welcomes.map(\.name) == ["ian"])
        #expect(table.hello("other", as: "lan").kinds == ["welcome"])
    }

    @Test func `the name of a player beside another is taken for names that look like it`() {
        let table = LobbyDriver("Ann")
        table.write("Ann", #"{"type":"open","beside":"Bill"}"#)
        #expect(table.hello("other", as: "BiIl.").kinds == ["error name_taken"])
        table.write("Ann", "leave")
        #expect(table.hello("other", as: "BiIl.").kinds == ["welcome"])
    }

    @Test func `names that differ in their accents are those of two players, though not at once`() throws {
        let table = LobbyDriver("Ann")
        #expect(table.hello("other", as: "Ànn").kinds == ["error name_taken"])
        #expect(table.hello("Ann", as: "Zoe").kinds == ["welcome"])
        #expect(table.hello("other", as: "Ànn").welcomes.map(\.name) == ["Ànn"])
        #expect(try PlayerName("Ànn").key != PlayerName("Ann").key)
    }

    @Test func `the refusal says which name it is that another looks like`() {
        let table = LobbyDriver("Ann")
        #expect(table.hello("other", as: "ANN").errors.map(\.message) == ["The name ANN is taken."])
        #expect(
            table.hello("other", as: "Ann.").errors.map(\.message)
                == ["The name Ann. looks like Ann, which is taken."])
    }

    @Test func `a refused rename leaves the old name`() {
        let table = LobbyDriver("ann", "bob")
        #expect(table.hello("ann", as: "BOB").kinds == ["error name_taken"])
        #expect(table.hello("ann", as: "  ").kinds == ["error bad_name"])
        #expect(table.write("ann", "say still here").saids.map(\.from) == ["ann"])
    }

    @Test(arguments: ["open", "join", "flip", "resign", "rematch", "leave", "say"])
    func `without a name all other commands are name_needed, even with bad fields`(type: String) {
        let table = LobbyDriver()
        #expect(table.write("ann", "{\"type\":\"\(type)\",\"card\":0,\"text\":\"x\"}").kinds == ["error name_needed"])
        let bad = "{\"type\":\"\(type)\",\"card\":\"x\",\"text\":\"\",\"match\":7,\"rules\":7,\"id\":\"9\"}"
        #expect(table.write("ann", bad).kinds == ["error name_needed @9"])
    }

    @Test func `each player's coming and going is logged once, despite renames and kept seats`() throws {
        let table = LobbyDriver("ann")
        table.hello("ann", as: "ANN")
        table.hello("ann", as: "Zoe")
        table.vanish("ann")
        let words = table.notices.map { notice in
            switch notice {
            case .connected(let name): "came \(name.text)"
            case .disconnected(let name): "went \(name.text)"
            case .began, .ended, .contestEnded: "played"
            }
        }
        #expect(words == ["came ann", "went ANN", "came Zoe", "went Zoe"])
    }
}
