import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// The QR codes of links, as they are seen on the page.
    @Suite struct QR {
        private static let name = "memory.local"

        /// Reads the code that the page shows from its pixels: modules and quiet zone, row by row, # for dark.
        private func code(on page: BrowserPage, columns: Int) throws -> String? {
            let look = """
                (() => {
                  const image = one('img.qr');
                  if (!image?.complete || !image.naturalWidth) return null;
                  const canvas = Object.assign(document.createElement('canvas'), { width: \(columns), height: \(columns) });
                  const context = canvas.getContext('2d');
                  context.drawImage(image, 0, 0, \(columns), \(columns));
                  const { data } = context.getImageData(0, 0, \(columns), \(columns));
                  return data.filter((value, index) => index % 4 === 0).reduce((code, red) => code + (red < 128 ? '#' : '.'), '');
                })()
                """
            return try page.wait(for: "the QR code", until: look) as? String
        }

        /// The same for a code that was not drawn.
        private func pixels(_ code: QRCode) -> String {
            (-4..<code.size + 4).map { row in
                (-4..<code.size + 4).map { column in
                    0..<code.size ~= row && 0..<code.size ~= column && code[row, column] ? "#" : "."
                }.joined()
            }.joined()
        }

        @Test func `the link into a private match, and the address for a room, can be scanned`() throws {
            let (host, browser) = (try HostProcess(), try Browser(resolving: Self.name))
            let port = host.address.port
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(Self.name):\(port)/")
            try page.enterLobby(as: "Ann")
            try page.tap(button: "Projector view")
            let address = try #require(QRCode("http://\(Self.name):\(port)/"))
            #expect(try code(on: page, columns: address.columns) == pixels(address))
            try page.tap(button: "Back")
            try page.tap(button: "Invite a friend")
            try page.tap(button: "Start")
            let link = try page.wait(for: "the link", until: "one('.link')?.textContent") as? String ?? ""
            #expect(link.hasPrefix("http://\(Self.name):\(port)/#"))
            let expected = try #require(QRCode(link))
            #expect(try code(on: page, columns: expected.columns) == pixels(expected))
            #expect(try page.evaluate("one('img.qr').alt") as? String == "QR code for the link")
            let elsewhere = browser.flaws(of: host).filter { !$0.contains("//\(Self.name):\(port)/") }
            #expect(elsewhere == [])
        }

        @Test func `a link without a code is shown all the same`() throws {
            let (host, browser) = (try HostProcess(), try Browser(resolving: Self.name))
            let port = host.address.port
            let page = try BrowserPage(browser, .calmPhone, at: "http://\(Self.name):\(port)/")
            try page.call("Network.setBlockedURLs", ["urls": ["*/qr?*"]])
            try page.enterLobby(as: "Ann")
            try page.tap(button: "Invite a friend")
            try page.tap(button: "Start")
            try page.wait(for: "the link", until: "one('.link')?.textContent")
            try page.wait(for: "no picture", until: "document.querySelector('img.qr').hidden")
        }
    }
}
