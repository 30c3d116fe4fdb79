// The building blocks for writing JSON.

extension ByteWriter {
    /// Appends a key and a string.
    package mutating func putField(_ key: StaticString, _ value: String) {
        putKey(key)
        putJSON(value)
    }

    /// Appends a key and a number.
    package mutating func putField(_ key: StaticString, _ value: Int) {
        var pen = pen(room: key.utf8CodeUnitCount + 24)
        pen.put(last == UInt8(ascii: "{") ? "\"" : ",\"")
        pen.put(key)
        pen.put("\":")
        pen.put(value)
        end(pen)
    }

    /// Appends a key and a number or null.
    package mutating func putField(_ key: StaticString, orNull value: Int?) {
        putKey(key)
        if let value { put(value) } else { put("null") }
    }

    /// Appends a key and a string or null.
    package mutating func putField(_ key: StaticString, orNull value: String?) {
        putKey(key)
        if let value { putJSON(value) } else { put("null") }
    }

    /// Appends a key and `true` or `false`.
    package mutating func putField(_ key: StaticString, _ value: Bool) {
        putKey(key)
        if value { put("true") } else { put("false") }
    }

    /// Appends a key and a list of numbers.
    package mutating func putField(_ key: StaticString, _ values: [Int]) {
        putKey(key)
        putList(values) { $0.put($1) }
    }

    /// Appends a key and a list of strings.
    package mutating func putField(_ key: StaticString, _ values: [String]) {
        putKey(key)
        putList(values) { $0.putJSON($1) }
    }

    /// Appends a list, calling the closure to append each element.
    @inline(__always)
    package mutating func putList<Element>(_ values: [Element], _ element: (inout ByteWriter, Element) -> Void) {
        put(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { put(UInt8(ascii: ",")) }
            element(&self, value)
        }
        put(UInt8(ascii: "]"))
    }

    /// Appends a key, preceded by a comma unless it is the first of its object.
    @inline(__always)
    package mutating func putKey(_ key: StaticString) {
        put(last == UInt8(ascii: "{") ? "\"" : ",\"")
        put(key)
        put("\":")
    }

    /// Appends a key that is not known in advance.
    mutating func putKey(_ key: String) {
        if last != UInt8(ascii: "{") { put(",") }
        putJSON(key)
        put(":")
    }
}
