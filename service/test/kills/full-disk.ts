import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SHIPPED } from "#test/race/rules-off.ts";
import { startBuyers } from "./buyers.ts";
import { untilSettled } from "./client.ts";
import { violations } from "./invariants.ts";
import { openShop } from "./shop.ts";
import { openKillSystem } from "./system.ts";

// `npm run test:full -- disk`: the disk of the database is full in the middle of sales, and has space again.

const DISK = "256m";
const ROUNDS = 3;
const BUYERS = 10;
const BEFORE_MS = 2_000;
/** Longer than the checks of the reconciler, so that it meets the full disk too. */
const FULL_MS = 8_000;
const AFTER_MS = 3_000;
const CHUNK = Buffer.alloc(64 * 1_024, 1);

const disk = mkdtempSync(join(tmpdir(), "foyer-disk-"));
try {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", disk], { stdio: "pipe" });
} catch {
  rmSync(disk, { recursive: true });
  console.log("NOT RUN: a small disk for the database can be mounted by root on Linux only");
  process.exit(77);
}
const seed = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);
const folder = join(disk, "data");
mkdirSync(folder);
chmodSync(disk, 0o711);
chmodSync(folder, 0o711);
const filler = join(disk, "filler");

let passed = 0;
const faults: string[] = [];
const system = await openKillSystem({ service: SHIPPED, isDurable: true, databaseFolder: folder });
const shop = await openShop(system);
try {
  for (let round = 1; round <= ROUNDS && faults.length === 0; round += 1) {
    await shop.renew();
    const buyers = startBuyers(shop, { buyers: BUYERS, seed: seed + round });
    await pause(BEFORE_MS);
    fill();
    shop.observed.counts.clear();
    const paidBefore = shop.observed.paid.size;
    await pause(FULL_MS);
    const whileFull = report();
    rmSync(filler);
    // A server that could not write its log has ended, and is started again as by a supervisor.
    await system.start(["database"]);
    await shop.renew();
    await pause(AFTER_MS);
    await buyers.stop();
    await untilSettled(system.db);
    const records = { db: system.db, ledger: await system.ledger(), observed: shop.observed };
    faults.push(...(await violations(records)), ...system.faults());
    if (!/503 BUSY/.test(whileFull)) faults.push("nothing was refused while the disk was full");
    if (shop.observed.paid.size === paidBefore) faults.push("nothing was sold after there was space again");
    console.log(`round ${round}, while the disk was full:\n${whileFull}\n${faults.length} violations`);
    if (faults.length === 0) passed += 1;
  }
} catch (error) {
  faults.push(String(error));
} finally {
  rmSync(filler, { force: true });
  shop.close();
  if (faults.length === 0) await system.close();
  else console.log(`The logs are in ${system.folder}.`);
  execFileSync("umount", ["-l", disk]);
  rmSync(disk, { recursive: true, force: true });
}
for (const fault of faults) console.log(fault);
console.log(`${passed} passed, ${faults.length > 0 ? 1 : 0} failed`);
process.exit(faults.length > 0 ? 1 : 0);

/** Writes until no byte is left. */
function fill(): void {
  for (const chunk of [CHUNK, CHUNK.subarray(0, 512), CHUNK.subarray(0, 1)])
    try {
      for (;;) appendFileSync(filler, chunk);
    } catch {}
}

function report(): string {
  return [...shop.observed.counts]
    .toSorted()
    .map(([what, count]) => `  ${count} × ${what}`)
    .join("\n");
}
