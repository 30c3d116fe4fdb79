import Protocol

/// A service of systemd that runs a host, and the socket that belongs to it.
struct ServiceUnit {
    /// The folder of the data.
    static let folder = "/var/lib/memory-host"

    private let options: Options
    private let arguments: [String]
    private let program: String

    /// Creates the units for a host with these options, which are also given as arguments.
    init(_ options: Options, arguments: [String], program: String) {
        (self.options, self.arguments, self.program) = (options, arguments, program)
    }

    /// The text of `memory-host.service`.
    var service: String {
        """
        # Install this as /etc/systemd/system/memory-host.service, then run:
        #   systemctl daemon-reload && systemctl enable --now memory-host
        # To let matches in play finish and then stop it: systemctl kill -s SIGUSR2 memory-host
        [Unit]
        Description=Lobby and matches of Memory
        Documentation=man:memory-host(1)
        After=\(network) memory-host.socket\(options.bind == nil ? "" : "\nWants=\(network)")

        [Service]
        Type=notify
        ExecStart=\(command)
        Restart=on-failure
        RestartSec=1
        WatchdogSec=30
        TimeoutStartSec=300
        TimeoutStopSec=30
        KillMode=mixed
        LimitNOFILE=\(fileLimit)
        \(state)
        # The host gets what it needs and nothing else.
        DynamicUser=yes
        UMask=0077
        NoNewPrivileges=yes
        \(capabilities)
        ProtectSystem=strict
        \(homes)PrivateTmp=yes
        PrivateDevices=yes
        PrivateMounts=yes
        ProcSubset=pid
        ProtectProc=invisible
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        KeyringMode=private
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        RemoveIPC=yes
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        # Clients; AF_UNIX to tell systemd; AF_NETLINK to list the machine's own addresses.
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        SystemCallFilter=~@privileged @resources
        SystemCallErrorNumber=EPERM

        [Install]
        WantedBy=multi-user.target

        """
    }

    /// The text of `memory-host.socket`.
    var socket: String {
        let streams = options.bind.map { SocketAddress.text(host: $0, port: options.port) } ?? "\(options.port)"
        var lines = ["ListenStream=\(streams)"]
        // Clients look for hosts over IPv4.
        let host = options.bind.map { SocketAddress(host: $0, port: options.port) } ?? .everyIPv4(port: options.port)
        if !options.isHidden, let host, host.isIPv4 { lines.append("ListenDatagram=\(host)") }
        return """
            # Install this as /etc/systemd/system/memory-host.socket beside memory-host.service, then run:
            #   systemctl daemon-reload && systemctl stop memory-host && systemctl enable --now memory-host.socket
            # Systemd keeps the port open while the host is restarted, and no player is turned away.
            [Unit]
            Description=Port of the host of Memory
            Documentation=man:memory-host(1)

            [Socket]
            \(lines.joined(separator: "\n"))

            [Install]
            WantedBy=sockets.target

            """
    }

    private var command: String {
        // systemd replaces %S by the folder of all services' data.
        let data = options.storesNothing ? [] : ["--data", "%S/memory-host"]
        let words = [Self.escaped(program, isPath: true)] + data + arguments.map { Self.escaped($0) }
        return words.joined(separator: " ")
    }

    /// What the service waits for at boot: the network, and with an address of its own until the machine has addresses.
    private var network: String { options.bind == nil ? "network.target" : "network-online.target" }

    private var state: String {
        options.storesNothing
            ? "" : "# The data: \(Self.folder).\nStateDirectory=memory-host\nStateDirectoryMode=0700\n"
    }

    private var fileLimit: Int {
        options.connections + Limits.Internal.spareDescriptors + Limits.Internal.turnedAwayAtOnce
    }

    /// Ports below 1024 need a capability, which is worth nothing in a user namespace.
    private var capabilities: String {
        if options.port == 0 || options.port >= 1024 {
            return "PrivateUsers=yes\nCapabilityBoundingSet=\nAmbientCapabilities="
        }
        return "CapabilityBoundingSet=CAP_NET_BIND_SERVICE\nAmbientCapabilities=CAP_NET_BIND_SERVICE"
    }

    /// Hides home folders, except for the program and for what it reads, which its user must be able to read.
    private var homes: String {
        let folders = [options.faces, options.webFolder].compactMap(\.self).map { Platform.absolutePath($0) ?? $0 }
        let hidden = ([program] + folders).filter { path in
            ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"].contains(where: path.hasPrefix)
        }
        guard !hidden.isEmpty else { return "ProtectHome=yes\n" }
        return "ProtectHome=tmpfs\n" + hidden.map { "BindReadOnlyPaths=\(Self.escaped($0, isPath: true))\n" }.joined()
    }

    /// Returns an argument as systemd reads it: in quotes where it needs them, without what systemd would replace, which in
    /// a path is less.
    static func escaped(_ argument: String, isPath: Bool = false) -> String {
        let percent = argument.replacing("%", with: "%%")
        let plain = isPath ? percent : percent.replacing("$", with: "$$")
        let special = isPath ? "\"'\\;:" : "\"'\\;"  // A colon would end a path.
        let needsQuotes = plain.isEmpty || plain.contains { $0.isWhitespace || special.contains($0) }
        guard needsQuotes else { return plain }
        return "\"" + plain.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
