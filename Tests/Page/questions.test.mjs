import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { Question, BUSY_PAUSE } = await load("net/questions.js");

test("a question without an answer is asked again, which is said once, and at last given up with a word", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const said = [], sent = [], command = { type: "records" };
  const question = new Question((command) => sent.push(command), (sentence) => said.push(sentence));
  question.ask(command);
  for (let tries = 1; tries <= 20; tries += 1) {
    question.refuse("silent", "No reply.");
    context.mock.timers.tick(BUSY_PAUSE);
    assert.equal(sent.length, 1 + tries);
  }
  assert.deepEqual(said, ["No reply. Asking again…"]);
  question.refuse("silent", "No reply.");
  context.mock.timers.tick(BUSY_PAUSE);
  assert.deepEqual([sent.length, said.at(-1), question.command], [21, "No reply.", null]);
});

test("a question that is refused for good is said to be, without another try", () => {
  const said = [], question = new Question(() => {}, (sentence) => said.push(sentence));
  question.ask({ type: "record" });
  question.refuse("no_such_record", "There is none.");
  assert.deepEqual([said, question.command], [["There is none."], null]);
});
