import Foundation
import TestSupport

/// The inputs that others are made from: a text file with one a line, in which `\n`, `\\` and `\x00` stand for bytes.
struct Corpus {
    var inputs: [[UInt8]] = []
    private let path: String

    /// Reads the file.
    init(_ path: String) throws {
        self.path = path
        inputs = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 10).map {
            Self.bytes(Array($0)[...])
        }
        if inputs.isEmpty { inputs = [[]] }
    }

    /// Writes it, the shortest inputs first.
    func save() throws {
        let lines = inputs.sorted { $0.count < $1.count }.map { Self.line($0) + "\n" }
        try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path))
    }

    // MARK: Text

    static func line(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 10: "\\n"
            case UInt8(ascii: "\\"): "\\\\"
            case 0x20...0x7E: String(Unicode.Scalar(byte))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    private static func bytes(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), line)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            if kind == UInt8(ascii: "x"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(kind == UInt8(ascii: "n") ? 10 : kind)
            }
        }
        return bytes
    }

    // MARK: Changes

    /// One of the inputs with a few changes.
    func mutated(for target: Target, using random: inout SeededRandom) -> [UInt8] {
        var input = inputs[random.below(inputs.count)]
        for _ in 0...random.below(3) {
            if target == .journal, random.below(3) > 0 {
                changeLines(&input, using: &random)
            } else {
                change(&input, using: &random)
            }
        }
        return input
    }

    private func change(_ input: inout [UInt8], using random: inout SeededRandom) {
        let position = random.below(input.count + 1)
        let end = min(input.count, position + random.below(13))
        switch random.below(9) {
        case 0: input.removeSubrange(position..<end)
        case 1: input.insert(UInt8(random.below(256)), at: position)
        case 2: if position < input.count { input[position] = UInt8(random.below(256)) }
        case 3: if position < input.count { input[position] ^= 1 << UInt8(random.below(8)) }
        case 4: input.insert(contentsOf: input[position..<end], at: random.below(input.count + 1))
        case 5: input.insert(contentsOf: Self.words[random.below(Self.words.count)], at: position)
        case 6: changeNumber(&input, from: position, using: &random)
        case 7:
            let other = inputs[random.below(inputs.count)]
            input = Array(input[..<position]) + other[random.below(other.count + 1)...]
        default:
            guard random.below(200) == 0 else { return changeNumber(&input, from: position, using: &random) }
            input.insert(contentsOf: repeatElement(UInt8(random.below(256)), count: random.below(9_000)), at: position)
        }
    }

    /// Puts another number in the place of the next one.
    private func changeNumber(_ input: inout [UInt8], from position: Int, using random: inout SeededRandom) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = input[position...].firstIndex(where: digits.contains) else { return }
        let end = input[start...].firstIndex { !digits.contains($0) } ?? input.count
        let number =
            random.below(3) == 0 ? Self.numbers[random.below(Self.numbers.count)] : Array(String(random.below(40)).utf8)
        input.replaceSubrange(start..<end, with: number)
    }

    /// Leaves a line out, has it twice, in another place, or puts one of another input there.
    private func changeLines(_ input: inout [UInt8], using random: inout SeededRandom) {
        var lines = input.split(separator: 10).map { Array($0) }
        guard !lines.isEmpty else { return }
        let (one, other) = (random.below(lines.count), random.below(lines.count))
        switch random.below(5) {
        case 0: lines.remove(at: one)
        case 1: lines.insert(lines[one], at: other)
        case 2: lines.swapAt(one, other)
        case 3: changeNumber(&lines[one], from: random.below(lines[one].count), using: &random)
        default:
            let others = inputs[random.below(inputs.count)].split(separator: 10)
            if !others.isEmpty { lines.insert(Array(others[random.below(others.count)]), at: one) }
        }
        input = Array(lines.joined(separator: [10]))
    }

    private static let words = [
        "{", "}", "[", "]", ":", ",", "\"", "\\u0000", "\\ud83e", "\\udd8a", "null", "true", "false", "1e999", "-0",
        "\r\n",
        "\u{FEFF}", "\"type\":", "\"id\":\"x\",", "\"card\":", "\"name\":", "\"rules\":", "\"seat\":1,", "🦊",
        "e\u{301}",
        "\u{202E}", "\u{200D}", "[[[[[[[[[[[[[[[[", " ", "\t", "4x4 ", "private ", "turns=", "m1", "b4",
    ].map { Array($0.utf8) }
    private static let numbers = [
        "0", "-1", "1.5", "1e2", "255", "256", "2147483648", "4294967296", "9007199254740993", "281474976710656",
        "281474976710657", "9223372036854775807", "9223372036854775808", "1e999", "00", "-",
    ].map { Array($0.utf8) }
}

extension SeededRandom {
    /// A number from 0 to less than `count`, which is 1 or more; that they are not all quite as likely does not matter.
    mutating func below(_ count: Int) -> Int { Int(next() >> 33) % count }
}
