import Protocol
import TestSupport

// How it works. Each reader of the project is given lines that nobody would write: those of a corpus, changed a little.
// What a reader makes of one is held to what it promises (see `Target`), and an outcome that was never seen before,
// such as another refusal, makes its input a part of the corpus for the rest of the run. All of a run follows from its
// seed. It is meant to be built with the address sanitizer; `fuzz.sh` does that.

/// The program: tries inputs on one reader after the other, and ends with a sentence at the first that breaks a
/// promise.
@main
enum FuzzMain {
    static func main() {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else { fail(Options.usage, .usage) }
        for target in options.targets {
            do {
                var run = try Run(target, options)
                try run.run()
            } catch {
                fail("memory-fuzz: \(target.rawValue): \(error)", .inputOutputError)
            }
        }
    }

    static func fail(_ sentence: String, _ status: ExitStatus) -> Never {
        // Not by `print`: whatever ends the process after this must not take the sentence with it.
        try? FileDescriptor.standardOutput.writeAll(Array((sentence + "\n").utf8))
        Platform.exitProcess(status)
    }
}

/// The inputs of one target.
private struct Run {
    private let target: Target
    private let options: Options
    private var random: SeededRandom
    private var corpus: Corpus
    private var seen: Set<String> = []
    private var tried = 0

    init(_ target: Target, _ options: Options) throws {
        (self.target, self.options) = (target, options)
        random = SeededRandom(seed: options.seed)
        corpus = try Corpus(options.corpus + "/\(target.rawValue).txt")
    }

    mutating func run() throws {
        let begun = Platform.monotonicMilliseconds
        let given = corpus.inputs
        for input in given { attempt(input, isGiven: true) }
        while tried < options.inputs, !isOver(since: begun) {
            for _ in 0..<1_000 where tried < options.inputs {
                attempt(corpus.mutated(for: target, using: &random), isGiven: false)
            }
        }
        let seconds = Double(Platform.monotonicMilliseconds - begun) / 1_000
        print("\(target.rawValue): \(tried) inputs, \(seen.count) outcomes, \(seconds) s, seed \(options.seed)")
        if options.keeps, corpus.inputs.count > given.count { try corpus.save() }
    }

    private func isOver(since begun: Int) -> Bool {
        options.seconds.map { Platform.monotonicMilliseconds - begun > $0 * 1_000 } ?? false
    }

    private mutating func attempt(_ input: [UInt8], isGiven: Bool) {
        if options.prints { print(Corpus.line(input)) }
        tried += 1
        let verdict = target.read(input)
        if let flaw = verdict.flaw {
            FuzzMain.fail(
                "\(target.rawValue): \(flaw), in input \(tried) from seed \(options.seed): \(Corpus.line(input))",
                .software)
        }
        let isNew = !seen.isSuperset(of: verdict.outcomes)
        seen.formUnion(verdict.outcomes)
        if isNew, !isGiven { corpus.inputs.append(input) }
    }
}

/// The options given on the command line.
struct Options {
    var targets: [Target] = []
    /// Inputs for each target.
    var inputs = 100_000
    /// Seconds for each target at most; nil for as long as it takes.
    var seconds: Int?
    var seed = UInt64.random(in: 0...UInt64.max)
    /// The folder that the corpus is in.
    var corpus = "Tests/Fuzz/Corpus"
    /// Inputs with a new outcome are added to the corpus.
    var keeps = false
    /// Every input is printed before it is tried, to see the last one before a crash.
    var prints = false

    static let usage = """
        usage: memory-fuzz [TARGET…] [--inputs N] [--seconds N] [--seed N] [--corpus DIR] [--keep] [--print]
        targets: \(Target.allCases.map(\.rawValue).joined(separator: ", ")); all of them if none is named
        """

    /// Reads the arguments that follow the program's name; nil if one is wrong.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--keep" {
                keeps = true
            } else if argument == "--print" {
                prints = true
            } else if let target = Target(rawValue: argument) {
                targets.append(target)
            } else {
                guard let value = rest.popFirst() else { return nil }
                switch (argument, UInt64(value), Int(value)) {
                case ("--corpus", _, _): corpus = value
                case ("--seed", let number?, _): seed = number
                case ("--inputs", _, let number?): inputs = number
                case ("--seconds", _, let number?): (seconds, inputs) = (number, .max)
                default: return nil
                }
            }
        }
        if targets.isEmpty { targets = Target.allCases }
    }
}
