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
  for (const use of [
    "manager@playhouse.example:",
    "sign in at `/en/promoter` as the manager",
    "`PROMOTER_PASSWORD` of `/etc/foyer/secrets` into your safe",
  ])
    assert.ok(install.lastIndexOf(use) < deleted, use);
  assert.match(install.slice(deleted), /^rm \/etc\/foyer\/setup\.env [^`]*\/etc\/foyer\/secrets\/PROMOTER_PASSWORD`/);
  assert.doesNotMatch(containers, /rm setup\.env/);
});

/** The secrets of each program in the table of docs/deploy.md, step 4. */
const secretsOf = (program: string) =>
  namesIn(
    "docs/deploy.md",
    ["| file | for |", "\n\n"],
    new RegExp(`^ *\\| \`([A-Z_]+)\` \\| [^|]*\\b${program}\\b`, "gm"),
  );

for (const [program, unit, block] of [
  ["storefront", "foyer-storefront@", ["    command: [storefront]", "    secrets: ["]],
  ["service", "foyer-service", ["x-service-secrets:", "\nservices:"]],
  ["worker", "foyer-worker", ["x-service-secrets:", "\nservices:"]],
] as const)
  test(`the ${program} gets its secrets of docs/deploy.md as files, from systemd and in a container`, () => {
    const wanted = secretsOf(program);
    assert.ok(wanted.length >= 3);
    const file = `deploy/systemd/${unit}.service.d/secrets.conf`;
    const lines = ["[Service]\n", "\n\n"] as const;
    assert.deepEqual(namesIn(file, lines, /^LoadCredential=([A-Z_]+):\/etc\/foyer\/secrets\/\1$/gm), wanted);
    assert.deepEqual(namesIn(file, lines, /^Environment=([A-Z_]+)_FILE=%d\/\1$/gm), wanted);
    assert.deepEqual(namesIn("deploy/compose.yaml", block, /^ +([A-Z_]+)_FILE: \/run\/secrets\/\w+$/gm), wanted);
    const [, stored = ""] = readFileSync("deploy/compose.yaml", "utf8").split("\nsecrets:");
    assert.deepEqual(
      wanted.filter((name) => !stored.includes(`{ file: ./secrets/${name} }`)),
      [],
    );
  });
