import Foundation
import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct TokenFileTests {
    private let stored = TokenFile.Stored(token: tokenOne, name: player("Zoë"))
    private let folder: TemporaryFolder
    private let path: String
    /// The file for ``home``.
    private let place: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/memory-join"
        place = path + "/tokens/localhost:6366"
    }

    /// The name that was chosen, in the same folder.
    private var savedName: SavedName? { SavedName { $0 == "XDG_STATE_HOME" || $0 == "HOME" ? folder.path : nil } }

    private func open(_ host: HostAddress = home) throws -> (TokenFile, TokenFile.Stored?) {
        guard case .file(let file, let stored) = TokenFile.open(in: path, for: host) else { throw Unusable() }
        return (file, stored)
    }

    private struct Unusable: Error {}

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path + "/tokens").sorted() }
    }

    private func put(_ text: Data, mode: Int = 0o600) throws {
        try FileManager.default.createDirectory(atPath: path + "/tokens", withIntermediateDirectories: true)
        try text.write(to: URL(fileURLWithPath: place))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
    }

    @Test func `a token reads back as written, from a file that is the user's alone`() throws {
        var (file, before) = try open()
        #expect(before == nil)
        try file.write(stored)
        file.close()
        #expect(try files == ["localhost:6366"])
        let attributes = try FileManager.default.attributesOfItem(atPath: place)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let (again, after) = try open()
        #expect(after == stored)
        again.close()
    }

    @Test func `each host has a file, and this machine has one whatever it is called by`() throws {
        var (file, _) = try open(HostAddress(host: "../Den/x", port: 1))
        try file.write(stored)
        file.close()
        #expect(try files == ["..%2fden%2fx:1"])
        (file, _) = try open()
        try file.write(stored)
        file.close()
        for name in ["127.0.0.1", "::1", "LOCALHOST"] {
            let (same, content) = try open(HostAddress(host: name, port: 6366))
            #expect(content == stored)
            same.close()
        }
        #expect(try open(HostAddress(host: "localhost", port: 1)).1 == nil)
    }

    @Test func `a file that is in use is not opened twice, also after it was written`() throws {
        var (file, _) = try open()
        for _ in 0..<2 {
            guard case .inUse = TokenFile.open(in: path, for: home) else { throw Unusable() }
            try file.write(stored)
        }
        let (other, _) = try open(HostAddress(host: "oak", port: 1))
        other.close()
        file.forget()
        guard case .inUse = TokenFile.open(in: path, for: home) else { throw Unusable() }
        file.close()
        #expect(try open().1 == nil)
    }

    @Test func `a forgotten token leaves no file`() throws {
        var (file, _) = try open()
        try file.write(stored)
        file.forget()
        #expect(try Data(contentsOf: URL(fileURLWithPath: place)).isEmpty)
        file.close()
        #expect(try files == [])
    }

    @Test(
        arguments: [
            "", "\n", "x", "0000000000000000000000000000000 Zoe", "00000000000000000000000000000001",
            "00000000000000000000000000000001 ", "00000000000000000000000000000001 a\nb",
            String(repeating: "0", count: 100_000),
        ].map { Data($0.utf8) } + [Data([0xFF, 0xFE])])
    func `a broken file counts as empty, and is replaced`(_ text: Data) throws {
        try put(text)
        var (file, content) = try open()
        #expect(content == nil)
        try file.write(stored)
        file.close()
        #expect(try open().1 == stored)
    }

    @Test(arguments: [0o644, 0o660, 0o604])
    func `a file that others may read or write counts as empty`(_ mode: Int) throws {
        try put(Data("00000000000000000000000000000001 Zoe\n".utf8), mode: mode)
        let (file, content) = try open()
        #expect(content == nil)
        file.close()
    }

    @Test func `a folder, a link or a missing home in place of the file is not used`() throws {
        func isUnavailable(_ path: String, for host: HostAddress = home) -> Bool {
            if case .unavailable = TokenFile.open(in: path, for: host) { true } else { false }
        }
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        #expect(isUnavailable(path))
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "/etc/passwd")
        #expect(isUnavailable(path))
        #expect(isUnavailable("/dev/null/x"))
        let long = HostAddress(host: String(repeating: "x", count: 300), port: 1)
        #expect(isUnavailable(path, for: long))
    }

    @Test func `a named pipe in place of the file blocks nobody`() throws {
        try put(Data())
        try FileManager.default.removeItem(atPath: place)
        #expect(unsafe mkfifo(place, 0o600) == 0)
        if case .file(let file, let content) = TokenFile.open(in: path, for: home) {
            #expect(content == nil)
            file.close()
        }
    }

    @Test(arguments: ["Zoë", "Zoe ", "Ann's"])
    func `the chosen name reads back as written`(_ name: String) throws {
        let saved = try #require(savedName)
        #expect(saved.read() == nil)
        try saved.write(player(name))
        #expect(saved.read() == player(name))
    }

    @Test func `a saved name that is none is ignored`() throws {
        let saved = try #require(savedName)
        try saved.write(player("Ann"))
        let state = try #require(
            StateFile("name", bytes: 97) { $0 == "XDG_STATE_HOME" || $0 == "HOME" ? folder.path : nil })
        for text in ["", "m3", "admin\n", "a\nb", String(repeating: "x", count: 200)] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: state.path))
            #expect(saved.read() == nil)
        }
        #expect(SavedName { _ in nil } == nil)
    }
}
