// Where the page is. A proxy may have the host under a path of its own, which the host need not know: the page asks for
// everything beside itself.

/** Changes what is after the path in the address. A path that begins with `//` would by itself name another host. */
function setRest(rest) {
  history.replaceState(history.state, "", location.origin + location.pathname + rest);
}

// From `/memory`, what is beside the page would be at the root; it is in `/memory/`.
if (/\/(?!\.|index\.html$)[^/]+$/.test(location.pathname)) setRest(`/${location.search}${location.hash}`);

/** The path that the page is in, with a slash at the end. */
export const folder = location.pathname.replace(/[^/]*$/, "");

/** The address of the page, without what asks for something on it. */
export const pageAddress = location.origin + folder;

/** Takes from the address what asks for something on the page. */
export const clearAddress = () => setRest("");
