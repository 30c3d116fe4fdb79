import Protocol

/// The address of the page as a QR code on a terminal, for people with a phone.
enum PageCode {
    /// Black on white whatever the terminal's own colours are: numbers that no palette changes.
    private static let ink = "\u{1B}[38;5;16;48;5;231m"
    private static let plain = "\u{1B}[0m"

    /// Returns the lines to print; nil if the terminal is too small for them, or shows no blocks or colours.
    ///
    /// - Parameters:
    ///   - address: an address of the host that others on the network can reach.
    ///   - window: the terminal's size.
    ///   - environment: returns the value of an environment variable.
    static func text(
        for address: SocketAddress, in window: Platform.WindowSize?, environment: (String) -> String?
    ) -> String? {
        let terminal = environment("TERM") ?? ""
        guard let window, let code = QRCode("http://\(address)/"), Platform.isUTF8(environment), !terminal.isEmpty,
            terminal != "dumb"
        else { return nil }
        let lines = code.halfBlocks
        guard window.columns >= code.columns, window.rows >= lines.count + 2 else { return nil }
        return "On a phone:       scan this, or open http://\(address)/\n"
            + lines.map { "\(ink)\($0)\(plain)\n" }.joined()
    }
}
