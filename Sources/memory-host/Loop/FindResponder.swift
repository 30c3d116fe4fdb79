import Lobby
import Protocol

/// The UDP sockets on which a host answers clients that look for it.
///
/// All that has arrived is read before anything is answered, so that junk never keeps a question waiting. A flood costs
/// little: the sockets are then left unread for a moment, short enough for the system's buffer to hold what arrives, and
/// of the questions that came in that time, chance decides which are answered.
struct FindResponder {
    /// The port of all of them, which is also the host's TCP port.
    let port: UInt16
    private var sockets: [Listener]
    /// The time to resume reading; nil while it reads.
    private(set) var resumeAt: Instant?
    private var buffer = [UInt8](repeating: 0, count: Limits.findQuestionBytes.upperBound + 1)

    /// A question that is to be answered.
    struct Question {
        fileprivate let socket: DatagramSocket
        fileprivate let sender: SocketAddress

        /// Sends the answer to whoever asked.
        func answer(_ answer: FindAnswer) { socket.send(answer.bytes, to: sender) }
    }

    /// A socket to read, and the one to answer with.
    private struct Listener {
        let listening: DatagramSocket
        let answering: DatagramSocket
        /// The address that the host listens on; nil for all of this machine's.
        let bound: SocketAddress.Host?
    }

    private var gate = FindGate()

    /// The poller's token for the first socket; the others count down from it.
    private static let firstToken = Acceptor.lowestToken - 3
    /// The lowest token of a socket; all connections' are lower.
    static let lowestToken = firstToken - 0xFFFF

    /// Opens sockets at the IPv4 addresses among those that the host listens on.
    ///
    /// A socket bound to one address receives no broadcasts; another, bound to its network's broadcast address, does.
    ///
    /// - Parameters:
    ///   - bound: the addresses that the host listens on, with their port.
    ///   - isEverywhere: true if it listens on all of this machine's.
    /// - Throws: the error of the first socket that can't be opened; expect `isAddressInUse`.
    init?(bound: [SocketAddress], isEverywhere: Bool, networks: [Network] = Network.all()) throws(SystemError) {
        port = bound.first?.port ?? 0
        let addresses = isEverywhere ? [SocketAddress.everyIPv4(port: port)] : bound.filter(\.isIPv4)
        if port == 0 || addresses.isEmpty { return nil }
        sockets = []
        do throws(SystemError) {
            for address in addresses { try open(at: address, networks) }
        } catch {
            close()
            throw error
        }
    }

    private mutating func open(at address: SocketAddress, _ networks: [Network]) throws(SystemError) {
        let socket = try DatagramSocket(at: address)
        let bound = address.host.isWildcard ? nil : address.host
        sockets.append(Listener(listening: socket, answering: socket, bound: bound))
        for network in networks where network.own == address.host {
            guard let broadcast = network.broadcast,
                let other = try? DatagramSocket(at: SocketAddress(host: broadcast, port: address.port))
            else { continue }
            sockets.append(Listener(listening: other, answering: socket, bound: bound))
        }
    }

    private func close() { for socket in sockets { socket.listening.close() } }

    // MARK: Answering

    /// Returns the questions that have arrived at the socket with this token and are to be answered.
    mutating func questions(
        token: UInt64, _ poller: inout Poller, at now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Question] {
        let index = Int(clamping: Self.firstToken - min(token, Self.firstToken))
        guard index < sockets.count else { return [] }
        let (senders, count) = receive(sockets[index], &poller, at: now)
        let chosen = gate.choose(from: senders.map(\.host), at: now, using: &random)
        if chosen.count < senders.count || count >= Limits.Internal.floodDatagrams {
            pause(&poller, until: max(now + Limits.Internal.floodPauseMilliseconds, resumeAt ?? now))
        }
        return chosen.map { Question(socket: sockets[index].answering, sender: senders[$0]) }
    }

    /// Reads what has arrived at a socket; returns the senders of questions, and the number of all datagrams.
    private mutating func receive(
        _ socket: Listener, _ poller: inout Poller, at now: Instant
    ) -> (senders: [SocketAddress], count: Int) {
        var senders: [SocketAddress] = []
        for count in 0..<Limits.Internal.datagramsAtOnce {
            switch socket.listening.receive(into: &buffer) {
            case .wouldBlock: return (senders, count)
            case .failed:
                pause(&poller, until: now + Limits.Internal.acceptPauseMilliseconds)
                return (senders, count)
            case .datagram(let length, let sender):
                if gate.isQuestion(buffer[..<length], from: sender, to: socket.bound, at: now) {
                    senders.append(sender)
                }
            }
        }
        return (senders, Limits.Internal.datagramsAtOnce)
    }

    // MARK: Starting and pausing

    /// Starts reading.
    ///
    /// - Throws: the poller's error; nothing has changed then.
    mutating func start(_ poller: inout Poller) throws(SystemError) {
        for (index, socket) in sockets.enumerated() {
            do throws(SystemError) {
                try poller.add(socket.listening.descriptor, interest: .readable, token: Self.firstToken - UInt64(index))
            } catch {
                for added in sockets.prefix(index) { poller.remove(added.listening.descriptor) }
                throw error
            }
        }
        resumeAt = nil
    }

    private mutating func pause(_ poller: inout Poller, until due: Instant) {
        if resumeAt == nil { for socket in sockets { poller.remove(socket.listening.descriptor) } }
        resumeAt = due
    }

    /// Resumes if it is time to; on failure, tries again in a moment.
    mutating func resumeIfDue(_ poller: inout Poller, at now: Instant) {
        guard let due = resumeAt, due <= now else { return }
        do throws(SystemError) {
            try start(&poller)
        } catch {
            resumeAt = now + Limits.Internal.acceptPauseMilliseconds
        }
    }

    /// Stops answering for good.
    mutating func stop(_ poller: inout Poller) {
        if resumeAt == nil { for socket in sockets { poller.remove(socket.listening.descriptor) } }
        close()
        sockets = []
        resumeAt = nil
    }
}
