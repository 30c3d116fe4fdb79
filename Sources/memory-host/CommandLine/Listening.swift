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

    /// Opens the host's TCP sockets, unless it was given them, and UDP sockets at the same port for clients that look for
    /// hosts. Exits with a sentence if it can't listen.
    ///
    /// `finding` is nil if the host is hidden, or if the UDP sockets can't be opened.
    ///
    /// With `--port 0`, the system chooses a port for TCP. If it is in use for UDP, the system is asked for another.
    static func start(
        _ options: Options, _ given: InheritedSockets, _ log: Log
    ) -> (listeners: [Socket], finding: FindResponder?) {
        // Closed only at the end, so that the system doesn't choose the same port again.
        var rejected: [[Socket]] = []
        defer { for socket in rejected.joined() { socket.close() } }
        while true {
            let listeners = given.listeners.isEmpty ? open(options) : given.listeners
            let bound = listeners.compactMap(\.localAddress)
            do throws(SystemError) {
                return (listeners, try findResponder(options, bound, given))
            } catch {
                let canChoose = given.listeners.isEmpty && options.port == 0
                if canChoose, error.isAddressInUse, rejected.count < Limits.Internal.rejectedPorts {
                    rejected.append(listeners)
                    continue
                }
                let reason = error.isAddressInUse ? "UDP port \(bound.first?.port ?? 0) is in use" : error.description
                log.write(.warning, "clients on the network cannot find this host: \(reason)")
                return (listeners, nil)
            }
        }
    }

    /// Takes over the UDP sockets that were given, or opens them; nil if clients are not to find this host.
    private static func findResponder(
        _ options: Options, _ bound: [SocketAddress], _ given: InheritedSockets
    ) throws(SystemError) -> FindResponder? {
        if options.isHidden {
            for socket in given.finders { socket.close() }
            return nil
        }
        if let finding = FindResponder(inherited: given.finders, port: bound.first?.port ?? 0) { return finding }
        // A socket for all addresses that was given may be one for IPv6 that serves IPv4, too.
        let isEverywhere = given.listeners.isEmpty ? options.bind == nil : bound.contains { $0.host.isWildcard }
        return try FindResponder(bound: bound, isEverywhere: isEverywhere)
    }

    /// Opens the sockets that the options ask for, or exits with a sentence that says why not.
    static func open(_ options: Options) -> [Socket] {
        guard let name = options.bind else { return [listenEverywhere(options)] }
        return listen(onEach: resolve(name, options.port))
    }

    /// Listens on all of a name's addresses, at the same port. One that this machine lacks, such as `::1` where IPv6 is
    /// off, is skipped unless it is the last and there is no other.
    static func listen(onEach addresses: [SocketAddress]) -> [Socket] {
        var listeners: [Socket] = []
        for (index, address) in addresses.enumerated() {
            let address = listeners.first?.localAddress.map { address.with(port: $0.port) } ?? address
            do throws(SystemError) {
                listeners.append(try Socket.listen(on: address))
            } catch {
                let isLast = index == addresses.indices.last
                if !error.isAddressNotAvailable || (isLast && listeners.isEmpty) { fail(error, address) }
            }
        }
        return listeners
    }

    /// Listens on every interface: on IPv6 and IPv4 with one socket if the machine has IPv6, otherwise on IPv4 alone.
    private static func listenEverywhere(_ options: Options) -> Socket {
        if let address = SocketAddress(host: "::", port: options.port) {
            do throws(SystemError) {
                return try Socket.listen(on: address, dualStack: true)
            } catch {
                if error.isAddressInUse || error.isPermissionDenied { fail(error, address) }
            }
        }
        guard let address = SocketAddress(host: "0.0.0.0", port: options.port) else {
            Log.fail("this machine does not support IPv4", .systemError)
        }
        return listen(onEach: [address])[0]
    }

    private static func resolve(_ name: String, _ port: UInt16) -> [SocketAddress] {
        if let address = SocketAddress(host: name, port: port) { return [address] }
        do throws(ResolutionError) {
            return try SocketAddress.resolve(host: name, port: port, passive: true)
        } catch {
            Log.fail("cannot resolve \(error.host): \(error.message)", .noHost)
        }
    }

    private static func fail(_ error: SystemError, _ address: SocketAddress) -> Never {
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
