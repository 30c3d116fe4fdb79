import Foundation
import Testing

/// A font in which a test has the page shown, whatever this machine would choose.
struct PageFont: Sendable, CustomTestStringConvertible {
    /// The family; nil for the one that this machine chooses.
    let family: String?
    /// True for letters that are farther apart than any family has them.
    var isSpaced = false

    /// The usual families of Linux desktops and Android, and a font that is wider than all of them.
    static let all = [
        PageFont(family: "DejaVu Sans"), PageFont(family: "Noto Sans"), PageFont(family: "Liberation Sans"),
        PageFont(family: nil, isSpaced: true),
    ]

    var testDescription: String { (family ?? "the usual font") + (isSpaced ? ", spaced" : "") }

    /// The sheet that the page gets.
    fileprivate var rules: String {
        let family = family.map { "font-family: '\($0)' !important;" } ?? ""
        let spacing = isSpaced ? "letter-spacing: .06em !important;" : ""
        return ":root { \(family) \(spacing) } button, input, select { letter-spacing: inherit !important; }"
    }
}

extension BrowserPage {
    /// What comes true once the page has laid out whatever has changed.
    static let nextFrame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

    /// Has this page, and all that it loads, shown in a font. The test ends here, as skipped, if there is no such family
    /// on this machine.
    func use(_ font: PageFont) throws {
        let script = """
            (() => {
              window.testFont ??= new CSSStyleSheet();
              testFont.replaceSync(\(Self.quoted(font.rules)));
              document.adoptedStyleSheets = [testFont];
            })()
            """
        try call("Page.addScriptToEvaluateOnNewDocument", ["source": script])
        try evaluate(script)
        if font.isSpaced {
            let spacing = "parseFloat(getComputedStyle(all('button')[0]).letterSpacing)"
            guard try (evaluate(spacing) as? NSNumber)?.doubleValue ?? 0 > 0.5 else { throw Unmet("no spaces") }
        }
        guard let family = font.family else { return }
        let named = try evaluate("getComputedStyle(all('button')[0]).fontFamily") as? String
        guard named?.contains(family) == true else { throw Unmet("the page has \(named ?? "no font")") }
        let used = try renderedFamilies()
        if used == [family] { return }
        // The cancellation of one case is not printed.
        let reason = "Skipped: \(family) is not installed; the page would be shown in \(used.sorted())."
        print(reason)
        try Test.cancel("\(reason)")
    }

    /// The families that the browser has in fact taken for the first button's letters.
    private func renderedFamilies() throws -> Set<String> {
        for domain in ["DOM", "CSS"] { try call(domain + ".enable") }
        defer { for domain in ["CSS", "DOM"] { _ = try? call(domain + ".disable") } }
        let root = try call("DOM.getDocument")["root"] as? Browser.Fields
        let selector = ".scene:not([hidden]) button"
        let node = try call("DOM.querySelector", ["nodeId": root?["nodeId"] ?? 0, "selector": selector])
        let answer = try call("CSS.getPlatformFontsForNode", ["nodeId": node["nodeId"] ?? 0])
        return Set((answer["fonts"] as? [Browser.Fields] ?? []).compactMap { $0["familyName"] as? String })
    }
}
