import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { createSandbox } from "#tools/sandbox/sandbox.ts";
import { dataFolder } from "./data-folder.ts";
import { readOperatorSettings } from "./operator-settings.ts";
import { checkStorefrontSettings, runPreflightChecks } from "./preflight.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-surroundings-"));
after(() => rmSync(folder, { recursive: true, force: true }));
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
  ...{ FOYER_PORT: "0", FOYER_ENVIRONMENT: "uat", TICKETING_URL: url, TICKETING_CA: ca },
  ...{ TICKETING_USER: "shop", TICKETING_PASSWORD: "word", TICKETING_ACCOUNT: "12" },
  ...changes,
});
const check = (environment: Variables) => runPreflightChecks(readOperatorSettings(environment));

test("accepts a valid credential of the ticketing service", () => check(remote()));

for (const [what, changes, line] of [
  ["a wrong password", () => ({ TICKETING_PASSWORD: "other" }), /^TICKETING_USER, TICKETING_PASSWORD: .* \(401\)\.$/],
  [
    "another account's number",
    () => ({ TICKETING_ACCOUNT: "13" }),
    /^TICKETING_ACCOUNT is 13, but shop belongs to account 12\.$/,
  ],
  [
    "an address without its version",
    () => ({ TICKETING_URL: url.replace("/v2", "") }),
    /^TICKETING_URL: .* answers 404 /,
  ],
  [
    "an address where no server listens",
    () => ({ TICKETING_URL: "https://localhost:9/v2" }),
    /^TICKETING_URL: .*ECONNREFUSED/,
  ],
  ["a missing TICKETING_CA", () => ({ TICKETING_CA: "" }), /^TICKETING_CA: the certificate of .* is not trusted/],
  [
    "an authority file that does not exist",
    () => ({ TICKETING_CA: join(folder, "none.pem") }),
    /^TICKETING_CA: .* cannot be read \(ENOENT\)\.$/,
  ],
  [
    "an authority file without a certificate",
    () => ({ TICKETING_CA: fromRoot("package.json") }),
    /^TICKETING_CA: .* has no certificate in PEM form\.$/,
  ],
  [
    "a logo that does not exist",
    () => ({ BRAND_LOGO: join(folder, "logo.svg") }),
    /^BRAND_LOGO: .* cannot be read \(ENOENT\)\.$/,
  ],
] satisfies readonly (readonly [string, () => Variables, RegExp])[]) {
  test(`reports ${what} in one line that names the setting`, async () => {
    await assert.rejects(check(remote(changes())), { message: line });
  });
}

test("reports a database that does not answer by its setting, without its password", async () => {
  const database = { FOYER_PORT: "0", DATABASE_URL: "postgres://user:secret@localhost:9/tickets" };
  await assert.rejects(check(database), { message: /^DATABASE_URL: localhost:9 does not answer \(ECONNREFUSED\)\.$/ });
});

test("skips a busy port, but refuses it when FOYER_ORIGIN is set", async () => {
  const taken = createSocketServer();
  await once(taken.listen(0, "127.0.0.1"), "listening");
  after(() => taken.close());
  const busy = {
    FOYER_PORT: String((taken.address() as AddressInfo).port),
    FOYER_SERVICE_PORT: "0",
    FOYER_PROCESSOR_PORT: "0",
    FOYER_MAIL_PORT: "0",
  };
  await check(busy);
  await assert.rejects(check({ ...busy, FOYER_ORIGIN: "https://shop.example" }), { message: /^Port \d+ is busy/ });
});

test("reports settings that the storefront would refuse before it is built", async () => {
  const data = await dataFolder(join(folder, "checked"));
  const checkWith = (environment: Variables) => {
    const operator = readOperatorSettings(environment);
    const shop = createSandbox({ node: process.execPath, data, operator });
    return checkStorefrontSettings(process.execPath, shop.expectedSettings());
  };
  await checkWith({});
  await assert.rejects(checkWith({ EMBED_ORIGINS: "promoter" }), {
    message: /^These settings do not fit together:[\s\S]*EMBED_ORIGINS/,
  });
});

test("reports a wrong setting before anything is built, without any package", () => {
  const clone = join(folder, "clone");
  cpSync(fromRoot("tools"), join(clone, "tools"), { recursive: true });
  cpSync(fromRoot("package.json"), join(clone, "package.json"));
  const start = (own: Variables) => {
    const env = childEnvironment([], { FOYER_DATA: join(folder, "data"), ...own });
    const { status, stderr } = spawnSync(process.execPath, [join(clone, "tools", "start.ts")], {
      env,
      encoding: "utf8",
    });
    return { status, stderr };
  };
  const refused = {
    TICKETING_USER: "shop",
    TICKETING_PASSWORD: "word",
    TICKETING_ACCOUNT: "12",
    FOYER_ENVIRONMENT: "uat",
  };
  for (const [own, line] of [
    [{ FOYER_PORT: "abc" }, /^\nFOYER_PORT must be a port number from 0 to 65535\.\n$/],
    [{ ...refused, TICKETING_URL: "https://localhost:9/v2" }, /^\nTICKETING_URL: .*ECONNREFUSED\)\.\n$/],
  ] satisfies readonly (readonly [Variables, RegExp])[]) {
    const { status, stderr } = start(own);
    assert.match(stderr, line);
    assert.equal(status, 1);
  }
  assert.equal(existsSync(join(clone, "node_modules")), false);
});

test("reports a data folder that cannot be created, with the setting for another", async () => {
  const file = join(folder, "a file");
  writeFileSync(file, "");
  await assert.rejects(dataFolder(file), { message: /cannot be made \(a file stands in the way\)\. FOYER_DATA names/ });
  await assert.rejects(dataFolder(join(file, "below")), { message: /cannot be made \(a file stands in the way\)/ });
  // Without /proc this folder would be created.
  if (existsSync("/proc/self"))
    await assert.rejects(dataFolder("/proc/foyer/data"), { message: /^\/proc\/foyer\/data cannot/ });
});
