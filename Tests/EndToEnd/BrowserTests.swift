import Foundation
import Protocol
import TestSupport
import Testing

/// The page, in a real browser that is driven as people use it. At most three tests run at once.
@Suite(.browses, .enabled(if: Browser.program != nil)) enum BrowserTests {
    static let quick = "{\"preset\":\"quick\",\"rows\":2,\"columns\":3,\"turnMs\":0}"

    /// Ann, on a phone on which nothing moves, comes to the table of Bob, a program.
    static func annAndBob(_ browser: Browser, at host: HostProcess) throws -> (ann: BrowserPage, bob: LineClient) {
        let bob = try LineClient.named("Bob", at: host)
        _ = try bob.open(quick)
        let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
        try ann.tap(button: "Play Memory")
        return (ann, bob)
    }
}

extension Browser {
    /// The flaws that pages have shown: exceptions, errors that they logged, and requests to elsewhere than a host.
    func flaws(of host: HostProcess) -> [String] {
        reports.compactMap { report in
            let entry = report.fields["entry"] as? Fields ?? [:]
            switch report.method {
            case "Runtime.exceptionThrown":
                return "\(report.fields["exceptionDetails"] ?? "an exception")"
            case "Runtime.consoleAPICalled": return "logged: \(report.fields["args"] ?? "")"
            case "Log.entryAdded": return entry["source"] as? String == "security" ? "\(entry["text"] ?? "")" : nil
            default: break
            }
            let address = Self.address(of: report)
            let isOwn =
                ["http://\(host.address)/", "ws://\(host.address)/"].contains { address?.hasPrefix($0) ?? true }
            return isOwn || address?.hasPrefix("data:") ?? true ? nil : "asked for \(address ?? "")"
        }
    }

    /// The address that a page has asked for.
    static func address(of report: Report) -> String? {
        switch report.method {
        case "Network.requestWillBeSent": (report.fields["request"] as? Fields)?["url"] as? String
        case "Network.webSocketCreated": report.fields["url"] as? String
        default: nil
        }
    }
}
