import Protocol

/// Pictures on their way into a set: each one is checked against those before it.
struct PictureSet: Sendable {
    private var members: [Member] = []
    private var totalBytes = 0

    private struct Member: Sendable {
        let (name, origin): (String, String)
        let type: PictureType
        let bytes, digest: [UInt8]
    }

    /// The reason a picture is left out.
    struct Flaw: Error, Equatable {
        /// The rest of a sentence that begins with the picture.
        let reason: String
    }

    /// The number of pictures.
    var count: Int { members.count }

    /// True if there is room for no other picture.
    var isFull: Bool { count >= PictureLimits.count.upperBound }

    /// Adds a picture.
    ///
    /// - Parameters:
    ///   - name: the text that its label is made of: a title, or the name of a file without its ending.
    ///   - origin: where it comes from, as it is shown to people.
    mutating func add(_ bytes: [UInt8], named name: String, from origin: String) throws(Flaw) {
        guard !bytes.isEmpty else { throw Flaw(reason: "is empty") }
        guard bytes.count <= PictureLimits.bytes else { throw .tooLarge }
        guard let type = PictureType(bytes) else { throw PictureType.isHEIF(bytes) ? .heif : .noPicture }
        guard let side = PictureSize.longerSide(bytes, type) else { throw Flaw(reason: "is a broken \(type.name)") }
        guard side <= PictureLimits.side else {
            throw Flaw(reason: "has more than \(PictureLimits.side) pixels along a side")
        }
        guard totalBytes + bytes.count <= PictureLimits.totalBytes else {
            throw Flaw(reason: "does not fit: a set has at most \(PictureLimits.totalBytes >> 20) MB")
        }
        let digest = SHA256.bytes(of: bytes)
        if let twin = members.first(where: { $0.digest == digest }) {
            throw Flaw(reason: "is the same picture as \(twin.origin)")
        }
        totalBytes += bytes.count
        members.append(Member(name: name, origin: origin, type: type, bytes: bytes, digest: digest))
    }

    /// The pictures with their labels.
    var files: [PictureFile] {
        zip(PictureLabel.labels(for: members.map(\.name)), members).map { label, member in
            PictureFile(label: label, type: member.type, bytes: member.bytes, digest: member.digest)
        }
    }

    /// A sentence about the number of pictures: nil if there are enough for the usual boards.
    var shortage: String? {
        switch count {
        case ..<PictureLimits.count.lowerBound: "a set needs at least \(PictureLimits.count.lowerBound) pictures"
        case ..<PictureLimits.usualCount:
            "with fewer than \(PictureLimits.usualCount) pictures, the usual board shows some on more than one pair"
        default: nil
        }
    }
}

extension PictureSet.Flaw {
    static let tooLarge = Self(reason: "is larger than \(PictureLimits.bytes >> 20) MB")
    static let noPicture = Self(reason: "is not a PNG, JPEG, GIF, WebP or AVIF picture")
    static let heif = Self(reason: "is a HEIF picture, which few browsers show")
}
