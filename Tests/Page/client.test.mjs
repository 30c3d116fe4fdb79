import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

test("the page connects when it is told to, and not before", async (context) => {
  const sockets = [];
  globalThis.WebSocket = class {
    constructor(address) {
      sockets.push(address);
    }

    close() {}
  };
  globalThis.location = new URL("http://den:6366/");
  Object.defineProperty(globalThis, "navigator", { value: { locks: { request() {} } }, configurable: true });
  const element = { append() {}, setAttribute() {} };
  globalThis.document = { body: element, createElement: () => element };
  const { wire } = await load("net/client.js");
  wire.listener = { onlost() {} };
  context.after(() => wire.stop());
  assert.deepEqual(sockets, []);
  wire.connect();
  assert.deepEqual(sockets, ["ws://den:6366/ws"]);
});
