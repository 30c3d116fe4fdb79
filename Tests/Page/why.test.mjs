import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { Inquiry } = await load("net/why.js");

const PLAIN = "text/plain; charset=utf-8";
const MANUAL = " The host’s manual explains it under “Addresses and proxies”.";
const BLOCKED = "The host is there, but WebSockets do not come through: a proxy in between does not pass them on." + MANUAL;

/** A page at this origin, whose host answers by `answers`, one after the other; null for none. */
function setUp(context, ...answers) {
  const { fetch, location } = globalThis, asked = [];
  globalThis.location = { origin: "https://den" };
  globalThis.fetch = (path) => {
    asked.push(path);
    const answer = answers.shift();
    if (!answer) return Promise.reject(new TypeError("no network"));
    const { status = 200, type = PLAIN, text } = answer;
    return Promise.resolve(new Response(text, { status, headers: { "content-type": type } }));
  };
  context.after(() => Object.assign(globalThis, { fetch, location }));
  const wire = { failures: 3, woken: 0, wake: () => { wire.woken += 1; } };
  return { wire, inquiry: new Inquiry(), asked };
}

test("the host is asked beside the page, once three connections have failed", async (context) => {
  const { wire, inquiry, asked } = setUp(context, { text: "A page at x asks for y.\n" });
  for (wire.failures = 0; wire.failures < 3; wire.failures += 1) assert.equal(await inquiry.noteFailure(wire), false);
  assert.deepEqual(asked, []);
  assert.equal(await inquiry.noteFailure(wire), true);
  assert.deepEqual(asked, ["why?origin=https%3A%2F%2Fden"]);
  assert.equal(inquiry.reason, "A page at x asks for y." + MANUAL);
});

test("if all is well, it is tried again at once, and then WebSockets do not come through", async (context) => {
  const well = { text: "ok\n" };
  const { wire, inquiry } = setUp(context, well, well, well);
  assert.equal(await inquiry.noteFailure(wire), false);
  assert.deepEqual([wire.woken, inquiry.reason], [1, ""]);
  assert.equal(await inquiry.noteFailure(wire), true);
  assert.equal(inquiry.reason, BLOCKED);
  assert.equal(await inquiry.noteFailure(wire), false);
  assert.equal(wire.woken, 1);
});

test("what is not the host's answer is a proxy's, which does not pass on everything", async (context) => {
  const page = { text: "<h1>Not found</h1>", type: "text/html", status: 404 };
  const { wire, inquiry } = setUp(context, page, { ...page, status: 200 });
  await inquiry.noteFailure(wire);
  await inquiry.noteFailure(wire);
  assert.equal(inquiry.reason, BLOCKED);
});

test("a host that is not there, or comes back meanwhile, gives no reason, and takes back what it said", async (context) => {
  const said = { text: "No.\n" };
  const { wire, inquiry } = setUp(context, null, said, { status: 502, text: "Bad gateway" }, said, said);
  assert.equal(await inquiry.noteFailure(wire), false);
  assert.equal(await inquiry.noteFailure(wire), true);
  assert.equal(await inquiry.noteFailure(wire), true);
  assert.equal(inquiry.reason, "");
  assert.equal(await inquiry.noteFailure(wire), true);
  const asking = inquiry.noteFailure(wire);
  wire.failures = 0;
  assert.equal(await asking, true);
  assert.equal(inquiry.reason, "");
});

test("an answer is text, and not endless", async (context) => {
  const { wire, inquiry } = setUp(context, { text: `a\u202e<b>\n${"x".repeat(9_000)}` });
  await inquiry.noteFailure(wire);
  assert.ok(inquiry.reason.startsWith("a<b>xxx") && inquiry.reason.length < 1_000);
});
