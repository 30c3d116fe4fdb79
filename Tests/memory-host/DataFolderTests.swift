import Foundation
import TestSupport
import Testing

@testable import Lobby
@testable import Protocol
@testable import memory_host

@Suite struct DataFolderTests {
    private func standard(_ environment: [String: String]) -> String? {
        DataFolder.standard { environment[$0] }
    }

    @Test func `without an absolute home path there is no default folder`() {
        #expect(standard([:]) == nil)
        #expect(standard(["HOME": "", "XDG_STATE_HOME": "state"]) == nil)
    }

    #if os(Linux)
        @Test func `on Linux the default folder is in the XDG state folder`() {
            #expect(standard(["HOME": "/home/ann"]) == "/home/ann/.local/state/memory-host")
            #expect(standard(["HOME": "/home/ann", "XDG_STATE_HOME": "/s"]) == "/s/memory-host")
            #expect(standard(["HOME": "/home/ann", "XDG_STATE_HOME": "s"]) == "/home/ann/.local/state/memory-host")
        }
    #endif

    @Test(arguments: [
        ("a", "."), ("a/b", "a"), ("/a", "/"), ("/a/b/c", "/a/b"), ("/a/b//c//", "/a/b"), ("../a", ".."), ("//a", "/"),
    ])
    func `the parent of a folder is derived from its path`(path: String, above: String) {
        #expect(Platform.folder(above: path) == above)
    }

    @Test func `a folder is in use while a host has it open, even if its lock is removed`() throws {
        let folder = try TemporaryFolder()
        let first = try DataFolder.open(folder.path)
        for name in ["no such file", "lock"] {
            try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            #expect(throws: StorageProblem.self) { try DataFolder.open(folder.path) }
        }
        first.close()
        try DataFolder.open(folder.path).close()
    }

    /// Whoever can write in the folder could have the host write somewhere else.
    @Test(arguments: ["lock", LogFile.Kind.journal.name, LogFile.Kind.records.name])
    func `a link in place of a data file is not followed`(name: String) throws {
        let folder = try TemporaryFolder()
        let elsewhere = folder.path + "/elsewhere"
        #expect(FileManager.default.createFile(atPath: elsewhere, contents: Data("mine".utf8)))
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: elsewhere)
        #expect(throws: StorageProblem.self) {
            try Storage(folder.path, Lobby.Settings(hello: Hello(host: "")), sync: .never, log: Log(level: .error))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)) == Data("mine".utf8))
    }
}
