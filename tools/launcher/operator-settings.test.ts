import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Variables } from "#tools/lib/child-environment.ts";
import { freePort, movedPorts } from "#tools/lib/ports.ts";
import type { Program } from "#tools/lib/processes.ts";
import { readBuildSettings, readOperatorSettings } from "./operator-settings.ts";
import { REMOVED_SETTINGS } from "./setting-rules.ts";
import { type Started, startedWith } from "./started-programs.ts";

const KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const freeOne = async () => String(await freePort(0));
const data = mkdtempSync(join(tmpdir(), "foyer-settings-"));
mkdirSync(join(data, "logs"));
after(() => rmSync(data, { recursive: true, force: true }));

const REMOTE = {
  TICKETING_URL: "https://tickets.example/api/v2",
  TICKETING_USER: "box office",
  TICKETING_PASSWORD: "word",
  TICKETING_ACCOUNT: "12",
  FOYER_ENVIRONMENT: "uat",
};

/** Returns the value that a program received. */
type Arrival = (started: Started, name: string) => string | undefined;

/** A value for each mode that differs from the default, a wrong value, and where the value must arrive. */
type Example = {
  readonly both?: string;
  readonly remote?: string;
  readonly sandbox?: string;
  readonly wrong?: string;
  readonly arrives: Arrival;
};

const envOf =
  (program: string): Arrival =>
  ({ programs }, name) =>
    programs.get(program)?.env[name];
const STOREFRONT = envOf("storefront");
const SERVICE = envOf("service");
const port =
  (program: string): Arrival =>
  ({ programs }) =>
    programs.get(program)?.env.PORT;
const setup =
  (variable: string): Arrival =>
  (started) =>
    started.setup?.[variable];
const option =
  (name: string): Arrival =>
  ({ programs }) => {
    const parameters = programs.get("storefront")?.parameters ?? [];
    return parameters[parameters.indexOf(name) + 1];
  };

const EXAMPLES: Readonly<Record<string, Example>> = {
  FOYER_ENVIRONMENT: { remote: "production", sandbox: "sandbox", wrong: "staging", arrives: STOREFRONT },
  FOYER_PAYMENTS: { remote: "live", wrong: "none", arrives: STOREFRONT },
  FOYER_ORIGIN: { both: "https://shop.example", wrong: "https://shop.example/path", arrives: STOREFRONT },
  FOYER_HOST: { both: "127.0.0.1", wrong: "a b", arrives: option("-H") },
  FOYER_PORT: { both: await freeOne(), wrong: "abc", arrives: option("-p") },
  FOYER_SERVICE_PORT: { sandbox: await freeOne(), wrong: "70000", arrives: port("service") },
  FOYER_PROCESSOR_PORT: { sandbox: await freeOne(), wrong: "-1", arrives: port("processor") },
  FOYER_MAIL_PORT: { sandbox: await freeOne(), wrong: "x", arrives: port("mail-catcher") },
  FOYER_DATA: { both: "some folder", arrives: ({ operator }) => operator.dataFolder },
  FOYER_DEMO: { sandbox: "0", wrong: "no", arrives: (started) => (started.setup?.SEED === "empty" ? "0" : undefined) },
  DATABASE_URL: { sandbox: "postgres://user@db.example/tickets", wrong: "mysql://db", arrives: SERVICE },
  SHOP_PASSWORD: { sandbox: "eight letters", wrong: "seven", arrives: setup("SHOP_PASSWORD") },
  PROMOTER_PASSWORD: {
    sandbox: "eight letters",
    wrong: "seven",
    arrives: setup("PROMOTER_PASSWORD"),
  },
  SMTP_URL: { sandbox: "smtps://user:word@mail.example", wrong: "smtp://user:w@rd@mail.example/", arrives: SERVICE },
  MAIL_FROM: { sandbox: "Odeon <tickets@odeon.example>", wrong: "Odeon", arrives: SERVICE },
  MAIL_BOUNCE: { sandbox: "bounces@odeon.example", wrong: "a@b, c@d", arrives: SERVICE },
  DKIM_DOMAIN: { sandbox: "odeon.example", wrong: "odeon", arrives: SERVICE },
  DKIM_SELECTOR: { sandbox: "2026-11", wrong: "a b", arrives: SERVICE },
  DKIM_KEY_FILE: { sandbox: "/etc/dkim.pem", wrong: "dkim.pem", arrives: SERVICE },
  HOLD_SECONDS: { sandbox: "60", wrong: "0", arrives: SERVICE },
  HOLD_CEILING_SECONDS: { sandbox: "901", wrong: "1e9", arrives: SERVICE },
  LATE_PAY_SECONDS: { sandbox: "62", wrong: "now", arrives: SERVICE },
  WAITING_LIST_OFFER_SECONDS: { sandbox: "63", wrong: "now", arrives: SERVICE },
  TICKETING_URL: { remote: "https://other.example/v2", wrong: "http://other.example/v2", arrives: STOREFRONT },
  TICKETING_USER: { remote: "another", wrong: "with:colon", arrives: STOREFRONT },
  TICKETING_PASSWORD: { remote: "another", arrives: STOREFRONT },
  TICKETING_ACCOUNT: { remote: "13", wrong: "0", arrives: STOREFRONT },
  TICKETING_CA: { remote: "/etc/ca.pem", wrong: "ca.pem", arrives: STOREFRONT },
  TICKETING_READ_MS: { both: "1234", wrong: "fast", arrives: STOREFRONT },
  TICKETING_WRITE_MS: { both: "1235", wrong: "0", arrives: STOREFRONT },
  TICKETING_PAY_MS: { both: "1236", wrong: "60000", arrives: STOREFRONT },
  TICKETING_MESSAGES: { both: "0", wrong: "yes", arrives: STOREFRONT },
  COOKIE_KEYS: { both: `${KEY},${KEY}`, wrong: "short", arrives: STOREFRONT },
  LINK_KEYS: { both: KEY, wrong: "short", arrives: STOREFRONT },
  NEXTAUTH_SECRET: { both: "thirty-two characters, or even more", wrong: "short", arrives: STOREFRONT },
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: { both: "a key", arrives: ({ operator }) => operator.actionsKey },
  METRICS_HOST: { both: "::1", wrong: "a b", arrives: STOREFRONT },
  STOREFRONT_METRICS_PORT: { both: "9401", wrong: "70000", arrives: STOREFRONT },
  SERVICE_METRICS_PORT: { sandbox: "9402", wrong: "x", arrives: SERVICE },
  DRAIN_SECONDS: { both: "5", wrong: "61", arrives: STOREFRONT },
  LOG_LEVEL: { both: "warn", wrong: "loud", arrives: STOREFRONT },
  OTEL_EXPORTER_OTLP_ENDPOINT: { both: "http://127.0.0.1:4318", wrong: "collector", arrives: STOREFRONT },
  OTEL_TRACES_SAMPLER_ARG: { both: "0.1", wrong: "10", arrives: STOREFRONT },
  TRUSTED_HOPS: { both: "2", wrong: "-1", arrives: STOREFRONT },
  EMBED_ORIGINS: { both: "https://promoter.example", arrives: STOREFRONT },
  FOYER_BUYER_FIELDS: { both: "postcode", wrong: "age", arrives: STOREFRONT },
  CURRENCY: { both: "EUR", wrong: "euro", arrives: STOREFRONT },
  BRAND_NAME: { both: "Odeon", arrives: STOREFRONT },
  BRAND_COLOUR: { both: "#123456", arrives: STOREFRONT },
  BRAND_LOGO: { both: "/logo.svg", wrong: "logo.svg", arrives: STOREFRONT },
  BRAND_LOGO_DARK: { both: "/dark.svg", wrong: "dark.svg", arrives: STOREFRONT },
  BRAND_HEADER: { both: "accent", wrong: "loud", arrives: STOREFRONT },
  TERMS_URL: { both: "https://shop.example/terms", wrong: "http://shop.example", arrives: STOREFRONT },
  PRIVACY_URL: { both: "https://shop.example/privacy", wrong: "privacy", arrives: STOREFRONT },
  REFUND_POLICY_URL: { both: "https://shop.example/refunds", wrong: "refunds", arrives: STOREFRONT },
  CARDS_ACCEPTED: { both: "visa jcb", wrong: "visa,jcb", arrives: STOREFRONT },
  SUPPORT_EMAIL: { both: "help@shop.example", arrives: STOREFRONT },
  APPLE_PASS_CERT_FILE: { both: "/etc/pass.pem", wrong: "pass.pem", arrives: STOREFRONT },
  APPLE_PASS_KEY_FILE: { both: "/etc/pass-key.pem", wrong: "key.pem", arrives: STOREFRONT },
  APPLE_PASS_KEY_PASSPHRASE: { both: "a passphrase", arrives: STOREFRONT },
  APPLE_WWDR_FILE: { both: "/etc/wwdr.pem", wrong: "wwdr.pem", arrives: STOREFRONT },
  APPLE_PASS_TYPE: { both: "pass.example.tickets", wrong: "tickets", arrives: STOREFRONT },
  APPLE_TEAM: { both: "ABCDE12345", wrong: "team", arrives: STOREFRONT },
  GOOGLE_WALLET_ISSUER: { both: "3388000000012345678", wrong: "me", arrives: STOREFRONT },
  GOOGLE_WALLET_KEY_FILE: { both: "/etc/google.json", wrong: "google.json", arrives: STOREFRONT },
  GOOD_CARD: { remote: "4242", sandbox: "4111 1111 1111 1301", arrives: STOREFRONT },
  BAD_CARD: { remote: "4243", sandbox: "4111 1111 1111 1616", arrives: STOREFRONT },
};

/** Returns the storefront's program. */
async function storefrontOf(environment: Variables): Promise<Program> {
  const { programs } = await startedWith(data, environment);
  const storefront = programs.get("storefront");
  assert.ok(storefront);
  return storefront;
}

for (const [name, { both, remote = both, sandbox = both, wrong, arrives }] of Object.entries(EXAMPLES)) {
  for (const [mode, base, value] of [
    ["the sandbox", {}, sandbox],
    ["another service", REMOTE, remote],
  ] as const) {
    if (value === undefined)
      test(`refuses ${name} with ${mode}, where no program reads it`, () => {
        const given = remote ?? sandbox;
        assert.throws(
          () => readOperatorSettings({ ...base, [name]: given }),
          new RegExp(`^Error: .*\\b${name}\\b`, "m"),
        );
      });
    else
      test(`passes ${name} on unchanged with ${mode}`, async () => {
        assert.equal(arrives(await startedWith(data, { ...base, [name]: value }), name), value);
      });
  }
  if (wrong !== undefined)
    test(`refuses ${name}=${wrong} by the setting's name`, () => {
      const base = sandbox === undefined ? REMOTE : {};
      assert.throws(() => readOperatorSettings({ ...base, [name]: wrong }), new RegExp(`\\b${name} `));
    });
}

for (const password of ["s3cret#pw", "s3cret/pw", "s3cret?pw", "12#34", "s3@cret/pw"]) {
  const settings = (text: string) => () =>
    readOperatorSettings({ DATABASE_URL: `postgres://foyer:${text}@db.example/tickets` });
  test(`refuses a database password with ${password} without printing it`, () => {
    assert.throws(settings(password), ({ message }: Error) => {
      assert.match(message, /^DATABASE_URL must [^\n]*%23/);
      return !/s3|12|34|cret|example/.test(message);
    });
    settings(encodeURIComponent(password))();
  });
}

test("accepts a database on a Unix socket", () => {
  const urls = ["postgres://foyer:word@/tickets?host=/var/run/postgresql", "postgres://foyer@%2Fvar%2Frun/tickets"];
  for (const DATABASE_URL of urls) assert.equal(readOperatorSettings({ DATABASE_URL }).databaseUrl, DATABASE_URL);
});

test("refuses a ceiling of a reservation below its first duration", () => {
  const refused = /^Error: HOLD_CEILING_SECONDS must not be less than HOLD_SECONDS, which is (900|1200)\.$/;
  for (const settings of [{ HOLD_CEILING_SECONDS: "899" }, { HOLD_SECONDS: "1200", HOLD_CEILING_SECONDS: "1199" }])
    assert.throws(() => readOperatorSettings(settings), refused);
  readOperatorSettings({ HOLD_CEILING_SECONDS: "900" });
  readOperatorSettings({ HOLD_SECONDS: "20000" });
});

for (const [name, instead] of Object.entries(REMOVED_SETTINGS))
  test(`refuses ${name}, which was removed, and says what replaces it`, () => {
    const refused = { name: "Error", message: `${name} was removed: ${instead}.` };
    assert.throws(() => readOperatorSettings({ [name]: "a value" }), refused);
    const built = { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: "a key" };
    assert.throws(() => readBuildSettings({ ...built, [name]: "a value" }), refused);
    readBuildSettings({ ...built, [name]: "" });
  });

test("requires the credential and FOYER_ENVIRONMENT for another service", () => {
  const without = (name: string) => () => readOperatorSettings({ ...REMOTE, [name]: "" });
  for (const name of ["TICKETING_USER", "TICKETING_PASSWORD", "TICKETING_ACCOUNT", "FOYER_ENVIRONMENT"])
    assert.throws(without(name), new RegExp(name));
});

test("P55: declares fake payments with the sandbox's processor, and else only when the operator sets it", async () => {
  const sandbox = await storefrontOf({});
  assert.equal(sandbox.env.FOYER_PAYMENTS, "fake");
  for (const environment of ["sandbox", "uat", "production"]) {
    const storefront = await storefrontOf({ ...REMOTE, FOYER_ENVIRONMENT: environment });
    assert.equal(storefront.env.FOYER_PAYMENTS, undefined, environment);
  }
  const storefront = await storefrontOf({ ...REMOTE, FOYER_PAYMENTS: "fake" });
  assert.equal(storefront.env.FOYER_PAYMENTS, "fake");
  assert.throws(
    () => readOperatorSettings({ ...REMOTE, FOYER_ENVIRONMENT: "production", FOYER_PAYMENTS: "fake" }),
    /FOYER_PAYMENTS cannot be fake in production/,
  );
});

test("checks the storefront's readiness at its host, with the ticketing service", async () => {
  const at = async (environment: Variables) => String((await storefrontOf(environment)).ready?.url);
  assert.match(await at({}), /^http:\/\/localhost:\d+\/api\/ready$/);
  const everywhere = { FOYER_HOST: "0.0.0.0", FOYER_ORIGIN: "https://shop.example" };
  assert.match(await at({ ...REMOTE, ...everywhere }), /^http:\/\/localhost:\d+\/api\/ready$/);
});

test("reports only wanted ports that were busy as moved", () => {
  assert.deepEqual(movedPorts({ storefront: 0, service: 4001 }, { storefront: 4007, service: 4001 }), []);
  assert.deepEqual(movedPorts({ storefront: 4000 }, { storefront: 4007 }), [["storefront", 4007]]);
});

test("seeds the demo season in the embedded database, and in the operator's own only with FOYER_DEMO", async () => {
  const seed = async (environment: Variables) => (await startedWith(data, environment)).setup?.SEED;
  const own = { DATABASE_URL: "postgres://user@db.example/tickets" };
  assert.equal(await seed({}), "season");
  assert.equal(await seed(own), "empty");
  assert.equal(await seed({ ...own, FOYER_DEMO: "1" }), "season");
});

test("requires FOYER_ORIGIN for a host that other machines can reach", () => {
  assert.throws(() => readOperatorSettings({ FOYER_HOST: "0.0.0.0" }), /FOYER_HOST 0\.0\.0\.0 needs FOYER_ORIGIN/);
  readOperatorSettings({ FOYER_HOST: "0.0.0.0", FOYER_ORIGIN: "https://shop.example" });
});
