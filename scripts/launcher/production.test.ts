import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { childEnvironment } from "#scripts/lib/run.ts";
import { type PROGRAM_NAMES, productionProgram } from "./production.ts";

const SETTINGS = {
  FOYER_ENVIRONMENT: "production",
  FOYER_DATA: "/var/lib/foyer",
  FOYER_PORT: "4010",
  BRAND_NAME: "The Playhouse",
  TICKETING_PASSWORD: "of the shop",
  COOKIE_KEYS: "of cookies",
  LINK_KEYS: "of links",
  NEXTAUTH_SECRET: "of promoters",
  DATABASE_URL: "postgres://of-the-service",
  PROCESSOR_SECRET: "of the processor",
  CARD_KEY: "of cards",
  SMTP_URL: "smtps://of-mail",
  SOMETHING_ELSE: "of another program",
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY_FILE: "/etc/of-the-build",
  LINK_KEYS_FILE: "/etc/of-links",
  CARD_KEY_FILE: "/etc/of-cards",
};

function started(name: (typeof PROGRAM_NAMES)[number]) {
  const before = { ...process.env };
  Object.assign(process.env, SETTINGS);
  try {
    return productionProgram(name, process.env);
  } finally {
    for (const setting of Object.keys(SETTINGS)) delete process.env[setting];
    Object.assign(process.env, before);
  }
}

/** Returns the names of SETTINGS that a program gets. */
const given = (name: (typeof PROGRAM_NAMES)[number]) =>
  Object.keys(SETTINGS).filter((setting) => setting in started(name).env);

test("the storefront gets no secret of the service, and the service none of the storefront", () => {
  const both = ["FOYER_ENVIRONMENT", "FOYER_DATA"];
  const secrets = ["TICKETING_PASSWORD", "COOKIE_KEYS", "LINK_KEYS", "NEXTAUTH_SECRET", OF_BUILD, "LINK_KEYS_FILE"];
  const storefront = ["BRAND_NAME", ...secrets];
  const service = ["DATABASE_URL", "PROCESSOR_SECRET", "CARD_KEY", "SMTP_URL", "CARD_KEY_FILE"];
  assert.deepEqual(given("storefront"), [...both, ...storefront]);
  assert.deepEqual(given("service"), [...both, ...service]);
  assert.deepEqual(given("worker"), [...both, ...service]);
});

test("of several programs with one METRICS_ADDRESS each has a port of its own", () => {
  const settings = { ...process.env, METRICS_ADDRESS: "127.0.0.1:14000" };
  assert.equal(productionProgram("worker", settings, 2).env.METRICS_ADDRESS, "127.0.0.1:14002");
});

test("the storefront keeps an idle connection longer than the shipped edges do", () => {
  const [, seconds] = /KEEP_ALIVE_MS = (\d+)_000;/.exec(readFileSync(fromRoot("server.ts"), "utf8")) ?? [];
  const keptMs = Number(seconds) * 1_000;
  const [nginx, caddy] = ["nginx/foyer.conf", "caddy/Caddyfile"].map((file) =>
    readFileSync(fromRoot("deploy", file), "utf8"),
  );
  const ofNginx = /upstream [^}]*keepalive_timeout (\d+)s;/.exec(nginx ?? "")?.[1];
  const ofCaddy = /keepalive (\d+)s/.exec(caddy ?? "")?.[1];
  assert.ok(Number(ofNginx) * 1_000 < keptMs, `nginx ${ofNginx} s, storefront ${keptMs} ms`);
  assert.ok(Number(ofCaddy) * 1_000 < keptMs, `Caddy ${ofCaddy} s, storefront ${keptMs} ms`);
});

test("one program replaces the process that checked its settings: no launcher stays beside it", async (t) => {
  if (process.platform !== "linux") return t.skip("NOT RUN: reads /proc");
  // A database that never answers keeps the program starting.
  const silent = createServer();
  await once(silent.listen(0, "127.0.0.1"), "listening");
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const env = childEnvironment([], {
    FOYER_ENVIRONMENT: "sandbox",
    FOYER_DATA: "/var/lib/foyer",
    DATABASE_URL: `postgres://foyer@127.0.0.1:${port}/foyer`,
    PROCESSOR_SECRET: "a secret of the processor",
    CARD_KEY: "a key for the cards of this test's buyers",
  });
  const child = spawn(process.execPath, [fromRoot("scripts", "serve.ts"), "worker"], { env, stdio: "ignore" });
  t.after(() => child.kill("SIGKILL"));
  await once(silent, "connection");
  assert.match(readFileSync(`/proc/${child.pid}/cmdline`, "utf8"), /main\.ts\0worker/);
  assert.equal(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"), "");
});

const OF_BUILD = "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY_FILE";
const REFUSALS = [
  ["serve.ts", ["shop"], /There is no program shop: name storefront, service, worker, or none for all three/],
  ["serve.ts", ["storefront"], /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be set/],
  ["build.ts", [], /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be set.*openssl rand/],
  [
    "build.ts",
    [],
    /^\nNEXT_SERVER_ACTIONS_ENCRYPTION_KEY_FILE: \/none cannot be read \(ENOENT\)\.\n$/,
    { [OF_BUILD]: "/none" },
  ],
  [
    "build.ts",
    [],
    /NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be a key of 32 bytes/,
    { [OF_BUILD]: import.meta.filename },
  ],
] as const;

for (const [file, parameters, message, settings = {}] of REFUSALS)
  test(`${file} ${[...parameters, ...Object.keys(settings)].join(" ")} ends with 1 and says why`, () => {
    const env = childEnvironment([], settings);
    const { status, stderr } = spawnSync(process.execPath, [fromRoot("scripts", file), ...parameters], {
      cwd: root,
      env,
    });
    assert.match(String(stderr), message);
    assert.equal(status, 1);
  });

test("a production build refuses a look that is invalid", () => {
  const own = { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: "a key", TERMS_URL: "http://playhouse.example" };
  const env = childEnvironment([], own);
  const { status, stderr } = spawnSync(process.execPath, [fromRoot("scripts", "build.ts")], { cwd: root, env });
  assert.match(String(stderr), /must be an https: address\s+→ at TERMS_URL/);
  assert.equal(status, 1);
});
