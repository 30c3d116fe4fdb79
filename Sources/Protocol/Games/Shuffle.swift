// The shuffle that decks are dealt by. It is written out so that a program in another language, given the same numbers,
// deals the same cards; the standard library promises no particular algorithm.

extension Array {
    /// Returns the elements in random order, by Fisher and Yates's shuffle from the front.
    ///
    /// For each position i from 0 to the one before the last, one number below n − i is drawn, where n is the count;
    /// the element at i changes places with the one that is so many positions after it. With the same generator, the
    /// result is that of the standard library in Swift 6.
    func dealt(using random: inout some RandomNumberGenerator) -> [Element] {
        var elements = self
        for position in elements.indices.dropLast() {
            let offset = Int(random.number(below: UInt64(elements.count - position)))
            elements.swapAt(position, position + offset)
        }
        return elements
    }
}

extension RandomNumberGenerator {
    /// Returns a number from 0 to `bound` − 1, each as likely as the others (D. Lemire, "Fast Random Integer Generation
    /// in an Interval", 2019).
    ///
    /// It is the upper half of the product of `bound` and a number of 64 bits. A number is drawn again while the lower
    /// half is less than 2⁶⁴ mod `bound`.
    fileprivate mutating func number(below bound: UInt64) -> UInt64 {
        let least = (0 &- bound) % bound
        while true {
            let product = next().multipliedFullWidth(by: bound)
            if product.low >= least { return product.high }
        }
    }
}
