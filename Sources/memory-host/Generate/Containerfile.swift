import Protocol

/// A file from which podman or docker builds an image that holds the program and nothing else.
struct Containerfile {
    static let folder = "/data"

    private let options: Options
    private let arguments: [String]

    /// Creates the file for a host with these options, which are also given as arguments.
    init(_ options: Options, arguments: [String]) { (self.options, self.arguments) = (options, arguments) }

    var text: String {
        let run = "podman run -d --name memory-host\(options.storesNothing ? "" : " -v memory:\(Self.folder)")"
        let ports = ["EXPOSE \(port)/tcp"] + (options.isHidden ? [] : ["EXPOSE \(port)/udp"])
        let volume = options.storesNothing ? [] : ["VOLUME \(Self.folder)"]
        return """
            # An image of 11 MB. In the folder of the sources, build the program and the image; what strip removes would only
            # help to debug it:
            #   swift build -c release --product memory-host -Xswiftc -static-executable
            #   strip -R .eh_frame -R .eh_frame_hdr .build/release/memory-host
            #   podman build -t memory-host -f Containerfile .build/release
            # Run it on the machine's own network, where clients find it:
            #   \(run) --network host memory-host
            # or with nothing but its port, so that people need the machine's address:
            #   \(run) -p \(port):\(port) memory-host
            FROM scratch
            COPY memory-host /memory-host
            \((ports + volume).joined(separator: "\n"))
            STOPSIGNAL SIGTERM
            ENTRYPOINT [\(command.map(Self.quoted).joined(separator: ", "))]

            """
    }

    private var port: UInt16 { options.port == 0 ? SocketAddress.defaultPort : options.port }

    private var command: [String] {
        ["/memory-host"] + (options.storesNothing ? [] : ["--data", Self.folder]) + arguments
    }

    /// Returns an argument as a string of JSON. No option takes control characters.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
