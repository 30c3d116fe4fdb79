// A client is a model and three functions that know nothing of each other:
//
//     keys, mouse, lines, events, time ──▶ Model.update ──▶ effects ──▶ ClientLoop: send, connect, print, quit
//                                              │
//                                              ▼
//                                            Model ──▶ View ──▶ Drawing ──▶ Painter ──▶ the bytes that differ
//
// `Model`, `View` and `Painter` are pure: time is an argument, side effects are returned as values. Only `ClientLoop`
// waits, reads and writes, with one thread and one poller; `HostLink` is its connection, `Terminal` its screen.
//
// From a key to the command it sends:
//
//     Keys/KeyDecoder        bytes become a `Key`
//     Loop/ClientLoop        hands it to `Model.update`
//     Model/Update+Keys      `press`: the overlay gets it first; else it moves the focus or the cursor, or chooses;
//                            a typed coordinate such as `b4` turns its card at once
//     Model/Update+Choosing  `activate`: does what a card, list item or button stands for; `request` queues a command
//                            `sendQueued`: one command at a time awaits its reply; each becomes an `Effect.send`
//     Loop/HostLink          `send` queues its line; `flush` writes the queue to the socket in the loop's next turn
//
// The reply comes back as `Input.received` to Model/Update+Messages. Everything from the host passes Text/HostLine, and
// so `SafeText`, before it reaches the model; only the faces of cards are cleaned there, once a seal has been checked.
//
// From the model to a card on the screen: `View` draws the page and the overlay; `TableView` arranges a match;
// `BoardLayout` says where and how large its cards are, the game's board view which of them shows what, and `CardView`
// draws one card, in the colours of Screen/Style, in the pose of its `Motion`. A frame is drawn when something may have
// changed, at most 60 times a second, and `nextTick` says when that is.
//
// Plain mode has no view: `PlainEvents` prints the host's messages as netcat shows them.
import Protocol

@main
struct Main {
    static func main() {
        try? Platform.fillStandardDescriptors()  // The program runs without them, too.
        switch ending(CommandLine.arguments.dropFirst().map(\.self)) {
        case .quit(let status, let sentence):
            if let sentence { printError(sentence) }
            Platform.exitProcess(status)
        case .signal(let signal):
            Platform.raiseByDefault(signal)
            Platform.exitProcess(.software)
        }
    }

    private static func ending(_ arguments: [String]) -> ClientLoop.Ending {
        var options: Options
        do throws(UsageError) {
            switch try OptionsParser.parse(arguments) {
            case .print(let text): return printText(text)
            case .generate(let what): return printText(what.text(environment: Platform.environmentValue))
            case .find:
                Platform.ignoreSignals()
                return FindCommand.run(finder, ClientMemory(environment: Platform.environmentValue))
            case .play(let wanted): options = wanted
            }
        } catch {
            return .quit(.usage, error.sentence)
        }
        if !FileDescriptor.standardInput.isTerminal || !FileDescriptor.standardOutput.isTerminal
            || !Look.hasScreen(Platform.environmentValue("TERM"))
        {
            options.isPlain = true
        }
        if CommandLine.arguments.first?.split(separator: "/").contains(".build") == true {
            options.hostCommand = "swift run memory-host"
        }
        return play(options)
    }

    private static var finder: HostFinder {
        HostFinder(HostFinder.Scope(environment: Platform.environmentValue))
    }

    private static func play(_ options: Options) -> ClientLoop.Ending {
        do throws(SystemError) {
            let memory = ClientMemory(environment: Platform.environmentValue)
            let look = Look(options: options, environment: Platform.environmentValue)
            let model = Model(
                options: options, look: look, login: Platform.environmentValue("USER"),
                savedName: memory.name?.read(), lastAddress: memory.lastHost?.read())
            let signals = try watchSignals(isPlain: options.isPlain)
            var loop = try ClientLoop(model, signals: signals, memory: memory, finder: finder)
            return loop.run()
        } catch {
            return .quit(.systemError, error.description)
        }
    }

    /// Watches the signals that matter to a client, and ignores those that mean nothing.
    private static func watchSignals(isPlain: Bool) throws(SystemError) -> FileDescriptor {
        Platform.ignoreSignals()
        return try Platform.watchSignals(
            isPlain ? [.interrupt] : [.interrupt, .terminate, .hangUp, .quit, .windowChange, .suspend, .resume])
    }

    private static func printText(_ text: String) -> ClientLoop.Ending {
        do throws(SystemError) {
            try FileDescriptor.standardOutput.writeAll(Array(text.utf8))
            return .quit(.success, nil)
        } catch {
            return .quit(.inputOutputError, error.description)
        }
    }

    private static func printError(_ sentence: String) {
        // Nothing can be done if this fails.
        try? FileDescriptor.standardError.writeAll(Array("memory-join: \(SafeText.line(sentence))\n".utf8))
    }
}

extension ClientLoop {
    /// The way in which the program ends.
    enum Ending: Equatable {
        case quit(ExitStatus, String?)
        case signal(Platform.Signal)
    }
}
