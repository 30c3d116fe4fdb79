extension [UInt8] {
    /// The lines of a text, without their LF and without empty ones. Tests are not optimized, this module is: there, to
    /// split a megabyte takes a second.
    public var lines: [ArraySlice<UInt8>] { split(separator: 10) }
}
