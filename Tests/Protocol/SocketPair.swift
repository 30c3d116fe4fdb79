import Foundation

@testable import Protocol

extension Platform {
    /// Creates two connected, non-blocking local sockets.
    static func makeSocketPair() throws -> (Socket, Socket) {
        var numbers: [Int32] = [-1, -1]
        try checked("socketpair") { unsafe socketpair(AF_UNIX, stream, 0, &numbers) }
        let ends = try FileDescriptor.nonBlocking(numbers)
        for end in ends { end.setOption(.noSignal, 1) }
        return (Socket(ends[0]), Socket(ends[1]))
    }
}

extension SystemError {
    /// True if nothing is listening there.
    var isConnectionRefused: Bool { code == ECONNREFUSED }
}
