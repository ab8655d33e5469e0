import assert from "node:assert/strict";
import { test } from "node:test";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";
import { SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { faultsOf } from "#lib/env.ts";

test("accepts complete settings", () => {
  assert.equal(faultsOf(SETTINGS), undefined);
  assert.equal(faultsOf({ ...SETTINGS, COOKIE_KEYS: `${SETTINGS.COOKIE_KEYS}, ${SETTINGS.COOKIE_KEYS}` }), undefined);
});

const WRONG: readonly (readonly [name: string, value: string | undefined])[] = [
  ["TICKETING_URL", "http://localhost:4001/v2"],
  ["TICKETING_URL", "https://shop:word@localhost:4001/v2"],
  ["TICKETING_URL", "https://localhost:4001/v2?key=1"],
  ["FOYER_ORIGIN", "http://localhost:4000/shop"],
  ["FOYER_DATA", "data"],
  ["FOYER_ENVIRONMENT", "staging"],
  ["TICKETING_ACCOUNT", "0"],
  ["TRUSTED_HOPS", "0"],
  ["TRUSTED_HOPS", "many"],
  ["TICKETING_USER", undefined],
  ["TICKETING_PASSWORD", undefined],
  ["COOKIE_KEYS", ""],
  ["COOKIE_KEYS", "too-short"],
  ["LINK_KEYS", undefined],
  ["LINK_KEYS", "too-short"],
  ["NEXTAUTH_SECRET", "short"],
  ["METRICS_ADDRESS", "9464"],
  ["METRICS_ADDRESS", "127.0.0.1:99999"],
  ["BRAND_NAME", "   "],
  ["BRAND_COLOUR", "blurple"],
  ["BRAND_HEADER", "dark"],
  ["BRAND_LOGO", "logo.svg"],
  ["SUPPORT_EMAIL", "help at playhouse.example"],
  ["TERMS_URL", "http://playhouse.example"],
  ["TERMS_URL", "https://ada:secret@playhouse.example/terms"],
  ["CARDS_ACCEPTED", "visa maestro"],
  ["CARDS_ACCEPTED", " "],
  ["EMBED_ORIGINS", "https://promoter.example/page"],
  ["EMBED_ORIGINS", "https://promoter.example:99999"],
  ["EMBED_ORIGINS", "https://"],
  ["CURRENCY", "aud"],
  ["CURRENCY", "AUS"],
  ["CONTENT_LANGUAGE", "english"],
  ["CONTENT_LANGUAGE", "EN"],
  ["CONTENT_LANGUAGE", ""],
  ["VENUE_TIME_ZONE", "Pacific/Aukland"],
  ["VENUE_TIME_ZONE", "pacific/auckland"],
  ["VENUE_TIME_ZONE", "+13:00"],
  ["VENUE_TIME_ZONE", ""],
  ["FOYER_PAYMENTS", "real"],
  ["FOYER_BUYER_FIELDS", "postcode shoe-size"],
  ["TICKETING_USER", "shop:one"],
  ["TICKETING_READ_MS", "99999999999"],
  ["TICKETING_READ_MS", "soon"],
  ["TICKETING_MESSAGES", "yes"],
  ["DRAIN_SECONDS", "a minute"],
  ["LOG_LEVEL", "verbose"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"],
  ["TEST_CARDS", "a good one, a bad one"],
  ["APPLE_PASS_CERT_FILE", "cert.pem"],
  ["GOOGLE_WALLET_ISSUER", "mine"],
];

for (const [name, value] of WRONG) {
  test(`refuses ${name}=${value ?? "(absent)"} by name`, () => {
    const faults = faultsOf({ ...SETTINGS, [name]: value }) ?? "";
    assert.match(faults, new RegExp(name));
    assert.match(faults, /must |: set /, "says what it must be");
    assert.doesNotMatch(faults, /Invalid|expected|received/);
  });
}

test("names everything that is wrong at once, of every kind, without a secret", () => {
  const faults = faultsOf(
    {
      ...SETTINGS,
      FOYER_ENVIRONMENT: "production",
      EMBED_ORIGINS: "https://",
      BRAND_COLOUR: "blurple",
      CURRENCY: "dollars",
      COOKIE_KEYS: "my secret",
      APPLE_WWDR_FILE: "/a.pem",
    },
    0,
  );
  for (const name of [
    "EMBED_ORIGINS",
    "BRAND_COLOUR",
    "CURRENCY",
    "COOKIE_KEYS",
    "APPLE_PASS_KEY_FILE",
    "TRUSTED_HOPS",
  ])
    assert.match(faults ?? "", new RegExp(name));
  assert.match(faults ?? "", /runs as root/);
  assert.doesNotMatch(faults ?? "", /my secret/);
});

test("P55: production refuses to say that its payments are fake", () => {
  const payments = (environment: string) =>
    faultsOf({ ...SETTINGS, FOYER_ENVIRONMENT: environment, FOYER_PAYMENTS: "fake" });
  assert.match(payments("production") ?? "", /FOYER_PAYMENTS/);
  assert.equal(payments("uat"), undefined);
});

test("a public variable with a secret stops the start, and the secret is not printed", () => {
  const faults = faultsOf({ ...SETTINGS, NEXT_PUBLIC_HELLO: `x${SETTINGS.TICKETING_PASSWORD}` });
  assert.equal(faults, "✖ NEXT_PUBLIC_HELLO would publish a secret: remove it");
  assert.equal(faultsOf({ ...SETTINGS, NEXT_PUBLIC_HELLO: "good day" }), undefined);
});

test("an http origin is one of this machine, in a sandbox too: elsewhere browsers refuse the cookies", () => {
  const startAt = (FOYER_ORIGIN: string) => faultsOf({ ...SETTINGS, FOYER_ORIGIN });
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) assert.equal(startAt(`http://${host}:4000`), undefined, host);
  for (const host of ["tickets.example", "192.168.1.5:4000", "localhost.example", "127.0.0.1.example"])
    assert.equal(
      startAt(`http://${host}`),
      "✖ FOYER_ORIGIN is no https: address: set the public address with https:",
      host,
    );
});

const COOKIE_KEY = "bZ4VdE0nqPz7o1XkM2uYc9sT6wRjH3fLgQaiC5xKe8U";
const LINK_KEY = "Zk3qWm9R1yTuB7cXp0sNvE5hJ2dLgA8fQoI6rKtYw4M";
const REAL = {
  ...SETTINGS,
  FOYER_ENVIRONMENT: "production",
  FOYER_ORIGIN: "https://tickets.example",
  TRUSTED_HOPS: "1",
  EMBED_ORIGINS: "https://promoter.example",
  COOKIE_KEYS: COOKIE_KEY,
  LINK_KEYS: LINK_KEY,
  NEXTAUTH_SECRET: "9c1f4be07d2a86e3550bd91c7fa2e648",
};
const USER = 1000;

test("production starts with settings of a real shop", () => {
  assert.equal(faultsOf(REAL, USER), undefined);
  assert.equal(faultsOf({ ...REAL, TRUSTED_HOPS: "direct" }, USER), undefined);
});

for (const [what, changes, line, userId = USER] of [
  ["no TRUSTED_HOPS", { TRUSTED_HOPS: undefined }, /^✖ TRUSTED_HOPS is not set: set it to the number/],
  ["an http origin of this machine", { FOYER_ORIGIN: "http://localhost:4000" }, /^✖ FOYER_ORIGIN is no https: address/],
  ["an embed on this machine", { EMBED_ORIGINS: "http://127.0.0.1:*" }, /^✖ EMBED_ORIGINS names http:\/\/127/],
  ["an embed on localhost", { EMBED_ORIGINS: "https://a.example https://localhost" }, /names https:\/\/localhost:/],
  ["a cookie key of zeros", { COOKIE_KEYS: "A".repeat(43) }, /^✖ COOKIE_KEYS contains a weak key: set a new one/],
  ["an alphabet for a key", { COOKIE_KEYS: `${COOKIE_KEY},ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopq` }, /weak key/],
  [
    "a key of zeros for the forms",
    { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: `${"A".repeat(43)}=` },
    /^✖ NEXT_SERVER_ACTIONS_ENCRYPTION_KEY contains a weak key: set a new one: openssl rand -base64 32$/m,
  ],
  ["a repeated word for a secret", { NEXTAUTH_SECRET: "secret".repeat(6) }, /^✖ NEXTAUTH_SECRET contains a weak key/],
  ["one key for cookies and links", { LINK_KEYS: COOKIE_KEY }, /^✖ LINK_KEYS repeats a key of COOKIE_KEYS/],
  ["a key twice", { COOKIE_KEYS: `${COOKIE_KEY},${COOKIE_KEY}` }, /^✖ COOKIE_KEYS repeats a key of COOKIE_KEYS/],
  ["one key for cookies and sign-in", { NEXTAUTH_SECRET: COOKIE_KEY }, /NEXTAUTH_SECRET repeats a key of COOKIE_KEYS/],
  ["the password for a key", { TICKETING_PASSWORD: COOKIE_KEY }, /^✖ COOKIE_KEYS repeats TICKETING_PASSWORD/],
  ["root", {}, /^✖ The storefront runs as root: start it as a user of its own$/, 0],
] as const) {
  test(`production refuses ${what} in one line, and a sandbox starts with it`, () => {
    const settings = { ...REAL, ...changes };
    const faults = faultsOf(settings, userId) ?? "";
    assert.match(faults, line);
    assert.equal(faults.split("\n").length, 1, faults);
    assert.doesNotMatch(faults, /bZ4VdE0nqPz7/, "no key is printed");
    assert.equal(faultsOf({ ...settings, FOYER_ENVIRONMENT: "sandbox" }, userId), undefined);
  });
}

test("the sign-in has the shop's origin as its address, whatever NEXTAUTH_URL says", () => {
  const program = `import { env } from "#lib/env.ts"; env(); console.log(process.env.NEXTAUTH_URL);`;
  const set = { NEXTAUTH_URL: "https://evil.example", FOYER_ORIGIN: "https://tickets.example" };
  assert.equal(inAnotherProcess(program, set), "https://tickets.example");
});
