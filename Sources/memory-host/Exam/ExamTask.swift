import Lobby
import Protocol

/// The task `--exam`.
enum ExamTask {
    /// Examines whoever connects, or one player, and exits.
    static func run(_ options: Options, of player: PlayerName?) {
        let log = Log(level: options.logLevel)
        let listeners = Listening.start(options, InheritedSockets(), isFound: false, log).listeners
        do throws(SystemError) {
            let output = ExamOutput(reportingTo: options.report)
            var hello = Hello(host: options.hostName)
            hello.features.removeAll { $0 == "find" || $0 == "records" || $0 == "replay" }
            hello.features = (hello.features + [Hello.contestFeature]).sorted()
            if !options.servesWeb { hello.features.removeAll { $0 == "web" } }
            (hello.limits.commandsPerSecond, hello.limits.addressCommandsPerSecond) = (0, 0)
            var random = SystemRandomNumberGenerator()
            let seed = options.seed ?? Int.random(in: 0..<1_000_000, using: &random)
            let wanted = Set(
                (options.lessons ?? [Lesson.Level.must.rawValue]).flatMap { Lesson.named($0) ?? [] }.map(\.name))
            let lessons = Lesson.all.filter { wanted.contains($0.name) }
            let plan = Examiner.Plan(
                lessons: lessons, player: player, seed: UInt64(seed), settings: Lobby.Settings(hello: hello),
                patience: options.patience.map { $0 * 1000 } ?? Limits.Exam.answerMilliseconds)
            let port = listeners.first?.localAddress?.port ?? options.port
            let command = options.command.map { $0.replacing("{port}", with: "\(port)") }
            let webFolder = options.webFolder.map { HostMain.openPage(in: $0, log) }
            var host = try ExamHost(
                plan, options: options, listeners: listeners, webFolder: webFolder, command: command, output: output)
            Log.print(listeners.compactMap(\.localAddress).map { "listening on \($0)\n" }.joined())
            Log.print("exam: \(PlainRules.counted(lessons.count, "lesson")), seed \(seed)\n")
            if try !host.run() { Platform.exitProcess(.failed) }
        } catch {
            Log.fail("system error: \(error)", .systemError)
        }
    }
}
