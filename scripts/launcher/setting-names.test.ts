import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";
import { misspeltIn, nearestSetting, SECRET_NAMES, SETTING_NAMES } from "./setting-names.js";
import { OPERATOR_SETTINGS, REMOVED_SETTINGS, SERVICE_SETTINGS } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-names-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("setting-names.js knows every setting of the launcher and the programs, and each that was removed", () => {
  const read = [...OPERATOR_SETTINGS, ...SERVICE_SETTINGS];
  assert.deepEqual(
    read.filter((name) => !SETTING_NAMES.includes(name)),
    [],
  );
  const removed = Object.keys(REMOVED_SETTINGS);
  assert.deepEqual(misspeltIn(Object.fromEntries([...read, ...removed].map((name) => [name, "a value"]))), []);
});

test("every documented setting is known", () => {
  const documented = ["docs/configuration.md", "docs/qa.md"].flatMap((file) =>
    [...readFileSync(fromRoot(file), "utf8").matchAll(/^\| (`[A-Z][A-Z\d_]+`(?: `[A-Z][A-Z\d_]+`)*) \|/gm)].flatMap(
      ([, names = ""]) => names.replaceAll("`", "").split(" "),
    ),
  );
  assert.ok(documented.length > 80);
  assert.deepEqual(
    documented.filter((name) => !SETTING_NAMES.includes(name)),
    [],
  );
});

for (const [name, meant] of [
  ["FOYER_PROT", "FOYER_PORT"],
  ["FOYER_ORIGN", "FOYER_ORIGIN"],
  ["foyer_port", "FOYER_PORT"],
  ["TICKETING_ULR", "TICKETING_URL"],
  ["TICKTING_USER", "TICKETING_USER"],
  ["E2E_ADRESS", "E2E_ADDRESS"],
  ["SMTP_ADDRESS", "SMTP_URL"],
  ["BRAND_COLOR", "BRAND_COLOUR"],
  ["EMBED_ORIGIN", "EMBED_ORIGINS"],
  ["SUPPORT_MAIL", "SUPPORT_EMAIL"],
  ["CURENCY", "CURRENCY"],
  ["CARD_ACCEPTED", "CARDS_ACCEPTED"],
  ["DATABASE_ULR", "DATABASE_URL"],
  ["LINK_KEY", "LINK_KEYS"],
  ["TICKETING_PORT", "TICKETING_URL"],
  ["COOKIE_KEY_FILE", "COOKIE_KEYS_FILE"],
  ["CARD_KEY_FILES", "CARD_KEY_FILE"],
] as const)
  test(`${name} is refused, with the nearest setting ${meant}, and without its value`, () => {
    if (name !== "SMTP_ADDRESS") assert.equal(nearestSetting(name), meant);
    const [line = "", ...others] = misspeltIn({ [name]: "s3cret" });
    assert.match(
      line,
      new RegExp(`^${name} is no setting. The nearest is [A-Z_\\d]+: correct the name, or remove it\\.$`),
    );
    assert.deepEqual(others, []);
    assert.deepEqual(misspeltIn({ [name]: "" }), []);
  });

for (const [name, setting] of [
  ["CURRENCY_FILE", "CURRENCY"],
  ["VENUE_TIME_ZONE_FILE", "VENUE_TIME_ZONE"],
  ["TICKETING_CA_FILE", "TICKETING_CA"],
  ["CONFORMANCE_PASSWORD_FILE", "CONFORMANCE_PASSWORD"],
] as const)
  test(`${name} is refused: ${setting} is never read from a file`, () => {
    assert.deepEqual(misspeltIn({ [name]: "/a/file" }), [
      `${name} is no setting: only a secret may be in a file of its own. Set ${setting}, or remove it.`,
    ]);
    assert.deepEqual(misspeltIn({ [name]: "" }), []);
  });

/** Returns the secrets that storefront, service and setup read. A process of its own may import from both programs. */
function readSecrets(): readonly string[] {
  const program = `import { SECRETS } from "#lib/env.ts"; import { SECRETS as ofService } from "#service/src/settings.ts";
    console.log(JSON.stringify([SECRETS, Object.values(ofService)].flat(2)));`;
  const parameters = ["--conditions=react-server", "--input-type=module", "-e", program];
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: root, encoding: "utf8" });
  assert.equal(stderr, "");
  return JSON.parse(stdout);
}

test("every secret has a file: what deploy/.env.example calls a secret, and what a program reads so", () => {
  const example = readFileSync(fromRoot("deploy", ".env.example"), "utf8");
  const called = [...example.matchAll(/^#.* Secret\.\n([A-Z_]+)=/gm)].map(([, name = ""]) => name);
  assert.equal(called.length, 4);
  assert.deepEqual([...new Set(readSecrets())].toSorted(), SECRET_NAMES.toSorted());
  assert.deepEqual(
    called.filter((name) => !SECRET_NAMES.includes(name)),
    [],
  );
});

test("variables of other programs are none of ours", () => {
  const foreign =
    "PATH HOSTNAME LOGNAME DATABASE_HOST OTEL_SERVICE_NAME GOOGLE_APPLICATION_CREDENTIALS NEXTAUTH_URL MAIL PROCESSOR_ARCHITECTURE PROCESSOR_LEVEL MAIL_HOST E2E_WORKERS";
  const ofKubernetes =
    "FOYER_SERVICE_HOST FOYER_SERVICE_PORT_HTTPS FOYER_WEB_SERVICE_HOST FOYER_WEB_PORT_4000_TCP_ADDR TICKETING_SERVICE_HOST TICKETING_PORT_443_TCP";
  const names = `${foreign} ${ofKubernetes}`.split(" ");
  assert.deepEqual(misspeltIn(Object.fromEntries(names.map((name) => [name, "a value"]))), []);
});

/** A fresh clone, of which only the first files can run. */
const clone = join(folder, "clone");
const OF_BOOTSTRAP = [
  "scripts/bootstrap.js",
  "scripts/lib/progress.js",
  "scripts/lib/checkout-lock.js",
  "scripts/launcher/setting-names.js",
];
for (const file of ["package.json", "package-lock.json", ...OF_BOOTSTRAP]) cpSync(fromRoot(file), join(clone, file));
/** An npm that is seen when it runs. */
const npm = join(folder, "npm-cli.js");
writeFileSync(npm, 'require("node:fs").writeFileSync("installed", ""); process.exit(1);');

function bootstrap(command: string, settings: Variables) {
  const env = childEnvironment([], { ...settings, npm_execpath: npm });
  const started = [join(clone, "scripts", "bootstrap.js"), command];
  const { status, stdout, stderr } = spawnSync(process.execPath, started, { cwd: clone, env, encoding: "utf8" });
  const isInstalled = readdirSync(clone).includes("installed");
  rmSync(join(clone, "installed"), { force: true });
  return { status, isInstalled, output: `${stdout}${stderr}` };
}

for (const [command, code] of [
  ["start", 1],
  ["dev", 1],
  ["build", 1],
  ["serve", 1],
  ["test", 1],
  ["e2e", 2],
  ["conformance", 2],
] as const)
  test(`npm ${command} of a fresh clone names misspelt settings and wrong ports, and ends with ${code} before the install`, () => {
    const { status, isInstalled, output } = bootstrap(command, { FOYER_PROT: "4000", FOYER_PORT: "99999" });
    assert.match(output, /FOYER_PROT is no setting\. The nearest is FOYER_PORT/);
    assert.match(output, /FOYER_PORT must be a port number from 0 to 65535/);
    assert.deepEqual([status, isInstalled], [code, false]);
    assert.equal(bootstrap(command, { FOYER_PORT: "4000" }).isInstalled, true, "the control");
  });

test("npm start names every kind of wrong setting at once, and writes and starts nothing", async () => {
  const data = join(folder, "data");
  const file = join(folder, "a file");
  writeFileSync(file, "");
  const wrong = {
    BRAND_COLOUR: "blurple",
    SUPPORT_EMAIL: "help",
    EMBED_ORIGINS: "promoter",
    CURRENCY: "AUS",
    VENUE_TIME_ZONE: "Pacific/Aukland",
    CARDS_ACCEPTED: "maestro",
    HOLD_SECONDS: "soon",
    SMTP_URL: "smtp://user:s3cret@mail/x",
    BRAND_LOGO: "/none.svg",
  };
  const start = (settings: Variables) => {
    const env = childEnvironment([], settings);
    const { status, stdout, stderr } = spawnSync(process.execPath, [fromRoot("scripts", "start.ts")], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    return { status, output: `${stdout}${stderr}` };
  };
  for (const [settings, also] of [
    [{ FOYER_DATA: data }, /BRAND_LOGO: \/none\.svg cannot be read/],
    [
      { FOYER_DATA: data, FOYER_DEMO: "yes", TICKETING_PORT: "1" },
      /TICKETING_PORT is no setting[\s\S]*FOYER_DEMO must be 0 or 1/,
    ],
    [{ FOYER_DATA: join(file, "data") }, /FOYER_DATA: .*a file is a file: name a folder/],
  ] as const) {
    const { status, output } = start({ ...wrong, ...settings });
    for (const name of Object.keys(wrong).filter((name) => name !== "BRAND_LOGO"))
      assert.match(output, new RegExp(`\\b${name}\\b`));
    assert.match(output, also);
    assert.doesNotMatch(output, /s3cret/);
    assert.equal(status, 1, output);
    assert.ok(!readdirSync(folder).includes("data"));
  }
});

test("a port without room for the sandbox's others is refused", () => {
  assert.match(bootstrap("start", { FOYER_PORT: "65534" }).output, /FOYER_PORT must be at most 65532/);
  assert.equal(bootstrap("start", { FOYER_PORT: "65534", TICKETING_URL: "https://a.example" }).isInstalled, true);
});
