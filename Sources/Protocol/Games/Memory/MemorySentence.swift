/// The sentences of Memory. None says where a face is: players must remember that.
public enum MemorySentence: String, Sentence {
    case foundPair = "{player} found a pair!"
    case noPair = "No match for {player}."
    case noPairForYou = "No match."
    case outOfTime = "{player} ran out of time."

    case allFound = "All pairs found."
    case outOfTurns = "Out of turns."

    case faceUp = "{place} is already face up."
    case taken = "{place} is already taken."
    case cannotClear = "{turns} cannot clear {pairs} pairs."
}
