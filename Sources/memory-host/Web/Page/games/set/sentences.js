// Made from `SetSentence`, which is the one to change; `MEMORY_WRITE=1 swift test --filter PageSentenceTests` makes it anew.

export const setSentences = {
  foundSet: "{player} found a set!",
  noSet: "Not a set.",
  notASet: "Not a set: {cost} for {player}.",
  notASetBecause: "Not a set: {cost} for {player} ({feature}s differ).",
  asked: "{player} asked for three more cards.",
  more: "Three more cards.",
  missed: "There was a set: {cost}.",
  shuffled: "{player} shuffled the cards.",
  solved: "All sets found.",
  noneLeft: "No sets left.",
  afterMoves: "After {moves} moves.",
  find: "Find a set · {left} left",
  deckEmpty: "The deck is empty.",
  blocked: "You can claim again in {seconds} s.",
};
