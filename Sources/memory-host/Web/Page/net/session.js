// What the page knows of the host and of its own place there.

/** The session. Scenes read it; boards and hands get what they need from their scene. */
export const session = {
  hello: { host: "", addresses: [], features: [] },
  /** True if the host ends after the matches in play: nothing new begins. */
  isDraining: false,
  lobby: { matches: [], players: [], playerCount: 0, total: 0 },
  scores: null,
  /**
   * What the host says of rules: the preset that is meant where none is named, presets for two and for one, those of
   * other games, the ranges of numbers, and some faces of each set.
   */
  ruleBook: { preset: "", presets: {}, solo: {}, games: {}, ranges: {}, faces: {} },
  /** connecting; naming: the player is asked for a name; online; stopped: nothing more happens by itself */
  stage: "connecting",
  /** True once the host has let the client in. */
  wasOnline: false,
  /** The name that was asked for and not confirmed. */
  askedName: null,
  /** What was to be done once there is a name. */
  afterName: null,
  /** True if the host sends the list of matches. */
  isFollowing: false,
  /** What the page's address asks for: a code, or a match to watch. */
  link: null,
  /** The match that is played or watched here. */
  match: null,
  /** The view of a projector, and if it waits for a match; null if it is off. */
  projector: null,
};
