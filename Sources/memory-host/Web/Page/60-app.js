// The client: what it says to the host, and what follows from each event.

const app = {
  hello: { host: "", faces: [], preset: "", addresses: [] },
  lobby: { matches: [], players: [], playerCount: 0, total: 0 },
  scores: null,
  /** The host's presets, and the ranges of the numbers in rules. */
  ruleBook: { presets: {}, ranges: {} },
  /** connecting; naming: the player is asked for a name; online; stopped: nothing more happens by itself */
  stage: "connecting",
  /** True once the host has let the client in. */
  wasOnline: false,
  /** The name that was asked for and not confirmed. */
  askedName: null,
  isFollowing: false,
  /** Commands that wait for the host to be back. */
  queue: [],
  /** What the page's address asks for: a code, or a match to watch. */
  wish: null,
};

const isOnline = () => app.stage === "online" && wire.isOpen;
const hasBeenOnline = () => app.wasOnline;

/** Commands that seat the player or a watcher: a second one while the first is under way was not meant. */
const SEATING = ["join", "open", "watch", "rematch"];

/** Sends a command for the player, and says so if that is impossible. */
function send(command) {
  if (SEATING.includes(command.type) && wire.awaits(...SEATING)) return true;
  if (isOnline() && wire.send(command)) return true;
  notify("Not connected; nothing was sent.", true);
  return false;
}

/** Sends a command now, or when the host is back. */
function later(command) {
  if (!isOnline() || !wire.send(command)) app.queue.push(command);
}

// Introducing

/** Says who the client is, as soon as the connection is open and that is known. */
async function introduce() {
  await identified;
  const name = app.askedName ?? identity.name;
  if (identity.token) wire.send({ type: "hello", token: identity.token, protocol: 1 });
  else if (name) sayName(name);
  else letIn(false);
}

/** Asks the host for a name, now or as soon as the connection is open; true if now. */
function sayName(name) {
  app.askedName = name;
  return wire.send({ type: "hello", name, protocol: 1 });
}

/** The host has let the client in, with its seat if `resumed`. */
function letIn(resumed) {
  const isFirst = !app.wasOnline;
  app.stage = "online";
  app.wasOnline = true;
  app.isFollowing = false;
  talk.expectKnown();
  drawConnection();
  // Without the seat there is nothing to leave.
  for (const command of app.queue.splice(0)) if (resumed) wire.send(command);
  if (!isFirst) announce("Reconnected.");
  // What the player waits for comes first.
  if (!resumed) {
    rejoin();
    fulfilWish();
  } else if (app.wish) {
    app.wish = null;
    notify("You are still in a match. Leave it first.", true);
  }
  if (!Object.keys(app.ruleBook.presets).length) wire.send({ type: "rules" });
  refreshHome();
  if (isFirst && currentScene === null && !resumed && !app.projector) go(identity.name ? "home" : "welcome");
  updateLobbyFollowing();
  drawTable();
}

/** Goes back to where the client was, although the host does not remember it. */
function rejoin() {
  const { match } = table;
  if (!match || match.isGone) return;
  const where = match.code ? { code: match.code } : { match: match.match };
  if (!match.isPlayer) wire.send({ type: "watch", ...where, ...(match.follows ? { follow: true } : {}) });
  else if (match.state?.phase === "over") match.isGone = true;
  else wire.send({ type: "join", ...where });
}

/** Does what the page's address asks for. */
function fulfilWish() {
  const { wish } = app;
  if (!wish || !isOnline()) return;
  if (wish.code && !identity.name) {
    drawWelcome();
    return go("welcome");
  }
  app.wish = null;
  if (wish.code) wire.send({ type: "join", code: wish.code });
  else startProjector(wish.match);
}

function connectionLost() {
  if (app.stage === "online" || app.stage === "naming") app.stage = "connecting";
  if (app.wasOnline && wire.attempts === 1) announce("Connection lost. Reconnecting.");
  drawConnection();
  drawTable();
  drawHome();
}

/** A sentence about the connection if something is wrong with it. */
function connectionTrouble() {
  if (wire.isStalled) return "Waiting for the host…";
  if (app.stage !== "connecting" || !app.wasOnline && wire.attempts < 2) return "";
  return app.wasOnline ? `Reconnecting (attempt ${Math.max(1, wire.attempts)})…` : "Connecting to the host…";
}

/** Says what is wrong with the connection: at the table in place of the status, elsewhere in a banner. */
function drawConnection() {
  const banner = document.getElementById("banner"), trouble = connectionTrouble();
  banner.hidden = !trouble;
  setText(banner, trouble);
  document.body.classList.toggle("offline", trouble !== "");
  drawStatus();
  drawTitle();
}

// Events

/** Handles an event; `command` is what it answers. */
function receive(event, command) {
  // A full host greets, too, and then sends the client away.
  if (!["hello", "error", "bye"].includes(event.type)) wire.attempts = 0;
  switch (event.type) {
    case "hello": return greet(event);
    case "welcome": return welcome(event);
    case "lobby": return showLobby(readLobby(event));
    case "match": {
      const seating = readMatch(event);
      if (!seating) return;
      enterMatch(seating);
      if (command?.type === "watch") table.match.follows = command.follow === true;
      return;
    }
    case "state": {
      const state = readState(event);
      if (state) applyState(state);
      return;
    }
    case "said": return hear(event);
    case "records": return addRecords(event, command);
    case "record": return startReplay(readRecord(event));
    case "scores": return showScores(event, command);
    case "rules": return readRuleBook(event);
    case "ok":
      // Left while offline: the host restored the match first.
      if (command?.type === "leave" && command.match === table.match?.match && !wire.awaits("open", "join")) closeTable();
      return;
    case "error": return fail(event, command);
    case "bye": return sayGoodbye(event);
  }
}

function greet(event) {
  if (event.protocol !== 1) return stop("This page is out of date.", "Reload", () => location.reload());
  app.hello = {
    host: clip(event.host), preset: clip(event.preset), faces: texts(event.faces),
    addresses: texts(event.addresses).filter((address) => /^[\w.:[\]-]+$/.test(address)),
  };
  drawHome();
}

function welcome(event) {
  const isRename = app.stage === "online";
  const name = clip(event.name);
  if (!name) return;
  identity.save(name, clip(event.token));
  app.askedName = null;
  if (!isRename) {
    letIn(event.resumed === true);
    if (currentScene === "welcome" && !table.match) go("home");
    return;
  }
  if (currentScene === "welcome") go("home");
  fulfilWish();
  drawHome();
  const wanted = app.afterName;
  app.afterName = null;
  wanted?.();
}

function hear(event) {
  const match = clip(event.match);
  if (match !== (table.match?.match ?? "")) return;
  (match ? talk : lobbyTalk).addTalk(clip(event.from), event.role, clip(event.text, 1000), event.past === true);
}

function sayGoodbye(event) {
  if (event.reason === "replaced") {
    return stop("You are playing in another window.", "Play here", () => location.reload());
  }
  if (event.reason === "idle" && document.visibilityState === "hidden") return sleep();
  if (event.retry === true) return wire.restart();
  stop(clip(event.message) || "The host closed the connection.", "Reconnect", () => location.reload());
}

/** The host gave this place away while nobody was looking: reconnects when the page is visible again. */
function sleep() {
  wire.stop();
  document.addEventListener("visibilitychange", () => wire.connect(), { once: true });
}

/** Stops until the player acts. */
function stop(sentence, action, onaction) {
  app.stage = "stopped";
  wire.stop();
  const again = () => app.stage === "stopped" && stop(sentence, action, onaction);
  openDialog(sentence, [], [button(action, onaction, { class: "primary" })], again);
}

/** The host refused something. */
function fail(event, command) {
  const code = clip(event.code), message = clip(event.message) || code;
  if (command?.type === "hello") return failHello(code, message, command);
  if (["flip", "take"].includes(command?.type)) table.match?.forgetAnswer(command);
  if (code === "disk_failed" && command?.type === "leave") return void setTimeout(() => later(command), 3000);
  // Either the newest state says it all, or nothing is lost: the host only takes its time.
  if (["stale", "showing", "not_playing"].includes(code) || (code === "too_fast" && event.command === null)) return;
  // The client could not get back to the match that it still shows.
  const isBack = ["join", "watch"].includes(command?.type) && table.match && !table.match.isGone
    && (command.match === table.match.match || command.code === table.match.code);
  if (code === "match_full" && command?.code && !isBack) {
    return ask("That match is full. Watch it?", "Watch", () => send({ type: "watch", code: command.code }));
  }
  if (code === "name_needed") return askName(() => send(command));
  if (command?.type === "watch" && [null, "projector"].includes(currentScene)) return go("projector");
  notify(message, true);
  if (!isBack || ["already_seated", "too_fast", "disk_failed"].includes(code)) return;
  table.match.isGone = true;
  if (app.projector) {
    table.match = null;
    go("projector");
    return startProjector();
  }
  closeTable(`You are no longer in ${table.match.match}.`);
}

function failHello(code, message, command) {
  if (["too_fast", "disk_failed"].includes(code)) {
    setTimeout(() => wire.isOpen && app.stage !== "online" && introduce(), 5000);
    return notify(message, true);
  }
  if (command.token) {
    identity.forgetToken();
    return introduce();
  }
  app.askedName = null;
  if (app.stage === "online") return showNameComplaint(message);
  identity.name = null;
  app.stage = "naming";
  drawWelcome(message, command.name);
  go("welcome");
}

/** Follows the list of matches where the host does not send it anyway: without a name, and while the house is played. */
function updateLobbyFollowing() {
  const { match } = table;
  const isWanted = !identity.name || Boolean(match?.isPlayer && (match.isAgainstHouse || isSolo(match.rules)));
  if (!isOnline() || isWanted === app.isFollowing) return;
  app.isFollowing = isWanted;
  wire.send({ type: "list", follow: isWanted });
}

function showLobby(lobby) {
  app.lobby = lobby;
  drawHome();
  if (currentScene === "table") drawOffer();
  if (app.projector?.isWaiting) watchNext();
}
