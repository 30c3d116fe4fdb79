// Made from `MemorySentence`, which is the one to change; `MEMORY_WRITE=1 swift test --filter PageSentenceTests` makes it anew.

export const memorySentences = {
  foundPair: "{player} found a pair!",
  noPair: "No match for {player}.",
  noPairForYou: "No match.",
  outOfTime: "{player} ran out of time.",
  solved: "Cleared.",
  allFound: "All pairs found.",
  outOfTurns: "Out of turns.",
  faceUp: "{place} is already face up.",
  taken: "{place} is already taken.",
  cannotClear: "{turns} cannot clear {pairs} pairs.",
};
