import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startEdge } from "#test/tools/edge.ts";
import { type Needle, needlesOf } from "#test/tools/needles.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { freePort } from "#tools/lib/ports.ts";
import type { ProbeReport } from "./probe.ts";
import { eventOnSale, isPaid, reachPayment } from "./purchase.ts";
import { type Identity, startProductionSystem } from "./system.ts";

/** A user that is no one else's. Any number is one. */
const AIRLOCK_UID = 64_113;
const POLL_MS = 100;
const NEXT = fromRoot("node_modules", "next", "dist", "bin", "next");

const FORBIDDEN = [
  ["POST", "/event/"],
  ["PUT", "/event/1/publish/true"],
  ["GET", "/user/login"],
  ["POST", "/user/token"],
  ["GET", "/account/2/eventSummaries"],
  ["PUT", "/admission/1/admit"],
  ["POST", "/order/ABCDEFGH12/refund"],
] as const;

const system = await startProductionSystem();
after(system.close);
const { settings, ports, tls, ca, owner } = system;
const isRoot = owner.uid !== undefined && owner.gid !== undefined;
const airlockUser: Identity = isRoot ? { ...owner, uid: AIRLOCK_UID } : {};
const run = system.ownFolder("run", airlockUser);
chmodSync(run, 0o750);
chmodSync(ca, 0o644);
const TICKETING_AIRLOCK = `unix:${join(run, "airlock.sock")}`;
const { TICKETING_USER, TICKETING_PASSWORD, ...withoutCredential } = settings.storefront;
const port = await freePort(0);
const edge = await startEdge({
  target: `http://localhost:${port}`,
  key: readFileSync(join(tls, "server-key.pem")),
  cert: readFileSync(join(tls, "server.pem")),
  port: ports.edge,
});
after(edge.close);

test("P25: code in the storefront's process finds no credential of the service, and gets 403 on other paths", async () => {
  const service = system.serve(["service"], settings.service);
  await system.untilReady(service, `https://localhost:${ports.service}/ready`);
  const { FOYER_ENVIRONMENT, TICKETING_URL, TICKETING_CA, TICKETING_ACCOUNT } = settings.storefront;
  const ofAirlock = { FOYER_ENVIRONMENT, TICKETING_URL, TICKETING_CA, TICKETING_ACCOUNT, TICKETING_AIRLOCK };
  const airlock = system.serve(["airlock"], { ...ofAirlock, TICKETING_USER, TICKETING_PASSWORD }, airlockUser);

  const requests = [["GET", `/account/${TICKETING_ACCOUNT}`], ...FORBIDDEN];
  const probeFolder = system.ownFolder("probe", owner);
  const web = system.run(
    ["--import", pathToFileURL(fromRoot("test", "production", "probe.ts")).href, NEXT, "start", "-p", `${port}`],
    {
      ...withoutCredential,
      ...{ TICKETING_AIRLOCK, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      PROBE_FOLDER: probeFolder,
      PROBE_FOLDERS: JSON.stringify([system.data, "/etc/foyer"]),
      PROBE_REQUESTS: JSON.stringify(requests),
    },
  );
  await system.untilReady(web, `http://localhost:${port}/api/ready`);

  // A purchase first, so that everything that a storefront ever holds has passed through its memory.
  const shop = { origin: edge.url, ca: readFileSync(ca, "utf8"), network: "192.0.2.9" };
  const purchase = await reachPayment(shop, await eventOnSale(shop));
  assert.ok(isPaid(await purchase.pay("4111 1111 1111 1111")));

  web.child.kill("SIGUSR2");
  const file = join(probeFolder, "probe.json");
  while (!existsSync(file)) await pause(POLL_MS);
  const report = JSON.parse(readFileSync(file, "utf8")) as ProbeReport;
  assert.deepEqual(report.statuses, [200, ...FORBIDDEN.map(() => 403)]);

  const needles = needlesOf({ user: TICKETING_USER, password: TICKETING_PASSWORD });
  const heap = readFileSync(report.heap);
  assert.ok(heap.includes(settings.storefront.COOKIE_KEYS), "the control: the heap shows what the process holds");
  assert.ok(report.readable.includes(`/proc/${web.child.pid}/environ`), "the control: it reads its own environment");
  const holding = [
    ...(holds(heap, needles) ? ["heap"] : []),
    ...(holds(Buffer.from(JSON.stringify(report.environment)), needles) ? ["environment"] : []),
    // Without root there is one user, and what that user may read is not separate.
    ...(isRoot ? report.readable.filter((path) => holds(readFileSync(path), needles)) : []),
  ];
  assert.deepEqual(holding, []);

  assert.deepEqual(
    await Promise.all([web.stop(), airlock.stop(), service.stop()]).then((codes) => codes.slice(1)),
    [0, 0],
  );
});

test("a storefront with an airlock refuses to start with the credential", async () => {
  const both = system.serve(["storefront"], { ...settings.storefront, TICKETING_AIRLOCK });
  assert.equal(await both.ended, 1);
  assert.match(both.printed(), /TICKETING_USER belongs to the airlock alone/);
});

function holds(bytes: Buffer, needles: readonly Needle[]): boolean {
  return needles.some(({ isIn }) => isIn(bytes));
}
