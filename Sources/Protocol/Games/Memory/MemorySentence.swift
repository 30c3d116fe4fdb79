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

    // The rules.
    case aim = "Find the pairs. On your turn, flip two cards: if they match, the pair is yours."
    case turnedBack = "If not, they are turned face down again {when}."
    case noTurnLimit = "There is no turn limit."
    case youHaveTurns = "You have {turns}."
    case eachHasTurns = "Each player has {turns}."
    case anotherTurn = "A pair earns another turn."
    case alternate = "Players alternate, even after a pair."
    case clock = "Clock: {time} for both cards. A turn that takes longer is lost, and losing three in a row {loss}."
    case ends = "The {match} ends when all {pairs} pairs are found{turns}."
    case fewerTurns = "The fewer turns, the better."
    case pairsGo = "Matched pairs are removed from the board."
    case pairsStay = "Matched pairs stay on the board, face up."
}
