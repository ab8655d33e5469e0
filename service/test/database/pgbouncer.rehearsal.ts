import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { openRuntime } from "#src/open-runtime.ts";
import { readSettings } from "#src/settings.ts";
import { answerType, buying, putOnSale } from "#test/buying.ts";
import { createCluster, serverFolder, startCluster } from "#test/database/debian-cluster.ts";
import { freePort } from "#test/programs.ts";
import { testRuntime } from "#test/runtime.ts";

// What docs/deploy.md says of PgBouncer, with Debian's.

const folder = await serverFolder(mkdtempSync(join(tmpdir(), "foyer-pgbouncer-")));
await createCluster(join(folder, "data"));
const server = await startCluster(join(folder, "data"), join(folder, "sockets"), {});
await server.query("CREATE DATABASE foyer");
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts PgBouncer with this mode and no other setting that matters. Returns the address of the database behind it. */
async function startPgBouncer(t: TestContext, mode: string): Promise<string> {
  const listens = await freePort();
  const file = join(folder, `${mode}.ini`);
  writeFileSync(
    file,
    `[databases]
foyer = host=${server.sockets} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  // It refuses to run as root.
  const { uid, gid } = statSync(server.sockets);
  const child = spawn("/usr/sbin/pgbouncer", [file], { stdio: ["ignore", "ignore", "pipe"], uid, gid });
  t.after(() => child.kill("SIGKILL"));
  let said = "";
  for await (const chunk of child.stderr.setEncoding("utf8")) {
    said += chunk;
    if (said.includes("process up")) break;
  }
  assert.match(said, /process up/);
  return `postgres://postgres@127.0.0.1:${listens}/foyer`;
}

/** Opens what the service opens at its start. */
async function open(url: string) {
  const settings = readSettings({
    FOYER_ENVIRONMENT: "sandbox",
    FOYER_DATA: "/nowhere",
    DATABASE_URL: url,
    PROCESSOR_SECRET: "a secret of the processor",
    CARD_KEY: "a key for the cards of this test's buyers",
  });
  assert.ok(typeof settings !== "string", String(settings));
  return openRuntime(settings, () => {});
}

test("pool_mode = session sells, with the service's own timeouts and nothing else set", async (t) => {
  const { runtime, pool, close } = await open(await startPgBouncer(t, "session"));
  t.after(close);
  const { holdLocked, pay } = buying(testRuntime(pool), await putOnSale(pool, { sections: [100] }));
  const buy = async () => {
    const { cartKey } = await holdLocked([1]);
    assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
  };
  await Promise.all(Array.from({ length: 20 }, buy));
  assert.equal(await runtime.whyNotReady(), undefined);
  const [timeouts] = await pool.query(
    "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('jit') AS jit",
  );
  assert.deepEqual(timeouts, { statement: "10s", lock: "3s", jit: "off" });
});

for (const mode of ["transaction", "statement"])
  test(`pool_mode = ${mode} is refused at the start with what to do`, async (t) => {
    const url = await startPgBouncer(t, mode);
    await assert.rejects(open(url), {
      message:
        "A pooler in front of the database lends connections by the transaction: connect to PostgreSQL itself, or to PgBouncer with pool_mode = session.",
    });
  });
