import Protocol

extension LogFile {
    /// Copies lines into another log, which drops them from memory: they can be copied again. Only a line that is
    /// exactly as it was written is ever copied.
    ///
    /// - Parameter reader: the lines to copy from.
    static func copyLines(
        of reader: LogReader, to copy: inout LogFile, using writer: inout ByteWriter,
        where isNeeded: ([UInt8], LogReader.Line) throws(SystemError) -> Bool
    ) throws(SystemError) {
        var reader = reader
        while let line = try reader.nextOrFailure() {
            guard try isNeeded(reader.bytes, line) else { continue }
            guard let body = line.trailer?.body else { throw .inputOutput("read") }
            writer.put(reader.bytes, in: body)
            copy.append(&writer)
            if copy.isLong { try copy.writeAndForget() }
        }
        try copy.writeAndForget()
    }

    /// Writes what was appended, and drops it from memory: it can be copied again.
    mutating func writeAndForget() throws(SystemError) {
        try write()
        forget()
    }
}
