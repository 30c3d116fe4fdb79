import Foundation
import Protocol
import Testing

/// Programs that are started.
@Suite struct ChildTests {
    @Test func `a program inherits no descriptor but those of its input, output and errors`() throws {
        let extra = dup(0)  // Like a socket that a service manager has passed: nothing keeps it from children.
        defer { close(extra) }
        let script = "[ -e /dev/fd/\(extra) ] && echo inherited || echo none"
        let output = try Platform.output(of: "sh", ["-c", script], passing: ["PATH"], limit: 100)
        #expect(output == .ended(status: 0, Array("none\n".utf8)))
    }
}
