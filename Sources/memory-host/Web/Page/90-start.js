// The beginning: what the page's address asks for, who this tab is, and the connection.

/** Reads the part of the address behind `#`: a code, `watch`, or `watch=m3`. */
function readWish() {
  const text = location.hash.slice(1);
  const [, watch, match] = /^(watch)(?:=(m\d{1,18}))?$/i.exec(text) ?? [];
  if (watch) app.wish = { match: match ?? null };
  else if (/^[A-Z2-9]{6}$/i.test(text)) app.wish = { code: text.toUpperCase() };
  else return;
  // A code that was used once is of no use in the history.
  if (app.wish.code) history.replaceState(history.state, "", location.pathname);
  lastHash = location.hash;
}

addEventListener("hashchange", () => {
  readWish();
  if (!table.match?.isRunning) fulfilWish();
  else app.wish = null;
});

showMarks();
readWish();
identified.then(() => {
  drawWelcome();
  if (!identity.name && !identity.token && (!app.wish || app.wish.code)) go("welcome");
});
