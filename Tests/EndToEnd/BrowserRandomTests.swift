import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// The page in the hands of somebody who taps and types anything, at a host whose lines break off and lie.
    @Suite struct Random {
        /// Steps of a run: seventy take a second. `MEMORY_TAPS=40000` runs for ten minutes.
        private static let steps = ProcessInfo.processInfo.environment["MEMORY_TAPS"].flatMap { Int($0) } ?? 600

        /// Has the page, from its start, change one in so many events while `lies` is set, and keep in `faults` what it
        /// sends though nobody meant it: a card that was not tapped, or was flipped more often than it was.
        private static let wire = """
            window.faults = [];
            let seed = 1, states = [];
            const taps = new Map(), flips = new Map(), past = [], send = WebSocket.prototype.send, known = new WeakSet();
            window.reseed = (number) => { seed = number; };
            const random = (count) => {
              seed = Math.imul(seed ^ seed >>> 15, 2246822519) + 0x9e3779b9 | 0;
              return (Math.imul(seed ^ seed >>> 13, 3266489917) >>> 8) % count;
            };
            const oneOf = (list) => list[random(list.length)];
            const values = () => oneOf([null, -1, 0, 1, 2, 7, 1e9, 0.5, "", "x", "🐶", [], {}, true, false, ["", "", ""], [null],
              "playing", "showing", "paused", "over", "waiting", "memory", "set", "pair", "miss", "set", "wrong", "deal"]);
            const mutate = (value) => {
              const keys = Object.keys(value), key = oneOf(keys);
              if (keys.length === 0) return;
              if (typeof value[key] === "object" && value[key] && random(3)) mutate(value[key]);
              else if (random(4) === 0) delete value[key];
              else if (typeof value[key] === "number" && random(2)) value[key] += random(5) - 2;
              else value[key] = values();
            };
            const lie = (line) => {
              const event = JSON.parse(line), kind = random(10);
              past.push(line);
              if (past.length > 60) past.shift();
              if (kind === 0) return [];
              if (kind === 1) return [line, line];
              if (kind === 2) return [oneOf(past), line];
              if (kind === 3) return [line, oneOf(past)];
              if (kind === 4) return [JSON.stringify({ type: oneOf(["news", "", 3, "constructor"]) }), line];
              if (kind === 5) return [oneOf(["", "{", "null", "[]", "3"]), line];
              for (let count = 1 + random(3); count > 0; count -= 1) mutate(event);
              return [JSON.stringify(event)];
            };
            const place = (card, columns) => `${String.fromCharCode(65 + card % columns)}${Math.floor(card / columns) + 1}`;
            const note = (card) => taps.set(card.ariaLabel.split(",")[0], (taps.get(card.ariaLabel.split(",")[0]) ?? 0) + 1);
            const words = { r: "red", g: "green", p: "purple", s: "solid", t: "striped", u: "unfilled" };
            const shapes = { d: "diamond", s: "squiggle", o: "oval" };
            const nameOf = ([number, color, filling, shape]) =>
              `${number} ${words[color]} ${words[filling]} ${shapes[shape]}${number === "1" ? "" : "s"}`;
            const check = (command) => {
              const those = states.filter(({ match }) => match === command.match);
              if (command.type === "take") {
                const isMeant = those.some(({ cards }) => Array.isArray(cards)
                  && command.cards.every((place) => typeof cards[place] === "string" && taps.has(nameOf(cards[place]))));
                if (!isMeant) faults.push(`not meant: ${JSON.stringify(command)}`);
              }
              if (command.type !== "flip") return;
              const names = [...new Set(those.map(({ columns }) => place(command.card, columns)))];
              if (!names.some((name) => taps.has(name))) faults.push(`not meant: ${JSON.stringify(command)}`);
            };
            addEventListener("click", ({ target }) => {
              const card = target.closest?.(".card");
              if (card?.ariaLabel) note(card);
            }, true);
            addEventListener("keydown", ({ key, target }) => {
              const card = target.closest?.(".card");
              if (card?.ariaLabel && (key === "Enter" || key === " ")) note(card);
            }, true);
            WebSocket.prototype.send = function (line) {
              if (!known.has(this)) {
                known.add(this);
                const receive = this.onmessage;
                this.onmessage = ({ data }) => {
                  for (const each of window.lies && random(8) === 0 ? lie(data) : [data]) {
                    try {
                      const event = JSON.parse(each);
                      if (event?.type === "state") states = [...states, event].slice(-200);
                    } catch {}
                    receive({ data: each });
                  }
                };
                window.cut = () => this.close();
              }
              check(JSON.parse(line));
              send.call(this, line);
            };
            window.pick = (number) => {
              reseed(number);
              const isShown = (each) => each.getClientRects().length > 0 && !each.disabled;
              const top = document.querySelector("dialog[open]") ?? document;
              const all = (selector) => [...top.querySelectorAll(selector)].filter(isShown);
              const cards = all(".card"), others = all("button, summary, input, select");
              const target = cards.length && random(3) ? oneOf(cards) : oneOf(others);
              if (!target) return null;
              if (target.matches("select")) {
                target.selectedIndex = random(target.options.length);
                target.dispatchEvent(new Event("change", { bubbles: true }));
                return null;
              }
              target.scrollIntoView({ block: "nearest", behavior: "instant" });
              const { x, y, width, height } = target.getBoundingClientRect();
              return [x + width / 2, y + height / 2];
            };
            """

        /// Leads back to the lobby: whatever is shown, a button does.
        private static let way = """
            (() => {
              if (document.body.dataset.scene === "lobby" && !one("dialog")) return true;
              // What comes sooner would be the second tap of a double one.
              if (performance.now() < (window.next ?? 0)) return false;
              window.next = performance.now() + 400;
              const names = ["Cancel", "Close", "Resign and leave", "Play here", "Reconnect", "Reload", "Back", "Lobby",
                "Stop watching", "Leave", "Exit projector view", "Just watch"];
              const top = one("dialog") ? "dialog button" : "button";
              const dialog = one("dialog button", "Resign and leave");
              (dialog ?? names.map((name) => one(top, name)).find((each) => each && !each.disabled))?.click();
              return false;
            })()
            """

        private let host: HostProcess
        private let browser: Browser

        init() throws { (host, browser) = (try HostProcess("--rate", "0"), try Browser()) }

        private func step(_ page: BrowserPage, _ random: inout SeededRandom) throws {
            switch random.number(0...99) {
            case 0...1: try page.evaluate("window.cut?.()")
            case 2:  // From the lobby, it would lead away from the page.
                try page.evaluate("['lobby', 'welcome'].includes(document.body.dataset.scene) || history.back()")
            case 3: try page.type(random.one(of: ["Zoe", "Ann", "Hello.", "K7", "\u{202E}x"]))
            case 4...24:
                try page.press(
                    random.one(of: [.enter, .space, .tab, .escape, .left, .up, .right, .down, .plus, .r]))
            default:
                guard let point = try page.evaluate("pick(\(random.number(0...Int(UInt32.max))))") as? [Double] else {
                    return
                }
                for type in ["mousePressed", "mouseReleased"] {
                    try page.call(
                        "Input.dispatchMouseEvent",
                        ["type": type, "x": point[0], "y": point[1], "button": "left", "clickCount": 1])
                }
            }
        }

        @Test(.timeLimit(.minutes(30)))
        func `whatever is tapped and whatever the host says, the page goes on, and sends what was meant`() throws {
            var random = SeededRandom("random taps")
            var device = BrowserPage.Device.desktop
            device.reducesMotion = random.chance(percent: 50)
            let page = try BrowserPage(browser, device, at: "http://\(host.address)/")
            try page.call("Page.addScriptToEvaluateOnNewDocument", ["source": "{\(Self.wire)}"])
            // If it were loaded anew while its first scene comes into the history, the way back would lead away from it.
            try page.waitForScene("welcome")
            try page.reload()
            try page.enterLobby(as: "Ann")
            for number in 1...Self.steps {
                if number % 50 == 1 { try page.evaluate("window.lies = true") }
                do { try step(page, &random) } catch let error as Unmet {
                    // A page that is loaded anew forgets what it was asked.
                    try #require(
                        error.description.contains("navigated") || error.description.contains("context"), "\(error)")
                }
                if number % 50 != 0 && number != Self.steps { continue }
                // The host is honest again.
                try page.wait(for: "the page", until: "(window.lies = false, window.cut?.(), true)")
                try page.wait(for: "the host", until: "!document.body.matches('.offline')")
                try page.wait(for: "a way to the lobby, after \(number) steps", until: Self.way)
                #expect(try page.evaluate("faults") as? [String] == [], random.comment)
                let flaws = browser.flaws(of: host)
                try #require(flaws == [], random.comment)
            }
        }

    }
}
