import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Sources/memory-host/Web/Page/", import.meta.url);
const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"));

/** The code of a module, without comments, and without text but for what templates are filled with. */
const codeOf = (name) => readFileSync(new URL(name, folder), "utf8")
  .replace(/\/\*[^]*?\*\//g, "")
  .replace(/(^|\s)\/\/ .*$/gm, "")
  .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
  .replace(/`(?:[^`\\]|\\.)*`/g, (text) => (text.match(/\$\{[^}]*\}/g) ?? []).join(" "));

const modules = new Map(names.map((name) => [name, codeOf(name)]));

/** What each module offers, by name: in the joined page no two may offer the same. */
const offered = new Map([...modules].flatMap(([module, code]) =>
  [...code.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+|\{[^}]*\})/gm)]
    .flatMap(([, words]) => words.match(/\w+/g).map((name) => [name, module]))));

/** True if the code uses a name that it neither imports nor declares. */
function lacks(code, name) {
  // Neither a property nor the key of one.
  const isUsed = new RegExp(`(?<![\\w$#])(?<!(?<!\\.)\\.)${name}\\b(?!:)`).test(code);
  const isImported = new RegExp(`^import [^;]*\\b${name}\\b[^;]* from`, "m").test(code);
  const isDeclared = new RegExp([
    `\\b(?:const|let|function\\*?|class)\\s(?:(?! of )[^=;\\n])*\\b${name}\\b`,
    `\\{[^{}=;\\n]*\\b${name}\\b[^{}\\n]*\\} =`,
    `(?<!\\b(?:if|while|for|switch) )\\([^()\\n]*\\b${name}\\b[^()\\n]*\\)\\s*(?:=>|\\{)`,
    `\\b${name} =>`,
    `^\\s+(?:static |get |async )?${name}\\(.*\\{$`,
  ].join("|"), "m").test(code);
  return isUsed && !isImported && !isDeclared;
}

test("a module that uses what another one offers imports it, which the joined page would not miss", () => {
  const missing = [...modules].flatMap(([module, code]) =>
    [...offered].filter(([name, owner]) => owner !== module && lacks(code, name)).map(([name]) => `${module}: ${name}`));
  assert.ok(offered.size > 300);
  assert.deepEqual(missing, []);
});

test("each import that is forgotten would be noticed, but for names that a module also gives to a value of its own", () => {
  const unnoticed = [];
  let count = 0;
  for (const [module, code] of modules) {
    for (const [whole, words] of code.matchAll(/^import \{([^}]*)\} from ""/gm)) {
      for (const [name] of words.matchAll(/\w+/g)) {
        count += 1;
        if (!lacks(code.replace(whole, ""), name)) unnoticed.push(`${module}: ${name}`);
      }
    }
  }
  assert.ok(count > 300);
  assert.ok(unnoticed.length < 20, unnoticed.join("\n"));
});

test("what talks to the host draws nothing, and says nothing to the person", () => {
  const drawing = /^import [^;]* from "[^"]*(?:scenes|lib\/(?:dom|say|dialogs|sound))/m;
  const guilty = names.filter((name) => name.startsWith("net/"))
    .filter((name) => drawing.test(readFileSync(new URL(name, folder), "utf8")));
  assert.deepEqual(guilty, []);
});
