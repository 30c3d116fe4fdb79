import Foundation
import Protocol
import TestSupport
import Testing

/// A host with pictures of its own, and the task that fetches them, from a server on this machine.
@Suite(.waits) struct `Pictures of a host` {
    private let folder: TemporaryFolder
    private let site: TemporaryFolder

    init() throws { (folder, site) = (try TemporaryFolder(), try TemporaryFolder()) }

    private static let artwork = """
        {"results":[{"trackName":"Abbey Road","artworkUrl100":"http://HOST/red"},
        {"trackName":"Blue","artworkUrl100":"http://HOST/moved"},{"trackName":"Gone","artworkUrl100":"http://HOST/none"},
        {"trackName":"Page","artworkUrl100":"http://HOST/page"},{"trackName":"Huge","artworkUrl100":"http://HOST/huge"},
        {"trackName":"Again","artworkUrl100":"http://HOST/red"},{"trackName":"Copy","artworkUrl100":"http://HOST/copy"},
        {"trackName":"File","artworkUrl100":"file:///etc/passwd"}]}
        """

    /// A server with a list of artwork, some of it good.
    private func server() throws -> SmallWebServer {
        let red = SamplePictures.gif(255, 0, 0)
        let files: [String: [UInt8]] = [
            "list": Array(Self.artwork.utf8), "red": red, "copy": red, "blue": SamplePictures.gif(0, 0, 255),
            "moved": Array("/blue".utf8), "page": Array("<html>".utf8),
            "huge": red + [UInt8](repeating: 0, count: 1 << 20),
            "one": Array(#"[{"title":"Only","url":"http://HOST/red"}]"#.utf8), "text": Array("no JSON".utf8),
            "nothing": Array(#"{"error":"no key"}"#.utf8),
        ]
        for (name, bytes) in files { try site.write(bytes, to: name) }
        return try SmallWebServer(site)
    }

    /// The digest of what a host has at a path, as a client of HTTP that is not ours computes it.
    private func digest(of path: String, at host: HostProcess) throws -> String? {
        let program = """
            import hashlib, sys, urllib.request
            print(hashlib.sha256(urllib.request.urlopen(sys.argv[1]).read()).hexdigest())
            """
        let address = "http://\(host.address)\(path)"
        return try RunningProcess("/usr/bin/env", ["python3", "-c", program, address]).nextLine()
    }

    @Test func `artwork is fetched, checked and named, and a host plays with it`() throws {
        let server = try server()
        let covers = folder.path(of: "new/covers")
        let fetching = try HostProcess.start(["--fetch-faces", "http://\(server.address)/list", covers])
        let (output, ending) = (try fetching.restOfOutput(), try fetching.waitForEnd())
        let errors = try fetching.restOfErrors()
        #expect(ending == .exited(0), "\(errors)")
        for line in [
            "1 of 6: Abbey Road", "2 of 6: Blue", "6 pictures listed",
            "2 pictures fetched; now start the host with: memory-host --faces '\(covers)'",
        ] {
            #expect(output.contains(line), "\(output)")
        }
        for line in [
            "3 of 6: Gone is left out: it cannot be fetched",
            "4 of 6: Page is left out: it is not a PNG, JPEG, GIF, WebP or AVIF picture",
            "5 of 6: Huge is left out: it is larger than 1 MB",
            "6 of 6: Copy is left out: it is the same picture as Abbey Road", "with fewer than 15 pictures",
        ] { #expect(errors.contains(line), "\(errors)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: covers).sorted() == ["Abbey.gif", "Blue.gif"])

        let host = try HostProcess("--faces", covers)
        let ann = try LineClient.named("Ann", at: host)
        try ann.send(#"{"type":"open","rules":{"rows":2,"columns":2,"seats":1,"faces":"pictures"}}"#)
        let match = try ann.line(containing: #""type":"match""#)
        #expect(match.contains(#""pictures":{"Abbey":"/faces/"#) && match.contains(#""Blue":"/faces/"#))
        try ann.send(#"{"type":"flip","card":0}"#)
        let state = try ann.line(containing: #""kind":"flip""#)
        #expect(state.contains(#""cards":["Abbey","","",""]"#) || state.contains(#""cards":["Blue","","",""]"#))
        let digest = SHA256.bytes(of: SamplePictures.gif(0, 0, 255)).map { String(format: "%02x", $0) }.joined()
        try FileManager.default.removeItem(atPath: covers)
        #expect(try self.digest(of: "/faces/\(digest)", at: host) == digest, "though the folder is gone by now")
        let people = try LineClient(host)
        try people.send("name Bob", "open 2x2 pictures solo", "a1")
        let board = try people.line(containing: " 1[")
        #expect(board.contains("[Abbey]") || board.contains("[Blue ]"), "\(board)")
    }

    @Test(
        arguments: [
            ("/text", "is not JSON", 65), ("/nothing", "found no artwork at http://127.0.0.1", 65),
            ("/missing", "cannot be fetched", 69), ("/one", "1 picture fetched: a set needs at least 2 pictures", 65),
        ] as [(String, String, Int32)])
    func `a list that gives no set is refused with the reason`(path: String, reason: String, status: Int32) throws {
        let server = try server()
        let process = try HostProcess.start(["--fetch-faces", "http://\(server.address)\(path)", folder.path(of: "x")])
        let errors = try process.restOfErrors()
        #expect(try process.waitForEnd() == .exited(status) && errors.contains(reason), "\(errors)")
        let left = try? FileManager.default.contentsOfDirectory(atPath: folder.path(of: "x"))
        #expect(left == (path == "/one" ? [] : nil))
    }

    @Test func `pictures are fetched into an empty folder only, and only with curl`() throws {
        let server = try server()
        let list = "http://\(server.address)/list"
        try folder.write([1], to: "mine.txt")
        let full = try HostProcess.start(["--fetch-faces", list, folder.path])
        #expect(try full.restOfErrors().contains("is not empty; choose another folder"))
        #expect(try full.waitForEnd() == .exited(73))
        let lacking = try HostProcess.start(["--fetch-faces", list, folder.path(of: "y")], shell: "PATH=/nowhere")
        #expect(try lacking.restOfErrors().contains("curl, which fetches the pictures, is not installed"))
        #expect(try lacking.waitForEnd() == .exited(69))
    }

    @Test func `a host does not start with too few pictures, and says why`() throws {
        try folder.write(SamplePictures.gif(1, 1, 1), to: "a.gif")
        try folder.write(Array("text".utf8), to: "b.gif")
        for (path, reasons) in [
            (
                folder.path,
                ["b.gif is left out: it is not a PNG", "1 picture in \(folder.path): a set needs at least 2"]
            ),
            (folder.path(of: "none"), ["cannot read \(folder.path(of: "none")): No such file or directory"]),
        ] {
            let process = try HostProcess.start(["--port", "0", "--no-data", "--faces", path])
            let errors = try process.restOfErrors()
            for reason in reasons { #expect(errors.contains(reason), "\(errors)") }
            #expect(try process.waitForEnd() != .exited(0))
        }
    }

    @Test func `a match goes on with its labels if the host comes back without its pictures`() throws {
        let (faces, data) = (folder.path(of: "faces"), folder.path(of: "data"))
        try FileManager.default.createDirectory(atPath: faces, withIntermediateDirectories: false)
        for (name, color) in [("Abbey", UInt8(1)), ("Blue", 2)] {
            try folder.write(SamplePictures.gif(color, 0, 0), to: "faces/\(name).gif")
        }
        let host = try HostProcess("--faces", faces, "--data", data)
        let ann = try LineClient(host)
        try ann.send(#"{"type":"hello","name":"Ann"}"#)
        let welcome = try ann.line(containing: "welcome")
        let token = try #require(welcome.firstMatch(of: /"token":"([^"]+)"/)).1
        try ann.send(#"{"type":"open","rules":{"rows":2,"columns":2,"seats":1,"faces":"pictures"}}"#)
        #expect(try ann.line(containing: #""type":"match""#).contains("/faces/"))
        try host.stop(SIGKILL)
        let next = try HostProcess("--data", data)
        let again = try LineClient(next)
        try again.send(#"{"type":"hello","token":"\#(token)"}"#)
        let match = try again.line(containing: #""type":"match""#)
        #expect(match.contains(#""faces":"pictures""#) && !match.contains("/faces/"))
        try again.send(#"{"type":"flip","card":0}"#)
        let state = try again.line(containing: #""kind":"flip""#)
        #expect(state.contains(/"cards":\["(Abbey|Blue)","","",""\]/), "\(state)")
    }
}
