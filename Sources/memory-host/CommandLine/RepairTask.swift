import Protocol

/// The task `--repair`.
enum RepairTask {
    /// Sets aside the damaged data in the folder that the options name, prints what it held, and exits.
    static func run(_ options: Options) {
        do throws(StorageProblem) {
            _ = try Storage.repair(options.dataFolder) { findings in
                Log.print((findings.isEmpty ? ["Nothing is damaged."] : findings).map { $0 + "\n" }.joined())
            }
        } catch {
            Log.fail(error.sentence, error.status)
        }
    }
}
