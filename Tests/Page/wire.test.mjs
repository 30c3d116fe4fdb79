import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { Wire } = await load("net/wire.js");

/** A socket that does nothing by itself. */
class Socket {
  readyState = 0;
  sent = [];

  open() {
    this.readyState = 1;
    this.onopen();
  }

  send(line) {
    this.sent.push(JSON.parse(line));
  }

  hear(event) {
    this.onmessage({ data: typeof event === "string" ? event : JSON.stringify(event) });
  }

  close() {
    this.readyState = 3;
    this.onclose?.();
  }
}

/** A clock that only the test moves, in place of the system's until the test ends. */
function stopClock(context) {
  const { setTimeout, clearTimeout } = globalThis, timers = new Map();
  let now = 0, last = 0;
  globalThis.setTimeout = (action, time) => timers.set(last += 1, { action, at: now + time }) && last;
  globalThis.clearTimeout = (timer) => timers.delete(timer);
  context.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
  return { tick(time) {
    const end = now + time;
    for (;;) {
      const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [timer, { action, at }] = next;
      timers.delete(timer);
      now = at;
      action();
    }
    now = end;
  } };
}

/** A wire on such a clock; `sockets` are those that it has made, and `log` what it has told. */
function setUp(context) {
  const clock = stopClock(context);
  const sockets = [], log = [];
  const wire = new Wire(() => sockets[sockets.push(new Socket()) - 1]);
  wire.listener = {
    onopen: () => log.push("open"), onlost: () => log.push("lost"),
    onstall: () => log.push(`stalled ${wire.isStalled}`), onsilence: ({ type }) => log.push(`silent ${type}`),
    onevent: (event, command) => log.push([event.type, command?.type ?? null]),
  };
  wire.connect();
  return { wire, sockets, log, clock };
}

test("an event comes with the command that it answers", (context) => {
  const { wire, sockets: [socket], log } = setUp(context);
  assert.equal(wire.send({ type: "list" }), false);
  socket.open();
  assert.equal(wire.send({ type: "list" }), true);
  assert.equal(wire.send({ type: "join" }), true);
  assert.ok(wire.awaits("watch", "join"));
  const [list, join] = socket.sent;
  socket.hear({ type: "lobby", re: list.id });
  socket.hear({ type: "error", re: join.id });
  socket.hear({ type: "state" });
  assert.deepEqual(log, ["open", ["lobby", "list"], ["error", "join"], ["state", null]]);
  assert.ok(!wire.awaits("list", "join"));
});

test("what is no event is ignored", (context) => {
  const { sockets: [socket], log } = setUp(context);
  socket.open();
  for (const line of ["", "{", "null", "[]", "{}", '{"type":1}', "x".repeat(200_000)]) socket.hear(line);
  assert.deepEqual(log, ["open"]);
});

test("a host that lets an answer wait is told of, until a line comes", (context) => {
  const { wire, sockets: [socket], log, clock } = setUp(context);
  socket.open();
  wire.send({ type: "list" });
  clock.tick(2_499);
  assert.deepEqual(log, ["open"]);
  clock.tick(1);
  socket.hear({ type: "pong" });
  assert.deepEqual(log, ["open", "stalled true", "stalled false", ["pong", null]]);
});

test("a connection that is lost comes back, at once and then ever later", (context) => {
  const { wire, sockets, log, clock } = setUp(context);
  sockets[0].open();
  wire.send({ type: "join" });
  sockets[0].close();
  assert.ok(!wire.isOpen && !wire.awaits("join"));
  clock.tick(100);
  assert.equal(sockets.length, 2);
  sockets[1].close();
  clock.tick(700);
  assert.equal(sockets.length, 2);
  clock.tick(700);
  assert.equal(sockets.length, 3);
  assert.deepEqual(log, ["open", "lost", "lost"]);
});

test("a silent host gets a ping, and then the connection is dropped", (context) => {
  const { sockets: [socket], log, clock } = setUp(context);
  socket.open();
  clock.tick(10_000);
  assert.deepEqual(socket.sent.map(({ type }) => type), ["ping"]);
  clock.tick(30_000);
  assert.ok(log.includes("lost"));
});

test("connections on which the host says nothing are counted, until it speaks", (context) => {
  const { wire, sockets, clock } = setUp(context);
  const waitForNext = () => {
    for (const { length } = sockets; sockets.length === length;) clock.tick(50);
  };
  for (let failures = 1; failures <= 4; failures += 1) {
    sockets.at(-1).close();
    assert.equal(wire.failures, failures);
    waitForNext();
  }
  // One that opens and is closed without a line is no better.
  sockets.at(-1).open();
  sockets.at(-1).close();
  assert.equal(wire.failures, 5);
  waitForNext();
  sockets.at(-1).open();
  sockets.at(-1).hear({ type: "hello" });
  assert.equal(wire.failures, 0);
  // The host sends whoever has no place away, but it is there.
  sockets.at(-1).close();
  wire.stop();
  assert.equal(wire.failures, 0);
});

test("a wire that was stopped stays so", (context) => {
  const { wire, sockets, clock } = setUp(context);
  sockets[0].open();
  wire.stop();
  wire.wake();
  clock.tick(100_000);
  assert.equal(sockets.length, 1);
  wire.connect();
  assert.equal(sockets.length, 2);
});

test("a break tells which commands have no answer", (context) => {
  const { wire, sockets: [socket] } = setUp(context), lost = [];
  wire.listener.onlost = (commands) => lost.push(commands);
  socket.open();
  const [join, list] = [{ type: "join" }, { type: "list" }];
  wire.send(join);
  wire.send(list);
  socket.hear({ type: "match", re: socket.sent[0].id });
  socket.close();
  assert.deepEqual(lost, [[list]]);
});

test("what a host that goes on talking does not answer is given up, and its late answer is none", (context) => {
  const { wire, sockets: [socket], log, clock } = setUp(context);
  socket.open();
  wire.send({ type: "records" });
  for (let second = 1; second < 10; second += 1) {
    clock.tick(1_000);
    socket.hear({ type: "lobby" });
  }
  assert.ok(wire.awaits("records"));
  clock.tick(1_000);
  assert.equal(log.at(-1), "silent records");
  assert.ok(!wire.awaits("records"));
  socket.hear({ type: "records", re: socket.sent[0].id });
  assert.deepEqual(log.at(-1), ["records", null]);
});

test("a host that says nothing at all is waited for until the connection is dropped, or until it speaks", (context) => {
  const { wire, sockets: [socket], log, clock } = setUp(context);
  socket.open();
  wire.send({ type: "records" });
  clock.tick(39_999);
  assert.ok(!log.includes("silent records") && !log.includes("lost"));
  const { id } = socket.sent[0];
  socket.hear({ type: "records", re: id });
  assert.deepEqual(log.at(-1), ["records", "records"]);
});

test("a host that takes commands late is waited for longer", (context) => {
  const { wire, sockets: [socket], log, clock } = setUp(context);
  socket.open();
  wire.send({ type: "records" });
  wire.allowDelay();
  for (let second = 1; second < 30; second += 1) {
    clock.tick(1_000);
    socket.hear({ type: "lobby" });
    assert.ok(wire.awaits("records"));
  }
  clock.tick(11_000);
  assert.ok(log.includes("silent records"));
});
