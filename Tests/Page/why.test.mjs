import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { Inquiry } = await load("net/why.js");

const PLAIN = "text/plain; charset=utf-8";
const MANUAL = " See “Addresses and proxies” in the host’s manual.";
const OTHER = "Something other than the host is answering at this address." + MANUAL;
const BLOCKED = "The host can be reached, but a proxy in between does not let WebSockets through." + MANUAL;

/** A page at this origin, whose host answers by `answers`, one after the other; null for none. */
function setUp(context, ...answers) {
  const { fetch, location } = globalThis, asked = [], signals = [];
  globalThis.location = { origin: "https://den" };
  globalThis.fetch = (path, { signal }) => {
    asked.push(path);
    signals.push(signal);
    const answer = answers.shift();
    if (!answer) return Promise.reject(new TypeError("no network"));
    const { status = 200, type = PLAIN, text } = answer;
    return Promise.resolve(new Response(text, { status, headers: { "content-type": type } }));
  };
  context.after(() => Object.assign(globalThis, { fetch, location }));
  const wire = { failures: 3, woken: 0, wake: () => { wire.woken += 1; } };
  return { wire, inquiry: new Inquiry(), asked, signals };
}

test("the host is asked beside the page, once three connections have failed", async (context) => {
  const { wire, inquiry, asked } = setUp(context, { text: "The page is at x.\n" });
  for (wire.failures = 0; wire.failures < 3; wire.failures += 1) assert.equal(await inquiry.noteFailure(wire), false);
  assert.deepEqual(asked, []);
  assert.equal(await inquiry.noteFailure(wire), true);
  assert.deepEqual(asked, ["why?origin=https%3A%2F%2Fden"]);
  assert.equal(inquiry.reason, "The page is at x." + MANUAL);
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

test("only the host's own word means that all is well", async (context) => {
  const others = [
    { text: "<h1>Not found</h1>", type: "text/html", status: 404 }, { text: "<h1>Log in</h1>", type: "text/html" },
    { text: "ok\n", type: "text/html" }, { text: "ok\n", status: 404 }, { text: "ok\n", status: 203 },
  ];
  const { wire, inquiry } = setUp(context, ...others);
  for (const _ of others) {
    await inquiry.noteFailure(wire);
    assert.equal(inquiry.reason, OTHER);
  }
  assert.equal(wire.woken, 0);
});

test("an answer that does not come is not waited for", async (context) => {
  const { wire, inquiry, signals } = setUp(context, null);
  assert.equal(await inquiry.noteFailure(wire), false);
  assert.ok(signals[0] instanceof AbortSignal);
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
