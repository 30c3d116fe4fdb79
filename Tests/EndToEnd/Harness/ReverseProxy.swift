import Foundation
import Protocol
import TestSupport

/// A web server on this machine that is not ours and passes on requests under the path `/memory` to a host, without
/// that path.
final class ReverseProxy {
    /// How it treats what it passes on.
    enum Manner: String {
        /// As the host's manual wants it.
        case careful
        /// It keeps the path.
        case keepsPath
        /// It does not pass on that a WebSocket is wanted.
        case dropsUpgrade
        /// It leaves out the port in `Host`.
        case dropsPort
        /// It names the host by its address in `Host`.
        case namesHost
    }

    private let process: RunningProcess
    private let control: String
    /// Its address and port, as in `127.0.0.1:4000`.
    let address: String

    private static let program = """
        import os, socket, sys, threading
        target, control = ("127.0.0.1", int(sys.argv[1])), sys.argv[2]
        def pump(source, sink):
            try:
                while data := source.recv(65536): sink.sendall(data)
            except OSError: pass
            for each in (source, sink):
                try: each.shutdown(socket.SHUT_RDWR)
                except OSError: pass
        def altered(head, manner):
            first, *fields = head.split(b"\\r\\n")
            method, path, version = first.split(b" ")
            if path != b"/memory" and not path.startswith(b"/memory/"): return None
            if manner != "keepsPath": path = path[len(b"/memory"):] or b"/"
            names = lambda field: field.split(b":", 1)[0].lower()
            if manner == "dropsUpgrade": fields = [x for x in fields if names(x) not in (b"upgrade", b"connection")]
            isUpgrade = any(names(x) == b"upgrade" for x in fields)
            if not isUpgrade: fields = [x for x in fields if names(x) != b"connection"] + [b"Connection: close"]
            if manner == "dropsPort": fields = [x.rsplit(b":", 1)[0] if names(x) == b"host" else x for x in fields]
            if manner == "namesHost":
                fields = [b"Host: 127.0.0.1:%d" % target[1] if names(x) == b"host" else x for x in fields]
            return b"\\r\\n".join([b" ".join([method, path, version]), *fields, b"", b""])
        def serve(client):
            head = b""
            while b"\\r\\n\\r\\n" not in head:
                data = client.recv(65536)
                if not data: return client.close()
                head += data
            head, rest = head.split(b"\\r\\n\\r\\n", 1)
            head = altered(head, open(control).read())
            if head is None:
                client.sendall(b"HTTP/1.1 404 Not Found\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
                return client.close()
            host = socket.create_connection(target)
            host.sendall(head + rest)
            threading.Thread(target=pump, args=(client, host), daemon=True).start()
            pump(host, client)
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()
        """

    private let folder: TemporaryFolder

    /// Starts a proxy before a host.
    init(to host: HostProcess, _ manner: Manner = .careful) throws {
        folder = try TemporaryFolder()
        control = folder.path(of: "manner")
        try Data(manner.rawValue.utf8).write(to: URL(filePath: control))
        process = try Python.run(["-c", Self.program, "\(host.address.port)", control])
        guard let port = try process.nextLine() else { throw Unmet("no proxy: \(try process.restOfErrors())") }
        address = "127.0.0.1:\(port)"
    }

    /// Has it treat the requests from now on in another manner.
    func become(_ manner: Manner) throws {
        try Data(manner.rawValue.utf8).write(to: URL(filePath: control), options: .atomic)
    }
}
