// Connects while the rest of the page is made, and while this tab finds out who it is: so `main.js` imports this first. It
// listens before anything can come.

import { wire } from "./net/client.js";

wire.connect();
