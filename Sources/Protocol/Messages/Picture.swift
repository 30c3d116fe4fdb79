/// A picture of the face set ``FaceSet/pictures``, as clients learn of it.
public struct Picture: Hashable, Sendable {
    /// The text that stands for it in `cards`: one to eight letters or digits, different from that of any other picture
    /// of the host.
    public let label: String
    /// The address of the picture on the host's port: `/faces/` and the SHA-256 of its bytes in hexadecimal digits.
    public let path: String

    /// Creates a picture.
    public init(label: String, path: String) { (self.label, self.path) = (label, path) }
}

extension ByteWriter {
    /// Appends a key and an object with the path of each label; nothing if there are no pictures.
    mutating func putField(_ key: StaticString, _ pictures: [Picture]) {
        guard !pictures.isEmpty else { return }
        putKey(key)
        put("{")
        for picture in pictures {
            putKey(picture.label)
            putJSON(picture.path)
        }
        put("}")
    }
}

extension JSONObject {
    /// Returns the pictures in a field, leaving out values that aren't paths of pictures; none if it is missing.
    func pictures(_ key: StaticString) -> [Picture] {
        var pictures: [Picture] = []
        self[key]?.object?.forEach { label, path in
            guard let label = label.string, label.isOneLine, let path = path.string, path.hasPrefix("/faces/")
            else { return }
            pictures.append(Picture(label: label, path: path))
        }
        return pictures
    }
}
