import Foundation
import PackagePlugin

/// Puts the web page into the program: writes its files into one Swift file, again whenever one of them has changed.
@main
struct EmbedPage: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let web = target.directoryURL.appending(path: "Web")
        let script = web.appending(path: "embed.sh")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage.swift")
        let files = try FileManager.default
            .contentsOfDirectory(at: web.appending(path: "Page"), includingPropertiesForKeys: nil)
            .filter { ["html", "css", "js"].contains($0.pathExtension) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        return [
            .buildCommand(
                displayName: "Embedding the web page", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path(percentEncoded: false), output.path(percentEncoded: false)]
                    + files.map { $0.path(percentEncoded: false) },
                inputFiles: [script] + files, outputFiles: [output])
        ]
    }
}
