import Protocol

/// The only place with side effects: it waits, reads, lets the model decide, and carries out its effects.
///
/// One poller watches standard input, signals and the host's socket. It is poll(2), not epoll(7), which refuses plain
/// files, and standard input may be one.
struct ClientLoop {
    private static let signalToken: UInt64 = 0

    private(set) var model: Model
    private var link: HostLink
    private let memory: ClientMemory
    /// The token file of the host that the client connects to, as long as no other client has it.
    private var tokenFile: TokenFile?
    private var finder: HostFinder
    private var terminal: Terminal
    /// True if the screen may differ from the last frame.
    var isStale = true
    /// The last frame, which is what the mouse points at.
    private var drawing: Drawing?
    /// Decides when the next frame may begin.
    private var pace = FramePace()
    private var keys = KeyDecoder()
    private var lines = LineInput()
    private var tickAt: Instant?

    private var poller: Poller
    private let signals: FileDescriptor
    private let input: FileDescriptor
    private var inputRegistration = PollerRegistration(token: 1)
    private var outputRegistration = PollerRegistration(token: 2)
    // One token for every link: a new one is made only after all that was ready is handled.
    private var linkRegistration = PollerRegistration(token: 3)
    private var finderRegistration = PollerRegistration(token: 4)
    private var lookupRegistration = PollerRegistration(token: 5)
    /// The host to connect to once the event at hand is dealt with.
    private var connectNext: HostAddress?
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    private(set) var ending: Ending?

    /// A loop for a model that has not started, with the descriptor of the signals that it watches.
    init(
        _ model: Model, signals: FileDescriptor, input: FileDescriptor = .standardInput,
        memory: ClientMemory = ClientMemory(), finder: HostFinder = HostFinder(.nowhere), link: HostLink = HostLink(),
        backend: Poller.Backend = .poll
    ) throws(SystemError) {
        self.model = model
        self.link = link
        (self.memory, self.finder) = (memory, finder)
        terminal = Terminal(model.look)
        (self.signals, self.input) = (signals, input)
        poller = try Poller(backend: backend)
        try poller.add(signals, interest: .readable, token: Self.signalToken)
    }

    /// Runs until the program ends, and restores the terminal.
    mutating func run() -> Ending {
        defer {
            terminal.leave()
            tokenFile?.close()
        }
        do throws(SystemError) {
            try begin()
            while ending == nil { try turn() }
        } catch {
            // The reader of the output is gone, or the terminal is.
            return ending ?? .quit(.inputOutputError, error.description)
        }
        return ending ?? .quit(.success, nil)
    }

    private var now: Instant { Instant(milliseconds: Platform.monotonicMilliseconds) }

    mutating func begin() throws(SystemError) {
        if !model.options.isPlain { try update(.resized(Terminal.size)) }
        try update(.start)
    }

    /// One turn: wait, read, decide, act, draw.
    mutating func turn() throws(SystemError) {
        try noteLink(link.flush())
        try draw()
        if let address = connectNext {
            connectNext = nil
            try noteLink(link.connect(to: address, now))
        }
        try watch()
        if ending != nil { return }
        tickAt = model.nextTick(after: now)
        var ready: [Readiness] = []
        try poller.wait(milliseconds: timeToWait, into: &ready)
        for readiness in ready where ending == nil {
            switch readiness.token {
            case Self.signalToken: try readSignals()
            case inputRegistration.token: try readInput()
            case outputRegistration.token:
                try terminal.flush()
                if !terminal.isBusy { pace.end(at: now) }
            case linkRegistration.token: try serveLink(readiness)
            case lookupRegistration.token:
                lookupRegistration.stop(&poller)
                try noteLink(link.readLookup(now))
            case finderRegistration.token: for host in finder.receive() { try update(.found(host)) }
            default: break
            }
        }
        if ending == nil { try checkTime() }
        // Last, since replies and timeouts make room for lines.
        try takeLines()
    }

    private var timeToWait: Int? {
        let now = now
        let next = [tickAt, link.deadline, keys.deadline, mayDraw ? pace.next : nil]
            .compactMap(\.self).min()
        return next.map { max(0, $0 - now) }
    }

    private mutating func checkTime() throws(SystemError) {
        for key in keys.checkTime(now) { try update(input(key)) }
        if let deadline = link.deadline, deadline <= now {
            linkRegistration.stop(&poller)
            try noteLink(link.checkTime(now))
        }
        if let tickAt, tickAt <= now { try update(.tick) }
    }

    /// Updates the poller: the link, the look-up of its name, standard input while its lines fit, and the terminal
    /// while a frame is unfinished.
    private mutating func watch() throws(SystemError) {
        try linkRegistration.update(link.socket?.descriptor, for: link.interest, &poller)
        try lookupRegistration.update(link.lookupDescriptor, for: .readable, &poller)
        let takesInput = !model.options.isPlain || (lines.wantsMore && model.session.commands.hasRoom)
        try inputRegistration.update(takesInput ? input : nil, for: .readable, &poller)
        try finderRegistration.update(finder.descriptor, for: .readable, &poller)
        try outputRegistration.update(terminal.isBusy ? terminal.output : nil, for: .writable, &poller)
    }

    private var mayDraw: Bool { isStale && model.hasScreen && !terminal.isBusy }
}

// MARK: - Reading

extension ClientLoop {
    private mutating func readInput() throws(SystemError) {
        let read = ReadResult.read(from: input, into: &buffer)
        if model.options.isPlain { return lines.receive(read, buffer) }
        switch read {
        case .nothing: break
        case .end: ending = .quit(.inputOutputError, nil)
        case .bytes(let count):
            for key in keys.decode(buffer[..<count], now) where ending == nil { try update(input(key)) }
        }
    }

    /// Returns a key as the model's input: the mouse points at whatever was last drawn at its place.
    private func input(_ key: Key) -> Input {
        guard case .mouse(let mouse) = key else { return .key(key) }
        let point = Point(row: mouse.row, column: mouse.column)
        return .pointed(mouse.kind, drawing?.target(at: point), at: point)
    }

    /// Tells the model of the lines that were read, while it has room for them.
    private mutating func takeLines() throws(SystemError) {
        while ending == nil, model.session.commands.hasRoom, let line = lines.next() { try update(line) }
    }

    private mutating func readSignals() throws(SystemError) {
        while ending == nil, let signal = Platform.nextSignal(from: signals) {
            switch signal {
            case .interrupt: try update(.interrupted)
            case .terminate, .hangUp, .quit: ending = .signal(signal)
            case .windowChange:
                terminal.invalidate()
                try update(.resized(Terminal.size))
            case .suspend: try suspend()
            case .resume:
                // The program was stopped from outside, and the shell has changed the terminal.
                if terminal.isActive { try enterTerminal() }
                try update(.resized(Terminal.size))
            case .childEnded, .userDefined: break  // They are not watched.
            }
        }
    }

    private mutating func serveLink(_ readiness: Readiness) throws(SystemError) {
        let wasConnecting = link.isConnecting
        // A failed address is closed.
        if wasConnecting { linkRegistration.stop(&poller) }
        if readiness.isWritable || (readiness.isHungUp && wasConnecting) { try noteLink(link.isWritable(now)) }
        guard readiness.isReadable, !wasConnecting else { return }
        let outcome = link.receive()
        while ending == nil, let heard = link.nextMessage() { try update(.received(heard)) }
        if ending == nil { try noteLink(outcome) }
    }
}

// MARK: - Acting

extension ClientLoop {
    private mutating func noteLink(_ outcome: HostLink.Progress) throws(SystemError) {
        switch outcome {
        case .nothing: break
        case .opened:
            try update(.reachable(at: link.joinAddresses))
            try update(.opened)
        case .lost(let why):
            closeLink()
            try update(.lost(why))
        }
    }

    private mutating func closeLink() {
        linkRegistration.stop(&poller)
        link.close()
    }

    /// Updates the model and carries out its effects. A mouse that moves is reported for each cell it crosses, and most
    /// of them change nothing.
    mutating func update(_ input: Input) throws(SystemError) {
        let former: Model? = if case .pointed(.move, _, _) = input { model } else { nil }
        let effects = model.update(input, at: now)
        if former != model { isStale = true }
        for effect in effects where ending == nil { try perform(effect) }
    }

    private mutating func perform(_ effect: Effect) throws(SystemError) {
        switch effect {
        case .connect(let address):
            closeLink()
            connectNext = address
            if model.hasScreen, tokenFile?.host != address { try openTokenFile(for: address) }
        case .disconnect:
            connectNext = nil
            closeLink()
        case .find(let ports): finder.ask(ports: ports)
        case .stopFinding:
            finderRegistration.stop(&poller)
            finder.close()
        // An unwritable home is not an error.
        case .remember(let address):
            try? memory.lastHost?.write(address)
            try? memory.hosts?.add([address])
        case .saveName(let name): try? memory.name?.write(name)
        case .keepToken(let stored): try? tokenFile?.write(stored)
        case .forgetToken: tokenFile?.forget()
        case .releaseToken: releaseTokenFile()
        case .send(let command, let id, let guards): link.send(command, id: id, guards: guards)
        case .print(let message):
            var writer = ByteWriter()
            PlainEvents.write(message, into: &writer)
            try FileDescriptor.standardOutput.writeAll(writer.drain())
        case .printLine(let line): try FileDescriptor.standardOutput.writeAll(Array("\(line)\n".utf8))
        case .ring: try terminal.ring()
        case .redraw: terminal.invalidate()
        case .suspend: try suspend()
        case .quit(let status, let sentence): ending = .quit(status, sentence)
        }
    }

    private mutating func openTokenFile(for host: HostAddress) throws(SystemError) {
        guard let folder = memory.folder else { return }
        releaseTokenFile()
        let opened = TokenFile.open(in: folder, for: host)
        tokenFile = opened.file
        try update(.tokenFile(opened.content))
    }

    private mutating func releaseTokenFile() {
        tokenFile?.close()
        tokenFile = nil
    }

    private mutating func suspend() throws(SystemError) {
        let hadScreen = terminal.isActive
        outputRegistration.stop(&poller)
        terminal.leave()
        Platform.raiseByDefault(.suspend)
        if hadScreen { try enterTerminal() }
        try update(.resized(Terminal.size))
    }

    private mutating func enterTerminal() throws(SystemError) {
        if try terminal.enter() { keys.expectReply(now) }
    }

    private mutating func draw() throws(SystemError) {
        guard model.hasScreen, ending == nil else { return }
        if !terminal.isActive { try enterTerminal() }
        let now = now
        guard mayDraw, pace.next <= now else { return }
        isStale = false
        let drawing = View(model: model, now: now).drawing
        self.drawing = drawing
        if try terminal.show(drawing.canvas, title: Wording.title(model)) {
            pace.begin(at: now)
            if !terminal.isBusy { pace.end(at: self.now) }
        }
    }
}
