// Made from `MemorySentence`, which is the one to change:
// `MEMORY_WRITE=1 swift test --filter PageSentenceTests` makes it anew.

export const foundPairSentence = "{player} found a pair!";
export const noPairSentence = "No match for {player}.";
export const noPairForYouSentence = "No match.";
export const outOfTimeSentence = "{player} ran out of time.";
export const allFoundSentence = "All pairs found.";
export const outOfTurnsSentence = "Out of turns.";
export const faceUpSentence = "{place} is already face up.";
export const takenSentence = "{place} is already taken.";
export const cannotClearSentence = "{turns} cannot clear {pairs} pairs.";
export const aimSentence = "Find the pairs. On your turn, flip two cards: if they match, the pair is yours.";
export const turnedBackSentence = "If not, they are turned face down again {when}.";
export const noTurnLimitSentence = "There is no turn limit.";
export const youHaveTurnsSentence = "You have {turns}.";
export const eachHasTurnsSentence = "Each player has {turns}.";
export const anotherTurnSentence = "A pair earns another turn.";
export const alternateSentence = "Players alternate, even after a pair.";
export const clockSentence = "Clock: {time} for both cards. A turn that takes longer is lost, and losing three in a row {loss}.";
export const endsSentence = "The {match} ends when all {pairs} pairs are found{turns}.";
export const fewerTurnsSentence = "The fewer turns, the better.";
export const pairsGoSentence = "Matched pairs are removed from the board.";
export const pairsStaySentence = "Matched pairs stay on the board, face up.";
