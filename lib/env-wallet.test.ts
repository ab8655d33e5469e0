import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { makePassAuthority } from "#e2e/tools/pass-authority.ts";
import { SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { faultsOf } from "#lib/env.ts";

const authority = makePassAuthority();
const other = makePassAuthority();
after(() => {
  for (const { folder } of [authority, other]) rmSync(folder, { recursive: true, force: true });
});
const COMPLETE = { ...SETTINGS, ...authority.settings };
const empty = join(authority.folder, "empty.json");
writeFileSync(empty, "{}");

test("starts with both wallets, with one, and with none", () => {
  assert.equal(faultsOf(COMPLETE), undefined);
  assert.equal(faultsOf(SETTINGS), undefined);
  const { GOOGLE_WALLET_ISSUER, GOOGLE_WALLET_KEY_FILE } = authority.settings;
  assert.equal(faultsOf({ ...SETTINGS, GOOGLE_WALLET_ISSUER, GOOGLE_WALLET_KEY_FILE }), undefined);
});

for (const [what, changes, fault] of [
  ["a missing certificate", { APPLE_PASS_CERT_FILE: undefined }, /^✖ APPLE_PASS_CERT_FILE: set .* together/],
  ["a file that does not exist", { APPLE_WWDR_FILE: "/nowhere/wwdr.pem" }, /the files cannot be used: ENOENT/],
  [
    "the key of another certificate",
    { APPLE_PASS_KEY_FILE: other.settings.APPLE_PASS_KEY_FILE },
    /APPLE_PASS_KEY_FILE is not the key/,
  ],
  ["another authority", { APPLE_WWDR_FILE: other.rootFile }, /APPLE_WWDR_FILE has not issued/],
  [
    "the certificate of an authority",
    { APPLE_PASS_CERT_FILE: authority.settings.APPLE_WWDR_FILE, APPLE_WWDR_FILE: authority.rootFile },
    /APPLE_PASS_CERT_FILE is not the certificate of a pass type/,
  ],
  ["an issuer without its key", { GOOGLE_WALLET_KEY_FILE: undefined }, /^✖ GOOGLE_WALLET_KEY_FILE: set/],
  ["a key file without a key", { GOOGLE_WALLET_KEY_FILE: empty }, /no client_email and private_key/],
] as const) {
  test(`refuses to start with ${what}`, () => {
    assert.match(faultsOf({ ...COMPLETE, ...changes }) ?? "", fault);
  });
}
