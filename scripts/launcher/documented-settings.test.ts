import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** Returns the matches of a pattern in a part of a file, sorted. */
function namesIn(file: string, [start, end]: readonly [start: string, end: string], pattern: RegExp) {
  const [, rest = ""] = readFileSync(file, "utf8").split(start);
  const [part = ""] = rest.split(end);
  return [...part.matchAll(pattern)].map(([, name = ""]) => name).toSorted();
}

const LISTS = "scripts/launcher/settings.ts";
const list = (name: string) => namesIn(LISTS, [`const ${name}: `, "\n];"], /"([A-Z_0-9]+)"/g);
const looks = list("LOOKS");
const storefront = [...looks, ...list("REMOTE_SETTINGS"), ...list("STOREFRONT_SETTINGS")].toSorted();
const ofSandbox = list("SANDBOX_SERVICE_SETTINGS");

test("scripts/launcher/settings.ts lists every setting of the storefront, and no other", () => {
  const setting = /^ {2}([A-Z][A-Z_]+):(?! ")/gm;
  const brand = namesIn("lib/env.ts", ["const brandSchema", "\n});"], setting);
  const others = namesIn("lib/env.ts", ["export const settingsSchema", "\n});"], setting);
  const wallets = namesIn("lib/env-wallet.ts", ["export const walletSettings", "\n};"], setting);
  assert.deepEqual(looks, brand);
  assert.deepEqual(storefront, [...brand, ...others, ...wallets].toSorted());
});

test("scripts/launcher/settings.ts lists every setting of the service, and no other", () => {
  const setting = /^ {2}([A-Z][A-Z_0-9]+):/gm;
  const read = [
    ...namesIn("service/src/settings.ts", ["const schema = ", "\n});"], setting),
    ...namesIn("service/src/mail-settings.ts", ["export const MAIL_SETTINGS = ", "\n};"], setting),
  ];
  assert.deepEqual([...ofSandbox, ...list("SERVICE_SETTINGS")].toSorted(), read.toSorted());
});

test("docs/deploy.md deletes the only copy of a password after the last step that asks for it", () => {
  const [install = "", containers = ""] = readFileSync("docs/deploy.md", "utf8").split("## Containers");
  const deleted = install.indexOf("rm /etc/foyer/setup.env");
  assert.ok(deleted > 0 && !install.includes("rm /etc/foyer/setup.env\n"), "not in the commands of the setup");
  for (const use of ["manager@playhouse.example:", "sign in at `/en/promoter` as the manager", "into your safe"])
    assert.ok(install.lastIndexOf(use) < deleted, use);
  assert.doesNotMatch(containers, /rm setup\.env/);
});
