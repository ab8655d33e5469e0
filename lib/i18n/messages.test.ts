import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createTranslator } from "use-intl/core";
import { routing } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import en from "#messages/en.json" with { type: "json" };

type Words = { readonly [key: string]: string | Words };

/** Counts that use every plural form. */
const COUNTS = [...Array(121).keys()];

/** Counts of every plural form of every language, with which the sentences are said. */
const SAID_COUNTS = [0, 1, 2, 3, 11, 21, 100, 102];

/** The law requires this exact text of the button; the total is shown above it. */
const WORDED_BY_LAW: ReadonlySet<string> = new Set(["de Pay.pay", "de Pay.voucher.pay"]);

const FORMS = new Set(["zero", "one", "two", "few", "many", "other"]);

/** Returns the faults of a translation compared with its English source; an empty list is valid. */
function faultsOf(locale: string, words: Words, english: Words, at = ""): readonly string[] {
  const needed = [...new Set(COUNTS.map((count) => new Intl.PluralRules(locale).select(count)))];
  const keys = new Set(Object.keys(english));
  if (isPlural(english)) for (const form of [...Object.keys(words), ...needed]) keys.add(form);
  else for (const key of Object.keys(words)) keys.add(key);

  return [...keys].flatMap((key) => {
    const path = at === "" ? key : `${at}.${key}`;
    const mine = words[key];
    const source = english[key] ?? (isPlural(english) ? english.other : undefined);
    if (isPlural(english) && !needed.includes(key as Intl.LDMLPluralRule) && mine === undefined) return [];
    if (source === undefined) return [`${path} is not in English`];
    if (mine === undefined) return [`${path} is missing`];
    if (typeof mine !== "string" || typeof source !== "string")
      return typeof mine === typeof source
        ? faultsOf(locale, mine as Words, source as Words, path)
        : [`${path} is not of one kind`];
    if (locale === "fr" && / [:;?!]|\u00a0[;?!]|\u202f:/.test(mine))
      return [`${path} has the wrong space before a sign`];
    if (locale !== "en" && mine === source && source.split(" ").length > 3) return [`${path} is still English`];
    return isPlural(english) || WORDED_BY_LAW.has(`${locale} ${path}`)
      ? []
      : sentenceFaults(locale, mine, source, needed).map((fault) => `${path} ${fault}`);
  });
}

/** A plural for the browser: forms with plain texts, not a group of messages. */
function isPlural(words: Words): boolean {
  return typeof words.other === "string" && Object.keys(words).every((form) => FORMS.has(form));
}

/** Both get the same values: the translation must use all of them and no other. */
function sentenceFaults(locale: string, mine: string, source: string, needed: readonly string[]): readonly string[] {
  const missing = needed.filter((form) => mine.includes(", plural,") && !new RegExp(`\\s${form} \\{`).test(mine));
  if (missing.length > 0) return [`lacks the plural ${missing.join(", ")}`];
  const counted = [...source.matchAll(/\{(\w+), plural/g)].map(([, name = ""]) => name);
  const tags = [...source.matchAll(/<(\w+)>/g)].map(([, name = ""]) => name);
  const named = [...source.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  for (const count of counted.length > 0 ? SAID_COUNTS : [1000]) {
    const values = Object.fromEntries([
      ...named.map((name) => [name, `⟦${name}⟧`]),
      ...tags.map((name) => [name, (inside: string) => `‹${name}›${inside}`]),
      ...counted.map((name) => [name, count]),
    ]);
    const [said, wanted] = [say(locale, mine, values), say("en", source, values)];
    if (said === undefined) return ["cannot be said with the values of English"];
    if (marks(said) !== marks(wanted ?? "")) return [`says ${marks(said)} where English says ${marks(wanted ?? "")}`];
    const isSaid = wanted?.includes(String(count)) ?? false;
    if (isSaid && count > 2 && !said.includes(String(count))) return [`does not say ${count}`];
  }
  return [];
}

function say(locale: string, sentence: string, values: object): string | undefined {
  let isWrong = false;
  const t = createTranslator({ locale, messages: { sentence }, onError: () => (isWrong = true) });
  const said = t.markup("sentence", values as Record<string, string>);
  return isWrong ? undefined : said;
}

function marks(said: string): string {
  return [...new Set(said.match(/⟦\w+⟧|‹\w+›/g))].sort().join(" ");
}

for (const locale of routing.locales)
  test(`${locale} has every message of English, with the same values and all plural forms`, () => {
    assert.deepEqual(faultsOf(locale, wordsOf(locale), en), []);
  });

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
  // The reasons and codes of refusals are words of the service.
  const files = globSync(["{app,components,lib}/**/*.{ts,tsx}", "service/src/platform/http/reasons.ts"]).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const code = new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
  const isUsed = (part: string) => code.has(part) || code.has(MADE.exec(part)?.[1] ?? "");
  const unused = pathsIn(en).filter((path) => !path.every(isUsed));
  assert.deepEqual(
    unused.map((path) => path.join(".")),
    [],
  );
});
