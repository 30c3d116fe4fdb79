import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

let count = 0;

/** The module as a page at this address gets it, in a browser, which allows no change to another origin. */
async function placed(context, address) {
  const { history, location } = globalThis;
  globalThis.location = new URL(address);
  globalThis.history = {
    state: null,
    replaceState: (_, __, next) => {
      const url = new URL(next, globalThis.location);
      if (url.origin !== globalThis.location.origin) throw new Error(`SecurityError: ${url}`);
      globalThis.location = url;
    },
  };
  context.after(() => Object.assign(globalThis, { history, location }));
  count += 1;
  return load(`net/place.js?${count}`);
}

test("a folder without its slash gets it, with dots in its name and behind two slashes, too", async (context) => {
  for (const [path, folder] of [
    ["/", "/"], ["/memory/", "/memory/"], ["/memory", "/memory/"], ["/memory.v2", "/memory.v2/"],
    ["/a.b/c.d", "/a.b/c.d/"], ["//", "//"], ["//evil.example", "//evil.example/"], ["//evil/a", "//evil/a/"],
    ["/index.html", "/"], ["/memory/index.html", "/memory/"], ["/a/.b", "/a/"],
  ]) {
    const place = await placed(context, `http://den:6366${path}?a=b#ABC234`);
    assert.equal(place.folder, folder, path);
    assert.equal(place.pageAddress, `http://den:6366${folder}`, path);
    const isKept = path.endsWith(".html") || path.endsWith("/.b");
    assert.equal(location.href, `http://den:6366${isKept ? path : folder}?a=b#ABC234`);
  }
});

test("what asks for something on the page is taken from its address, wherever the page is", async (context) => {
  for (const path of ["/", "/memory/", "//", "//evil.example/"]) {
    const place = await placed(context, `http://den:6366${path}?a=b#ABC234`);
    place.clearAddress();
    assert.equal(location.href, `http://den:6366${path}`);
  }
});
