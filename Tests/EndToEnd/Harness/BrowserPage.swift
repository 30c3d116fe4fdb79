import Foundation
import Testing

/// A page in a window of its own that shares neither storage nor tabs with any other: another person's phone or
/// computer.
final class BrowserPage {
    /// A device, as far as a page notices.
    struct Device {
        var width: Int
        var height: Int
        var hasTouch = true
        var reducesMotion = false
        var isDark = false

        /// A phone, held upright.
        static let phone = Device(width: 390, height: 780)
        /// A phone on which nothing moves, so that tests of something else need not wait.
        static let calmPhone = calm(390, 780)
        /// A computer with a keyboard and a mouse.
        static let desktop = Device(width: 1280, height: 800, hasTouch: false)

        /// A device of this size on which nothing moves.
        static func calm(_ width: Int, _ height: Int) -> Device {
            Device(width: width, height: height, reducesMotion: true)
        }
    }

    /// What expressions may use: elements that are shown, by a selector and the text on them, and if an element moves.
    private static let helpers = """
        const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
        const one = (selector, text) => all(selector).find((each) => text === undefined
            || (each.querySelector("strong") ?? each).textContent.trim() === text || each.ariaLabel === text);
        const moves = (element) => element.getAnimations({ subtree: true }).some((each) => each.playState !== "finished");
        """

    let browser: Browser
    let session: String

    /// Opens a window and an address in it.
    init(_ browser: Browser, _ device: Device = .phone, at address: String) throws {
        self.browser = browser
        let context = try browser.call("Target.createBrowserContext")["browserContextId"] as? String
        let target = try browser.call("Target.createTarget", ["url": "about:blank", "browserContextId": context ?? ""])
        let attached = try browser.call(
            "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
        session = attached["sessionId"] as? String ?? ""
        for domain in ["Page", "Runtime", "Log", "Network"] { try call(domain + ".enable") }
        let spy = "addEventListener('securitypolicyviolation', (e) => console.error(e.violatedDirective, e.blockedURI))"
        try call("Page.addScriptToEvaluateOnNewDocument", ["source": spy])
        try emulate(device)
        // A host greets whoever is silent for a while. A slow browser may be greeted before it asks, and shows an error.
        let deadline = Deadline()
        while let error = try call("Page.navigate", ["url": address])["errorText"] {
            guard deadline.remaining > 0 else { throw Unmet("\(address) is not shown: \(error)") }
        }
    }

    @discardableResult
    func call(_ method: String, _ fields: Browser.Fields = [:]) throws -> Browser.Fields {
        try browser.call(method, fields, session: session)
    }

    /// Makes this another device, or turns it, and waits until everything on the page has found its place.
    func turnInto(_ device: Device) throws {
        try emulate(device)
        try wait(for: "the screen", until: "innerWidth === \(device.width) && innerHeight === \(device.height)")
        try evaluate(Self.nextFrame)
    }

    private func emulate(_ device: Device) throws {
        let isUpright = device.height >= device.width
        try call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": device.width, "height": device.height, "deviceScaleFactor": 1, "mobile": device.hasTouch,
                "screenOrientation": [
                    "type": isUpright ? "portraitPrimary" : "landscapePrimary", "angle": isUpright ? 0 : 90,
                ],
            ])
        try call("Emulation.setTouchEmulationEnabled", ["enabled": device.hasTouch])
        let features = [
            ["name": "prefers-reduced-motion", "value": device.reducesMotion ? "reduce" : "no-preference"],
            ["name": "prefers-color-scheme", "value": device.isDark ? "dark" : "light"],
        ]
        try call("Emulation.setEmulatedMedia", ["features": features])
    }

    /// Loads the page anew, and waits until the old one is gone.
    func reload() throws {
        try evaluate("window.isOld = true")
        try call("Page.reload")
        try wait(for: "the new page", until: "!window.isOld")
    }

    // MARK: Looking

    /// Returns the value of an expression in JavaScript, or of the promise that it is.
    @discardableResult
    func evaluate(_ expression: String) throws -> Any? {
        let answer = try call(
            "Runtime.evaluate",
            [
                "expression": "(() => { \(Self.helpers) return (\(expression)); })()", "awaitPromise": true,
                "returnByValue": true,
            ])
        if let exception = answer["exceptionDetails"] as? Browser.Fields {
            let text = (exception["exception"] as? Browser.Fields)?["description"] ?? exception["text"] ?? ""
            throw Unmet("\(expression): \(text)")
        }
        return (answer["result"] as? Browser.Fields)?["value"]
    }

    /// Waits until an expression is neither false, null nor 0, and returns its value.
    @discardableResult
    func wait(for what: String, until expression: String) throws -> Any {
        let deadline = Deadline()
        let script = """
            new Promise((resolve) => {
              const value = () => { try { return \(expression); } catch { return null; } };
              const look = (left) => {
                const found = value();
                if (found || left === 0) resolve(found instanceof Node || found || null);
                else setTimeout(look, 20, left - 1);
              };
              look(100);
            })
            """
        var trouble = ""
        while deadline.remaining > 0 {
            do {
                if let value = try evaluate(script), !(value is NSNull) { return value }
            } catch let error as Unmet {
                // A page that is loaded anew forgets the promise.
                trouble = error.description
            }
        }
        let text = try? evaluate("`at ${location}:\\n${document.body.innerText}`") as? String
        throw Unmet("waited in vain for \(what); this is shown \(text ?? "nowhere")\n\(trouble)")
    }

    /// Has the page note in `mostMoving`, from now on, the most things that move at a time.
    func countMotions() throws {
        try evaluate(
            """
            (() => {
              window.mostMoving = 0;
              const look = () => {
                window.mostMoving = Math.max(window.mostMoving, document.getAnimations().length);
                requestAnimationFrame(look);
              };
              look();
            })()
            """)
    }

    /// Has the page keep, in `texts`, what stands in these elements from now on, however soon it is gone.
    func keepTexts(of selector: String) throws {
        try evaluate(
            """
            (() => {
              window.texts = [];
              const look = () => {
                for (const { textContent } of all('\(selector)')) if (!texts.includes(textContent)) texts.push(textContent);
              };
              window.keeper?.disconnect();
              window.keeper = new MutationObserver(look);
              keeper.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
              look();
            })()
            """)
    }

    /// Waits until a text that begins like this stands, or has stood, in one of the elements whose texts are kept.
    func wait(forKept start: String) throws {
        try wait(for: "'\(start)'", until: "texts.some((text) => text.startsWith(\(Self.quoted(start))))")
    }

    /// Waits until this text can be seen.
    func wait(forText text: String) throws {
        try wait(for: "'\(text)'", until: "document.body.innerText.includes(\(Self.quoted(text)))")
    }

    /// A picture of what is seen, as `png` or `jpeg`.
    func screenshot(_ format: String) throws -> Data {
        let answer = try call("Page.captureScreenshot", ["format": format, "quality": 72])
        guard let data = Data(base64Encoded: answer["data"] as? String ?? "") else { throw Unmet("no picture") }
        return data
    }

    static func quoted(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    // MARK: Doing

    /// Touches the middle of an element as soon as a finger could: when it is shown, at rest, and nothing covers it.
    ///
    /// - Parameter element: an expression.
    func tap(_ element: String) throws {
        let script = """
            (() => {
              const element = \(element);
              if (!element || element.disabled || moves(element)) return null;
              element.scrollIntoView({ block: "nearest" });
              const { x, y, width, height } = element.getBoundingClientRect(), place = String([x, y, width, height]);
              // What is laid out anew, as when a list comes, is not at rest.
              if (window.lastPlace !== place) return void (window.lastPlace = place);
              const point = [x + width / 2, y + height / 2], last = window.lastTap, now = performance.now();
              // The browser makes a click of a tap some time later. Nobody means two taps on one place who lets a third
              // of a second pass between them.
              if (!last) addEventListener("click", ({ timeStamp, clientX, clientY }) => {
                window.lastTap = { at: timeStamp, x: clientX, y: clientY };
              }, { capture: true });
              else if (now - last.at < (last.isComing ? 2000 : 400)
                && (last.isComing || Math.hypot(point[0] - last.x, point[1] - last.y) < 40)) return null;
              if (!element.contains(document.elementFromPoint(...point))) return null;
              window.lastTap = { at: now, x: point[0], y: point[1], isComing: true };
              return point;
            })()
            """
        guard let point = try wait(for: "\(element) to be touched", until: script) as? [Double] else {
            throw Unmet("\(element) is nowhere")
        }
        try touch(point[0], point[1])
        // Not everything that is touched is clicked on.
        let isOver = "!window.lastTap?.isComing || performance.now() - lastTap.at > 2000"
        try wait(for: "a click on \(element)", until: isOver)
    }

    /// Touches a place, and lets go of it before a slow machine takes it for a long touch.
    ///
    /// - Parameter at: the time of the touch, in seconds; nil for now.
    private func touch(_ x: Double, _ y: Double, at time: Double? = nil) throws {
        var start: Browser.Fields = ["type": "touchStart", "touchPoints": [["x": x, "y": y]]]
        var end: Browser.Fields = ["type": "touchEnd", "touchPoints": [Any]()]
        (start["timestamp"], end["timestamp"]) = (time, time.map { $0 + 0.05 })
        try browser.call("Input.dispatchTouchEvent", start, then: end, session: session)
    }

    /// Touches the middle of an element twice, as fast as a finger can.
    func doubleTap(_ element: String) throws {
        try tap(element)
        // Once the browser has made a click of it, and a quick finger would have touched the place again.
        let last = """
            lastTap.isComing || performance.now() - lastTap.at < 150 ? null
              : [lastTap.x, lastTap.y, (performance.timeOrigin + lastTap.at) / 1000]
            """
        let point = try #require(try wait(for: "the first tap's click", until: last) as? [Double])
        // On a slow machine, the second tap comes late; it has the time of a quick finger all the same.
        try touch(point[0], point[1], at: point[2] + 0.1)
    }

    /// Touches the button with this text or label.
    func tap(button: String) throws { try tap("one('button', \(Self.quoted(button)))") }

    /// A key that means something to the page by itself.
    enum Key: String {
        case enter = "Enter"
        case space = " "
        case tab = "Tab"
        case escape = "Escape"
        case left = "ArrowLeft"
        case up = "ArrowUp"
        case right = "ArrowRight"
        case down = "ArrowDown"
        case plus = "+"
        case r = "r"

        /// The number of the key on a keyboard, and the text that it types.
        fileprivate var details: (code: Int, text: String) {
            switch self {
            case .enter: (13, "\r")
            case .space: (32, " ")
            case .tab: (9, "")
            case .escape: (27, "")
            case .left: (37, "")
            case .up: (38, "")
            case .right: (39, "")
            case .down: (40, "")
            case .plus: (187, "+")
            case .r: (82, "r")
            }
        }
    }

    /// Presses keys, one after another.
    func press(_ keys: Key...) throws {
        for key in keys {
            let (code, text) = key.details
            let name = key == .space ? "Space" : key.rawValue
            var fields: Browser.Fields = ["key": key.rawValue, "code": name, "windowsVirtualKeyCode": code]
            (fields["type"], fields["text"]) = (text.isEmpty ? "rawKeyDown" : "keyDown", text)
            try call("Input.dispatchKeyEvent", fields)
            (fields["type"], fields["text"]) = ("keyUp", nil)
            try call("Input.dispatchKeyEvent", fields)
        }
    }

    /// Types a text where the focus is.
    func type(_ text: String) throws { try call("Input.insertText", ["text": text]) }
}
