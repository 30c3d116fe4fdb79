// A name server may take half a minute to answer. A thread waits for it and writes the addresses to a pipe, which the
// loop polls; it shares nothing else with the loop. One pipe, one thread and one answer belong to each look-up.

/// Looks up the addresses of names beside the loop, one name at a time.
public struct NameLookup: Sendable {
    /// Returns the addresses of a name; it may block.
    public typealias Resolver = @Sendable (_ host: String, _ port: UInt16) throws(ResolutionError) -> [SocketAddress]

    private let resolve: Resolver
    private var running: Running?
    private var wanted: Name?

    private struct Name: Equatable, Sendable {
        let host: String
        let port: UInt16
    }

    private struct Running: Sendable {
        let name: Name
        let answer: FileDescriptor
    }

    /// Looks names up by a function, by default the system's.
    public init(
        resolve: @escaping Resolver = { host, port throws(ResolutionError) in
            try SocketAddress.resolve(host: host, port: port)
        }
    ) {
        self.resolve = resolve
    }

    /// The descriptor that is readable once ``answer()`` has something to do; nil while nothing is looked up. That call
    /// closes it: remove it from any poller first.
    public var descriptor: FileDescriptor? { running?.answer }

    /// Looks up a name instead of the one before. It waits while the system still looks for another one, which can't be
    /// stopped.
    ///
    /// - Throws: an error that says that there are too many threads or descriptors.
    public mutating func start(_ host: String, port: UInt16) throws(ResolutionError) {
        let name = Name(host: host, port: port)
        wanted = name
        if running == nil { try run(name) }
    }

    /// Drops the answer to come.
    public mutating func cancel() { wanted = nil }

    /// Returns the addresses of the name that is wanted, at most ``Limits/Internal/resolvedAddresses``, or the reason
    /// that there are none; nil while they aren't known.
    public mutating func answer() -> Result<[SocketAddress], ResolutionError>? {
        guard let running else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.answerBytes)
        do throws(SystemError) {
            bytes.removeLast(bytes.count - (try running.answer.read(into: &bytes)))
        } catch {
            if error.isWouldBlock { return nil }
            bytes = Self.encoded(.failure(ResolutionError(host: running.name.host, message: error.message)))
        }
        running.answer.close()
        self.running = nil
        guard let wanted else { return nil }
        if running.name == wanted {
            self.wanted = nil
            return Self.decoded(bytes, host: wanted.host)
        }
        do throws(ResolutionError) {
            try run(wanted)
            return nil
        } catch {
            self.wanted = nil
            return .failure(error)
        }
    }

    private mutating func run(_ name: Name) throws(ResolutionError) {
        do throws(SystemError) {
            let pipe = try Platform.makePipe()
            do throws(SystemError) {
                let resolve = resolve
                try Platform.startThread {
                    let answer = Result { () throws(ResolutionError) in try resolve(name.host, name.port) }
                    // The pipe is empty and takes it at once. Nobody reads it if the program ends meanwhile.
                    try? pipe.writeEnd.writeAll(Self.encoded(answer))
                    pipe.writeEnd.close()
                }
            } catch {
                pipe.readEnd.close()
                pipe.writeEnd.close()
                throw error
            }
            running = Running(name: name, answer: pipe.readEnd)
        } catch {
            throw ResolutionError(host: name.host, message: error.message)
        }
    }
}

// MARK: - The bytes of an answer

// A first byte of 0 is followed by an error's message, one of 1 by the addresses. Both fit into what any pipe takes in
// one write.

extension NameLookup {
    private static let addressBytes = 23
    private static let answerBytes = 1 + Limits.Internal.resolvedAddresses * addressBytes

    private static func encoded(_ answer: Result<[SocketAddress], ResolutionError>) -> [UInt8] {
        switch answer {
        case .failure(let error): [0] + error.message.utf8.prefix(Limits.Internal.lookupMessageBytes)
        case .success(let addresses): [1] + addresses.prefix(Limits.Internal.resolvedAddresses).flatMap(encoded)
        }
    }

    private static func encoded(_ address: SocketAddress) -> [UInt8] {
        let host = address.host
        return [address.family == .ipv4 ? 4 : 6] + bytes(host.high) + bytes(host.low) + bytes(host.scope)
            + bytes(address.port)
    }

    private static func decoded(_ bytes: [UInt8], host: String) -> Result<[SocketAddress], ResolutionError> {
        guard bytes.first == 1 else {
            return .failure(ResolutionError(host: host, message: String(decoding: bytes.dropFirst(), as: UTF8.self)))
        }
        let rest = bytes.dropFirst()
        return .success(
            stride(from: rest.startIndex, to: rest.endIndex, by: addressBytes).map { start in
                func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
                    rest[start + offset..<start + offset + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number($1) }
                }
                return SocketAddress(
                    family: rest[start] == 4 ? .ipv4 : .ipv6,
                    host: SocketAddress.Host(high: number(1), low: number(9), scope: number(17)), port: number(21))
            })
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
