import Protocol

/// The sockets that a host was given by the process that started it. That one keeps them open, so that whoever connects
/// while no host runs waits for the next one and is not refused.
struct InheritedSockets {
    /// The TCP sockets, which listen.
    private(set) var listeners: [Socket] = []
    /// The UDP sockets, for clients that look for hosts.
    private(set) var finders: [DatagramSocket] = []

    /// A descriptor that is of no use to a host.
    struct Problem: Error, Equatable {
        /// A sentence that names it and says why.
        let sentence: String
    }

    /// None.
    init() {}

    /// Takes over what the process was given.
    init(_ given: [ServiceEnvironment.Given]) throws(Problem) {
        for given in given {
            switch given.descriptor.socketKind() {
            case .listening: listeners.append(Socket(given.descriptor))
            case .datagram: finders.append(DatagramSocket(given.descriptor))
            case .other(let why):
                throw Problem(sentence: "\(given) \(why): a host takes TCP sockets that listen, and UDP sockets")
            }
            do throws(SystemError) {
                try given.descriptor.takeOver()
            } catch {
                throw Problem(sentence: "\(given) cannot be used: \(error)")
            }
        }
    }
}
