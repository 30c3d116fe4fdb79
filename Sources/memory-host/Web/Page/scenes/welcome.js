// Asking for a name: once, before anything else, and again if the host refuses it.

import { button, make, makeActions, makeForm, setText, submitButton } from "../lib/dom.js";
import { tell } from "../lib/say.js";
import { sayName, send } from "../net/client.js";
import { identity } from "../net/identity.js";
import { session } from "../net/session.js";
import { didSignIn } from "./entering.js";
import { nameField } from "./naming.js";
import { addScene, go, makeLogo } from "./router.js";
import { connectingSentence } from "./status.js";

const welcomeView = {
  note: make("p"), field: nameField("", "name-complaint", { id: "name" }),
  complaint: make("p", { id: "name-complaint", class: "complaint" }),
};

function enter() {
  const name = welcomeView.field.value.trim();
  if (!name) return;
  tell(welcomeView.complaint, sayName(name) ? "" : connectingSentence);
}

function justWatch() {
  session.askedName = null;
  if (session.stage === "naming") didSignIn(false);
  const { link } = session;
  session.link = null;
  if (link?.code) send({ type: "watch", code: link.code });
  else go("lobby");
}

addScene("welcome", make("main", { class: "scene welcome" }, makeLogo(),
  makeForm("panel", enter, welcomeView.note, make("label", { for: "name" }, "Your name"), welcomeView.field,
    welcomeView.complaint, makeActions(submitButton("Play"), button("Just watch", justWatch)))), {
  onshow: drawWelcome,
  onshown() {
    // Where there is a keyboard that does not cover the screen, a name can be typed at once.
    if (matchMedia("(hover: hover)").matches) welcomeView.field.focus();
  },
});

/** Fills in the scene, with what the host says about a name that it refused. */
function drawWelcome({ complaint = "", name = "" } = {}) {
  const note = session.link?.code ? "You’ve been invited to a private match."
    : identity.isSecondTab ? "Memory is already open in another tab. Choose another name to play in this tab too." : "";
  setText(welcomeView.note, note);
  welcomeView.note.hidden = !note;
  tell(welcomeView.complaint, complaint);
  if (name) welcomeView.field.value = name;
}
