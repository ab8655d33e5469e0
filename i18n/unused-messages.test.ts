import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import en from "#messages/en.json" with { type: "json" };

type Words = { readonly [key: string]: string | Words };

const FORMS = new Set(["zero", "one", "two", "few", "many", "other"]);
/** Keys that are made of a name and an ending, such as `${name}Wrong`. */
const MADE = /(.+)(Wrong|Hint|_TEXT)$/;

/** Returns the path of every message; the forms of a plural are one. */
function pathsIn(words: Words): readonly (readonly string[])[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === "string" || Object.keys(word).every((form) => FORMS.has(form))
      ? [[key]]
      : pathsIn(word).map((path) => [key, ...path]),
  );
}

test("each part of a message's key is a word of the code: no message is left from code that is gone", () => {
  const files = globSync("{app,components,lib,i18n}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  const code = new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
  const isUsed = (part: string) => code.has(part) || code.has(MADE.exec(part)?.[1] ?? "");
  const unused = pathsIn(en).filter((path) => !path.every(isUsed));
  assert.deepEqual(
    unused.map((path) => path.join(".")),
    [],
  );
});
