import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fromRoot } from "#scripts/lib/files.ts";
import { createProcesses } from "#scripts/lib/processes.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";
import { createSandbox } from "#scripts/sandbox/sandbox.ts";
import { readBuildSettings } from "./build-settings.ts";
import { claim, dataFolder } from "./data-folder.ts";
import { checkSettingsOf, runPreflightChecks } from "./preflight.ts";
import { REMOVED_SETTINGS, readOperatorSettings, SANDBOX_SERVICE_SETTINGS, STOREFRONT_SETTINGS } from "./settings.ts";
import { createRemote } from "./storefront.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer settings "));
after(() => rmSync(folder, { recursive: true, force: true }));
const data = await dataFolder(join(folder, "data"));
const ca = join(folder, "tls", "ca.pem");

/** A stand-in ticketing service with one user, of account 12. */
const CREDENTIAL = `Basic ${Buffer.from("shop:word").toString("base64")}`;
let service: Server;
let url: string;

before(async () => {
  const made = spawnSync(process.execPath, [fromRoot("service", "setup", "certificates.ts"), join(folder, "tls")]);
  assert.equal(made.status, 0, String(made.stderr));
  const read = (name: string) => readFileSync(join(folder, "tls", name));
  service = createServer({ cert: read("server.pem"), key: read("server-key.pem") }, ({ url, headers }, response) => {
    const status = url !== "/v2/user/login" ? 404 : headers.authorization === CREDENTIAL ? 200 : 401;
    response.writeHead(status).end(JSON.stringify({ account: { id: 12 } }));
  });
  await once(service.listen(0, "localhost"), "listening");
  url = `https://localhost:${(service.address() as AddressInfo).port}/v2`;
});
after(() => service.close());

const remote = (changes: Variables = {}) => ({
  FOYER_PORT: "0",
  FOYER_ENVIRONMENT: "uat",
  TICKETING_URL: url,
  TICKETING_CA: ca,
  TICKETING_USER: "shop",
  TICKETING_PASSWORD: "word",
  TICKETING_ACCOUNT: "12",
  ...changes,
});

/** Returns the settings that the programs would get. */
function expectedWith(environment: Variables) {
  const operator = readOperatorSettings(environment);
  const processes = createProcesses({ node: process.execPath, logs: data });
  const options = { node: process.execPath, data, operator, processes };
  const expected: ReturnType<ReturnType<typeof createRemote>["expectedSettings"]> = operator.isRemote
    ? createRemote(options).expectedSettings()
    : createSandbox(options).expectedSettings();
  return expected;
}

/** Returns why a start would be refused, before a program is started. */
async function refusalOf(environment: Variables): Promise<string> {
  try {
    const { storefront, service: own } = expectedWith(environment);
    await checkSettingsOf("storefront", process.execPath, storefront);
    if (own) await checkSettingsOf("service", process.execPath, own);
    await runPreflightChecks(readOperatorSettings(environment));
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

test("passes every setting of storefront and service on unchanged", () => {
  const own = ["FOYER_DATA", "FOYER_ENVIRONMENT", "TICKETING_URL", "TEST_CARDS"];
  const values = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => !own.includes(name)).map((name) => [name, `a value of ${name}`]));
  const ofStorefront = values(STOREFRONT_SETTINGS);
  const ofService = values(SANDBOX_SERVICE_SETTINGS);
  const inRemote = expectedWith({ ...remote(), ...ofStorefront });
  assert.deepEqual({ ...inRemote.storefront, ...ofStorefront }, inRemote.storefront);
  const inSandbox = expectedWith(ofService);
  assert.deepEqual({ ...inSandbox.service, ...ofService }, inSandbox.service);
});

test("accepts the defaults, and a valid credential of another ticketing service", async () => {
  assert.equal(await refusalOf({ FOYER_PORT: "0" }), "");
  assert.equal(await refusalOf(remote()), "");
});

for (const [what, settings, says] of [
  ["a port", () => ({ FOYER_PORT: "99999" }), /^FOYER_PORT must be a port number from 0 to 65535\.$/],
  ["a short password", () => ({ SHOP_PASSWORD: "seven" }), /^SHOP_PASSWORD must have 8/],
  ["a card", () => ({ TEST_CARDS: "4242 4242 4242 4242" }), /^TEST_CARDS must be cards of the sandbox's list/],
  ["a host for all", () => ({ FOYER_HOST: "0.0.0.0" }), /^FOYER_HOST 0\.0\.0\.0 needs FOYER_ORIGIN/],
  ["a remote setting", () => ({ TICKETING_CA: ca }), /^TICKETING_CA is for another ticketing service/],
  ["a sandbox setting", () => remote({ SMTP_URL: "smtp://x" }), /^SMTP_URL is for the sandbox/],
  ["no environment", () => remote({ FOYER_ENVIRONMENT: "" }), /^With TICKETING_URL, FOYER_ENVIRONMENT must say/],
  ["no user", () => remote({ TICKETING_USER: "" }), /TICKETING_USER/],
  ["an embed origin", () => ({ EMBED_ORIGINS: "promoter" }), /must be origins such as[\s\S]*EMBED_ORIGINS/],
  ["fake sales", () => remote({ FOYER_ENVIRONMENT: "production", FOYER_PAYMENTS: "fake" }), /FOYER_PAYMENTS: prod/],
  ["no time", () => ({ HOLD_SECONDS: "0" }), /HOLD_SECONDS: /],
  ["a wrong password", () => remote({ TICKETING_PASSWORD: "other" }), /^TICKETING_USER, TICKETING_PASSWORD: .*\(401\)/],
  ["an account", () => remote({ TICKETING_ACCOUNT: "13" }), /^TICKETING_ACCOUNT is 13, but shop belongs to account 12/],
  ["no version", () => remote({ TICKETING_URL: url.replace("/v2", "") }), /^TICKETING_URL: .* answers 404 /],
  ["no server", () => remote({ TICKETING_URL: "https://localhost:9/v2" }), /^TICKETING_URL: .*ECONNREFUSED/],
  ["no authority", () => remote({ TICKETING_CA: "" }), /^TICKETING_CA: the certificate of .* is not trusted/],
  ["no such file", () => remote({ TICKETING_CA: "/none.pem" }), /^TICKETING_CA: .* cannot be read \(ENOENT\)/],
  ["no such logo", () => remote({ BRAND_LOGO: "/none.svg" }), /^BRAND_LOGO: .* cannot be read \(ENOENT\)/],
] satisfies readonly (readonly [string, () => Variables, RegExp])[])
  test(`refuses a start with a wrong setting and names it: ${what}`, async () => {
    assert.match(await refusalOf(settings()), says);
  });

test("refuses a database address by its setting, without printing its password", async () => {
  for (const [DATABASE_URL, says] of [
    ["postgres://foyer:s3#cret@db.example/tickets", /DATABASE_URL: must .*%23/],
    ["postgres://user:s3cret@localhost:9/tickets", /^DATABASE_URL: localhost:9 does not answer \(ECONNREFUSED\)\.$/],
  ] as const) {
    const refusal = await refusalOf({ DATABASE_URL, FOYER_PORT: "0" });
    assert.match(refusal, says);
    assert.doesNotMatch(refusal, /s3|cret/);
  }
});

for (const [name, instead] of Object.entries(REMOVED_SETTINGS))
  test(`refuses ${name}, which was removed, and says what replaces it`, () => {
    const refused = { name: "Error", message: `${name} was removed: ${instead}.` };
    assert.throws(() => readOperatorSettings({ [name]: "a value" }), refused);
    const built = { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: "a key" };
    assert.throws(() => readBuildSettings({ ...built, [name]: "a value" }), refused);
    readBuildSettings({ ...built, [name]: "" });
  });

test("npm start and the build take secrets from files, and refuse one that is set twice or cannot be read", async () => {
  const file = join(folder, "a secret");
  writeFileSync(file, "word\n");
  assert.equal(await refusalOf(remote({ TICKETING_PASSWORD: undefined, TICKETING_PASSWORD_FILE: file })), "");
  assert.equal(readBuildSettings({ NEXT_SERVER_ACTIONS_ENCRYPTION_KEY_FILE: file }).actionsKey, "word");
  const wrong = { SHOP_PASSWORD: "eight letters", SHOP_PASSWORD_FILE: file, COOKIE_KEYS_FILE: "/none" };
  assert.equal(
    await refusalOf(wrong),
    "COOKIE_KEYS_FILE: /none cannot be read (ENOENT).\nSHOP_PASSWORD and SHOP_PASSWORD_FILE are both set: remove one of them.",
  );
});

test("P55: declares fake payments with the sandbox's processor, and else only when the operator sets it", () => {
  const payments = (environment: Variables) => expectedWith(environment).storefront.FOYER_PAYMENTS;
  assert.equal(payments({}), "fake");
  for (const FOYER_ENVIRONMENT of ["sandbox", "uat", "production"])
    assert.equal(payments(remote({ FOYER_ENVIRONMENT })), undefined);
  assert.equal(payments(remote({ FOYER_PAYMENTS: "fake" })), "fake");
});

test("skips a busy port, but refuses it when FOYER_ORIGIN is set", async () => {
  const taken = createSocketServer();
  await once(taken.listen(0, "127.0.0.1"), "listening");
  after(() => taken.close());
  const busy = remote({ FOYER_PORT: String((taken.address() as AddressInfo).port) });
  assert.equal(await refusalOf(busy), "");
  assert.match(await refusalOf({ ...busy, FOYER_ORIGIN: "https://shop.example" }), /^Port \d+ is busy/);
});

test("allows one launcher per data folder, until it releases the folder or ends", async () => {
  const { publish, release } = claim(data);
  const other = `import { claim } from ${JSON.stringify(fromRoot("scripts", "launcher", "data-folder.ts"))}; claim(process.argv[1]);`;
  const parameters = ["--input-type=module", "-e", other, data];
  const ask = () => spawnSync(process.execPath, parameters, { encoding: "utf8", env: childEnvironment([], {}) });
  assert.match(
    ask().stderr,
    /Foyer is starting already \(process \d+\), .* Wait until it prints its address, or stop it/,
  );
  publish("http://localhost:4000");
  assert.match(ask().stderr, /Foyer runs already, at http:\/\/localhost:4000\. Stop it first \(process \d+\)\./);
  release();
  assert.equal(ask().status, 0);
});

test("reports a data folder that cannot be created, with the setting for another", async () => {
  const file = join(folder, "a file");
  writeFileSync(file, "");
  await assert.rejects(dataFolder(file), { message: /cannot be made \(file already exists\)\. FOYER_DATA names/ });
});
