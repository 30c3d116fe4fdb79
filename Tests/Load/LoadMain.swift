import Protocol

/// The program: reads the command line, gathers a load, plays, and prints what came of it.
@main
enum LoadMain {
    static func main() {
        switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
        case .help: print(Options.help)
        case .refuse(let sentence): fail(Failure(sentence, .usage))
        case .run(let options):
            do throws(Failure) {
                let figures = try run(options)
                print(options.isJSON ? figures.json : figures.table)
            } catch {
                Progress(options).clear()
                fail(error)
            }
        }
    }

    private static func run(_ options: Options) throws(Failure) -> Figures {
        Platform.ignoreFailedWrites()
        let limit = try attempt { () throws(SystemError) in try Platform.raiseOpenFileLimit() }
        let wanted = options.connections + 16
        guard wanted <= limit else {
            throw Failure("The load needs \(wanted) open files, and the system allows \(limit).", .systemError)
        }
        let host = options.process.map { ProcessUsage(number: $0) }
        if host != nil, host?.processorTime == nil, ProcessUsage.own.processorTime != nil {
            throw Failure("There is no process \(options.process ?? 0) on this machine.", .usage)
        }
        var figures = Figures()
        figures.addLoad(options)
        let gathering = try gather(options, host, &figures)
        try play(gathering, host, &figures)
        figures.addMemory(host?.memory)
        return figures
    }

    /// Connects everybody, kind by kind, and measures what each kind costs the host in memory.
    private static func gather(
        _ options: Options, _ host: ProcessUsage?, _ figures: inout Figures
    ) throws(Failure) -> Gathering {
        let progress = Progress(options)
        progress.say("connecting")
        var gathering = try Gathering(options)
        var before = host?.memory
        try gathering.addIdle()
        if options.idle > 0 { try gathering.rest(milliseconds: 1000) }
        let idle = host?.memory
        figures.addGrowth("Idle", "idle connection", options.idle, from: before, to: idle)
        before = idle
        try gathering.addLobby()
        if options.lobby > 0 { try gathering.rest(milliseconds: 1000) }
        let lobby = host?.memory
        figures.addGrowth("Lobby", "client in the lobby", options.lobby, from: before, to: lobby)
        before = lobby
        try gathering.addMatches()
        if options.matchCount > 0 { try gathering.rest(milliseconds: 1000) }
        figures.addGrowth("Match", "match", options.matchCount, from: before, to: host?.memory)
        progress.clear()
        return gathering
    }

    /// Plays, or where there is nothing to play, sees what the host does in 3 s.
    private static func play(
        _ gathering: consuming Gathering, _ host: ProcessUsage?, _ figures: inout Figures
    ) throws(Failure) {
        guard gathering.options.seconds > 0, gathering.options.matchCount > 0 else {
            let before = Reading(host: host)
            try gathering.rest(milliseconds: 3000)
            return figures.addIdling(before, Reading(host: host))
        }
        var play = Play(gathering, host: host)
        let (before, after) = try play.run()
        figures.addPlay(play.tally, before, after)
    }

    // MARK: Saying

    private static func print(_ text: String) { put(text, on: .standardOutput) }

    private static func fail(_ failure: Failure) -> Never {
        put("memory-load: \(failure.sentence)\n", on: .standardError)
        Platform.exitProcess(failure.status)
    }

    private static func put(_ text: String, on descriptor: FileDescriptor) {
        do throws(SystemError) {
            try Platform.writeAll(Array(text.utf8), to: descriptor)
        } catch {
            Platform.exitProcess(.inputOutputError)
        }
    }
}
