import Foundation
import Protocol
import TestSupport
import Testing

extension BrowserTests {
    /// The page takes the exam, with somebody before it.
    @Suite struct Exam {
        /// The lessons that a page with a person before it can show, in parts that are taken beside each other: what the
        /// lobby's button is called, and which buttons are pressed after a match, the first of them that is shown.
        private static let parts: [(lessons: String, game: String, after: [String])] = [
            ("match,first,bytes,packets,longest,delayed", "Play Memory", ["Lobby"]),
            ("order,stray,jumps,again,flood,refused", "Play Memory", ["Lobby"]),
            ("unknown,slow", "Play Memory", ["Lobby"]),
            ("late,timeout,pause,names,leaves,offered", "Play Memory", ["Lobby"]),
            ("lost,unseen,seen,asked,gone", "Play Memory", ["Lobby"]),
            ("unseated,over,forgotten,retry,replaced", "Play Memory", ["Lobby"]),
            ("rematch,crossed", "Play Memory", ["Accept the rematch", "Play again", "Lobby"]),
            ("table,race,wish", "Play Set", ["Lobby"]),
        ]

        /// Presses what leads to the next match, turns cards, those that go together as far as they were seen, and claims
        /// sets. Faster than a third of a second it would be a double tap, which means nothing.
        private static func somebody(_ game: String, after: [String]) -> String {
            """
            (() => {
              const seen = {}, parts = (card) => card.ariaLabel.split(', ');
              const turn = (cards) => {
                const up = cards.filter((card) => !/face down|taken/.test(card.ariaLabel)).map(parts);
                const down = cards.filter((card) => card.ariaLabel.endsWith(', face down'));
                for (const [place, face] of up) seen[place] = face;
                const known = (card) => seen[parts(card)[0]];
                return down.find((card) => up.length === 1 && known(card) === up[0][1]) ?? down.find((card) => !known(card))
                  ?? down[Math.floor(Math.random() * down.length)];
              };
              const claim = (cards) => {
                const words = (card) => parts(card)[0].replaceAll(/s\\b/g, '').split(' ');
                const fits = (...three) => words(three[0]).every((_, at) => new Set(three.map((each) => words(each)[at])).size !== 2);
                for (const [at, a] of cards.entries()) for (const [and, b] of cards.slice(0, at).entries()) {
                  const c = cards.slice(0, and).find((each) => fits(a, b, each));
                  if (c) return [a, b, c].find((card) => card.ariaSelected !== 'true');
                }
              };
              setInterval(() => {
                const cards = all('.table .card'), isSet = \(game.hasSuffix("Set"));
                const button = [...\(after), \(BrowserPage.quoted(game))].map((text) => one('button', text)).find((each) => each);
                const next = button ?? (isSet ? claim(cards) : one('.status')?.textContent.startsWith('Your turn') && turn(cards));
                if (next) next.click();
              }, 400);
            })()
            """
        }

        @Test func `phones with people before them pass what can be shown on a page`() throws {
            let browser = try Browser()
            let exams = try Self.parts.map { part in
                let exam = try HostProcess("--exam", "Ann", "--seed", "1", "--level", part.lessons, "--patience", "15")
                let page = try BrowserPage.named("Ann", browser, .calmPhone, at: exam)
                try page.evaluate(Self.somebody(part.game, after: part.after))
                return exam
            }
            for (part, exam) in zip(Self.parts, exams) {
                let said = try exam.process.restOfOutput()
                #expect(try exam.process.waitForEnd() == .exited(0), "\(said)")
                let count = part.lessons.split(separator: ",").count
                #expect(said.contains("Ann: \(count) passed, 0 failed, 0 skipped"), "\(said)")
            }
        }
    }
}
