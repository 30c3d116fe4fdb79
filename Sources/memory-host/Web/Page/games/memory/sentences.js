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
