// The figures of Set that no rule changes, made from `SetGame`, which is the one to change:
// `MEMORY_WRITE=1 swift test --filter PageSentenceTests` makes it anew.

export const deckFigure = 81;
export const dealtFigure = 12;
export const movesFigure = 10000;
export const costFigure = 1;
export const blockFigure = 3000;
export const wishFigure = 5000;
