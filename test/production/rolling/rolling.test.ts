import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { eventOnSale } from "#test/production/purchase.ts";
import { type Serving, startProductionSystem } from "#test/production/system.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { freePort } from "#tools/lib/ports.ts";
import { installNginx } from "#tools/testing/edge/nginx.ts";
import { createEnterableFolder, startShippedEdge } from "#tools/testing/edge/shipped-edge.ts";
import { startBalancer } from "./balancer.ts";
import { actionIds, buildNextRelease } from "./next-release.ts";
import { openPages } from "./open-pages.ts";
import { startSale } from "./sale.ts";

/** Three cards for each of three buyers. The browser pays with others. */
const GOOD_CARDS = [
  ["4111 1111 1111 1202", "4111 1111 1111 1509", "4111 1111 1111 1517"],
  ["4111 1111 1111 1525", "4111 1111 1111 1608", "4111 1111 1111 1707"],
  ["4111 1111 1111 1715", "4111 1111 1111 1723", "4111 1111 1111 1731"],
];
/** The service allows five payments with a card in ten minutes. */
const TIMES = 5;
/** The processor answers it after 8 s, so that some payment is always under way. */
const SLOW_CARD = "4111 1111 1111 1301";
/** More than the buyers of the sale take. */
const PLACES = 200;
const NEXT = fromRoot("node_modules", "next", "dist", "bin", "next");

const system = await startProductionSystem();
after(system.close);
const { settings, ports, tls, ca } = system;
const release = await buildNextRelease(settings.storefront.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
after(() => rmSync(dirname(release), { recursive: true, force: true }));

const taken = new Set<number>(Object.values(ports));
const nextPort = async () => {
  const port = await freePort(0, taken);
  taken.add(port);
  return port;
};
const storefronts = [await nextPort(), await nextPort()] as const;
const services = [await nextPort(), await nextPort()] as const;

const site = {
  folder: join(system.data, "nginx"),
  ...{ name: "localhost", port: ports.edge, plainPort: await nextPort(), storefronts },
  ...{ certificateFile: join(tls, "server.pem"), keyFile: join(tls, "server-key.pem") },
};
const edge = await startShippedEdge(installNginx(site, { trustsCaller: true }), site);
after(edge.close);
// As the page about deployment says, for pages that are still open after the upgrade.
for (const build of [root, release])
  cpSync(join(build, ".next", "static"), createEnterableFolder(join(site.folder, "www", "_next", "static")), {
    recursive: true,
  });
const balancer = await startBalancer({ port: ports.service, services, ca });
after(balancer.close);

const shop = { origin: edge.url, ca: readFileSync(ca, "utf8") };
const environment = (port: number) => ({
  ...settings.storefront,
  ...{ FOYER_HOST: "127.0.0.1", FOYER_PORT: `${port}`, DRAIN_SECONDS: "2" },
});

async function startStorefront(build: string, port: number): Promise<Serving> {
  const serving = system.run([join(build, "tools", "serve.ts"), "storefront"], environment(port));
  await system.untilReady(serving, `http://127.0.0.1:${port}/api/ready`);
  return serving;
}

async function startService(build: string, port: number): Promise<Serving> {
  const own = { ...settings.service, PORT: `${port}`, DRAIN_SECONDS: "2" };
  const serving = system.run([join(build, "tools", "serve.ts"), "service"], own);
  await system.untilReady(serving, `https://localhost:${port}/ready`);
  return serving;
}

const startWorker = (build: string) => system.run([join(build, "tools", "serve.ts"), "worker"], settings.service);

/** Returns the ledger's numbers of each kind of entry, and of attempts. */
async function ledgerSums() {
  const entries = await system.ledger();
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
  return {
    attempts: new Set(entries.map(({ attempt }) => attempt)).size,
    captures: of("capture"),
    others: entries.length - of("authorisation") - of("capture"),
  };
}

/** Returns the lines of the edge's log with an answer of 500 and more. */
function failedAtEdge(): readonly string[] {
  const lines = readFileSync(join(site.folder, "log", "foyer.log"), "utf8")
    .trim()
    .split("\n");
  return lines.filter((line) => Number(/"status":(\d+)/.exec(line)?.[1]) >= 500);
}

const running = {
  services: [await startService(root, services[0]), await startService(root, services[1])],
  storefronts: [await startStorefront(root, storefronts[0]), await startStorefront(root, storefronts[1])],
  worker: startWorker(root),
};
const path = await eventOnSale({ ...shop, network: "192.0.2.1" }, PLACES);
const pages = await openPages(edge.url, path);
after(pages.close);

test("two builds of one key have the same ids, but for the action that has moved", () => {
  const [before, next] = [actionIds(root), actionIds(release)];
  const changed = [...before].flatMap(([name, id]) => (next.get(name) === id ? [] : [name]));
  assert.deepEqual(changed, ["giveDetails"]);
  assert.equal(next.size, before.size);
});

test("P38: a rolling restart of every program during a sale, from one build to the next, fails no payment", async (context) => {
  const before = await ledgerSums();
  const many = GOOD_CARDS.map((own) => own.flatMap((card) => Array<string>(TIMES).fill(card)));
  const sale = startSale({ shop, path, cards: [...many, Array<string>(TIMES - 1).fill(SLOW_CARD)] });
  await sale.more(3);
  for (const at of [0, 1] as const) {
    assert.equal(await running.storefronts[at]?.stop(), 0, running.storefronts[at]?.printed());
    running.storefronts[at] = await startStorefront(release, storefronts[at]);
    await sale.more(3);
  }
  for (const at of [0, 1] as const) {
    assert.equal(await running.services[at]?.stop(), 0, running.services[at]?.printed());
    running.services[at] = await startService(release, services[at]);
    await sale.more(3);
  }
  assert.equal(await running.worker.stop(), 0, running.worker.printed());
  running.worker = startWorker(release);
  await sale.more(3);
  const report = await sale.end();
  context.diagnostic(JSON.stringify(report));

  assert.deepEqual(report.failures, []);
  assert.equal(report.paid, report.begun);
  assert.deepEqual(failedAtEdge(), []);
  const { attempts, captures, others } = await ledgerSums();
  assert.deepEqual(
    [attempts - before.attempts, captures - before.captures, others - before.others],
    [report.paid, report.paid, 0],
    "each purchase has one attempt with one capture, and nothing was voided or refunded",
  );
});

test("P38: a page of the build before keeps its typed details, says that it is out of date, and has them after a reload", () =>
  pages.submitDetails());

test("P38: the card form of the build before pays at the next one, whose action is the same", () => pages.pay());

test("P38: a card that the next build declines is answered on a page of the build before", () => pages.decline());

test("P38: without script a form of the build before leads to a page that leads back to it", () =>
  pages.submitWithoutScript());

test("a storefront that is killed instead of stopped fails a payment", async (context) => {
  for (const serving of running.storefronts) assert.equal(await serving.stop(), 0);
  // The framework itself, since a signal to kill would reach only the program that runs it.
  const killed = system.run([NEXT, "start", "-H", "127.0.0.1", "-p", `${storefronts[0]}`], {
    ...{ ...environment(storefronts[0]), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  await system.untilReady(killed, `http://127.0.0.1:${storefronts[0]}/api/ready`);
  const authorised = await system.watchAuthorisations();
  const sale = startSale({ shop, path, cards: [[SLOW_CARD]] });
  await authorised();
  killed.child.kill("SIGKILL");
  await sale.more(1);
  const report = await sale.end();
  context.diagnostic(JSON.stringify(report));
  assert.ok(report.paid < report.begun && report.failures.length > 0);
});
