#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Platform {
    /// The type of a UDP socket, an enumeration in one C library.
    #if canImport(Glibc)
        static let datagram = Int32(SOCK_DGRAM.rawValue)
    #else
        static let datagram = SOCK_DGRAM
    #endif

    /// Creates a non-blocking UDP socket for IPv4.
    static func makeDatagramSocket() throws(SystemError) -> FileDescriptor {
        let number = try checked("socket") { socket(AF_INET, datagram, 0) }
        return try FileDescriptor.nonBlocking([number])[0]
    }

    /// Returns the IPv4 networks of the interfaces that are up and running; empty if the system doesn't tell.
    static func networks() -> [Network] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var networks: [Network] = []
        let wanted = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
        var entry = unsafe list
        while let current = unsafe entry {
            let flags = unsafe current.pointee.ifa_flags
            if flags & wanted == wanted, let own = unsafe address(current.pointee.ifa_addr),
                let network = unsafe Network(
                    own.host, mask: mask(current.pointee.ifa_netmask), broadcasts: flags & UInt32(IFF_BROADCAST) != 0),
                !networks.contains(network)
            {
                networks.append(network)
            }
            unsafe entry = current.pointee.ifa_next
        }
        return networks
    }

    /// Returns an IPv4 netmask; all ones if there is none.
    private static func mask(_ form: UnsafePointer<sockaddr>?) -> UInt32 {
        guard let form = unsafe form else { return .max }
        let start = unsafe UnsafeRawPointer(form)
        let offset = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 4
        #if canImport(Darwin)
            // The kernel leaves out the zeros at the end, and the family.
            let length = min(4, max(0, Int(unsafe form.pointee.sa_len) - offset))
        #else
            let length = 4
        #endif
        var mask: UInt32 = 0
        for index in 0..<4 {
            mask = mask << 8
            if index < length { mask |= UInt32(unsafe start.load(fromByteOffset: offset + index, as: UInt8.self)) }
        }
        return mask
    }
}

extension DatagramSocket {
    /// The local address, with the actual port if 0 was requested.
    public var localAddress: SocketAddress? {
        unsafe Platform.filledAddress { unsafe _ = getsockname(descriptor.number, $0, $1) }
    }

    /// Receives the next datagram into the start of `buffer`, whose size is the limit and must not be 0.
    public func receive(into buffer: inout [UInt8]) -> Received {
        precondition(!buffer.isEmpty)
        var count = -1
        let sender = unsafe buffer.withUnsafeMutableBytes { room in
            unsafe Platform.filledAddress { form, length in
                count = Platform.uninterrupted {
                    unsafe recvfrom(
                        descriptor.number, room.baseAddress, room.count, Int32(MSG_DONTWAIT), form, length)
                }
            }
        }
        if count >= 0 {
            // Whatever comes to a socket of IPv4 has a sender of IPv4.
            return sender.map { .datagram(count, from: $0) }
                ?? .failed(SystemError(code: EAFNOSUPPORT, call: "recvfrom"))
        }
        let error = Platform.lastError("recvfrom")
        return error.isWouldBlock ? .wouldBlock : .failed(error)
    }

    /// Sends a datagram, best effort: it may be lost on this machine already. Returns true if it was sent.
    @discardableResult
    public func send(_ bytes: [UInt8], to address: SocketAddress) -> Bool {
        let count = unsafe Platform.withCAddress(address) { form, length in
            unsafe bytes.withUnsafeBytes { all in
                Platform.uninterrupted {
                    unsafe sendto(descriptor.number, all.baseAddress, all.count, Int32(MSG_DONTWAIT), form, length)
                }
            }
        }
        return count == bytes.count
    }
}
