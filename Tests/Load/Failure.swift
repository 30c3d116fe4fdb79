import Protocol

/// The reason the load ends early, in a sentence.
struct Failure: Error {
    let sentence: String
    /// The exit status of the process.
    let status: ExitStatus

    /// By default, the host did what it should not have done.
    init(_ sentence: String, _ status: ExitStatus = .dataError) {
        (self.sentence, self.status) = (sentence, status)
    }

    /// A line that is wrong, or came at the wrong time, such as a refusal or a farewell.
    init(_ problem: String, line: some Collection<UInt8>) {
        self.init("\(problem): \(String(decoding: line.prefix(2000), as: UTF8.self))")
    }
}
