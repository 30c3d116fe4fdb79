import Protocol

// Lines that are typed over a page.

extension Model {
    /// Handles a key while a line is typed.
    mutating func edit(_ prompt: Prompt, _ key: Key, _ now: Instant) {
        var prompt = prompt
        if prompt.edit(key) { return screen.overlay = .prompt(prompt) }
        switch key {
        case .enter: finish(prompt, now)
        case .escape: if prompt.isRequired { leaveHost(now) } else { screen.overlay = nil }
        default: break
        }
    }

    /// A paste is longer than any line, and what follows of it is dropped: says so where its beginning went.
    mutating func tellOfLongPaste() {
        guard case .prompt(var prompt) = screen.overlay else {
            return notify("That paste was too long, and was ignored.")
        }
        prompt.complaint = Prompt.isFull
        screen.overlay = .prompt(prompt)
    }

    /// Takes a line that was typed; has it typed again if something is wrong with it, and says what.
    private mutating func finish(_ prompt: Prompt, _ now: Instant) {
        screen.overlay = nil
        do {
            try prompt.purpose.finish(&self, prompt.text.trimmingSpaces(), now)
        } catch {
            var prompt = prompt
            let sentence = (error as? Refusal)?.message ?? (error as? UsageError)?.sentence ?? "\(error)"
            prompt.complaint = SafeText.line(sentence)
            screen.overlay = .prompt(prompt)
        }
    }
}
