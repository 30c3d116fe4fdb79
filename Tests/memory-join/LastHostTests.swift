import Foundation
import Protocol
import Testing

@testable import memory_join

@Suite struct LastHostTests {
    private let oak = HostAddress(host: "oak", port: 1)

    /// A home that is there for as long as a test.
    private final class Home {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var lastHost: LastHost {
            get throws { try #require(LastHost { $0 == "HOME" ? self.path : nil }) }
        }

        /// The permissions of something in it.
        func permissions(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
    }

    @Test func `the last host is stored in the system's state folder`() throws {
        let folder = try #require(Platform.stateFolder { $0 == "HOME" ? "/home/ann" : nil })
        #expect(LastHost { $0 == "HOME" ? "/home/ann" : nil }?.path == "\(folder)/memory-join/last-host")
        #expect(LastHost { _ in nil } == nil)
    }

    @Test(arguments: ["pine:6366", "10.0.0.1:7000", "[fe80::1%eth0]:6366", "[::1]:1", "zoë:80"])
    func `the last host reads back as written`(_ address: String) throws {
        let home = try Home()
        let lastHost = try home.lastHost
        #expect(lastHost.read() == nil)
        try lastHost.write(try HostAddress(parsing: "oak:1"))
        try lastHost.write(try HostAddress(parsing: address))
        #expect(lastHost.read()?.text == address)
    }

    @Test func `the file of the last host is private, and alone in its folder`() throws {
        let home = try Home()
        let lastHost = try home.lastHost
        try lastHost.write(HostAddress(host: "pine", port: 6366))
        let folder = (lastHost.path as NSString).deletingLastPathComponent
        #expect(try home.permissions(lastHost.path) == 0o600)
        #expect(try home.permissions(folder) == 0o700)
        #expect(try home.permissions((folder as NSString).deletingLastPathComponent) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["last-host"])
        #expect(try String(contentsOfFile: lastHost.path, encoding: .utf8) == "pine:6366\n")
    }

    @Test(arguments: [
        "", "\n", "pine:0\n", "pine:x", ":6366", "[::1", "pine:6366\noak:6366\n", "pi ne:1", "pine\u{1B}[31m:1",
        "pine\u{202E}:1", String(repeating: "x", count: 301),
    ])
    func `an invalid last host is ignored`(_ text: String) throws {
        let home = try Home()
        let lastHost = try home.lastHost
        try lastHost.write(oak)
        try Data(text.utf8).write(to: URL(fileURLWithPath: lastHost.path))
        #expect(lastHost.read() == nil)
    }

    @Test func `a last host that is not text, or a folder in its place, is ignored`() throws {
        let home = try Home()
        let lastHost = try home.lastHost
        try lastHost.write(oak)
        try Data([0xFF, 0xFE, 0x3A, 0x31]).write(to: URL(fileURLWithPath: lastHost.path))
        #expect(lastHost.read() == nil)
        try FileManager.default.removeItem(atPath: lastHost.path)
        try FileManager.default.createDirectory(atPath: lastHost.path, withIntermediateDirectories: false)
        #expect(lastHost.read() == nil)
        #expect(throws: SystemError.self) { try lastHost.write(HostAddress(host: "oak", port: 2)) }
        let folder = (lastHost.path as NSString).deletingLastPathComponent
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["last-host"])
    }

    @Test func `the last host cannot be written to a home that is no folder`() throws {
        let home = try Home()
        let file = home.path + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        let lastHost = try #require(LastHost { $0 == "HOME" ? file : nil })
        #expect(throws: SystemError.self) { try lastHost.write(oak) }
        #expect(lastHost.read() == nil)
    }

    @Test func `an address that would not read back is not written`() throws {
        let home = try Home()
        let lastHost = try home.lastHost
        try lastHost.write(oak)
        try lastHost.write(HostAddress(host: String(repeating: "x", count: 300), port: 1))
        #expect(lastHost.read() == oak)
    }
}
