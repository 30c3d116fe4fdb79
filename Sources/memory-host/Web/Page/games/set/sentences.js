// Made from `SetSentence`, which is the one to change:
// `MEMORY_WRITE=1 swift test --filter PageSentenceTests` makes it anew.

export const foundSetSentence = "{player} found a set!";
export const noSetSentence = "Not a set.";
export const notASetSentence = "Not a set: {cost} for {player}.";
export const notASetBecauseSentence = "Not a set: two have the same {feature}, one does not. {cost} for {player}.";
export const noSetBecauseSentence = "Not a set: two have the same {feature}, one does not.";
export const askedSentence = "{player} asked for three more cards.";
export const moreSentence = "Three more cards.";
export const missedSentence = "There was a set: {cost}.";
export const shuffledSentence = "{player} shuffled the cards.";
export const noneLeftSentence = "No sets left.";
export const afterMovesSentence = "After {moves} moves.";
export const findSentence = "Find a set · {left} left";
export const deckEmptySentence = "The deck is empty.";
export const blockedSentence = "You can claim again in {seconds} s.";
export const isSetSentence = "Three cards are a set if each of these four is the same on all three, or different on all three.";
export const wrongClaimSentence = "A wrong claim costs {cost}, and you can't claim again for {time}.";
export const endsWithDeckSentence = "The {match} ends when the deck is empty and no set is left, or after {time} without a move.";
export const rankedSentence = "Ranked by points, then by time.";
