import Foundation
import PackagePlugin

/// Puts the web page into the program: writes its files into one Swift file, again whenever one of them has changed.
@main
struct EmbedPage: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let page = target.directoryURL.appending(path: "Web/Page")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage.swift")
        var files: [URL] = []
        let found = FileManager.default.enumerator(at: page, includingPropertiesForKeys: nil)
        while let file = found?.nextObject() as? URL {
            if ["html", "css", "js"].contains(file.pathExtension) { files.append(file) }
        }
        return [
            .buildCommand(
                displayName: "Embedding the web page", executable: try context.tool(named: "embed-page").url,
                arguments: [output.path(percentEncoded: false), page.path(percentEncoded: false)],
                inputFiles: files.sorted { $0.path() < $1.path() }, outputFiles: [output])
        ]
    }
}
