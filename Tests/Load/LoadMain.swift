import Protocol
import TestSupport

/// The program: reads the command line, gathers a load, plays, and prints the figures.
@main
enum LoadMain {
    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            try put(options.isHelp ? Options.help : run(options).text, on: .standardOutput)
        } catch {
            let failure = error as? Failure ?? Failure("The system refused: \(error).", .systemError)
            try? put("memory-load: \(failure.sentence)\n", on: .standardError)
            Platform.exitProcess(failure.status)
        }
    }

    private static func put(_ text: String, on descriptor: FileDescriptor) throws {
        try descriptor.writeAll(Array(text.utf8))
    }

    private static func run(_ options: Options) throws -> Figures {
        Platform.ignoreSignals()
        let wanted = options.connections + 16
        guard wanted <= (try Platform.raiseOpenFileLimit()) else {
            throw Failure("The load needs \(wanted) open files, and the system allows fewer.", .systemError)
        }
        let host = options.process > 0 ? ProcessFigures(Int32(options.process)) : nil
        if host != nil, host?.memory == nil, ProcessFigures.own.memory != nil {
            throw Failure("There is no process \(options.process) on this machine.", .usage)
        }
        var figures = Figures()
        let gathering = try gather(options, host, &figures)
        try play(gathering, host, &figures)
        figures.addMemory(of: host)
        return figures
    }

    /// Connects everybody, kind by kind, and measures the host's memory for one of each.
    private static func gather(
        _ options: Options, _ host: ProcessFigures?, _ figures: inout Figures
    ) throws -> Gathering {
        var gathering = try Gathering(options)
        for (kind, count) in [("Idle", options.idle), ("Lobby", options.lobby), ("Match", options.matches)]
        where count > 0 {
            let before = host?.memory
            switch kind {
            case "Idle": try gathering.addIdle()
            case "Lobby": try gathering.addLobby()
            default: try gathering.addMatches()
            }
            try gathering.rest(milliseconds: 1000)
            figures.addGrowth(kind, count, from: before, to: host?.memory)
        }
        return gathering
    }

    /// Plays or, where there is nothing to play, measures a host at rest for 3 s.
    private static func play(_ gathering: Gathering, _ host: ProcessFigures?, _ figures: inout Figures) throws {
        guard gathering.options.seconds > 0, gathering.options.matches > 0 else {
            var gathering = gathering
            let before = Reading(host)
            try gathering.rest(milliseconds: 3000)
            return figures.addRest(before, Reading(host))
        }
        var play = Play(gathering, host: host)
        let (before, after) = try play.run()
        figures.addPlay(play.tally, before, after)
    }
}
