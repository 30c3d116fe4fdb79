// Connects while the rest of the page is made, and while this tab finds out who it is: so `main.js` imports this first,
// and listens before anything can arrive.

import { wire } from "./net/client.js";

wire.connect();
