#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Platform {
    /// The type of a TCP socket, an enumeration in one C library.
    #if canImport(Glibc)
        static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        static let stream = SOCK_STREAM
    #endif

    /// Parses a numeric address.
    static func numericAddress(_ text: String, port: UInt16) -> SocketAddress? {
        var ipv4 = sockaddr_in()
        if unsafe inet_pton(AF_INET, text, &ipv4.sin_addr) == 1 {
            return address(ipv4.sin_addr, port: port)
        }
        var ipv6 = sockaddr_in6()
        if unsafe inet_pton(AF_INET6, text, &ipv6.sin6_addr) == 1 {
            return address(ipv6.sin6_addr, scope: 0, port: port)
        }
        return nil
    }

    /// Formats an IPv6 address as in RFC 5952.
    static func textOfIPv6(high: UInt64, low: UInt64) -> String {
        var bytes = in6Address(high: high, low: low)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = unsafe inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Asks the system's resolver, which may take seconds.
    static func resolve(host: String?, port: UInt16, passive: Bool) throws(ResolutionError) -> [SocketAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = stream
        unsafe hints.ai_flags = AI_NUMERICSERV | (passive ? AI_PASSIVE : 0)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard result == 0 else {
            throw ResolutionError(host: host ?? "", message: unsafe String(cString: gai_strerror(result)))
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var entry = unsafe list
        while let current = unsafe entry {
            if let found = unsafe address(current.pointee.ai_addr), !addresses.contains(found) {
                addresses.append(found)
            }
            unsafe entry = current.pointee.ai_next
        }
        return addresses
    }

    /// Returns the addresses of the interfaces that are up and running, with `port`; empty if the system doesn't tell.
    static func interfaceAddresses(port: UInt16) -> [SocketAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [SocketAddress] = []
        let wanted = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
        var entry = unsafe list
        while let current = unsafe entry {
            if unsafe current.pointee.ifa_flags & wanted == wanted,
                let found = unsafe address(current.pointee.ifa_addr)
            {
                let own = SocketAddress(family: found.family, host: found.host, port: port)
                if !addresses.contains(own) { addresses.append(own) }
            }
            unsafe entry = current.pointee.ifa_next
        }
        return addresses
    }
}

// MARK: - Conversion from and to C's addresses

extension Platform {
    /// Calls the closure with the C form of an address and its length.
    static func withCAddress<Result>(
        _ address: SocketAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch address.family {
        case .ipv4:
            var form = sockaddr_in()
            form.sin_family = sa_family_t(AF_INET)
            form.sin_port = address.port.bigEndian
            form.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.host.low).bigEndian
            return unsafe withCForm(&form, body)
        case .ipv6:
            var form = sockaddr_in6()
            form.sin6_family = sa_family_t(AF_INET6)
            form.sin6_port = address.port.bigEndian
            form.sin6_addr = in6Address(high: address.host.high, low: address.host.low)
            form.sin6_scope_id = address.host.scope
            return unsafe withCForm(&form, body)
        }
    }

    private static func withCForm<Form, Result>(
        _ form: inout Form, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: &form) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<Form>.size))
            }
        }
    }

    /// Calls the closure with storage for the C form of an address, and returns the result; nil for another family.
    static func filledAddress(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Void
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe call($0, &length)
                return unsafe address($0)
            }
        }
    }

    /// Converts the C form of an address; returns nil for another family.
    static func address(_ form: UnsafePointer<sockaddr>?) -> SocketAddress? {
        guard let form = unsafe form else { return nil }
        let start = unsafe UnsafeRawPointer(form)
        switch unsafe Int32(form.pointee.sa_family) {
        case AF_INET:
            let ipv4 = unsafe start.loadUnaligned(as: sockaddr_in.self)
            return address(ipv4.sin_addr, port: UInt16(bigEndian: ipv4.sin_port))
        case AF_INET6:
            let ipv6 = unsafe start.loadUnaligned(as: sockaddr_in6.self)
            return address(ipv6.sin6_addr, scope: ipv6.sin6_scope_id, port: UInt16(bigEndian: ipv6.sin6_port))
        default:
            return nil
        }
    }

    private static func address(_ ipv4: in_addr, port: UInt16) -> SocketAddress {
        let low = 0xffff << 32 | UInt64(UInt32(bigEndian: ipv4.s_addr))
        return SocketAddress(
            family: .ipv4, host: SocketAddress.Host(high: 0, low: low, scope: 0), port: port)
    }

    private static func address(_ ipv6: in6_addr, scope: UInt32, port: UInt16) -> SocketAddress {
        let (high, low) = unsafe withUnsafeBytes(of: ipv6) { bytes in
            unsafe (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        return SocketAddress(
            family: .ipv6, host: SocketAddress.Host(high: high, low: low, scope: scope), port: port)
    }

    private static func in6Address(high: UInt64, low: UInt64) -> in6_addr {
        var address = in6_addr()
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return address
    }
}
