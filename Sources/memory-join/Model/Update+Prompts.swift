import Protocol

// Lines that are typed over a page.

extension Model {
    /// Handles a key while a line is typed.
    mutating func edit(_ prompt: Prompt, _ key: Key, _ now: Instant) {
        var prompt = prompt
        if prompt.edit(key) {
            prompt.complaint = nil
            return screen.overlay = .prompt(prompt)
        }
        switch key {
        case .enter: finish(prompt, now)
        case .escape: if prompt.isRequired { leaveHost(now) } else { screen.overlay = nil }
        default: break
        }
    }

    /// Handles a line that was typed into a prompt.
    mutating func finish(_ prompt: Prompt, _ now: Instant) {
        let text = prompt.text.trimmingSpaces()
        switch prompt.purpose {
        case .address:
            if text.isEmpty { return screen.overlay = nil }
            do throws(UsageError) {
                choose(try HostAddress(parsing: text))
            } catch {
                complain(error.sentence, prompt)
            }
        case .name:
            do throws(Refusal) { submit(name: try PlayerName(claiming: text), now) } catch {
                complain(error.message, prompt)
            }
        case .code:
            do throws(UsageError) {
                let code = MatchReference.code(try OptionsParser.code(text))
                screen.overlay = nil
                request(screen.page == .lobby(watching: true) ? .watch(code) : .join(code), now)
            } catch {
                complain(error.sentence, prompt)
            }
        case .beside:
            do throws(Refusal) {
                let name = try PlayerName(claiming: text)
                if name.skeleton == self.name?.skeleton { return complain("That's your own name.", prompt) }
                besideName = name.text
                fillIn(.against(.beside(name), session.hostPreset))
            } catch {
                complain(error.message, prompt)
            }
        case .opponent:
            do throws(Refusal) {
                let player = try PlayerName(text)
                screen.overlay = nil
                showRecords(with: player, now)
            } catch {
                complain(error.message, prompt)
            }
        case .talk:
            screen.overlay = nil
            if text.isEmpty { return }
            do throws(Refusal) { request(.say(try SpokenText(text)), now) } catch { complain(error.message, prompt) }
        case .command:
            screen.overlay = nil
            enter(text, now)
        }
    }

    /// Has the line typed again, and says what was wrong with it.
    private mutating func complain(_ sentence: String, _ prompt: Prompt) {
        var prompt = prompt
        prompt.complaint = SafeText.line(sentence)
        screen.overlay = .prompt(prompt)
    }
}
