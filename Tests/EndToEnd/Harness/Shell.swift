import Foundation
import Protocol
import TestSupport

/// A shell with job control that starts one program in the foreground of a terminal, as people start programs.
///
/// It leads a session of its own, of which the terminal is the controlling one. It says in lines, on a pipe, what
/// becomes of the program: `started PID`, and `returned STATUS` when that has ended or stopped. Then it writes a prompt
/// with a number to the terminal. A line `fg` on another pipe has it continue the program.
///
/// It is dash where there is one, which never changes the terminal's settings: bash does so after a program that has
/// left them in disorder, and nobody would notice.
struct Shell {
    private static let script = """
        ulimit -c 0
        trap : HUP
        count=0
        tell() {
            count=$((count + 1))
            echo "returned $1" >&3
            printf 'shell %s$ ' "$count"
        }
        printf 'shell 0$ %s\\n' "${1##*/}"
        "$0" -c 'echo "started $$" >&3; exec "$0" "$@" 4<&-' "$@"
        tell $?
        while read -r line <&4; do
            printf '%s\\n' "$line"
            fg >/dev/null
            tell $?
        done
        """

    let number: pid_t
    /// The descriptor its lines come from; it ends when both the shell and the program have ended.
    let reports: FileDescriptor
    private let orders: FileDescriptor

    init(_ program: [String], environment: [String: String], terminal: PseudoTerminal) throws {
        let toTest = try Platform.makePipe()
        let fromTest = try Platform.makePipe()
        (reports, orders) = (toTest.readEnd, fromTest.writeEnd)
        defer { [toTest.writeEnd, fromTest.readEnd].forEach { $0.close() } }
        do {
            try toTest.writeEnd.setNonBlocking(false)
            try fromTest.readEnd.setNonBlocking(false)
            let dash = "/bin/dash"
            let path = FileManager.default.isExecutableFile(atPath: dash) ? dash : "/bin/sh"
            number = try SessionLeader.spawn(
                [path, "-m", "-c", Self.script, path] + program, environment, standardStreams: terminal.path,
                third: toTest.writeEnd, fourth: fromTest.readEnd)
        } catch {
            toTest.readEnd.close()
            fromTest.writeEnd.close()
            throw error
        }
    }

    /// Has the program that was stopped go on in the foreground.
    func continueProgram() throws { try orders.writeAll(Array("fg\n".utf8)) }

    /// Ends the shell, and waits for that.
    func end() {
        kill(number, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) == -1, errno == EINTR {}
        orders.close()
        reports.close()
    }
}
