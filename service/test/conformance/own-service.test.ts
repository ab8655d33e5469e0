import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { testDatabase } from "#test/cluster.ts";
import { COMPILED, startMailCatcher, startSandbox } from "#test/programs.ts";
import { startServices } from "#test/race/race-setting.ts";
import { SHIPPED } from "#test/race/rules-off.ts";

const PASSWORD = "conformance of this service";
/** A manager of the season's account, and its shop's user, who only sells. */
const MANAGER = { user: "promoter@foyer.example", password: PASSWORD };
const SHOP = { user: "shop", password: PASSWORD };
const CARDS = ["--good-card", "4111111111111111", "--bad-card", "4111111111111103"];
/** The kit is a separate program: it knows a service by its interface alone. */
const KIT = join(import.meta.dirname, "../../../scripts/conformance.ts");

type Statement = { readonly id: string; readonly result: "pass" | "fail" | "not applicable"; readonly remark?: string };

const service = await startOwnService();
test.after(() => service.close());

/** Refusals of users who only sell. */
const OF_SELLERS = ["ERR-07", "RES-51", "SAL-24"];

test("meets every statement that a manager can check, with every optional field", async () => {
  const run = await service.check(MANAGER);
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.deepEqual(run.ids("not applicable").toSorted(), OF_SELLERS);
  const without = run.statements.filter(({ remark }) => remark !== undefined);
  assert.deepEqual(without, []);
  assert.deepEqual([run.code, await service.unpaid()], [0, 0]);
});

test("meets the refusals that a user who only sells can check", async () => {
  const run = await service.check(SHOP, ["--only", OF_SELLERS.join()]);
  assert.deepEqual(run.ids("fail"), [], run.output);
  for (const id of OF_SELLERS) assert.ok(run.ids("pass").includes(id), id);
  assert.equal(await service.unpaid(), 0);
});

/** Starts a process of this service over HTTPS, with its sandbox processor and the demo season. */
async function startOwnService() {
  const { db, url: databaseUrl, drop } = await testDatabase();
  const data = mkdtempSync(join(tmpdir(), "foyer-conformance-"));
  await seedSeason(databaseUrl, data);
  const [processor, catcher] = await Promise.all([startSandbox(), startMailCatcher()]);
  const settings = { SMTP_URL: catcher.smtp, MAIL_FROM: "tickets@foyer.example" };
  const processes = await startServices({ service: SHIPPED, count: 1, databaseUrl, data, processor, settings });
  const [address = ""] = processes.addresses;
  return {
    /** Returns the number of reservations that are not paid. */
    async unpaid(): Promise<number> {
      const rows = await db.query<{ sales: number }>(
        `SELECT count(*)::integer AS sales FROM sale WHERE status IN ('RESERVED', 'LOCKED') AND holds_stock`,
      );
      return rows[0]?.sales ?? 0;
    },
    /** Runs the kit with writes and payments as this user, and returns its results. */
    async check({ user, password }: typeof MANAGER, only: readonly string[] = []) {
      const json = join(data, "results.json");
      const target = ["--address", address, "--ca", join(data, "tls", "ca.pem"), "--user", user, "--json", json];
      const child = spawn(
        process.execPath,
        [KIT, ...target, "--writes", "--confirm-host", "localhost", ...CARDS, ...only],
        { env: { ...COMPILED, CONFORMANCE_PASSWORD: password }, stdio: ["ignore", "pipe", "pipe"] },
      );
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text) => {
          output += text;
        });
      const [code] = await once(child, "close");
      const { statements } = JSON.parse(readFileSync(json, "utf8")) as { readonly statements: readonly Statement[] };
      const ids = (result: Statement["result"]) =>
        statements.filter((one) => one.result === result).map(({ id }) => id);
      return { code, output, statements, ids };
    },
    async close(): Promise<void> {
      await processes.stop();
      processor.stop();
      catcher.server.close();
      catcher.stop();
      await drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function seedSeason(databaseUrl: string, data: string): Promise<void> {
  const passwords = { SHOP_PASSWORD: PASSWORD, PROMOTER_PASSWORD: PASSWORD };
  const env = { ...COMPILED, FOYER_DATA: data, DATABASE_URL: databaseUrl, FOYER_DEMO: "1", ...passwords };
  await promisify(execFile)(process.execPath, [join(SHIPPED, "setup", "main.ts")], { env });
}
