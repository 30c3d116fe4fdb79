import Protocol

/// The task `--repair`.
enum RepairTask {
    /// Sets aside the damaged data in the folder that the options name, prints what it held, and exits.
    static func run(_ options: Options) {
        do throws(StorageProblem) {
            let findings = try Storage.repair(options.dataFolder) { Log.print($0 + "\n") }
            if findings.isEmpty { Log.print("Nothing is damaged.\n") }
            if findings.contains(where: { $0.hasPrefix("Set aside") }) {
                Log.print(
                    "What was set aside is kept in \(options.dataFolder), in files whose names contain \"damaged\".\n")
            }
        } catch {
            Log.fail(error.sentence, error.status)
        }
    }
}
