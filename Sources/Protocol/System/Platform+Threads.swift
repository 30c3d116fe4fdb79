#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Platform {
    /// Runs `body` in a new thread, which ends when it returns.
    public static func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let boxed = unsafe Unmanaged.passRetained(ThreadBody(body))
        var attributes = pthread_attr_t()
        _ = unsafe pthread_attr_init(&attributes)
        defer { _ = unsafe pthread_attr_destroy(&attributes) }
        _ = unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = unsafe pthread_create(&thread, &attributes, { runThread($0) }, boxed.toOpaque())
        #else
            var thread = pthread_t()
            let code = unsafe pthread_create(&thread, &attributes, { unsafe runThread($0) }, boxed.toOpaque())
        #endif
        guard code != 0 else { return }
        unsafe boxed.release()
        throw SystemError(code: code, call: "pthread_create")
    }
}

/// The body of a thread, boxed to be passed through C.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ boxed: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let boxed = unsafe boxed else { return nil }
    unsafe Unmanaged<ThreadBody>.fromOpaque(boxed).takeRetainedValue().run()
    return nil
}
