import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { testDatabase } from "#test/cluster.ts";
import { COMPILED } from "#test/compiled.ts";
import { startMailCatcher } from "#test/mail-catcher.ts";
import { SHIPPED } from "#test/race/service-copy.ts";
import { startServices } from "#test/race/service-processes.ts";
import { startSandbox } from "#test/sandbox.ts";

const PASSWORD = "conformance of this service";
/** A manager of the season's account, and its shop's user, who only sells. */
export const MANAGER = { user: "promoter@foyer.example", password: PASSWORD };
export const SHOP = { user: "shop", password: PASSWORD };
export const CARDS = { good: "4111111111111111", bad: "4111111111111103" };

/** Starts a process of this service over HTTPS, with its sandbox processor and the demo season. */
export async function startOwnService() {
  const { db, url: databaseUrl, drop } = await testDatabase();
  const data = mkdtempSync(join(tmpdir(), "foyer-conformance-"));
  await plantSeason(databaseUrl, data);
  const [processor, catcher] = await Promise.all([startSandbox(), startMailCatcher()]);
  const settings = { SMTP_URL: catcher.smtp, MAIL_FROM: "tickets@foyer.example" };
  const processes = await startServices({ service: SHIPPED, count: 1, databaseUrl, data, processor, settings });
  const [address = ""] = processes.addresses;
  return {
    address,
    /** Returns the number of reservations that are not paid. */
    async unpaid(): Promise<number> {
      const rows = await db.query<{ sales: number }>(
        `SELECT count(*)::integer AS sales FROM sale WHERE status IN ('RESERVED', 'LOCKED') AND holds_stock`,
      );
      return rows[0]?.sales ?? 0;
    },
    ca: join(data, "tls", "ca.pem"),
    key: join(data, "tls", "server-key.pem"),
    certificate: join(data, "tls", "server.pem"),
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

async function plantSeason(databaseUrl: string, data: string): Promise<void> {
  const passwords = { SHOP_PASSWORD: PASSWORD, PROMOTER_PASSWORD: PASSWORD, OTHER_PROMOTER_PASSWORD: PASSWORD };
  const env = { ...COMPILED, FOYER_DATA: data, DATABASE_URL: databaseUrl, SEED: "season", ...passwords };
  await promisify(execFile)(process.execPath, [join(SHIPPED, "setup", "main.ts")], { env });
}
