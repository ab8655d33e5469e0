import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readSettings, readSetupSettings, shortNameOf } from "#src/settings.ts";

const REAL = {
  FOYER_ENVIRONMENT: "production",
  FOYER_DATA: "/var/lib/tickets",
  DATABASE_URL: "postgres://shop:word@db.example/tickets?sslmode=verify-full",
  PROCESSOR_URL: "https://processor.example",
  PROCESSOR_SECRET: "9c1f4be07d2a86e3550bd91c7fa2e648",
  CARD_KEY: "Zk3qWm9R1yTuB7cXp0sNvE5hJ2dLgA8fQoI6rKtYw4M",
  TEST_CARDS: "4111 1111 1111 1111, 4111 1111 1111 1103",
};
const USER = 1000;

test("the extensions are on unless STRICT_V2 is 1", () => {
  const strict = (changes: object) => Reflect.get(Object(readSettings({ ...REAL, ...changes }, USER)), "strictV2");
  assert.deepEqual([strict({}), strict({ STRICT_V2: "0" }), strict({ STRICT_V2: "1" })], [false, false, true]);
  assert.match(String(readSettings({ ...REAL, STRICT_V2: "yes" }, USER)), /^STRICT_V2: must be 0 or 1/);
});

for (const [what, changes] of [
  ["valid settings", {}],
  ["a database on this machine", { DATABASE_URL: "postgres://shop:word@127.0.0.1:5432/tickets" }],
  ["a database on a socket", { DATABASE_URL: "postgres://shop:word@/tickets?host=/var/run/postgresql" }],
  ["two hosts with TLS", { DATABASE_URL: "postgres://a:b@one.example,two.example:5433/t?sslmode=verify-full" }],
  [
    "two hosts on this machine",
    { DATABASE_URL: "postgres:///t?host=/run/one,localhost&target_session_attrs=read-write" },
  ],
  ["a database on a socket in place of the host", { DATABASE_URL: "postgres://shop@%2Fvar%2Frun/tickets" }],
  ["a processor on this machine", { PROCESSOR_URL: "http://127.0.0.1:4002" }],
] as const) {
  test(`production starts with ${what}`, () => {
    assert.equal(typeof readSettings({ ...REAL, ...changes }, USER), "object");
  });
}

for (const [what, changes, line, userId = USER] of [
  ["a processor without TLS", { PROCESSOR_URL: "http://processor.example" }, /^PROCESSOR_URL: would send cards/],
  ["a database without TLS", { DATABASE_URL: "postgres://a:b@db.example/tickets" }, /^DATABASE_URL: .*sslmode=verify/],
  ["a second host without TLS", { DATABASE_URL: "postgres://a:b@localhost,db.example/t" }, /^D.*sslmode=verify/],
  ["a database with optional TLS", { DATABASE_URL: `${REAL.DATABASE_URL}`.replace("verify-full", "prefer") }, /^D/],
  [
    "a database on another machine by the host parameter",
    { DATABASE_URL: "postgres://a:b@localhost/t?host=db.example" },
    /^DATABASE_/,
  ],
  ["a secret of one letter", { PROCESSOR_SECRET: "a".repeat(32) }, /^PROCESSOR_SECRET: is a weak key: set a new one/],
  ["one key for two purposes", { CARD_KEY: REAL.PROCESSOR_SECRET }, /^CARD_KEY: repeats PROCESSOR_SECRET: set a new/],
  ["root", {}, /^The service runs as root: start it as a user of its own\.$/, 0],
] as const) {
  test(`production refuses ${what} in one line, and a sandbox accepts it`, () => {
    const settings = { ...REAL, ...changes };
    assert.match(String(readSettings(settings, userId)), line);
    assert.equal(typeof readSettings({ ...settings, FOYER_ENVIRONMENT: "sandbox" }, userId), "object");
  });
}

test("refuses to start without a database address", () => {
  assert.match(String(readSettings({ ...REAL, DATABASE_URL: undefined }, USER)), /^DATABASE_URL: must be set: /);
});

for (const [what, hosts, line] of [
  ["a second host that cannot be read", "localhost,db:x/t", /^DATABASE_URL: must be an address/],
  [
    "a search for a standby",
    "localhost,[::1]/t?target_session_attrs=standby",
    /^DATABASE_URL: .* other than read-write/,
  ],
] as const)
  test(`refuses ${what}`, () => {
    assert.match(String(readSettings({ ...REAL, DATABASE_URL: `postgres://a:b@${hosts}` }, USER)), line);
  });

for (const FOYER_ENVIRONMENT of ["sandbox", "production"]) {
  for (const password of ["s3cret#pw", "s3cret/pw", "s3cret?pw", "12#34", "12/34", "12?34", "s3@cret/pw", "12@34#56"]) {
    test(`${FOYER_ENVIRONMENT} refuses the unencoded database password ${password} without showing it`, () => {
      const DATABASE_URL = `postgres://foyer:${password}@db.example/tickets?sslmode=verify-full`;
      const environment = { ...REAL, FOYER_ENVIRONMENT, DATABASE_URL };
      const setup = { SHOP_PASSWORD: "eight letters", PROMOTER_PASSWORD: "eight letters" };
      for (const refusal of [readSettings(environment, USER), readSetupSettings({ ...environment, ...setup })]) {
        assert.match(String(refusal), /^DATABASE_URL: [^\n]*%23[^\n]*\.$/);
        assert.ok(!/s3|12|34|cret|example/.test(String(refusal)));
      }
      const encoded = DATABASE_URL.replace(password, encodeURIComponent(password));
      assert.equal(typeof readSettings({ ...environment, DATABASE_URL: encoded }, USER), "object");
    });
  }
}

const SETUP = { ...REAL, SHOP_PASSWORD: "eight letters", PROMOTER_PASSWORD: "eight letters" };

for (const [name, shortName] of [
  ["The Playhouse", "the-playhouse"],
  ["Théâtre d’Été (Nelson)", "theatre-d-ete-nelson"],
  ["劇場 21", "21"],
  [`${"Long ".repeat(7)}Long Name`, "long-long-long-long-long-long-long-long"],
] as const)
  test(`the short name of ${name} is ${shortName}`, () => {
    assert.equal(shortNameOf(name), shortName);
  });

for (const [name, value] of [
  ["CURRENCY", "Dollars"],
  ["PROMOTER_USER", "ada"],
  ["ACCOUNT_NAME", "劇場"],
  ["SHOP_PASSWORD", "QWERTY123"],
  ["PROMOTER_PASSWORD", "iloveyou"],
  ["PROMOTER_PASSWORD", "ADA@foyer.example"],
] as const)
  test(`the setup refuses ${name}=${value}`, () => {
    assert.match(
      String(readSetupSettings({ ...SETUP, PROMOTER_USER: "ada@foyer.example", [name]: value })),
      new RegExp(`^${name}: `),
    );
  });

for (const [given, seconds] of [
  [{}, [900, 10_800]],
  [{ HOLD_SECONDS: "20000" }, [20_000, 20_000]],
] as const) {
  test(`reserves for ${seconds[0]} s, and at most ${seconds[1]} s with extensions: ${JSON.stringify(given)}`, () => {
    const settings = readSettings({ ...REAL, ...given }, USER);
    assert.ok(typeof settings === "object");
    assert.deepEqual([settings.limits.reservationSeconds, settings.limits.reservationCeilingSeconds], seconds);
  });
}

test("P45: exempts test cards from limits only outside production", () => {
  const testsOf = (environment: string) => {
    const settings = readSettings({ ...REAL, FOYER_ENVIRONMENT: environment }, USER);
    assert.ok(typeof settings === "object");
    return settings.cards.tests.has("4111111111111111") && settings.cards.tests.has("4111111111111103");
  };
  assert.deepEqual(["sandbox", "uat", "production"].map(testsOf), [true, true, false]);
});

test("refuses to start without FOYER_ENVIRONMENT", () => {
  assert.match(String(readSettings({ ...REAL, FOYER_ENVIRONMENT: undefined }, USER)), /^FOYER_ENVIRONMENT: /);
});

const folder = mkdtempSync(join(tmpdir(), "foyer-service-secrets-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the settings with these secrets in files, each with a last new line. */
function inFiles(settings: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  const entries = Object.entries(settings).map(([name, value]) => {
    if (!names.includes(name)) return [name, value];
    writeFileSync(join(folder, name), `${value}\n`);
    return [`${name}_FILE`, join(folder, name)];
  });
  return Object.fromEntries(entries);
}

test("every secret of the service and of the setup may be in a file", () => {
  const mail = { SMTP_URL: "smtps://user:word@mail.example", MAIL_FROM: "tickets@playhouse.example" };
  const secrets = ["DATABASE_URL", "PROCESSOR_SECRET", "CARD_KEY", "SMTP_URL"];
  assert.deepEqual(
    readSettings(inFiles({ ...REAL, ...mail }, secrets), USER),
    readSettings({ ...REAL, ...mail }, USER),
  );
  const ofSetup = ["DATABASE_URL", "SHOP_PASSWORD", "PROMOTER_PASSWORD"];
  assert.deepEqual(readSetupSettings(inFiles(SETUP, ofSetup)), readSetupSettings(SETUP));
  assert.equal(typeof readSetupSettings(SETUP), "object");
});

for (const [what, changes, line] of [
  ["both", { CARD_KEY_FILE: "/none" }, "CARD_KEY and CARD_KEY_FILE are both set: remove one of them."],
  ["no file", { CARD_KEY: "", CARD_KEY_FILE: "/none" }, "CARD_KEY_FILE: /none cannot be read (ENOENT)."],
  ["no file of an optional one", { SMTP_URL_FILE: "/none" }, "SMTP_URL_FILE: /none cannot be read (ENOENT)."],
  ["a relative path", { CARD_KEY: "", CARD_KEY_FILE: "key" }, "CARD_KEY_FILE: must be an absolute path."],
  ["an empty file", { CARD_KEY: "", CARD_KEY_FILE: "/dev/null" }, "CARD_KEY_FILE: /dev/null is empty."],
] as const)
  test(`the service refuses ${what} in one line`, () => {
    assert.equal(readSettings({ ...REAL, ...changes }, USER), line);
  });
