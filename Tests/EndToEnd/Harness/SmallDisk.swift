import Foundation
import TestSupport

/// A disk of its own for one host, small enough to be filled: a file system in memory that only the host's process
/// sees.
struct SmallDisk {
    private static let tool = "/usr/bin/unshare"

    /// True if this is possible here: on a Linux that lets every user create namespaces.
    static let canBeMade: Bool = {
        guard FileManager.default.isExecutableFile(atPath: tool), ProcessFigures.areThere,
            let process = try? RunningProcess(tool, ["-Urm", "/bin/true"])
        else { return false }
        return (try? process.waitForEnd()) == .exited(0)
    }()

    let folder: TemporaryFolder
    let host: HostProcess

    /// Starts a host that keeps its data on a disk of this many KiB.
    init(kilobytes: Int) throws {
        folder = try TemporaryFolder()
        let mount = "mount -t tmpfs -o size=\(kilobytes)k none '\(folder.path)'"
        let shell = #"exec \#(Self.tool) -Urm /bin/sh -c "\#(mount); exec \"\$0\" \"\$@\"" "$0" "$@""#
        host = try HostProcess("--rate", "0", "--data", folder.path, shell: shell)
    }

    private var filler: String { "/proc/\(host.process.number)/root\(folder.path)/filler" }

    /// Writes until not a byte more has room.
    func fill() throws {
        guard FileManager.default.createFile(atPath: filler, contents: nil),
            let file = FileHandle(forWritingAtPath: filler)
        else { throw Unmet("there is no disk at \(filler)") }
        for size in [4_096, 1] {
            while (try? file.write(contentsOf: Data(count: size))) != nil {}
        }
        try file.close()
    }

    /// Takes away what fills it.
    func empty() throws { try FileManager.default.removeItem(atPath: filler) }
}
