import Lobby
import Protocol

/// The program: reads the command line, listens, and serves until it is told to stop.
@main
enum HostMain {
    static func main() {
        let startedAt = Platform.wallMilliseconds
        let journal = Platform.environmentValue("JOURNAL_STREAM")
        Log.use(Log(level: .notice, journal: journal))
        let service = ServiceEnvironment.take()
        switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
        case .print(let text): Log.print(text)
        case .refuse(let sentence): Log.fail(sentence, .usage)
        case .run(let options):
            Platform.ignoreSignals()
            fillStandardDescriptors()
            let log = Log(level: options.logLevel, format: options.logFormat, journal: journal)
            Log.use(log)
            switch options.task {
            case .serve: run(options, log, service, startedAt: startedAt)
            case .printRecords: RecordsTask.print(options)
            case .exportRecords(let file): RecordsTask.export(options, to: file)
            case .repair: RepairTask.run(options)
            case .exam(let player): ExamTask.run(options, of: player)
            case .fetchFaces(let address, let folder): FetchTask.run(from: address, into: folder)
            case .generate(let what): what.print(options)
            }
        }
    }

    private static func fillStandardDescriptors() {
        do throws(SystemError) {
            try Platform.fillStandardDescriptors()
        } catch {
            Log.fail("system error: \(error)", .systemError)
        }
    }

    private static func run(_ options: Options, _ log: Log, _ service: ServiceEnvironment, startedAt: Int) {
        do throws(SystemError) {
            let connections = try connectionLimit(options, log)
            let pictures = options.faces.map { readPictures(in: $0, log) } ?? []
            let webFolder = options.webFolder.map { openPage(in: $0, log) }
            let given = Listening.takeOver(service, options, log)
            let (listeners, finding) = Listening.start(options, given, isFound: !options.isHidden, log)
            let bound = listeners.compactMap(\.localAddress)
            let own = SocketAddress.ownAddresses(port: bound.first?.port ?? 0)
            let joining = JoinInstructions(
                bound: bound, own: own, program: CommandLine.arguments.first ?? "", isWeb: options.servesWeb)
            let storage = open(
                options, connections, joining.addresses, isFound: finding != nil, pictures.map(\.picture),
                port: bound.first?.port, log)
            var host = try Host(
                options: options, listeners: listeners, areInherited: !given.listeners.isEmpty, finding: finding,
                connections: connections, storage: storage, pictures: pictures, webFolder: webFolder, log: log,
                notifier: Notifier(service, log: log), startedAt: startedAt)
            // Printed only once signals are handled: anyone who reads this line may stop the host right away.
            log.announce(bound)
            host.resume(options)
            host.announceReadiness()
            if log.format == .text, FileDescriptor.standardOutput.isTerminal { printInstructions(joining, options) }
            if try !host.run() { Platform.exitProcess(.inputOutputError) }
        } catch {
            Log.fail("system error: \(error)", .systemError)
        }
    }

    /// Tells people at a terminal how to join.
    private static func printInstructions(_ ways: JoinInstructions, _ options: Options) {
        Log.print(ways.text)
        guard options.servesWeb, let address = ways.addresses.first,
            let code = PageCode.text(
                for: address, in: FileDescriptor.standardOutput.windowSize, environment: Platform.environmentValue)
        else { return }
        Log.print(code)
    }

    /// Opens the stored data, or exits with a sentence that says why it can't be opened.
    private static func open(
        _ options: Options, _ connections: Int, _ addresses: [SocketAddress], isFound: Bool, _ pictures: [Picture],
        port: UInt16?, _ log: Log
    ) -> Storage {
        var hello = Hello(host: options.hostName)
        hello.addresses = addresses.prefix(Limits.helloAddresses).map(\.description)
        if !isFound { hello.features.removeAll { $0 == "find" } }
        if !options.servesWeb { hello.features.removeAll { $0 == "web" } }
        hello.limits.connections = connections
        hello.limits.connectionsPerAddress = options.perAddress ?? Limits.connectionsPerAddress
        hello.limits.commandsPerSecond = options.rate
        let settings = Lobby.Settings(
            hello: hello, preset: options.preset, pictures: pictures, entrantsPerAddress: options.contestPerAddress)
        do throws(StorageProblem) {
            let path = options.storesNothing ? nil : options.dataFolder
            let storage = try Storage(
                path, settings, sync: options.sync, keptRecords: options.keptRecords, port: port, log: log)
            announceContest(in: storage.lobby, options, log)
            return storage
        } catch {
            Log.fail(error.sentence, error.status)
        }
    }

    /// Says which contest goes on, or exits with a sentence if the options name another one.
    private static func announceContest(in lobby: Lobby, _ options: Options, _ log: Log) {
        let isPast = options.contestEnd.map { $0 <= Platform.wallMilliseconds } ?? false
        guard let contest = lobby.contest, !contest.isClosed else {
            // Beside a contest that is over, the option may have stayed in a service's command line.
            if options.contestEnd != nil, lobby.contest == nil, isPast || options.contest == nil {
                Log.fail(isPast ? "--contest-until: this time has passed" : "--contest-until needs --contest N", .usage)
            }
            return
        }
        let (pairs, game) = (contest.pairs, contest.rules.game)
        if let other = options.contestGame, other != game {
            Log.fail(
                "the data folder holds a contest of \(game.rawValue), not \(other.rawValue); leave out --contest-game, or end it "
                    + "with --contest 0", .usage)
        }
        if let other = options.contest, other > 0, other != pairs {
            Log.fail(
                "the data folder holds a contest of \(pairs) pairs of matches, not \(other); "
                    + "continue it with --contest \(pairs), or end it with --contest 0", .usage)
        }
        if options.contest != 0, !isPast {
            log.write(
                .notice, "the contest goes on: \(contest.entrants.count) players, \(contest.remaining) matches left")
        }
    }

    /// Reads the pictures to play with, or exits with a sentence that says why there are none.
    private static func readPictures(in path: String, _ log: Log) -> [PictureFile] {
        let folder: PictureFolder
        do throws(SystemError) {
            folder = try PictureFolder(path)
        } catch {
            Log.fail("cannot read \(path): \(error.message)", error.isPermissionDenied ? .noPermission : .unavailable)
        }
        for complaint in folder.complaints { log.write(.warning, complaint) }
        folder.pictures.requireEnough("in \(path)")
        if let shortage = folder.pictures.shortage { log.write(.warning, "\(path): \(shortage)") }
        log.write(.notice, "\(folder.pictures.count) pictures in \(path)")
        return folder.pictures.files
    }

    /// Returns the folder of the page's files, or exits with a sentence that says why it has no page.
    static func openPage(in path: String, _ log: Log) -> WebFolder {
        do throws(SystemError) {
            let folder = try WebFolder(path)
            log.write(.notice, "the page is read from \(path) at each request")
            return folder
        } catch {
            Log.fail(
                "cannot read \(path)/index.html: \(error.message)",
                error.isPermissionDenied ? .noPermission : .unavailable)
        }
    }

    /// The connection limit: the number asked for, or what the limit on open files allows, minus a few to spare.
    private static func connectionLimit(_ options: Options, _ log: Log) throws(SystemError) -> Int {
        let files = try Platform.raiseOpenFileLimit()
        let spare = Limits.Internal.spareDescriptors + Limits.Internal.turnedAwayAtOnce
        let most = max(1, files - min(spare, files / 2))
        if most < options.connections { log.write(.notice, "the open-file limit allows only \(most) connections") }
        return min(most, options.connections)
    }
}

extension Options {
    /// The data folder; exits with a sentence if there is no place for one.
    var dataFolder: String {
        guard let path = data ?? DataFolder.standard() else {
            Log.fail("cannot find your home folder; choose a data folder with --data", .usage)
        }
        return path
    }

    /// The host's own name: the given one, otherwise as much of the machine's name as makes a valid one.
    var hostName: String {
        if let name { return name.text }
        do throws(Refusal) {
            return try PlayerName(String(Platform.hostName.prefix(Limits.nameCharacters))).text
        } catch {
            return "memory"
        }
    }
}
