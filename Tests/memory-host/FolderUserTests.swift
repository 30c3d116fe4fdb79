import Protocol
import TestSupport
import Testing

@testable import memory_host

/// Who is told to use a data folder, by the folder's lock file.
@Suite struct FolderUserTests {
    @Test(arguments: [FolderUser(process: 1234, port: 4096), FolderUser(process: 1, port: nil)])
    func `what is written is read again`(user: FolderUser) {
        #expect(FolderUser(user.bytes) == user)
        #expect(user.bytes.count <= Limits.Internal.lockFileBytes)
    }

    @Test func `the longest line fits`() {
        #expect(FolderUser(process: .max, port: .max).bytes.count <= Limits.Internal.lockFileBytes)
    }

    @Test func `a longer line of an earlier host behind the first one is no part of it`() {
        #expect(FolderUser(Array("12 80\n4 50000\n".utf8)) == FolderUser(process: 12, port: 80))
    }

    @Test(arguments: [
        "", "\n", "1234", "1234 4096", " 1234\n", "1234  4096\n", "1234 4096 1\n", "-1\n", "0\n", "x\n", "1234 0\n",
        "1234 65536\n", "99999999999 1\n", "1234\r\n", "\0\0\0\n",
    ])
    func `anything else names nobody`(text: String) { #expect(FolderUser(Array(text.utf8)) == nil) }

    /// Locks a folder, and has something else written into its lock file.
    private func problem(with contents: [UInt8]?, port: UInt16? = 4096) throws -> StorageProblem? {
        let folder = try TemporaryFolder()
        let first = try DataFolder.open(folder.path, port: port)
        defer { first.close() }
        if let contents { try folder.write(contents, to: "lock") }
        do throws(StorageProblem) {
            _ = try DataFolder.open(folder.path)
            return nil
        } catch {
            let sentence = error.sentence.replacing(folder.path, with: "DIR")
            let rest = "; stop it first, or choose another folder with --data"
            #expect(sentence.hasSuffix(rest) && error.status == .unavailable)
            if case .inUse(_, let user) = error {
                let start = user.map { "DIR is in use by \($0)" } ?? "another memory-host is using DIR"
                #expect(sentence == start + rest)
            }
            return error
        }
    }

    private func user(_ problem: StorageProblem?) throws -> FolderUser? {
        guard case .inUse(_, let user)? = problem else { throw Missing() }
        return user
    }

    private struct Missing: Error {}

    @Test func `a second host is told the process and the port of the first`() throws {
        let own = Platform.processNumber
        #expect(try user(problem(with: nil)) == FolderUser(process: own, port: 4096))
        #expect(try user(problem(with: nil, port: nil)) == FolderUser(process: own, port: nil))
        #expect("\(FolderUser(process: 12, port: 80))" == "process 12, which listens on port 80")
        #expect("\(FolderUser(process: 12, port: nil))" == "process 12")
    }

    @Test func `nothing is told from a file that is empty, garbage or of a process that is gone`() throws {
        let garbage = [UInt8](repeating: 0xFF, count: 1_000_000)
        for contents in [[], Array("1 ".utf8), garbage, Array("2147483647 4096\n".utf8)] {
            #expect(try user(problem(with: contents)) == nil)
        }
    }
}
