import Protocol

/// The sockets that a host listens on.
enum Listening {
    /// Takes over the sockets that the process was given, or exits with a sentence that says which is of no use, and why.
    static func takeOver(_ service: ServiceEnvironment, _ options: Options, _ log: Log) -> InheritedSockets {
        if let flaw = service.flaw { Log.fail(flaw, .cannotCreate) }
        do throws(InheritedSockets.Problem) {
            let given = try InheritedSockets(service.descriptors)
            if !given.listeners.isEmpty, options.bind != nil || options.port != SocketAddress.defaultPort {
                log.write(.warning, "--port and --bind are ignored, since the host was given its sockets")
            }
            return given
        } catch {
            Log.fail(error.sentence, .cannotCreate)
        }
    }

    /// Why a host can't listen, or can't be found.
    struct Problem: Error {
        /// What the system says.
        let cause: SystemError
        /// The address of the socket that can't be opened.
        let address: SocketAddress
        /// The TCP sockets that were opened before that.
        var listeners: [Socket] = []
        /// Whether it is about a UDP socket, so that players can connect all the same.
        var isForFinding = false
    }

    /// Opens the host's TCP sockets, unless it was given them, and UDP sockets at the same port for clients that look for
    /// hosts. Exits with a sentence if it can't listen.
    ///
    /// `finding` is nil if nobody is to find the host, if it listens on no IPv4 address, or if the UDP sockets can't be
    /// opened.
    ///
    /// With `--port 0`, the system chooses a port. If it is in use for one of the other sockets, the system is asked for
    /// another.
    ///
    /// - Parameter isFound: whether clients are to find this host.
    static func start(
        _ options: Options, _ given: InheritedSockets, isFound: Bool, _ log: Log
    ) -> (listeners: [Socket], finding: FindResponder?) {
        let mayChoose = given.listeners.isEmpty && options.port == 0
        // Sockets at rejected ports are closed only at the end, so that the system doesn't choose the same port again.
        var rejected: [Problem] = []
        defer { for socket in rejected.flatMap(\.listeners) { socket.close() } }
        while true {
            do throws(Problem) {
                let listeners = given.listeners.isEmpty ? try open(options) : given.listeners
                return (listeners, try findResponder(options, listeners, given, isFound: isFound))
            } catch {
                rejected.append(error)
                let (isTaken, isChosen) = (error.cause.isAddressInUse, !error.listeners.isEmpty)
                if mayChoose, isTaken, isChosen, rejected.count <= Limits.Internal.rejectedPorts { continue }
                guard let last = rejected.lastIndex(where: \.isForFinding) else { fail(error, mayChoose: mayChoose) }
                let problem = rejected.remove(at: last)
                let reason =
                    problem.cause.isAddressInUse
                    ? "UDP port \(problem.address.port) is in use" : problem.cause.description
                log.write(.warning, "clients on the network cannot find this host: \(reason)")
                return (problem.listeners, nil)
            }
        }
    }

    /// Takes over the UDP sockets that were given, or opens them; nil if clients are not to find this host.
    private static func findResponder(
        _ options: Options, _ listeners: [Socket], _ given: InheritedSockets, isFound: Bool
    ) throws(Problem) -> FindResponder? {
        guard isFound, let first = listeners.first?.localAddress else {
            for socket in given.finders { socket.close() }
            return nil
        }
        if let finding = FindResponder(inherited: given.finders, port: first.port) { return finding }
        let bound = listeners.compactMap(\.localAddress)
        // A socket for all addresses that was given may be one for IPv6 that serves IPv4, too.
        let isEverywhere = given.listeners.isEmpty ? options.bind == nil : bound.contains { $0.host.isWildcard }
        do throws(SystemError) {
            return try FindResponder(bound: bound, isEverywhere: isEverywhere)
        } catch {
            throw Problem(cause: error, address: first, listeners: listeners, isForFinding: true)
        }
    }

    /// Opens the sockets that the options ask for.
    private static func open(_ options: Options) throws(Problem) -> [Socket] {
        guard let name = options.bind else { return [try listenEverywhere(options)] }
        return try listen(onEach: resolve(name, options.port))
    }

    /// Listens on all of a name's addresses, at the same port. One that this machine lacks, such as `::1` where IPv6 is
    /// off, is skipped unless it is the last and there is no other.
    static func listen(onEach addresses: [SocketAddress]) throws(Problem) -> [Socket] {
        var listeners: [Socket] = []
        for (index, address) in addresses.enumerated() {
            let address = listeners.first?.localAddress.map { address.with(port: $0.port) } ?? address
            do throws(SystemError) {
                listeners.append(try Socket.listen(on: address))
            } catch {
                let isLast = index == addresses.indices.last
                if !error.isAddressNotAvailable || (isLast && listeners.isEmpty) {
                    throw Problem(cause: error, address: address, listeners: listeners)
                }
            }
        }
        return listeners
    }

    /// Listens on every interface: on IPv6 and IPv4 with one socket if the machine has IPv6, otherwise on IPv4 alone.
    private static func listenEverywhere(_ options: Options) throws(Problem) -> Socket {
        if let address = SocketAddress(host: "::", port: options.port) {
            do throws(SystemError) {
                return try Socket.listen(on: address, dualStack: true)
            } catch {
                if error.isAddressInUse || error.isPermissionDenied { throw Problem(cause: error, address: address) }
            }
        }
        guard let address = SocketAddress(host: "0.0.0.0", port: options.port) else {
            Log.fail("this machine does not support IPv4", .systemError)
        }
        return try listen(onEach: [address])[0]
    }

    private static func resolve(_ name: String, _ port: UInt16) -> [SocketAddress] {
        if let address = SocketAddress(host: name, port: port) { return [address] }
        do throws(ResolutionError) {
            return try SocketAddress.resolve(host: name, port: port, passive: true)
        } catch {
            Log.fail("cannot resolve \(error.host): \(error.message)", .noHost)
        }
    }

    private static func fail(_ problem: Problem, mayChoose: Bool) -> Never {
        let (error, address) = (problem.cause, problem.address)
        if error.isAddressInUse, mayChoose { Log.fail("no port is free", .unavailable) }
        if error.isAddressInUse {
            Log.fail("port \(address.port) is in use; try another with --port, or --port 0", .unavailable)
        }
        if error.isAddressNotAvailable {
            Log.fail("\(address.hostText) is not an address of this machine", .unavailable)
        }
        if error.isPermissionDenied {
            Log.fail("no permission to use port \(address.port): ports below 1024 are privileged", .noPermission)
        }
        Log.fail("cannot listen on \(address): \(error)", .systemError)
    }
}
