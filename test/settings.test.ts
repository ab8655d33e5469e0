import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** Returns the keys of an object in a file's text, sorted: the matches of `pattern` after `start`. */
function namesIn(file: string, start: string, pattern: RegExp): readonly string[] {
  const [, rest = ""] = readFileSync(file, "utf8").split(start);
  return [...rest.matchAll(pattern)].map(([, name = ""]) => name).toSorted();
}

const ENTRY = /^ {2}([A-Z][A-Z_]+): /gm;
const known = namesIn("tools/launcher/setting-rules.ts", "export const SETTING_RULES", ENTRY);

test("every setting that the storefront reads is in tools/launcher/setting-rules.ts", () => {
  const setting = /^ {2}([A-Z][A-Z_]+):(?! ")/gm;
  const read = [
    ...namesIn("lib/env.ts", "const brandSchema", setting),
    ...namesIn("lib/env-wallet.ts", "export const walletSettings", setting),
  ];
  assert.ok(read.length > 20, `${read.length} settings`);
  assert.deepEqual(
    read.filter((name) => !known.includes(name)),
    [],
  );
});
