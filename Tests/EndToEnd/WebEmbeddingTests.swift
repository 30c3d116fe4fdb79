import Foundation
import TestSupport
import Testing

@testable import embed_page

/// What puts the page together from its files.
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

    /// What is wrong with these modules.
    private func complaint(_ modules: [String: String]) throws -> String {
        try #require(throws: Complaint.self) { try document(modules) }.description
    }

    // MARK: Joining

    @Test func `style sheets and modules take the place of the lines that name them`() throws {
        let page = try document(["main.js": "f();"], a: "p { color: red; }", b: "b { top: 0 }")
        #expect(
            page == """
                <!doctype html>
                <style>
                p{color:red}
                b{top:0}
                </style>
                <p>
                <script type="module">
                f();
                </script>

                """)
    }

    @Test func `each module comes behind those that it imports, once`() throws {
        let text = try script([
            "main.js": "import { b } from \"./x/b.js\";\nimport { d } from \"./d.js\";\nimport \"./side.js\";\nb(d);",
            "x/b.js": "import { c } from \"./c.js\";\nimport { d } from \"../d.js\";\nexport const b = () => c(d);",
            "x/c.js": "export function c() { return 1; }", "d.js": "export let d = 2;", "side.js": "run();",
        ])
        #expect(text == "function c(){return 1}let d=2;let b=()=>c(d);run();b(d);")
    }

    @Test func `a class and a function may be exported, and what is not stays in its module`() throws {
        let text = try script([
            "main.js": "import { A, f } from \"./a.js\";\nconst z = 1;\nf(A, z);",
            "a.js": "const y = 2;\nexport class A extends y {}\nexport async function f() { await y; }",
        ])
        #expect(text == "let y=2;class A extends y{}async function f(){await y}let z=1;f(A,z);")
    }

    // MARK: What is left out

    @Test func `what a browser does not need is left out, and nothing else`() throws {
        let text = try script([
            "main.js": #"""
            /** A comment
             * in lines. */
            const a = { b: 1, c: [2, 3] }, // and a word
              d = (x) => x >= 1 ? "a , b; \" : c" : ' d , e ';

            const e = `f , ${ a } /* : */ g
              and more`, g = 1 ;
            const h = 4 / 2 , i = /[,/] ; "( )/g /* no */;
            function f (a, b) {
              return a
            }
            let x = f
            (g) + -1 + + 1 - - 2
            const j = "" , k = "// , /" ;
            if (a  &&  b ? ! c : `d & ${ c ? `e  &  f` : "" }`) {
              g( a  &&  `h & ${ c }` ) ;
            }
            const l = {
              a,
            }
            const m = 1..valueOf()
            """#
        ])
        #expect(
            text == #"""
                let a={b:1,c:[2,3]},d=x=>x>=1?"a , b; \" : c":' d , e ',e=`f , ${a} /* : */ g
                  and more`,g=1,h=4/2,i=/[,/] ; "( )/g;function f(a,b){return a}let x=f
                (g)+-1+ +1- -2
                let j="",k="// , /";if(a&&b?!c:`d & ${c?`e  &  f`:""}`){g(a&&`h & ${c}`)}let l={a}
                let m=1..valueOf()
                """#)
    }

    @Test(arguments: [
        ("const a = 1; let b = 2;", "let a=1,b=2;"), ("a = { const: 1 }.const;", "a={const:1}.const;"),
        ("f(() => { const a = () => {\n  f();\n}; const { b } = a; });", "f(()=>{let a=()=>{f()},{b}=a});"),
        ("const a = `x${b}` ;\nconst c = [\n1,\n];\nlet d;", "let a=`x${b}`,c=[1],d;"),
        ("for (const a of b) f(a); let c = 1;", "for(let a of b)f(a);let c=1;"),
        ("if (a) { const b = 1; } const c = 2;", "if(a){let b=1}let c=2;"),
        ("const a = 1\nf(); const b = 2;", "let a=1\nf();let b=2;"),
        ("const a = 1\nconst b = 2;", "let a=1\nlet b=2;"), ("f(); const b = 2;", "f();let b=2;"),
        ("a(true, false, { true: b.true });", "a(!0,!1,{true:b.true});"),
        ("a(b,\n);\nc = { d, };\ne = [f, [,], [g,,],];", "a(b);c={d};e=[f,[,],[g,,]];"),
        ("if (true in a) return false;", "if(!0 in a)return!1;"),
        ("a = true.valueOf() + true[b] + true ** 2;", "a=true.valueOf()+true[b]+true**2;"),
        ("a\nfalse", "a\n!1"), ("a = 120_000 + 0.25 - 10.5 + 0x1f;", "a=120000+.25-10.5+0x1f;"),
        (
            "a((b) => b, async (c) => (d), (e, f) => 1, ({ g }) => g, (...h) => h, () => (i));",
            "a(b=>b,async c=>(d),(e,f)=>1,({g})=>g,(...h)=>h,()=>(i));"
        ),
        ("a = b ? 0.5 : 0. + 1;", "a=b?.5:0.+1;"), ("a = \"0.5 true 1_0\";", "a=\"0.5 true 1_0\";"),
    ])
    func `what can be said shorter is, if it means the same`(_ source: String, _ expected: String) throws {
        #expect(try script(["main.js": source]) == expected)
    }

    @Test func `style sheets lose what means nothing, and keep what does`() throws {
        let page = try document(
            ["main.js": ""],
            a: """
                /* A comment. */
                a , b > c :hover {
                  margin: calc(1px + 2px) auto
                    0;
                  grid: "a  b" 1fr "c , d" / 2fr , 3fr ; content: "; {";
                }
                @media (hover: hover) and (width > 1px) { a { color: red; } }
                """)
        #expect(
            page.contains(
                """
                <style>
                a,b>c :hover{margin:calc(1px + 2px) auto 0;grid:"a  b" 1fr "c , d"/2fr,3fr;content:"; {"}@media (hover:hover) \
                and (width>1px){a{color:red}}
                """))
    }

    // MARK: Short names

    @Test func `names get short ones wherever they mean something of the page, and nowhere else`() throws {
        let text = try script([
            "main.js": """
            import { speed, Board } from "./a.js";
            function draw({ one, speed: other }, [three = speed], ...rest) {
              const { width } = one, value = { speed, other: three, width() { return one.speed; } };
              document.width = value[rest] ? speed : Board;
            }
            try { draw(speed); } catch (trouble) { console.log("speed", `${speed} speed`, trouble); }
            """,
            "a.js": """
            export const speed = 3;
            export class Board {
              #speed = speed;
              static size = 1;
              get speed() { return this.#speed; }
              draw(speed) { return speed ? { speed } : this.#draw(speed); }
              #draw() {}
              move(width, height) { return [width + height * width].map((other) => speed - other); }
              turn(height = 1) { if (height) { const width = 2; Board.size = width; } return height; }
            }
            """,
        ])
        #expect(
            text == """
                let e=3;class t{#e=e;static size=1;get speed(){return this.#e}draw(e){return e?{speed:e}:this.#t(e)}#t(){}\
                move(t,n){return[t+n*t].map(o=>e-o)}turn(e=1){if(e){let n=2;t.size=n}return e}}\
                function n({one,speed:i},[a=e],...o){let{width}=one,s={speed:e,other:a,width(){return one.speed}};\
                document.width=s[o]?e:t}try{n(e)}catch(t){console.log("speed",`${e} speed`,t)}
                """)
    }

    @Test func `a name is the same one to the end of its statement`() throws {
        let text = try script(["main.js": "for (const item of items) if (item.on) { start(item); } else stop(item);"])
        #expect(text == "for(let e of items)if(e.on){start(e)}else stop(e);")
    }

    @Test func `what a module does not declare is the browser's, also if another one declares it`() throws {
        let text = try script([
            "main.js": "import { run } from \"./a.js\";\nrun(setTimeout, screen);",
            "a.js": "export const run = (screen) => screen.screen;",
        ])
        #expect(text == "let e=t=>t.screen;e(setTimeout,screen);")
    }

    // MARK: Complaints

    @Test(arguments: [
        ("import { b } from \"./b.js\";\nb();", "main.js:1: error: there is no module b.js"),
        ("import { b } from \"/b.js\";", "main.js:1: error: \"/b.js\" is not a path inside the page's folder"),
        ("import { b } from \"../b.js\";", "main.js:1: error: \"../b.js\" is not a path inside the page's folder"),
        ("f();\nimport b from \"./a.js\";", "main.js:2: error: an import has the form"),
        ("import { f as g } from \"./a.js\";", "main.js:1: error: an import has the form"),
        ("import { g } from \"./a.js\";", "main.js:1: error: a.js exports no g"),
        ("import { hidden } from \"./a.js\";", "main.js:1: error: a.js exports no hidden"),
        ("import { f } from \"./a.js\";", "main.js:1: error: f is imported but never used"),
        ("import \"./a.js\";\n\nconst hidden = 1;", "main.js:3: error: hidden is declared at the top of a.js, too"),
        ("import \"./a.js\";\nf();", "main.js:2: error: f is declared in a.js, and not imported here"),
        (
            "import { f } from \"./a.js\";\nf(hidden);",
            "main.js:2: error: hidden is declared in a.js, and not imported here"
        ),
        ("import \"./main.js\";", "main.js:1: error: modules import each other in a circle: main.js -> main.js"),
        ("export default 1;", "main.js:1: error: export stands before the declaration"),
        ("const { a } = b;", "main.js:1: error: a name is declared here, one by one"),
        ("f(\n/* no end", "main.js:2: error: a comment has no end"),
        ("f('no end);", "main.js:1: error: a string has no end"),
        ("\nf(`no\nend", "main.js:2: error: a template has no end"), ("f(/no end", "a regular expression has no end"),
        ("f(];", "main.js:1: error: unmatched ]"), ("f(", "main.js:1: error: a bracket is not closed"),
        ("}", "unmatched }"),
        ("const f = function () {}", "main.js:1: error: a function has a name"),
        ("f((document) => 1);", "main.js:1: error: document is a name of the browser"),
        ("f();\nfunction g() { const fetch = 1; }", "main.js:2: error: fetch is a name of the browser"),
        ("const a = 1;\nconst tag = \"</SCRIPT>\";", "main.js:2: error: it contains </script"),
        ("if (a<!--b) c();", "main.js:1: error: it contains <!--"),
    ])
    func `a module that would become another one is refused, with its place`(_ main: String, _ expected: String) throws
    {
        let text = try complaint(["main.js": main, "a.js": "export function f() {}\nconst hidden = 1;"])
        #expect(text.hasPrefix(expected) || text.contains(expected), "\(text)")
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
        #expect(throws: Complaint("index.html", nil, "there is no such file")) { try Page.document(of: [:]) }
    }

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

    @Test func `the page's own files make a document`() throws {
        let page = try EmbedPage.document(in: URL(filePath: PageModules.folder))
        #expect(page.contains("<title>Memory</title>") && !page.contains("import "))
    }

    /// Words of the language that are no names.
    private static let keywords: Set<String> = [
        "async", "await", "break", "case", "catch", "class", "const", "constructor", "continue", "default", "delete",
        "do", "else", "extends", "false", "finally", "for", "function", "get", "if", "in", "instanceof", "let", "new",
        "null", "of", "return", "set", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "void",
        "while",
    ]

    @Test func `the bundler knows each name of the browser that the page uses`() throws {
        let folder = URL(filePath: PageModules.folder)
        let graph = try ModuleGraph(entry: "main.js") { path in
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        for module in graph.modules {
            let others = Set(module.usedNames.keys).subtracting(module.ownNames).subtracting(Self.keywords)
            #expect(others.subtracting(BrowserNames.all).sorted() == [], "\(module.path)")
        }
    }
}
