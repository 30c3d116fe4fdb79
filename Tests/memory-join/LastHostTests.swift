import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct LastHostTests {
    private let oak = HostAddress(host: "oak", port: 1)

    /// Does something with the file of a last host, in a home of its own.
    private func withLastHost(_ body: (LastHost) throws -> Void) throws {
        let home = try TemporaryFolder()
        try body(try #require(LastHost { $0 == "HOME" ? home.path : nil }))
        withExtendedLifetime(home) {}
    }

    private func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `the last host is stored in the system's state folder`() throws {
        let folder = try #require(Platform.stateFolder { $0 == "HOME" ? "/home/ann" : nil })
        #expect(LastHost { $0 == "HOME" ? "/home/ann" : nil }?.path == "\(folder)/memory-join/last-host")
        #expect(LastHost { _ in nil } == nil)
    }

    @Test(arguments: ["pine:6366", "10.0.0.1:7000", "[fe80::1%eth0]:6366", "[::1]:1", "zoë:80"])
    func `the last host reads back as written`(_ address: String) throws {
        try withLastHost { lastHost in
            #expect(lastHost.read() == nil)
            try lastHost.write(oak)
            try lastHost.write(try HostAddress(parsing: address))
            #expect(lastHost.read()?.text == address)
        }
    }

    @Test func `the file of the last host is private, and alone in its folder`() throws {
        try withLastHost { lastHost in
            try lastHost.write(HostAddress(host: "pine", port: 6366))
            let folder = folder(of: lastHost.path)
            #expect(try permissions(of: lastHost.path) == 0o600)
            for folder in [folder, self.folder(of: folder)] { #expect(try permissions(of: folder) == 0o700) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["last-host"])
            #expect(try String(contentsOfFile: lastHost.path, encoding: .utf8) == "pine:6366\n")
        }
    }

    @Test(
        arguments: [
            "", "\n", "pine:0\n", "pine:x", ":6366", "[::1", "pine:6366\noak:6366\n", "pi ne:1", "pine\u{1B}[31m:1",
            "pine\u{202E}:1", String(repeating: "x", count: 301),
        ].map { Data($0.utf8) } + [Data([0xFF, 0xFE, 0x3A, 0x31])])
    func `an invalid last host is ignored`(_ text: Data) throws {
        try withLastHost { lastHost in
            try lastHost.write(oak)
            try text.write(to: URL(fileURLWithPath: lastHost.path))
            #expect(lastHost.read() == nil)
        }
    }

    @Test func `a folder in place of the last host is ignored, and nothing is written`() throws {
        try withLastHost { lastHost in
            try FileManager.default.createDirectory(atPath: lastHost.path, withIntermediateDirectories: true)
            #expect(lastHost.read() == nil)
            #expect(throws: SystemError.self) { try lastHost.write(oak) }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder(of: lastHost.path))
            #expect(files == ["last-host"])
        }
    }

    @Test func `the last host cannot be written to a home that is no folder`() throws {
        let lastHost = try #require(LastHost { $0 == "HOME" ? "/dev/null" : nil })
        #expect(throws: SystemError.self) { try lastHost.write(oak) }
        #expect(lastHost.read() == nil)
    }

    @Test func `an address that would not read back is not written`() throws {
        try withLastHost { lastHost in
            try lastHost.write(oak)
            try lastHost.write(HostAddress(host: String(repeating: "x", count: 300), port: 1))
            #expect(lastHost.read() == oak)
        }
    }
}
