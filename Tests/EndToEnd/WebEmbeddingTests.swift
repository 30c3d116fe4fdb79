import Foundation
import Protocol
import TestSupport
import Testing

/// The script that puts the page together from its files.
@Suite struct WebEmbeddingTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/memory-host/Web/embed.sh").path

    /// Puts a page together from a script and a style sheet; returns what became of both, or why they were refused.
    private func embed(js: String, css: String = "") throws -> (js: String, css: String, complaint: String) {
        let folder = try TemporaryFolder()
        let files = ["a.css": css, "b.js": js, "index.html": "<!-- style -->\n<!-- script -->\n"]
        for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
        let output = folder.path(of: "Page.swift")
        let process = try RunningProcess("/bin/sh", [Self.script, output] + files.keys.sorted().map(folder.path(of:)))
        let complaint = try process.restOfErrors()
        guard try process.waitForEnd() == .exited(0) else { return ("", "", complaint) }
        let swift = String(decoding: try folder.bytes(of: "Page.swift"), as: UTF8.self)
        func text(from start: String, to end: String) throws -> String {
            let from = try #require(swift.firstRange(of: start)).upperBound
            return String(swift[from..<(try #require(swift[from...].firstRange(of: end)).lowerBound)])
        }
        return (
            try text(from: "<script type=\"module\">\n", to: "</script>"), try text(from: "<style>\n", to: "</style>"),
            complaint
        )
    }

    @Test func `what a browser does not need is left out, and nothing else`() throws {
        let page = try embed(
            js: #"""
                /** A comment
                 * in lines. */
                const one = { a: 1, b: [2, 3] },
                  two = (x) => x >= 1 ? "a , b; \" : c" : ' d , e ';

                // Another.
                const text = `f , ${ one } : g`, rest = 1 ;
                const part = 4 / 2 , pattern = /[,] ; "( )/;
                function f (a, b) {
                  return a
                }
                let x = f
                (two) + -1 + + 1
                const after = "" , done = "/ , /" ;
                if (a  &&  b ? ! c : `d & ${ c ? `e  &  f` : "" }`) {
                  g( a  &&  `h & ${ c }` ) ;
                }
                """#,
            css: """
                /* A comment. */
                a , b > c :hover {
                  margin: calc(1px + 2px) auto
                    0;
                  grid: "a  b" 1fr "c , d" / 2fr , 3fr ; content: "; {";
                }
                @media (hover: hover) and (width > 1px) { a { color: red; } }
                """)
        #expect(page.complaint == "")
        #expect(
            page.js == #"""
                const one={a:1,b:[2,3]},two=(x)=>x>=1?"a , b; \" : c":' d , e ';const text=`f , ${ one } : g`,rest=1;const part=4 / 2 , pattern = /[,] ; "( )/;function f(a,b){return a
                }let x=f
                (two)+ -1 + + 1
                const after="",done="/ , /";if(a&&b?!c:`d & ${ c ? `e  &  f` : "" }`) {g(a&&`h & ${ c }`)}
                """#)
        #expect(
            page.css == """
                a,b > c :hover{margin:calc(1px + 2px) auto
                0;grid:"a  b" 1fr "c , d" / 2fr , 3fr ; content:"; {"}@media (hover:hover) and (width > 1px){a{color:red;}}
                """)
    }

    @Test func `names of several words that begin a line are shortened wherever they occur`() throws {
        let page = try embed(
            js: """
                const TOP_SPEED = 3;
                async function drawAll(one) {
                  const innerName = one.drawn;
                  return [...listOf, innerName ? listOf : TOP_SPEED, `${drawAll(one)}`];
                }
                let listOf = [], short = { key: drawAll };
                """)
        #expect(page.complaint == "")
        #expect(
            page.js == """
                const $0=3;async function $1(one){const innerName=one.drawn;return [...$2,innerName?$2:$0,`${$1(one)}`]}let $2=[],short={key:$1};
                """)
    }

    @Test(arguments: [
        ("f(); // a comment", "b.js:1: a comment follows code"), ("f(\"//\", /* here */ 1);", "a comment follows code"),
        ("const half = width / 2; // the middle,", "b.js:1: a comment follows code"),
        ("const text = `one,\ntwo`", "b.js:1: a template spans lines"),
        ("1\n/* a comment */ f();", "b.js:2: code follows a comment"), ("/* a comment\n", "a comment has no end"),
        ("const tag = \"</script>\";", "</script"),
        ("function drawAll() {}\nboard.drawAll();", "b.js:2: drawAll names something else, too"),
        ("function drawAll() {}\nconst all = { drawAll: 1 };", "b.js:2: drawAll names something else, too"),
        ("function drawAll() {}\nfind(\"drawAll\");", "b.js:2: drawAll names something else, too"),
    ])
    func `a script that would become another one is refused`(_ js: String, _ complaint: String) throws {
        let page = try embed(js: js)
        #expect(page.js == "" && page.complaint.contains(complaint), "\(page)")
    }
}
