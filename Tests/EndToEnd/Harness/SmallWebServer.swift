import Foundation
import TestSupport

/// A web server on this machine that serves the files of a folder.
final class SmallWebServer {
    private let process: RunningProcess
    /// Its address and port, as in `127.0.0.1:4000`.
    let address: String

    /// The word `HOST` in a file stands for the server itself. A file whose name begins with `moved` is a redirection
    /// to the path in it.
    private static let program = """
        import http.server, os, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = sys.argv[1] + self.path
                if not os.path.isfile(path): return self.send_error(404)
                with open(path, "rb") as file:
                    body = file.read().replace(b"HOST", b"127.0.0.1:%d" % server.server_port)
                if self.path.startswith("/moved"):
                    self.send_response(302)
                    self.send_header("Location", body.decode())
                else: self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                try: self.wfile.write(body)
                except OSError: pass
            def log_message(self, *_): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    /// Starts to serve a folder.
    init(_ folder: TemporaryFolder) throws {
        process = try RunningProcess("/usr/bin/env", ["python3", "-c", Self.program, folder.path])
        guard let port = try process.nextLine() else { throw Unmet("no server: \(try process.restOfErrors())") }
        address = "127.0.0.1:\(port)"
    }
}
