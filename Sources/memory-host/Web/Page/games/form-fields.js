// The rows of the form that opens a match, as games describe them.
//
// A field has the `name` of a rule, a `title`, `choices(rules, book)`, which maps values to their texts, and
// `set(rules, text, book)`, which returns the rules that it changes. `isMore` puts it below the other rules,
// `value(rules)` is what is chosen if that is not the rule itself, and `isShown(rules, opponent)` tells when there is a
// choice. With `drawChoice(value, choice)` all choices are seen at once. `book` has the host's usual rules, ranges and
// faces.

/** A rule that is a number: its usual values and the one that it has, as far as the host allows them. */
export function numberField(name, title, usual, text, more = {}) {
  return {
    name, title, isMore: true,
    choices(rules, { ranges }) {
      const [low, high] = ranges[name] ?? [];
      // An object keeps integer keys in numeric order; 0 has a meaning of its own.
      return Object.fromEntries([...usual, rules[name]].filter((value) => !value || !(value < low || value > high))
        .map((value) => [value, text(value, rules)]));
    },
    set: (rules, value) => ({ [name]: Number(value) }),
    ...more,
  };
}

/** A rule that is a word, or true or false. */
export function wordField(name, title, choices, more = {}) {
  const isBoolean = "true" in choices;
  return {
    name, title, isMore: true, choices: () => choices,
    set: (rules, value) => ({ [name]: isBoolean ? value === "true" : value }), ...more,
  };
}
