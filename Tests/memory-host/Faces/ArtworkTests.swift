import Protocol
import TestSupport
import Testing

@testable import memory_host

@Suite struct ArtworkTests {
    private func list(_ json: String) -> [String] {
        JSONTree(Array(json.utf8)).map { Artwork.list(in: $0).map { "\($0.name) \($0.url.dropFirst(8))" } } ?? [
            "no JSON"
        ]
    }

    /// The shape of the answers of the web APIs that are known, from their documents.
    @Test(arguments: [
        (
            "iTunes",
            #"{"resultCount":2,"results":[{"kind":"song","trackName":"Blue","collectionName":"C","previewUrl":"https://p/1","#
                + #""artworkUrl60":"https://a/60","artworkUrl100":"https://a/1"},{"trackName":"Help!","artworkUrl100":"https://a/2"}]}"#,
            ["Blue a/1", "Help! a/2"]
        ),
        (
            "Deezer",
            #"{"data":[{"title":"Song","link":"https://l","artist":{"name":"N","picture":"https://x"},"#
                + #""album":{"title":"A","cover":"https://c","cover_medium":"https://d/m"}}],"total":1,"next":"https://n"}"#,
            ["Song d/m"]
        ),
        (
            "a playlist of Deezer",
            #"{"title":"Mix","picture_medium":"https://p","tracks":{"data":[{"title":"T","album":{"cover_medium":"https://d/1"}}]}}"#,
            ["T d/1"]
        ),
        (
            "Openverse",
            #"{"results":[{"title":"Cat","url":"https://full","thumbnail":"https://o/t"},{"title":null,"thumbnail":"https://o/u.jpg?x=1"}]}"#,
            ["Cat o/t", "u o/u.jpg?x=1"]
        ),
        (
            "Cover Art Archive",
            #"{"images":[{"id":1,"image":"https://full","thumbnails":{"250":"https://c/250","large":"https://l"}}],"release":"https://r"}"#,
            ["250 c/250"]
        ),
        (
            "Commons, pages by their numbers",
            #"{"query":{"pages":{"12":{"title":"File:Owl.jpg","imageinfo":[{"thumburl":"https://w/1","url":"https://f"}]},"#
                + #""13":{"title":"File:Fox.jpg","imageinfo":[{"thumburl":"https://w/2"}]}}}}"#,
            ["Owl w/1", "Fox w/2"]
        ),
        (
            "Commons, pages in a list",
            #"{"query":{"pages":[{"title":"Owl","imageinfo":[{"thumburl":"https://w/1","url":"https://f"}]}]}}"#,
            ["Owl w/1"]
        ),
        (
            "TheCatAPI", #"[{"id":"x","url":"https://c/MTY.jpg","width":5},{"url":"https://c/ab.gif"}]"#,
            ["MTY c/MTY.jpg", "ab c/ab.gif"]
        ),
        (
            "SoundCloud",
            #"[{"title":"One","artwork_url":"https://s/1"},{"title":"None","artwork_url":null,"media":{"url":"https://x"}},{"title":"Two","artwork_url":"https://s/2"}]"#,
            ["One s/1", "Two s/2"]
        ),
    ])
    func `artwork is found where each web API has it`(api: String, json: String, found: [String]) {
        #expect(list(json) == found)
    }

    @Test func `an address counts once, and only if it is one of the web`() {
        #expect(
            list(#"[{"url":"https://a/1"},{"url":"https://a/1"},{"url":"file:///etc/passwd"},{"url":"-o/x"}]"#) == [
                "1 a/1"
            ])
        #expect(list(#"[{"url":"ftp://a/1"},{"url":7},{"url":{}},[],"https://a/2",null]"#) == [])
    }

    @Test func `an item with a title has one picture, however many addresses it holds`() {
        let sizes = #"[{"url":"https://a/640"},{"url":"https://a/64"}]"#
        #expect(
            list(#"{"items":[{"track":{"name":"Song","album":{"name":"Album","images":\#(sizes)}}}]}"#) == [
                "Album a/640"
            ])
        #expect(list(#"[{"url":"https://a/0","items":\#(sizes)}]"#) == ["0 a/0"])
    }

    @Test func `pictures in a list that alone has a title are pictures of their own`() {
        let photos = #"[{"url":"https://a/1"},{"url":"https://a/2"}]"#
        #expect(list(#"{"title":"Photos","photos":\#(photos)}"#) == ["Photos a/1", "Photos a/2"])
        #expect(list(#"[{"items":\#(photos)}]"#) == ["1 a/1", "2 a/2"])
    }

    @Test func `deep lists are not searched again and again`() {
        let deep = String(repeating: "[", count: 29) + String(repeating: "]", count: 29)
        #expect(list("[" + Array(repeating: deep, count: 2_000).joined(separator: ",") + "]") == [])
    }

    @Test func `a text that is not JSON, or has no artwork, gives none`() {
        #expect(list("<html>") == ["no JSON"] && list("") == ["no JSON"])
        #expect(list(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)) == ["no JSON"])
        for json in ["{}", "[]", "null", "7", #"{"error":"no key"}"#] { #expect(list(json) == []) }
    }
}
