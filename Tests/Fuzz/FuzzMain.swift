import Protocol
import TestSupport

// How it works. Each reader of the project is given lines that nobody would write: those of a corpus, changed a little.
// What a reader makes of one is held to what it promises (see `Target`), and an outcome that was never seen before, such
// as another refusal, makes its input a part of the corpus for the rest of the run. All of a run follows from its seed.
// It is meant to be built with the address sanitizer; `fuzz.sh` does that.

/// The program: tries inputs on one reader after the other, and ends with a sentence at the first that breaks a promise.
@main
enum FuzzMain {
    static func main() {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else { fail(Options.usage, .usage) }
        for target in options.targets {
            do throws(SystemError) {
                var run = try Run(target, options)
                try run.run()
            } catch {
                fail("memory-fuzz: \(target.rawValue): \(error)", .inputOutputError)
            }
        }
    }

    static func fail(_ sentence: String, _ status: ExitStatus) -> Never {
        // Not by `print`: whatever ends the process after this must not take the sentence with it.
        do throws(SystemError) {
            try Platform.writeAll(Array((sentence + "\n").utf8), to: .standardOutput)
        } catch {}
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

    init(_ target: Target, _ options: Options) throws(SystemError) {
        (self.target, self.options) = (target, options)
        random = SeededRandom(seed: options.seed)
        corpus = try Corpus(options.corpus + "/\(target.rawValue).txt")
    }

    mutating func run() throws(SystemError) {
        let begun = Platform.monotonicMilliseconds
        let given = corpus.inputs
        for input in given { attempt(input, isGiven: true) }
        while tried < options.inputs, !isOver(since: begun) {
            for _ in 0..<1_000 where tried < options.inputs {
                let input = corpus.mutated(for: target, using: &random)
                attempt(input, isGiven: false)
                if target == .journal { attemptVariants(of: input) }
            }
        }
        let seconds = Double(Platform.monotonicMilliseconds - begun) / 1_000
        print("\(target.rawValue): \(tried) inputs, \(seen.count) outcomes, \(seconds) s, seed \(options.seed)")
        if options.keeps, corpus.inputs.count > given.count { try corpus.save() }
    }

    private func isOver(since begun: Int64) -> Bool {
        options.seconds.map { Platform.monotonicMilliseconds - begun > Int64($0) * 1_000 } ?? false
    }

    private mutating func attempt(_ input: [UInt8], isGiven: Bool) {
        if options.prints { print(Corpus.line(input)) }
        judge(target.read(input), isGiven: isGiven) { input }
    }

    private mutating func attemptVariants(of input: [UInt8]) {
        let variants = JournalVariants(of: input, using: &random)
        for _ in 0..<JournalVariants.count where tried < options.inputs {
            let end = variants.end(corpus, using: &random)
            if options.prints { print(Corpus.line(variants.input(end))) }
            judge(variants.read(end), isGiven: false) { variants.input(end) }
        }
    }

    private mutating func judge(_ verdict: Target.Verdict, isGiven: Bool, _ input: () -> [UInt8]) {
        tried += 1
        if let flaw = verdict.flaw {
            FuzzMain.fail(
                "\(target.rawValue): \(flaw), in input \(tried) from seed \(options.seed): \(Corpus.line(input()))",
                .software)
        }
        var isNew = false
        for outcome in verdict.outcomes where seen.insert(outcome).inserted { isNew = true }
        if isNew, !isGiven { corpus.inputs.append(input()) }
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

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--keep": keeps = true
            case "--print": prints = true
            case "--inputs", "--seconds", "--seed", "--corpus":
                guard let value = rest.popFirst(), set(argument, value) else { return nil }
            default:
                guard let target = Target(rawValue: argument) else { return nil }
                targets.append(target)
            }
        }
        if targets.isEmpty { targets = Target.allCases }
    }

    private mutating func set(_ flag: String, _ value: String) -> Bool {
        if flag == "--corpus" {
            corpus = value
            return true
        }
        guard let number = UInt64(value), number <= UInt64(Int.max) || flag == "--seed" else { return false }
        if flag == "--seed" { seed = number }
        if flag == "--inputs" { inputs = Int(number) }
        if flag == "--seconds" {
            seconds = Int(number)
            inputs = Int.max
        }
        return true
    }
}
