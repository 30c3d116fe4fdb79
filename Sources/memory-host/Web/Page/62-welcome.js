// Asking for a name: once, before anything else, and again if the host refuses it or the player wants another.

const nameField = (value) => make("input", {
  type: "text", id: "name", value, maxLength: 60, autocomplete: "nickname", autocapitalize: "words", spellcheck: false,
  required: true, enterKeyHint: "go", "aria-describedby": "name-complaint",
});

const welcomeView = {
  note: make("p"), field: nameField(""), complaint: make("p", { id: "name-complaint", class: "complaint" }),
};

addScene("welcome", make("main", { class: "scene welcome" }, makeLogo(),
  makeForm("panel", () => {
    const name = welcomeView.field.value.trim();
    if (!name) return;
    const note = sayName(name) ? "" : "Connecting to the host…";
    setText(welcomeView.complaint, note);
    announce(note);
  }, welcomeView.note, make("label", { for: "name" }, "Your name"), welcomeView.field, welcomeView.complaint,
  makeActions(submitButton("Play"),
    button("Just watch", () => {
      app.askedName = null;
      if (app.stage === "naming") letIn(false);
      const { wish } = app;
      app.wish = null;
      if (wish?.code) send({ type: "watch", code: wish.code });
      else go("home");
    })))));

/** Fills in the scene that asks for a name. */
function drawWelcome(complaint = "", name = "") {
  const note = app.wish?.code ? "You’ve been invited to a private match."
    : identity.isSecondTab ? "Memory is already open in another tab. Choose another name to play in this tab too." : "";
  setText(welcomeView.note, note);
  welcomeView.note.hidden = !note;
  setText(welcomeView.complaint, complaint);
  if (complaint) announce(complaint);
  if (name) welcomeView.field.value = name;
}

let nameComplaint = null;

/** Asks for a name in a dialog; `then` is called once the host has confirmed it. */
function askName(then = null) {
  const field = nameField(identity.name ?? "");
  nameComplaint = make("p", { id: "rename-complaint", role: "alert", class: "complaint" });
  field.setAttribute("aria-describedby", "rename-complaint");
  const dialog = openDialog(identity.name ? "Change your name" : "Your name", [makeForm("", () => {
    const name = field.value.trim();
    if (!name) return;
    app.afterName = () => {
      dialog.close();
      then?.();
    };
    if (!send({ type: "hello", name, protocol: 1 })) app.afterName = null;
  }, field, nameComplaint, makeActions(submitButton("OK")))], [button("Cancel", null)]);
  field.ariaLabel = "Your name";
  field.focus();
  field.select();
}

function showNameComplaint(message) {
  app.afterName = null;
  if (document.querySelector("dialog[open]") && nameComplaint) setText(nameComplaint, message);
  else if (currentScene === "welcome") drawWelcome(message);
  else notify(message, true);
}

/** The title of the game, as six cards of which two are a pair. */
function makeLogo() {
  return make("h1", { class: "logo", tabIndex: -1, "aria-label": "Memory" }, ...[..."MEMORY"].map((letter) =>
    make("span", { class: letter === "M" ? "pair" : "", "aria-hidden": "true" }, letter)));
}
