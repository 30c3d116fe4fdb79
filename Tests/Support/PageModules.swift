import Foundation

/// The modules of the page for browsers, run by node.
public enum PageModules {
    /// Thrown when node did not do what it was asked to.
    public struct Failure: Error, CustomStringConvertible {
        /// What it said.
        public let description: String
    }

    /// The folder of this repository.
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// The folder of the page.
    public static let folder = root.appending(path: "Sources/memory-host/Web/Page").path

    /// The tests of the modules, which are modules, too.
    public static let tests: [String] = {
        let folder = root.appending(path: "Tests/Page")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".test.mjs") }.sorted().map { folder.appending(path: $0).path }
    }()

    /// The path of node on this machine; nil, which is said once, if there is none.
    public static let node: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin"].split(separator: ":")
        let found = folders.map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        if found == nil { print("The tests of the page's modules are skipped: there is no node in PATH.") }
        return found
    }()

    /// Runs node, and returns what it has printed.
    ///
    /// - Throws: a ``Failure`` with everything that it has said, unless it succeeded.
    @discardableResult public static func run(_ arguments: [String]) throws -> [UInt8] {
        guard let node else { throw Failure(description: "there is no node") }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: node)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: String(decoding: data, as: UTF8.self)) }
        return Array(data)
    }

    /// Returns the value of an expression that uses what a module exports.
    public static func value<Value: Decodable>(
        of expression: String, from module: String, importing names: String, as type: Value.Type
    ) throws -> Value {
        let script = """
            import { \(names) } from "\(URL(filePath: folder).appending(path: module).absoluteString)";
            process.stdout.write(JSON.stringify(\(expression)));
            """
        return try JSONDecoder().decode(type, from: Data(try run(["--input-type=module", "--eval", script])))
    }
}
