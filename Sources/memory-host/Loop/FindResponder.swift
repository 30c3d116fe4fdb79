import Lobby
import Protocol

/// The UDP sockets on which a host answers clients that look for it.
///
/// All that has arrived is read before anything is answered, so that junk never keeps a question waiting. A flood costs
/// little: the sockets are then left unread for a moment, short enough for the system's buffer to hold what arrives,
/// and of the questions that came in that time, chance decides which are answered.
struct FindResponder {
    /// The host's TCP port, which is also that of all sockets opened here.
    let port: UInt16
    private var sockets: [Listener]
    /// The same sockets as the poller knows them.
    var watched = PausableSockets([])
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
            for socket in sockets { socket.listening.close() }
            throw error
        }
        watched = PausableSockets(sockets.enumerated().map { ($1.listening.descriptor, .finder($0)) })
    }

    /// Takes over sockets that were opened elsewhere; nil if there are none.
    ///
    /// - Parameter port: the host's TCP port, which the answers name.
    init?(inherited sockets: [DatagramSocket], port: UInt16) {
        guard !sockets.isEmpty else { return nil }
        self.port = port
        self.sockets = sockets.map { socket in
            let own = socket.localAddress?.host
            return Listener(
                listening: socket, answering: socket, bound: own.flatMap { $0.isWildcard ? nil : $0 })
        }
        watched = PausableSockets(sockets.enumerated().map { ($1.descriptor, .finder($0)) })
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

    // MARK: Answering

    /// Returns the questions that have arrived at the socket at this position and are to be answered.
    mutating func questions(
        at index: Int, _ poller: inout Poller, at now: Instant, using random: inout some RandomNumberGenerator
    ) -> [Question] {
        guard index < sockets.count else { return [] }
        let (senders, count) = receive(sockets[index], &poller, at: now)
        let chosen = gate.choose(from: senders.map(\.host), at: now, using: &random)
        if chosen.count < senders.count || count >= Limits.Internal.floodDatagrams {
            let pauseEnd = now + Limits.Internal.floodPauseMilliseconds
            watched.pause(&poller, until: max(pauseEnd, watched.resumesAt ?? now))
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
                watched.pause(&poller, until: now + Limits.Internal.acceptPauseMilliseconds)
                return (senders, count)
            case .datagram(let length, let sender):
                if gate.isQuestion(buffer[..<length], from: sender, to: socket.bound, at: now) {
                    senders.append(sender)
                }
            }
        }
        return (senders, Limits.Internal.datagramsAtOnce)
    }

    /// Stops answering for good.
    mutating func stop(_ poller: inout Poller) {
        watched.stop(&poller)
        sockets = []
    }
}
