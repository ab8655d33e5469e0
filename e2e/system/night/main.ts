import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildNextRelease, openBehindNginx } from "#e2e/system/production/behind-nginx.ts";
import { startProductionSystem } from "#e2e/system/production/system.ts";
import { putOnSale } from "#e2e/tools/large-event.ts";
import { until } from "#e2e/tools/until.ts";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { lookAtHealth } from "#scripts/testing/health-unit.ts";
import { runBuyers } from "./buyers.ts";
import { diskUse } from "./disk-use.ts";
import { waitForMails } from "./mails.ts";
import { reconcile } from "./reconcile.ts";
import { holdSlowConnections } from "./slow-connections.ts";
import { supervise } from "./supervise.ts";
import { printTable, type Row } from "./table.ts";

// `npm run test:full -- night`: a hot night on one machine, in acts. Prints what buyers saw in each. Run by itself it has options: with
// `node e2e/system/night/main.ts --minutes 1 --act nginx` the crowd's act is shorter, and only acts with that word are played.

const DISK = "3g";
const GOOD_CARD = "4111 1111 1111 1111";
/** As many as one machine serves without asking any to wait. */
const BUYERS = 12;
/** Far more than can buy at a time. */
const CROWD = 500;
const CROWD_ACT = `${CROWD} buyers at once`;
const SLOW_CONNECTIONS = 500;
const CALM_SECONDS = 30;
const FULL_SECONDS = 20;
/** `OnUnitInactiveSec` of the shipped timer. */
const HEALTH_EVERY_MS = 5_000;
const NGINX_RESTART_MS = 1_000;
/** An act ends once so many purchases were paid after its trouble. */
const AFTER = 10;
const CHUNK = Buffer.alloc(64 * 1_024, 1);

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, act: { type: "string", default: "" } },
});
const crowdSeconds = Number(values.minutes) * 60;

const disk = mkdtempSync(join(tmpdir(), "foyer-night-"));
try {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", disk], { stdio: "pipe" });
} catch {
  rmSync(disk, { recursive: true });
  console.log("NOT RUN: a small disk can be mounted by root on Linux only");
  process.exit(77);
}
chmodSync(disk, 0o711);
const filler = join(disk, "filler");

const closing: (() => unknown)[] = [
  () => rmSync(disk, { recursive: true, force: true }),
  () => execFileSync("umount", ["-l", disk]),
];
const faults: string[] = [];
try {
  faults.push(...(await night()));
} catch (fault) {
  faults.push(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
} finally {
  for (const close of closing.toReversed()) await close();
}
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exit(faults.length === 0 ? 0 : 1);

/** Returns what was wrong, a line each. */
async function night(): Promise<readonly string[]> {
  const system = await startProductionSystem({ disk });
  closing.push(system.close);
  const { settings, ports, ca, manager, databaseUrl } = system;
  // Its copies of pages are in memory, and not on the disk that is filled.
  const copies = mkdtempSync(join(tmpdir(), "foyer-pages-"));
  closing.push(() => rmSync(copies, { recursive: true, force: true }));
  const behind = await openBehindNginx(system, { copies });
  closing.push(() => behind.edge.close());
  const upgrade = async () => {
    const release = await buildNextRelease(settings.storefront.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
    closing.push(() => rmSync(dirname(release), { recursive: true, force: true }));
    await act("upgrade", BUYERS, async () => {
      await Promise.all([programs.service.restart(service(release)), programs.worker.restart(worker(release))]);
      for (const [at, one] of programs.storefronts.entries())
        await one.restart(storefront(release, behind.storefronts[at] ?? 0));
    });
  };

  const catcher = system.run([fromRoot("service", "sandbox", "mail-catcher", "main.ts")], {});
  await until("the mail catcher listens", () => catcher.printed().includes("}"));
  const ofService = {
    ...settings.service,
    // The card pays any number of times.
    FOYER_ENVIRONMENT: "uat",
    TEST_CARDS: GOOD_CARD,
    DRAIN_SECONDS: "2",
    // It prints its addresses.
    SMTP_URL: (JSON.parse(catcher.printed()) as { readonly smtp: string }).smtp,
    MESSAGE_CA: ca,
  };
  const service = (build: string) => async () => {
    const serving = system.run([join(build, "scripts", "serve.ts"), "service"], ofService);
    await system.untilReady(serving, `https://localhost:${ports.service}/ready`);
    return serving;
  };
  const worker = (build: string) => async () => system.run([join(build, "scripts", "serve.ts"), "worker"], ofService);
  const storefront = (build: string, port: number) => () => behind.startStorefront(build, port);

  const programs = {
    service: await supervise(service(root)),
    worker: await supervise(worker(root)),
    storefronts: [
      await supervise(storefront(root, behind.storefronts[0])),
      await supervise(storefront(root, behind.storefronts[1])),
    ],
  } as const;
  closing.push(async () => {
    for (const one of [...programs.storefronts, programs.worker, programs.service]) await one.end();
  });
  const event = await putOnSale({ service: `https://localhost:${ports.service}/v2`, ca, ...manager });
  const path = `/en/events/${event}`;

  const rows: Row[] = [];
  const wrong: string[] = [];
  let shownPaid = 0;
  const act = async (name: string, buyers: number, during: () => Promise<unknown>) => {
    if (!name.includes(values.act)) return;
    const begun = performance.now();
    const sale = runBuyers({ shop: behind.shop, path, card: GOOD_CARD }, buyers);
    await sale.more(AFTER);
    await during();
    await sale.more(AFTER);
    const seen = await sale.end();
    shownPaid += seen.paidAt.length;
    rows.push({ name, seconds: (performance.now() - begun) / 1_000, seen });
    if (seen.lost.length > 0) wrong.push(`${name}: buyers with a reservation got no ticket: ${seen.lost.join("; ")}`);
    printTable(rows.slice(-1));
  };
  const kill = async (pid: number) => process.kill(pid, "SIGKILL");

  await act("calm", BUYERS, () => pause(CALM_SECONDS * 1_000));
  await act(`${SLOW_CONNECTIONS} slow connections`, BUYERS, async () => {
    const held = holdSlowConnections({ port: ports.edge, ca: behind.shop.ca, path, count: SLOW_CONNECTIONS });
    await pause(CALM_SECONDS * 1_000);
    console.log("slow connections:", held.end());
  });
  const before = await diskUse(databaseUrl, settings.storefront.FOYER_DATA);
  await act(CROWD_ACT, CROWD, () => pause(crowdSeconds * 1_000));
  const after = await diskUse(databaseUrl, settings.storefront.FOYER_DATA);
  await act("one storefront hangs", BUYERS, async () => {
    const pid = programs.storefronts[0].pid();
    process.kill(pid, "SIGSTOP");
    // Asked as its timer does.
    await until("the storefront that hangs is ended", async () => {
      await pause(HEALTH_EVERY_MS);
      return (await lookAtHealth(behind.storefronts[0], pid)).output !== "";
    });
  });
  await act("one storefront killed", BUYERS, () => kill(programs.storefronts[0].pid()));
  await act("service killed", BUYERS, () => kill(programs.service.pid()));
  await act("nginx killed", BUYERS, () => behind.edge.crash(NGINX_RESTART_MS));
  await act("the disk full, then freed", BUYERS, async () => {
    fill();
    await pause(FULL_SECONDS * 1_000);
    rmSync(filler);
  });
  if ("upgrade".includes(values.act)) await upgrade();

  console.log();
  printTable(rows);
  const mails = await waitForMails(databaseUrl);
  const [median, most, last] = mails.after.map((seconds) => seconds.toFixed(1));
  console.log(
    `${mails.sent} mails were sent after the payment: half within ${median} s, 95 % within ${most} s, the last after ${last} s`,
  );
  const crowd = rows.find(({ name }) => name === CROWD_ACT)?.seen.paidAt.length ?? 0;
  const each = (kind: keyof typeof before) => `${kind} ${((after[kind] - before[kind]) / crowd / 1_000).toFixed(1)} kB`;
  if (crowd > 0) console.log(`Kept of each purchase: ${each("database")}, ${each("log")}, ${each("folder")}`);
  return [
    ...wrong,
    ...(await reconcile(databaseUrl, { ledger: await system.ledger(), shownPaid, mailed: mails.sent })),
  ];
}

/** Writes until no byte is left. */
function fill(): void {
  for (const chunk of [CHUNK, CHUNK.subarray(0, 512), CHUNK.subarray(0, 1)])
    try {
      for (;;) appendFileSync(filler, chunk);
    } catch {}
}
