import Protocol

/// The reason the load ends early, in a sentence.
struct Failure: Error, Equatable {
    /// The reason.
    let sentence: String
    /// The exit status of the process.
    let status: ExitStatus

    /// The host, unless a status says otherwise, did what it should not have done.
    init(_ sentence: String, _ status: ExitStatus = .dataError) {
        (self.sentence, self.status) = (sentence, status)
    }

    /// The system did not do what was asked of it.
    init(_ error: SystemError) { self.init("The system refused: \(error).", .systemError) }

    /// A line that should not have come, or not then: a refusal, a farewell, or anything else.
    init(unexpected bytes: [UInt8], in range: Range<Int>) {
        guard case .message(let message) = JSONEventReader.read(bytes, in: range) else {
            self.init("The host sent what is no message: \(Self.quoted(bytes, range))")
            return
        }
        switch message.event {
        case .error(let report):
            self.init(
                "The host refused \(report.command ?? "a line"), \(report.code): \(report.message)\(Self.hint(report))")
        case .bye(let farewell):
            self.init("The host said bye, \(farewell.reason): \(farewell.message)")
        default:
            self.init("The host sent a line that was not due: \(Self.quoted(bytes, range))")
        }
    }

    /// Returns advice about refusals that come from a host's own limits.
    private static func hint(_ report: ErrorReport) -> String {
        switch report.code {
        case "too_fast": " Start it with --rate 0."
        case "host_full", "too_many_connections":
            " Start it with --max-connections and --per-address as high as the load needs."
        default: ""
        }
    }

    /// A line as text, cut where it is long.
    static func quoted(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        String(decoding: bytes[range].prefix(2000), as: UTF8.self)
    }
}

/// Makes a call of the system's, and turns what it throws into a sentence.
func attempt<Value>(_ call: () throws(SystemError) -> Value) throws(Failure) -> Value {
    do {
        return try call()
    } catch {
        throw Failure(error)
    }
}
