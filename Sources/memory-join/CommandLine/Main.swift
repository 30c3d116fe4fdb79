// A client is a model and three functions that know nothing of each other:
//
//     keys, mouse, lines, events, time ──▶ Model.update ──▶ effects ──▶ ClientLoop: send, connect, print, quit
//                                              │
//                                              ▼
//                                            Model ──▶ View ──▶ Drawing ──▶ Painter ──▶ the bytes that differ
//
// `Model` and its `update` (the Update files), `View` and `Painter` are pure: time is an argument, side effects are
// returned as values. Only `ClientLoop` waits, reads and writes, with one thread and one poller; `HostLink` is its
// connection, `Terminal` its screen. `KeyDecoder` turns a terminal's bytes into keys. Everything from the host passes
// `Message.sanitized`, and so `SafeText`, before it reaches the model.
//
// On a screen the model has a page (`Page`) and at most one overlay (`Overlay`). `View` draws both into a `Drawing`:
// cells, and the mouse target of each area. Animations (`Motions`) are only decoration: a frame is drawn when
// something may have changed, at most 60 times a second, and `nextTick` says when that is.
//
// Plain mode has no view: `PlainEvents` prints the host's messages as netcat shows them. `Change.inferred` works out what
// happened between two states, which JSON does not say.
import Protocol

@main
struct Main {
    static func main() {
        openStandardFiles()
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
            case .help: return printText(Options.help)
            case .version: return printText("memory-join \(Hello.programVersion)\n")
            case .play(let wanted): options = wanted
            }
        } catch {
            return .quit(.usage, error.sentence)
        }
        if !FileDescriptor.standardInput.isTerminal || !FileDescriptor.standardOutput.isTerminal
            || Platform.environmentValue("TERM") == "dumb"
        {
            options.isPlain = true
        }
        return play(options)
    }

    private static func play(_ options: Options) -> ClientLoop.Ending {
        do throws(SystemError) {
            let lastHost = LastHost(environment: Platform.environmentValue)
            let look = Look(options: options, environment: Platform.environmentValue)
            let model = Model(
                options: options, look: look, login: Platform.environmentValue("USER"), lastAddress: lastHost?.read())
            let signals = try ClientLoop.watchSignals(isPlain: options.isPlain)
            var loop = try ClientLoop(model, signals: signals, lastHost: lastHost)
            return loop.run()
        } catch {
            return .quit(.systemError, error.description)
        }
    }

    private static func printText(_ text: String) -> ClientLoop.Ending {
        do throws(SystemError) {
            try FileDescriptor.standardOutput.writeAll(Array(text.utf8))
            return .quit(.success, nil)
        } catch {
            return .quit(.inputOutputError, error.description)
        }
    }

    /// Opens /dev/null for each closed standard descriptor, so that no socket gets its number.
    private static func openStandardFiles() {
        while let file = try? Platform.openFile("/dev/null", [.read, .write]) {
            if file.number > FileDescriptor.standardError.number { return file.close() }
        }
    }

    private static func printError(_ sentence: String) {
        // Nothing can be done if this fails.
        try? FileDescriptor.standardError.writeAll(Array("memory-join: \(SafeText.line(sentence))\n".utf8))
    }
}
