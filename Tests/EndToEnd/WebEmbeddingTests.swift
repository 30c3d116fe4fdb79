import Foundation
import TestSupport
import Testing

@testable import embed_page

/// The page as it is joined from its files.
@Suite struct WebEmbeddingTests {
    private static let html = """
        <!doctype html>
        <link rel="stylesheet" href="a.css">
        <link rel="stylesheet" href="b.css">
          <p>
        <script type="module" src="main.js"></script>

        """

    /// A page of these modules and style sheets.
    private func document(_ modules: [String: String], a: String = "", b: String = "") throws -> String {
        try Page.document(of: modules.merging(["index.html": Self.html, "a.css": a, "b.css": b]) { $1 })
    }

    /// The script that these modules become.
    private func script(_ modules: [String: String]) throws -> String {
        let page = try document(modules)
        let start = try #require(page.firstRange(of: "<script type=\"module\">\n")).upperBound
        return String(page[start..<(try #require(page.firstRange(of: "\n</script>"))).lowerBound])
    }

    /// The complaint about these modules.
    private func complaint(_ modules: [String: String]) throws -> String {
        try #require(throws: Complaint.self) { try document(modules) }.description
    }

    // MARK: Joining

    @Test func `style sheets and modules take the place of the lines that name them`() throws {
        let page = try document(["main.js": "f();"], a: "p { color: red; }\n", b: "b { top: 0 }")
        #expect(
            page == """
                <!doctype html>
                <style>
                p { color: red; }
                b { top: 0 }
                </style>
                <p>
                <script type="module">
                f();
                </script>

                """)
    }

    @Test func `each module comes behind those that it imports, once`() throws {
        let text = try script([
            "main.js": """
            import {
              b,
              e,
            } from "./x/b.js";
            import { d } from "./d.js";
            import "./side.js";
            b(d, e);
            """,
            "x/b.js": """
            import { c } from "./c.js";
            import { d } from "../d.js";
            export const b = () => c(d), e = "f, g";
            """,
            "x/c.js": "export function c() {\n}", "d.js": "export let d = 2;", "side.js": "run();",
        ])
        #expect(
            text == """
                function c() {
                }
                let d = 2;
                const b = () => c(d), e = "f, g";
                run();
                b(d, e);
                """)
    }

    @Test func `what has export before it is exported, and only that`() throws {
        let module = "export class A {}\nexport async function f() {}\nexport let g;\nconst hidden = [1, A, f, g];"
        let imports = "import { A, f, g } from \"./a.js\";\n"
        #expect(
            try script(["main.js": imports + "f(A, g);", "a.js": module]) == """
                class A {}
                async function f() {}
                let g;
                const hidden = [1, A, f, g];
                f(A, g);
                """)
        let main = "import { hidden } from \"./a.js\";\nhidden();"
        #expect(
            try complaint(["main.js": main, "a.js": module]) == "main.js:1: error: a.js exports no hidden")
    }

    // MARK: What is left out

    @Test func `lines that are empty or only a comment are left out, and indentation, and nothing else`() throws {
        let text = try script([
            "main.js": """
            /** A comment
             * in lines,
            f();
             */
            // And another one.
            const a = {  b: "// c"  }; // d

              /* e */
            \tconst g = `/* h */  ${ a }`; /* i */
              //
            """
        ])
        #expect(text == "const a = {  b: \"// c\"  }; // d\nconst g = `/* h */  ${ a }`; /* i */")
        let page = try document(
            ["main.js": ""],
            a: """
                /* A comment
                   in lines. */
                  a  { color: red; } /* b */

                * { top: 0; }
                """, b: "\r\n/* c */\r\n\td { content: \"//\"; }\r\n")
        #expect(
            page.contains("<style>\na  { color: red; } /* b */\n* { top: 0; }\nd { content: \"//\"; }\n</style>"))
        let html = "<!-- a -->\n  <p>b</p> <!-- c -->\n<!--\nd\n-->\n// e\n"
        #expect(try Page.document(of: ["index.html": html]) == "<p>b</p> <!-- c -->\n// e\n")
    }

    // MARK: Complaints

    @Test(arguments: [
        ("import { b } from \"./b.js\";\nb();", "1: error: there is no module b.js"),
        ("import { b } from \"/b.js\";", "1: error: an import has the form: import { a, b } from \"./path.js\";"),
        ("import { b } from \"b\";", "1: error: an import has the form"),
        ("f();\nimport b from \"./a.js\";", "2: error: an import has the form"),
        ("import * as b from \"./a.js\";", "1: error: an import has the form"),
        ("import { f as g } from \"./a.js\";", "1: error: an import has the form"),
        ("import { f } from \"./a.js\"", "1: error: an import has the form"),
        ("import { f } from \"./a.js\"; f();", "1: error: an import has the form"),
        ("f(); import { f } from \"./a.js\";", "1: error: an import has the form"),
        ("{\n  import { f } from \"./a.js\";", "2: error: an import has the form"),
        ("f();\nconst b = await import(\"./a.js\");", "2: error: an import has the form"),
        ("f(import.meta.url);", "1: error: an import has the form"),
        ("import {\n  f,\n  \"b\"\n} from \"./a.js\";", "1: error: an import has the form"),
        ("import { g } from \"./a.js\";\ng();", "1: error: a.js exports no g"),
        ("import { f } from \"./a.js\";", "1: error: f is imported but never used"),
        ("import { f } from \"./a.js\";\nimport { f } from \"./a.js\";\nf();", "2: error: f is imported twice"),
        ("import { f } from \"./../a.js\";\nf();", "1: error: ./../a.js leads out of the page's folder"),
        ("import \"./main.js\";", "1: error: modules import each other in a circle: main.js -> main.js"),
        ("export default 1;", "1: error: export stands before the declaration of what is exported"),
        ("const b = 1;\nexport { b };", "2: error: export stands before"),
        ("export * from \"./a.js\";", "1: error: export stands before"),
        ("f(); export const b = 1;", "1: error: export stands before"),
        ("{\n  export const b = 1;", "2: error: export stands before"),
        ("const { a } = b;", "1: error: names are declared one by one, on one line"),
        ("const b = [1, 2], [c, d] = e;", "1: error: names are declared one by one"),
        ("let b = (1, 2),\n  c = 3;", "1: error: names are declared one by one"),
        ("f(`\n  b`);", "1: error: a text ends on the line where it begins"),
        ("f(\"a\\\n  b\");", "1: error: a text ends on the line where it begins"),
        ("f();\n/* no end", "2: error: a comment has no end"),
        ("/* a\n   b */ f();", "2: error: there is code behind a comment"),
        ("f(); /* a\n  // b */", "1: error: a comment of several lines begins where a line does"),
        ("const a = 1;\nconst tag = \"</SCRIPT>\";", "2: error: it contains </script"),
        ("if (a<!--b) c();", "1: error: it contains <!--"),
    ])
    func `a module that would become another one is refused, with its place`(_ main: String, _ expected: String) throws
    {
        let text = try complaint(["main.js": main, "a.js": "export function f() {}"])
        #expect(text.hasPrefix("main.js:" + expected), "\(text)")
    }

    @Test(arguments: [
        "const same = 1;", "let a, same;", "const a = f(\"b\", { c: [d] }), same = 1;",
        "let a = `b${c ? `d` : e}`, same;",
        "var same;", "function same() {", "async function same() {", "export function* same() {",
        "class same extends B {",
        "export class same {}",
    ])
    func `a name that two modules declare at their tops is refused, with both places`(_ declaration: String) throws {
        let main = "import \"./a.js\";\nimport \"./b.js\";"
        let modules = ["main.js": main, "a.js": "\nexport const same = 2;", "b.js": "f(same);\n" + declaration]
        #expect(try complaint(modules) == "b.js:2: error: same is declared at a.js:2, too")
    }

    @Test(arguments: [
        "  const same = 1;", "f((same) => 1, same);", "const b = (c, same = 1) => same;",
        "const b = f(\"c, same\"); // d, same",
        "const b = {", "const b = `${f(c, same)}, same`;", "same = 3;",
    ])
    func `a name that is declared within a module clashes with nothing`(_ line: String) throws {
        let main = "import \"./a.js\";\nimport \"./b.js\";"
        #expect(try script(["main.js": main, "a.js": "let same = 2;", "b.js": line]).hasPrefix("let same = 2;\n"))
    }

    @Test func `modules that import each other are refused, with the way around`() throws {
        let text = try complaint([
            "main.js": "import { a } from \"./a.js\";\na();",
            "a.js": "import { b } from \"./b.js\";\nexport const a = b;",
            "b.js": "\nimport { a } from \"./a.js\";\nexport const b = a;",
        ])
        #expect(text == "b.js:2: error: modules import each other in a circle: a.js -> b.js -> a.js")
    }

    @Test func `a file that nothing uses is refused, and so is a style sheet that is missing or would end its element`()
        throws
    {
        #expect(try complaint(["main.js": "", "old.js": ""]) == "old.js: error: nothing uses this file")
        #expect(throws: Complaint("index.html", 2, "there is no style sheet a.css")) {
            try Page.document(of: ["index.html": Self.html, "main.js": ""])
        }
        #expect(throws: Complaint("a.css", 2, "it contains </style")) { try document(["main.js": ""], a: "\n</style>") }
        #expect(throws: Complaint("b.css", 1, "a comment has no end")) { try document(["main.js": ""], b: "/* x") }
        #expect(throws: Complaint("a.css", 1, "a text ends on the line where it begins")) {
            try document(["main.js": ""], a: "a { content: \"b\\\n  c\"; }")
        }
        for line in ["<p title=\"a", "<textarea>"] {
            #expect(throws: Complaint.self) { try Page.document(of: ["index.html": line + "\n  b"]) }
        }
        #expect(throws: Complaint("index.html", nil, "there is no such file")) { try Page.document(of: [:]) }
    }

    // MARK: Embedding

    @Test func `the page is written as it is, and compressed`() throws {
        let swift = try EmbedPage.swift(of: "<p>\"\\(a)\"</p>\n")
        #expect(swift.contains("####\"\"\"\n<p>\"\\(a)\"</p>\n\n\"\"\"####"))
        #expect(swift.contains("compressed: String? = \"1f8b08") || swift.contains("compressed: String? = nil"))
        #expect(throws: Complaint.self) { try EmbedPage.swift(of: "\"\"\"####") }
    }

    @Test func `where there is no gzip, the page is only as it is`() throws {
        let swift = try EmbedPage.swift(of: "<p></p>\n", path: "/nowhere")
        #expect(swift.contains("<p></p>\n") && swift.contains("compressed: String? = nil"))
    }

    @Test(.enabled(if: PageModules.node != nil))
    func `the page's own files make a document whose script is JavaScript that imports nothing`() throws {
        let page = try EmbedPage.document(in: URL(filePath: PageModules.folder))
        #expect(page.contains("<title>Memory</title>"))
        let start = try #require(page.firstRange(of: "<script type=\"module\">")).upperBound
        let folder = try TemporaryFolder()
        let file = folder.path(of: "joined.mjs")
        let script = page[start...].prefix(upTo: try #require(page[start...].firstRange(of: "</script>")).lowerBound)
        try Data(script.utf8).write(to: URL(filePath: file))
        #expect(!script.contains("import "))
        // This would also complain about a name that is declared twice.
        try PageModules.run(["--check", file])
    }

    @Test(.browses, .enabled(if: Browser.program != nil))
    func `no module gives a name of the browser to something at its top, which all modules would see`() throws {
        let folder = PageModules.folder
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let names = try paths.filter { $0.hasSuffix(".js") }.flatMap { path in
            let source = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            return try Module(path: path, source: source).declarations.map { "\($0.name)" }
        }
        let page = try BrowserPage(try Browser(), at: "data:text/html,")
        let taken = try page.evaluate("\(names).filter((name) => name in window)") as? [String]
        #expect(names.contains("wire"))
        #expect(taken == [])
    }
}
