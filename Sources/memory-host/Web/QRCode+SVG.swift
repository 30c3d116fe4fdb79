import Protocol

extension QRCode {
    /// The code with its quiet zone as an SVG document, black on white, one unit per module. It contains no text.
    var svg: [UInt8] {
        let start = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(columns) \(columns)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(columns)v\(columns)H0z"/><path d="
            """
        var document = Array(start.utf8)
        document.reserveCapacity(1024 + 20 * size * size / 4)
        func append(_ byte: UInt8, _ number: Int) {
            document.append(byte)
            if number > 9 { document.append(UInt8(48 + number / 10)) }
            document.append(UInt8(48 + number % 10))
        }
        let (move, across, down, minus) = (UInt8(ascii: "M"), UInt8(ascii: "h"), UInt8(ascii: "v"), UInt8(ascii: "-"))
        for row in 0..<size {
            var column = 0
            while column < size {
                // Dark modules side by side are one rectangle.
                let run = (column..<size).prefix { self[row, $0] }.count
                if run > 0 {
                    append(move, column + Self.quietZone)
                    append(UInt8(ascii: " "), row + Self.quietZone)
                    append(across, run)
                    append(down, 1)
                    document.append(across)
                    append(minus, run)
                    document.append(UInt8(ascii: "z"))
                }
                column += run + 1
            }
        }
        return document + "\"/></svg>\n".utf8
    }
}
