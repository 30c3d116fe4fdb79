import Protocol

/// Pictures that a web API lists in JSON: the items of its arrays that have an address of their artwork.
struct Artwork: Equatable, Sendable {
    /// The address of the picture, with `http` or `https`.
    let url: String
    /// The title of the item, if it has one.
    let title: String?

    /// The fields that are known to hold the address of artwork, best first: those of a moderate size come before a
    /// `url` that may be anything.
    ///
    /// iTunes: `results[].artworkUrl100`. SoundCloud: tracks' `artwork_url`. Deezer: `data[].album.cover_medium`. Cover
    /// Art Archive: `images[].thumbnails["250"]`. Wikimedia Commons: `query.pages[].imageinfo[0].thumburl`. Openverse:
    /// `results[].thumbnail`. TheCatAPI: `[].url`.
    private static let addressKeys = [
        "artworkUrl100", "artwork_url", "cover_medium", "250", "thumburl", "thumbnail", "url",
    ]
    /// The fields that may hold a title, best first.
    private static let titleKeys = ["trackName", "collectionName", "title", "name"]

    /// Levels of objects below an item in which its artwork is looked for.
    private static let depth = 3

    /// Finds the artwork in a document, in its order, each address once.
    static func list(in document: JSONTree) -> [Artwork] {
        var (found, seen): ([Artwork], Set<String>) = ([], [])
        walk(document, title: nil, isInItem: false) { if seen.insert($0.url).inserted { found.append($0) } }
        return found
    }

    /// Looks at every item of every array. One that has artwork is not searched for further ones.
    ///
    /// - Parameters:
    ///   - title: the nearest title above.
    ///   - isInItem: true within an item of an array.
    private static func walk(_ tree: JSONTree, title: String?, isInItem: Bool, _ add: (Artwork) -> Void) {
        switch tree {
        case .text, .literal: return
        case .object:
            let title = text(titleKeys, in: tree, depth: 0) ?? title
            for value in tree.children { walk(value, title: title, isInItem: isInItem, add) }
        case .list(let items):
            for item in items where !lacksArtwork(item) {
                let own = text(titleKeys, in: item, depth: 1)
                guard let url = text(addressKeys, in: item, depth: depth, where: isAddress) else {
                    walk(item, title: own ?? title, isInItem: true, add)
                    continue
                }
                add(Artwork(url: url, title: own ?? title))
                // Items without titles, in an item that has one, are the same picture in other sizes.
                if isInItem, own == nil, title != nil { return }
            }
        }
    }

    /// Returns true for an item that says that it has no artwork. Addresses in it are those of something else.
    private static func lacksArtwork(_ item: JSONTree) -> Bool {
        guard case .object(let fields) = item else { return false }
        return fields.contains { field in
            guard case .literal = field.value else { return false }
            return field.key != "url" && addressKeys.contains(field.key)
        }
    }

    /// Returns the text of the first of these fields that an object has, in itself or in the objects below it. An array
    /// counts as an object if it holds nothing else.
    private static func text(
        _ keys: [String], in tree: JSONTree, depth: Int, where isWanted: (String) -> Bool = { !$0.isEmpty }
    ) -> String? {
        for key in keys {
            if let text = text(key, in: tree, depth: depth, where: isWanted) { return text }
        }
        return nil
    }

    private static func text(
        _ key: String, in tree: JSONTree, depth: Int, where isWanted: (String) -> Bool
    ) -> String? {
        switch tree {
        case .object(let fields):
            for case .text(let text) in fields.filter({ $0.key == key }).map(\.value) where isWanted(text) {
                return text
            }
            guard depth > 0 else { return nil }
            for field in fields {
                if let text = text(key, in: field.value, depth: depth - 1, where: isWanted) { return text }
            }
            return nil
        case .list(let items) where items.count == 1 && depth > 0:
            return text(key, in: items[0], depth: depth - 1, where: isWanted)
        default: return nil
        }
    }

    private static func isAddress(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    /// The text that the picture's label is made of: the title, or the last part of the address; without what Wikimedia
    /// Commons puts before a title, and without the ending of a file's name.
    var name: String {
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        var name = title ?? String(path)
        if name.hasPrefix("File:") { name.removeFirst("File:".count) }
        guard let dot = name.lastIndex(of: "."), Self.endings.contains(name[dot...].dropFirst().lowercased()) else {
            return name
        }
        return String(name[..<dot])
    }

    private static let endings =
        PictureType.allCases.flatMap { [$0.rawValue, $0.fileEnding] } + ["svg", "tif", "tiff"]
}

extension JSONTree {
    /// The values in an array or an object.
    fileprivate var children: [JSONTree] {
        switch self {
        case .text, .literal: []
        case .list(let items): items
        case .object(let fields): fields.map(\.value)
        }
    }
}
