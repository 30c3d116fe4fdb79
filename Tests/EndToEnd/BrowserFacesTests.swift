import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// Pictures of a host, on the page.
    @Suite struct Faces {
        private static let rules = #"{"rows":2,"columns":2,"seats":2,"faces":"pictures"}"#

        @Test func `a page shows the pictures of a host, and the label of one that is broken`() throws {
            let folder = try TemporaryFolder()
            try folder.write(SamplePictures.gif(200, 30, 30), to: "Red.gif")
            try folder.write(SamplePictures.brokenPNG(), to: "broken-8.png")
            let (host, browser) = (try HostProcess("--rate", "0", "--faces", folder.path), try Browser())
            let ann = try BrowserPage.named("Ann", browser, .calmPhone, at: host)
            try ann.tap(button: "Open a match")
            try ann.tap("one('.chips button:has(.word)')")
            try ann.choose("Board", "2x2")
            try ann.tap(button: "Start")
            try ann.wait(forText: "Waiting for an opponent")
            let bob = try BrowserPage.named("Bob", browser, .calmPhone, at: host)
            try bob.tap(button: "Join Ann")
            try PagePlayer(ann).playToEnd(.touch(ann), .touch(bob, "Bob’s turn"))
            for page in [ann, bob] {
                let shown = try page.wait(
                    for: "two pictures and two labels",
                    until: """
                        all('.table .picture').filter((image) => image.complete && image.naturalWidth).length === 2
                          && all('.table .word').filter((label) => label.textContent === 'broken 8').length === 2
                        """)
                #expect(shown as? Bool == true)
                let labels = try page.labels()
                #expect(labels.filter { $0.contains("Red") }.count == 2, "\(labels)")
                #expect(labels.filter { $0.contains("broken 8") }.count == 2, "\(labels)")
            }
            let path = try ann.evaluate("one('.picture').getAttribute('src')") as? String
            #expect(path?.wholeMatch(of: /faces\/[0-9a-f]{64}/) != nil, "\(path ?? "none")")
            let covers = try ann.evaluate(
                """
                (() => {
                  const image = one('.picture').getBoundingClientRect(), card = one('.picture').parentElement.getBoundingClientRect();
                  const isSame = Math.abs(image.width - card.width) < 2 && Math.abs(image.height - card.height) < 2;
                  return isSame ? '' : JSON.stringify([image, card]);
                })()
                """)
            #expect(covers as? String == "", "a picture fills its card")
            #expect(browser.flaws(of: host) == [])
        }

        @Test func `a replay shows the pictures of its match`() throws {
            let folder = try TemporaryFolder()
            for color in 1...3 { try folder.write(SamplePictures.gif(UInt8(80 * color), 0, 0), to: "p\(color).gif") }
            let (host, browser) = (try HostProcess("--rate", "0", "--faces", folder.path), try Browser())
            let ann = try LineClient.named("Ann", at: host)
            try ann.send(#"{"type":"open","rules":{"rows":2,"columns":2,"seats":1,"turns":1,"faces":"pictures"}}"#)
            for card in [0, 1] { try ann.send(#"{"type":"flip","card":\#(card)}"#) }
            _ = try ann.state(.over)
            let page = try BrowserPage.named("Zoe", browser, .calmPhone, at: host)
            try page.tap(button: "Records")
            try page.tap(
                "one('.scene button', undefined) && all('button').find((each) => each.innerText.includes('Ann'))")
            try page.wait(for: "the board", until: "one('.card')")
            for _ in 0..<4 { try page.press(.right) }
            try page.wait(
                for: "a picture",
                until: "all('.picture').some((image) => image.complete && image.naturalWidth)")
            #expect(browser.flaws(of: host) == [])
        }
    }
}
