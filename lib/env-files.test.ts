import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";
import { SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { faultsOf } from "#lib/env.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-secrets-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function fileWith(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const SECRETS = ["TICKETING_PASSWORD", "COOKIE_KEYS", "LINK_KEYS", "NEXTAUTH_SECRET"] as const;
const inFiles = Object.fromEntries(
  SECRETS.flatMap((name) => [
    [name, undefined],
    [`${name}_FILE`, fileWith(name, `${SETTINGS[name]}\n`)],
  ]),
);

test("every secret may be in a file, whose last new line is no part of it", () => {
  assert.equal(faultsOf({ ...SETTINGS, ...inFiles }), undefined);
  const program = `import { env } from "#lib/env.ts"; console.log(JSON.stringify(env()));`;
  const read = JSON.parse(inAnotherProcess(program, { ...SETTINGS, ...inFiles }));
  assert.deepEqual(
    [read.TICKETING_PASSWORD, read.COOKIE_KEYS, read.LINK_KEYS, read.NEXTAUTH_SECRET],
    [SETTINGS.TICKETING_PASSWORD, [SETTINGS.COOKIE_KEYS], [SETTINGS.LINK_KEYS], SETTINGS.NEXTAUTH_SECRET],
  );
});

test("spaces of a secret stay", () => {
  const password = fileWith("spaces", " a word \r\n\r\n");
  const program = `import { env } from "#lib/env.ts"; console.log(JSON.stringify(env().TICKETING_PASSWORD));`;
  const settings = { ...SETTINGS, TICKETING_PASSWORD: "", TICKETING_PASSWORD_FILE: password };
  assert.equal(inAnotherProcess(program, settings), '" a word "');
});

for (const [what, changes, line] of [
  [
    "both",
    { COOKIE_KEYS_FILE: fileWith("both", SETTINGS.COOKIE_KEYS) },
    "COOKIE_KEYS and COOKIE_KEYS_FILE are both set: remove one of them.",
  ],
  ["no file", { LINK_KEYS: "", LINK_KEYS_FILE: "/none/links" }, "LINK_KEYS_FILE: /none/links cannot be read (ENOENT)."],
  ["a folder", { LINK_KEYS: undefined, LINK_KEYS_FILE: folder }, `LINK_KEYS_FILE: ${folder} cannot be read (EISDIR).`],
  [
    "an empty file",
    { NEXTAUTH_SECRET: "", NEXTAUTH_SECRET_FILE: fileWith("empty", "\n") },
    `NEXTAUTH_SECRET_FILE: ${folder}/empty is empty.`,
  ],
  [
    "a relative path",
    { TICKETING_PASSWORD: "", TICKETING_PASSWORD_FILE: "password" },
    "TICKETING_PASSWORD_FILE: must be an absolute path.",
  ],
] as const)
  test(`refuses ${what} in one line`, () => {
    assert.equal(faultsOf({ ...SETTINGS, ...changes }), `✖ ${line}`);
  });

test("what is wrong with a secret in a file is said by its name, and not shown", () => {
  const faults = faultsOf({ ...SETTINGS, COOKIE_KEYS: "", COOKIE_KEYS_FILE: fileWith("weak", "my secret") });
  assert.match(faults ?? "", /must be 32 bytes in base64url[\s\S]*COOKIE_KEYS/);
  assert.doesNotMatch(faults ?? "", /my secret/);
});

test("keys in files are compared with each other, the build's key too, and kept out of public variables", () => {
  const one = SETTINGS.LINK_KEYS;
  const production = { ...SETTINGS, ...inFiles, FOYER_ENVIRONMENT: "production", TRUSTED_HOPS: "1" };
  const repeated = { ...production, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY_FILE: fileWith("actions", one) };
  assert.match(faultsOf(repeated, 1000) ?? "", /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY repeats a key of LINK_KEYS/);
  assert.match(
    faultsOf({ ...SETTINGS, ...inFiles, NEXT_PUBLIC_HELLO: `x${one}` }) ?? "",
    /^✖ NEXT_PUBLIC_HELLO would publish a secret: remove it$/,
  );
});
