import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import pg from "pg";
import { openPool } from "#src/platform/store/db.ts";
import { putOnSale } from "#test/buying.ts";
import { createCluster, serverFolder, startCluster } from "#test/database/debian-cluster.ts";
import { startSandbox } from "#test/programs.ts";
import { signIn, startServices } from "#test/race/race-setting.ts";
import { SHIPPED } from "#test/race/rules-off.ts";
import { disagreements } from "#test/sales-figures.ts";
import { sell, summary } from "./purchases.ts";

// The upgrade of docs/deploy.md: the release before sells, from the sources of git, while the next one migrates and sells beside it.

const folder = await serverFolder(mkdtempSync(join(tmpdir(), "foyer-releases-")));
const processor = await startSandbox();
const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops.reverse()) await stop();
  processor.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

const root = join(SHIPPED, "..");

/** Makes a folder with a service as its sources are elsewhere, with the packages of this checkout. */
function folderOf(name: string, fill: (into: string) => void): string {
  const into = join(folder, name);
  mkdirSync(into);
  fill(into);
  for (const packages of ["node_modules", join("service", "node_modules")])
    symlinkSync(join(root, packages), join(into, packages));
  return join(into, "service");
}

/** The release from which shops upgrade to this one. The next release names this one here. */
const RELEASE_BEFORE = "20486b7828f79df9f60f9a1f8b6baad1e03e557d";

function releaseBefore(): string {
  return folderOf("before", (into) => {
    const command = `git -C "$0" archive "$1" service package.json | tar -x -C "$2"`;
    execFileSync("sh", ["-c", command, root, RELEASE_BEFORE, into]);
  });
}

/** These sources with one more migration, of the table that every purchase writes. */
function releaseAfter(): string {
  const skipped = new Set(["node_modules", "test"].map((name) => join(SHIPPED, name)));
  return folderOf("after", (into) => {
    cpSync(SHIPPED, join(into, "service"), { recursive: true, filter: (path) => !skipped.has(path) });
    writeFileSync(
      join(into, "service", "migrations", "9998_column.sql"),
      "ALTER TABLE sale ADD COLUMN later text DEFAULT '';\n",
    );
    writeFileSync(
      join(into, "service", "migrations", "9999_index.sql"),
      "CREATE INDEX CONCURRENTLY sale_later ON sale (later);\n",
    );
  });
}

test("the release before sells on, without one failed call, while the next one migrates past an open SELECT and sells beside it; and the way back", async (t) => {
  await createCluster(join(folder, "data"));
  const server = await startCluster(join(folder, "data"), join(folder, "sockets"), {});
  stops.push(() => server.stop());
  await server.query("CREATE DATABASE foyer");
  const databaseUrl = server.url("foyer");
  const start = async (service: string) => {
    const data = mkdtempSync(join(folder, "service-"));
    const processes = await startServices({ service, count: 2, databaseUrl, data, processor });
    stops.push(processes.stop);
    return processes;
  };

  const releasedBefore = releaseBefore();
  const before = await start(releasedBefore);
  const db = openPool(databaseUrl, 4);
  stops.push(db.close);
  const open = async (processes: typeof before) => {
    const { client, caller } = await signIn(db, processes);
    stops.push(async () => client.close());
    const onSale = await putOnSale(db, { sections: [50_000] });
    await db.query("UPDATE event SET account_id = $1 WHERE id = $2", [caller.account.id, onSale.eventId]);
    const sale = sell(client, { ...onSale, caller });
    stops.push(sale.stop);
    return sale;
  };
  const sales = [await open(before)];
  await sales[0]?.untilMore(30);

  const report = new pg.Client({ connectionString: databaseUrl, application_name: "a report" });
  await report.connect();
  await report.query("BEGIN");
  await report.query("SELECT count(*) FROM sale");
  const next = releaseAfter();
  const migrating = spawn(process.execPath, [join(next, "setup", "migrate.ts")], {
    env: { DATABASE_URL: databaseUrl },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const ended = once(migrating, "exit");
  const [line] = await Promise.race([once(migrating.stderr.setEncoding("utf8"), "data"), ended]);
  // The first migration since the release before that alters a table which the report reads.
  assert.match(String(line), /^\w+\.sql waits for other transactions: process \d+ \(a report/);
  await sales[0]?.untilMore(30);
  await report.query("COMMIT");
  await report.end();
  assert.deepEqual(await ended, [0, null]);
  await sales[0]?.untilMore(30);
  // That release refuses every migration that it does not know: its processes go on, and none starts again. docs/deploy.md says so of
  // releases without `migrate.ts`. Once RELEASE_BEFORE has that file, this becomes a start that sells, like the way back below.
  const again = promisify(execFile)(process.execPath, [join(releasedBefore, "src", "main.ts"), "api"], {
    env: {
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_DATA: folder,
      DATABASE_URL: databaseUrl,
      PROCESSOR_SECRET: processor.secret,
      CARD_KEY: "a key for the cards of a release that does not start",
    },
    timeout: 60_000,
  });
  const refused = /migrated by a newer release: this one does not contain 0154_storefront_records\.sql\./;
  await assert.rejects(again, { code: 1, stdout: refused });

  sales.push(await open(await start(next)));
  // The way back: this release starts on the tables of the next one.
  sales.push(await open(await start(SHIPPED)));
  await Promise.all(sales.map((one) => one.untilMore(30)));
  await Promise.all(sales.map((one) => one.stop()));
  for (const [at, name] of ["before", "next", "this"].entries())
    t.diagnostic(`${name}: ${summary(sales[at]?.seen ?? [], sales[at]?.failed() ?? [])}`);
  assert.deepEqual(
    sales.flatMap((one) => one.failed()),
    [],
  );
  assert.deepEqual(await disagreements(db), []);
});
