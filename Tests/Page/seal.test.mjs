import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { load, state } from "./page.mjs";

const { sha256 } = await load("lib/sha256.js");
const { SealCheck, checkOf, forgetSeals, noteSeal } = await load("games/seal.js");
const { readMatch, readRecord, readReplay, readState } = await load("net/messages.js");
const { Replay } = await load("net/replay.js");
const sentences = await load("games/sentences.js");

const SALT = "0123456789abcdef".repeat(4);
const hash = (text) => createHash("sha256").update(text).digest("hex");
const sealOf = (deck, salt = SALT) => hash(["memory-seal-1", salt, ...deck].map((line) => `${line}\n`).join(""));

test("the hash is that of the standard, for texts of any length", () => {
  assert.equal(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  for (let length = 0; length < 200; length += 1) {
    const text = "🦊é".repeat(length).slice(0, length);
    assert.equal(sha256(text), hash(text), String(length));
  }
});

const MEMORY = ["K", "T", "K", "T"];
const over = (fields = {}, result = {}) => state({
  phase: "over", cards: MEMORY, result: { winner: null, salt: SALT, deck: null, ...result }, ...fields,
});

/** What is said after these states. */
function outcome(seal, ...states) {
  const check = new SealCheck(seal);
  for (const each of states) check.see(each);
  return check;
}

test("a seal that fits is said quietly, however little was seen", () => {
  const seen = state({ cards: ["K", "", "", "T"] });
  for (const states of [[over()], [state(), seen, seen, over()]]) {
    const check = outcome(sealOf(MEMORY), ...states);
    assert.equal(check.sentence, sentences.sealFitsSentence);
    assert.deepEqual([check.alarm, check.takeAlarm()], [null, null]);
  }
  assert.equal(outcome(sealOf(MEMORY), seen).sentence, null);
});

test("a host that lies is told so, once", () => {
  const cases = [
    [sealOf(MEMORY), [over({ cards: ["T", "K", "K", "T"] })], "sealBrokenSentence"],
    [sealOf(MEMORY), [over({}, { salt: "f".repeat(64) })], "sealBrokenSentence"],
    [sealOf(["T", "T", "K", "K"]), [over()], "sealBrokenSentence"],
    [sealOf(MEMORY), [over({}, { salt: "" })], "sealWithheldSentence"],
    [sealOf(MEMORY), [over({ result: null })], "sealWithheldSentence"],
    [sealOf(MEMORY), [state({ cards: ["T", "", "", ""] }), over()], "sealMovedSentence"],
    [sealOf(MEMORY), [state({ cards: ["K", "", "", ""] }), state({ cards: ["T", "", "", ""] }), over()],
      "sealMovedSentence"],
    [sealOf(["A", "A", "B", "B"]), [over({}, { deck: ["A", "A", "B", "B"] })], "sealMovedSentence"],
  ];
  for (const [seal, states, name] of cases) {
    const check = outcome(seal, ...states);
    assert.equal(check.sentence, sentences[name]);
    assert.deepEqual([check.takeAlarm(), check.takeAlarm(), check.alarm], [check.sentence, null, check.sentence]);
  }
});

const SET = [1, 2, 3].flatMap((number) => [..."rgp"].flatMap((colour) => [..."stu"].flatMap((filling) =>
  [..."dso"].map((shape) => number + colour + filling + shape))));
const setState = (cards, deckLeft, fields = {}) => state({ game: "set", rows: 3, cards, deckLeft, ...fields });
const setOver = (cards, deckLeft, deck = SET) =>
  setState(cards, deckLeft, { phase: "over", result: { winner: null, salt: SALT, deck } });

test("a deck of Set may lie in any order, but only what was dealt may lie there", () => {
  const first = SET.slice(0, 12), shuffled = [...first].reverse(), next = [...first.slice(0, 9), ...SET.slice(12, 15)];
  const fits = outcome(sealOf(SET), setState(first, 69), setState(shuffled, 69), setState(next, 66), setOver(next, 66));
  assert.equal(fits.sentence, sentences.sealFitsSentence);
  const early = [...first.slice(0, 11), SET[12]];
  assert.equal(outcome(sealOf(SET), setState(early, 69), setOver(next, 66)).sentence, sentences.sealMovedSentence);
  assert.equal(outcome(sealOf(SET), setOver(next, 66, null)).sentence, sentences.sealBrokenSentence);
});

test("a host that shows more cards than there are fills no memory, and is found out", () => {
  const check = new SealCheck(sealOf(MEMORY));
  for (let number = 0; number < 1000; number += 1) check.see(state({ cards: [`${number}`, "", "", ""] }));
  check.see(over());
  assert.equal(check.sentence, sentences.sealMovedSentence);
});

test("seals come from `match` and `replay`, salts and decks from results; nonsense is none", () => {
  const seal = sealOf(MEMORY), seats = [{ name: "Ann" }];
  assert.equal(readMatch({ match: "m1", seal }).seal, seal);
  for (const nonsense of [undefined, null, 7, "", seal.toUpperCase(), `${seal}0`, [seal, seal]]) {
    assert.equal(checkOf(readMatch({ match: "m1", seal: nonsense })), null);
  }
  const event = (result, fields = {}) => ({
    type: "state", match: "m1", version: 1, phase: "over", rows: 2, columns: 2, cards: MEMORY, seats, result, ...fields,
  });
  assert.deepEqual(readState(event({ salt: SALT })).result.salt, SALT);
  assert.deepEqual(readState(event({ salt: "x", deck: [1, "a"] })).result.deck, ["", "a"]);
  for (const [salt, name] of [[SALT, "sealFitsSentence"], ["0".repeat(64), "sealBrokenSentence"]]) {
    const replay = new Replay({ type: "replay", seal, players: ["Ann"], states: 2 });
    replay.add(event(null, { phase: "playing", cards: ["K", "", "", ""], atMs: 0 }));
    assert.equal(replay.check.sentence, null);
    replay.add(event({ salt }, { atMs: 9, last: true }));
    assert.equal(replay.check.sentence, sentences[name]);
  }
  assert.equal(new Replay({ type: "replay", players: ["Ann"], states: 2 }).check, null);
});

test("a face that is more than a line fits no seal, whatever the hash says", () => {
  const event = (cards, result) => ({
    type: "state", match: "m1", version: 1, phase: result ? "over" : "playing", rows: 2, columns: 2, cards,
    seats: [{ name: "Ann" }], result,
  });
  const deck = ["A", "B", "A", "B"], breaks = ["\n", "\r", "\0", "\t", "\x7f", "\x85", "\u2028", "\u2029"];
  for (const text of breaks) {
    const broken = ["A", `B${text}A`, "B", "C"];
    for (const [seal, states] of [
      [sealOf(broken), [event(broken, { salt: SALT })]],
      [sealOf(deck), [event(["A", `B${text}`, "A", "B"], { salt: SALT })]],
      [sealOf(deck), [event(["", `B${text}`, "", ""], null)]],
      [sealOf(broken), [event(deck, { salt: SALT, deck: broken })]],
    ]) {
      const check = outcome(seal, ...states.map(readState));
      assert.equal(check.takeAlarm(), sentences.sealBrokenSentence, JSON.stringify(text));
    }
    const record = readRecord({ record: "r1", match: "m1", seal: sealOf(broken), salt: SALT, deck: broken });
    const check = checkOf(record);
    check.seeRecord(record);
    assert.equal(check.alarm, sentences.sealBrokenSentence);
  }
  assert.equal(outcome(sealOf(deck), readState(event(deck, { salt: SALT }))).sentence, sentences.sealFitsSentence);
});

test("a record is checked, too", () => {
  const record = (seal, salt, deck = MEMORY) => readRecord({ record: "r1", match: "m1", seal, salt, deck });
  for (const [each, name] of [
    [record(sealOf(MEMORY), SALT), "sealFitsSentence"], [record(sealOf(MEMORY), undefined), "sealWithheldSentence"],
    [record(sealOf(MEMORY), SALT, ["T", "K", "K", "T"]), "sealBrokenSentence"],
    [{ ...record(sealOf(SET), SALT, SET), rules: { game: "set" } }, "sealFitsSentence"],
  ]) {
    const check = checkOf(each);
    check.seeRecord(each);
    assert.equal(check.sentence, sentences[name]);
  }
});

const [A, B] = ["a".repeat(64), "b".repeat(64)];
const enter = (match, seal, former = null) => {
  noteSeal({ match, seal });
  return checkOf({ match, seal }, former);
};

test("another seal for the same match is a broken one at once, also after other matches and in replays", () => {
  forgetSeals();
  const check = enter("m1", A);
  assert.equal(enter("m1", A, check), check);
  assert.equal(check.alarm, null);
  for (const seal of [B, ""]) {
    enter("m2", B);
    const again = enter("m1", seal);
    assert.match(again.takeAlarm(), /does not fit/);
    assert.equal(again.takeAlarm(), null);
    assert.match(checkOf(readReplay({ match: "m1", seal })).alarm, /does not fit/);
    assert.match(checkOf(readRecord({ record: "r1", match: "m1", seal })).alarm, /does not fit/);
  }
  assert.equal(enter("m1", A).alarm, null);
  assert.equal(checkOf(readReplay({ match: "m1", seal: A })).alarm, null);
  assert.equal(enter("m1", B, check), check);
  assert.match(check.takeAlarm(), /does not fit/);
});

test("a seal that fitted fits no longer once the host names another", () => {
  forgetSeals();
  const check = enter("m1", sealOf(MEMORY));
  check.see(over());
  assert.equal(check.alarm, null);
  enter("m1", A, check);
  assert.match(check.takeAlarm(), /does not fit/);
});

test("seals are forgotten with the host that named them, and the oldest of very many", () => {
  forgetSeals();
  const check = enter("m1", A);
  forgetSeals();
  assert.equal(enter("m1", "", check), null);
  assert.equal(enter("m1", B, check).alarm, null);
  for (let number = 2; number <= 1001; number += 1) enter(`m${number}`, A);
  assert.match(enter("m2", B).alarm, /does not fit/);
  assert.equal(enter("m1", A).alarm, null);
  forgetSeals();
});
