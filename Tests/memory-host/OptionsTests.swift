import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct OptionsTests {
    /// Returns the options that the flags stand for, if they start a host.
    private func options(_ arguments: String...) throws -> memory_host.Options {
        guard case .run(let options) = Options.parse(arguments) else { throw Missing() }
        return options
    }

    private struct Missing: Error {}

    @Test func `without flags a host runs with the defaults`() throws {
        let options = try options()
        #expect(options == Options())
        #expect(options.port == 6366)
        #expect(options.bind == nil)
        #expect(options.rate == Limits.commandsPerSecond)
        #expect(options.connections == Limits.connections)
        #expect(options.perAddress == nil)
    }

    @Test func `every flag is read`() throws {
        let options = try options(
            "--port", "0", "--bind", "::1", "--name", "Ann's", "--rules", "duel", "--max-connections", "5",
            "--hidden", "--no-web", "--web-name", "Game.example.org", "--web-name=den", "--per-address", "6", "--rate",
            "0", "--log-level", "debug")
        var expected = Options()
        (expected.port, expected.bind, expected.name, expected.preset) = (0, "::1", try PlayerName("Ann's"), .duel)
        (expected.connections, expected.perAddress, expected.rate, expected.logLevel) = (5, 6, 0, .debug)
        (expected.isHidden, expected.servesWeb, expected.webNames) = (true, false, ["game.example.org", "den"])
        #expect(options == expected)
        #expect(options.hostName == "Ann's")
    }

    @Test func `openings and guesses have budgets of their own, and the rate lifts openings alone`() throws {
        #expect(try options().openingRate == Limits.openings && options().guesses == Limits.guesses)
        #expect(try options("--openings", "90").openingRate == 90 && options("--openings=0").openingRate == 0)
        #expect(try options("--guesses", "1").guesses == 1 && options("--guesses=100000").guesses == 100_000)
        #expect(try options("--rate", "0").openingRate == 0 && options("--rate", "0").guesses == Limits.guesses)
        #expect(try options("--rate", "0", "--openings", "5").openingRate == 5)
        #expect(try options("--rate", "1000").openingRate == Limits.openings)
        for (flag, least) in [("--openings", 0), ("--guesses", 1)] {
            for value in ["-1", "many", "", "1.5", "100001", "99999999999999999999"] + (least == 1 ? ["0"] : []) {
                let sentence = "\(flag) must be a number from \(least) to 100000, not \(value)"
                #expect(Options.parse(["\(flag)=\(value)"]) == .refuse(sentence))
            }
        }
    }

    @Test func `the metrics are for this machine, and the log for people, unless flags say otherwise`() throws {
        #expect(try options().metrics == .local && options().logFormat == .text)
        #expect(try options("--metrics", "any").metrics == .any && options("--metrics=off").metrics == .off)
        #expect(try options("--log-format", "logfmt").logFormat == .logfmt)
        #expect(
            Options.parse(["--metrics", "all"]) == .refuse("--metrics must be one of local, any, off, not all"))
        #expect(
            Options.parse(["--log-format=json"]) == .refuse("--log-format must be one of text, logfmt, not json"))
    }

    @Test func `data is kept in the folder named by a flag, or nowhere`() throws {
        #expect(try options().data == nil)
        #expect(try options("--data", "/tmp/x y").data == "/tmp/x y")
        #expect(try options("--no-data").storesNothing)
        #expect(!(try options().storesNothing))
    }

    @Test func `the number of records to keep is a number, and 0 keeps all`() throws {
        #expect(try options().keptRecords == Limits.keptRecords)
        #expect(try options("--keep-records", "0").keptRecords == 0)
        #expect(try options("--keep-records=500").keptRecords == 500)
        for value in ["-1", "many", "", "100000001"] {
            let sentence = "--keep-records must be a number from 0 to 100000000, not \(value)"
            #expect(Options.parse(["--keep-records=\(value)"]) == .refuse(sentence))
        }
    }

    @Test func `a contest has a number of pairs of matches, and 0 ends it`() throws {
        #expect(try options().contest == nil)
        #expect(try options("--contest", "12").contest == 12)
        #expect(try options("--contest=0").contest == 0)
        for value in ["-1", "many", "", "1001"] {
            let sentence = "--contest must be a number from 0 to 1000, not \(value)"
            #expect(Options.parse(["--contest=\(value)"]) == .refuse(sentence))
        }
    }

    @Test func `the flags for records print or export them, and no host runs`() throws {
        #expect(try options().task == .serve)
        #expect(try options("--records", "--data", "d").task == .printRecords)
        #expect(try options("--export", "f").task == .exportRecords(to: "f"))
        #expect(try options("--export", "f", "--export=-").task == .exportRecords(to: "-"))
    }

    @Test func `an exam is for everybody or for one player, whom a program may play`() throws {
        typealias Task = memory_host.Options.Task
        let ann = try PlayerName("Ann")
        #expect(try options("--exam").task == Task.exam(of: nil))
        #expect(try options("--exam", "--port", "1").task == Task.exam(of: nil))
        #expect(try options("--exam", "Ann").task == Task.exam(of: ann))
        #expect(try options("--exam=Ann", "--no-data").task == Task.exam(of: ann))
        #expect(try options("--exam").lessons == nil)
        let all = try options(
            "--exam", "Ann", "--level", "people,late", "--report=-", "--seed", "7", "--", "bot", "--x")
        #expect(all.lessons == ["people", "late"] && all.report == "-" && all.seed == 7)
        #expect(all.command == ["bot", "--x"])
    }

    @Test func `what is for exams alone is refused elsewhere, and what makes no sense in one`() {
        #expect(Options.parse(["--seed", "1"]) == .refuse("--seed is for --exam"))
        #expect(Options.parse(["--", "bot"]) == .refuse("-- is for --exam"))
        #expect(
            Options.parse(["--exam", "--", "bot"])
                == .refuse("-- needs the name of the player that the program plays as: --exam NAME"))
        for given in [
            ["--data", "d"], ["--contest", "1"], ["--faces", "f"], ["--hidden"], ["--keep-records", "1"],
            ["--max-connections", "9"], ["--metrics", "any"], ["--per-address", "1"], ["--rate", "0"],
            ["--openings", "1"], ["--guesses", "1"], ["--rules", "quick"], ["--sync", "never"],
        ] {
            #expect(Options.parse(["--exam"] + given) == .refuse("--exam and \(given[0]) cannot be combined"))
        }
        #expect(throws: Never.self) { try options("--exam", "--no-data", "--log-level", "debug") }
        #expect(
            Options.parse(["--exam", "--level", "hard"])
                == .refuse(
                    "--level must be all, some of must, reconnect, people, set, or names of lessons, not hard"))
    }

    @Test func `pictures have a folder, and are fetched from an address into one`() throws {
        #expect(try options("--faces", "photos").faces == "photos")
        let fetched = memory_host.Options.Task.fetchFaces(from: "https://a/b?c=d", into: "e")
        #expect(try options("--fetch-faces", "https://a/b?c=d", "e").task == fetched)
        #expect(try options("--fetch-faces=https://a/b?c=d", "e").task == fetched)
    }

    @Test func `the page has a folder if one is named`() throws {
        #expect(try options().webFolder == nil)
        #expect(try options("--web-from", "Page").webFolder == "Page")
    }

    @Test(arguments: [
        ["--nothing"], ["nothing"], ["-p", "1"], ["--port", ""], ["--port", "65536"], ["--port", "-1"],
        ["--port", "1.5"], ["--bind", ""], ["--name", " "], ["--name", "\u{1b}"], ["--rules", "Classic"],
        ["--openings"], ["--guesses"], ["--guesses", "0"],
        ["--max-connections", "0"], ["--max-connections", "1000001"], ["--per-address", "0"], ["--rate", "-1"],
        ["--data"], ["--data", ""], ["--data=x", "--no-data"], ["--no-data=yes"], ["--records=all"], ["--export"],
        ["--export", ""], ["--no-data", "--records"], ["--export", "f", "--no-data"], ["--export", "f", "--repair"],
        ["--repair", "--records"], ["--records", "--export=-"], ["--export=-", "--records"], ["--log-level", "all"],
        ["--faces"], ["--faces", ""], ["--faces", "x", "--no-web"],
        ["--web-from"], ["--web-from="], ["--web-from", "x", "--no-web"],
        ["--fetch-faces"], ["--fetch-faces", "http://a"], ["--fetch-faces=http://a"], ["--fetch-faces", "a", "b"],
        ["--fetch-faces", "http://a", ""], ["--fetch-faces", "file:///a", "b"], ["--fetch-faces=http://a", "b", "c"],
        ["--fetch-faces", "http://a", "b", "--faces", "c"], ["--repair", "--fetch-faces", "http://a", "b"],
        ["--fetch-faces", "http://a", "b", "--records"], ["--export", "f", "--fetch-faces", "http://a", "b"],
        ["--fetch-faces", "http://a", "--faces"],
        ["--port", "1", "--nothing"], ["--exam", "\u{1b}"], ["--exam", "Ann", "--"], ["--level", "all"],
        ["--level", "must"],
        ["--report", "f"],
        ["--exam", "--seed", "x"], ["--exam", "--patience", "0"], ["--patience", "9"], ["--exam", "--level", ""],
        ["--exam", "--level", "must,"], ["--exam", "--repair"],
        ["--exam", "--contest", "2"], ["--exam", "--faces", "d"],
    ])
    func `an invalid option is refused with a sentence`(_ arguments: [String]) {
        guard case .refuse(let sentence) = Options.parse(arguments) else {
            Issue.record("\(arguments) are taken")
            return
        }
        #expect(!sentence.isEmpty)
        #expect(!sentence.contains("\n"))
        #expect(!sentence.contains("\u{1b}"))
    }

    @Test func `the host has a valid name even if the machine's is not`() {
        #expect((1...Limits.nameCharacters).contains(Options().hostName.count))
    }

    @Test func `the table of options keeps its laws`() { #expect(Options.table.brokenLaws == []) }
}
