// Lists that are kept sorted.
extension Array {
    /// Inserts an element into a list of the best, best first and behind its equals; drops what is then past the limit.
    @inlinable
    public mutating func insert(_ element: Element, bestOf limit: Int, by precedes: (Element, Element) -> Bool) {
        if count == limit {
            guard let last, precedes(element, last) else { return }
            removeLast()
        }
        insert(element, at: firstIndex { precedes(element, $0) } ?? count)
    }

    /// Returns the number of elements that are before a point in a sorted list.
    @inlinable
    public func partitionPoint(isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
