import Protocol
import TestSupport
import Testing

@testable import Lobby

@Suite struct `Journal: digests` {
    private func hash(_ bytes: [UInt8]) -> String {
        SHA256.hash(bytes).map { String($0, radix: 16).zeroPadded(to: 8) }.joined()
    }

    /// From FIPS 180-4 and the examples that NIST publishes with it.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
                + "nopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `the hash of a short text matches the standard's test vector`(text: String, digest: String) {
        #expect(hash(Array(text.utf8)) == digest)
    }

    @Test func `the hash of a million letters matches the standard's test vector`() {
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(hash(million) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// A message of 56 to 63 bytes leaves no room for its length in its own block.
    @Test(arguments: [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
    ])
    func `the hash is correct for a message that fills its last block`(length: Int, digest: String) {
        #expect(hash([UInt8](repeating: UInt8(ascii: "a"), count: length)) == digest)
    }

    @Test func `a digest reads back as written, and is the hash of the token's text`() throws {
        var random = SeededRandom(#function)
        for _ in 0..<100 {
            let token = Token(using: &random)
            let digest = TokenDigest(token)
            #expect(digest.text == hash(Array(token.text.utf8)))
            #expect(TokenDigest(digest.text) == digest)
        }
    }

    @Test func `only 64 hexadecimal digits make a digest`() {
        let zeros = String(repeating: "0", count: 64)
        #expect(TokenDigest(zeros) != nil)
        let wrong: [String] = [
            "", "0", String(zeros.dropLast()), "\(zeros)0", "+\(zeros.dropLast())", "-\(zeros.dropLast())",
            "g\(zeros.dropLast())", "\(zeros.dropLast()) ", "\(zeros.dropLast(9))-00000000", "\(zeros.dropLast(2))é",
        ]
        for text in wrong { #expect(TokenDigest(text) == nil, "\(text)") }
    }

    @Test func `two digests are equal only if every bit is`() throws {
        var random = SeededRandom(#function)
        let digest = TokenDigest(Token(using: &random))
        let digits = Array(digest.text.utf8)
        for position in digits.indices {
            let value = try #require(UInt8(String(decoding: [digits[position]], as: UTF8.self), radix: 16))
            for bit in 0..<4 {
                var other = digits
                other[position] = Array(String(value ^ (1 << UInt8(bit)), radix: 16).utf8)[0]
                let different = try #require(TokenDigest(String(decoding: other, as: UTF8.self)))
                #expect(different != digest)
            }
        }
        #expect(TokenDigest(digest.text.uppercased()) == digest)
    }
}
