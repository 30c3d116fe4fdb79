import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

test("the page connects when it is told to, and says until then that nothing is sent, to whoever shows it", async (context) => {
  const sockets = [];
  globalThis.WebSocket = class {
    constructor(address) {
      sockets.push(address);
    }

    close() {}
  };
  globalThis.location = new URL("http://den:6366/");
  Object.defineProperty(globalThis, "navigator", { value: { locks: { request() {} } }, configurable: true });
  const { send, wire } = await load("net/client.js"), notices = [];
  wire.listener = { onlost() {}, onnotice: (...notice) => notices.push(notice) };
  context.after(() => wire.stop());
  assert.equal(send({ type: "join" }), false);
  assert.deepEqual(notices, [["Not connected; nothing was sent.", true]]);
  assert.deepEqual(sockets, []);
  wire.connect();
  assert.deepEqual(sockets, ["ws://den:6366/ws"]);
});
