import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { actionIds, buildNextRelease, openBehindNginx, startBalancer } from "#e2e/system/production/behind-nginx.ts";
import { CARDS_OF_BUYERS, openPages, SLOW_CARD, startSale } from "#e2e/system/production/open-pages.ts";
import { type Serving, startProductionSystem } from "#e2e/system/production/system.ts";
import { eventOnSale } from "#e2e/tools/purchase.ts";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { createEnterableFolder } from "#scripts/testing/edge.ts";

/** More than the buyers of the sale take. */
const PLACES = 200;

const system = await startProductionSystem();
after(system.close);
const { settings, ports, ca } = system;
const release = await buildNextRelease(settings.storefront.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
after(() => rmSync(dirname(release), { recursive: true, force: true }));

const { site, edge, storefronts, shop, nextPort, environment, startStorefront, ledgerSums, expectAllPaid } =
  await openBehindNginx(system);
after(edge.close);
const services = [await nextPort(), await nextPort()] as const;
// As the page about deployment says, for pages that are still open after the upgrade.
for (const build of [root, release])
  cpSync(join(build, ".next", "static"), createEnterableFolder(join(site.folder, "www", "_next", "static")), {
    recursive: true,
  });
const balancer = await startBalancer({ port: ports.service, services, ca });
after(balancer.close);

async function startService(build: string, port: number): Promise<Serving> {
  const own = { ...settings.service, PORT: `${port}`, DRAIN_SECONDS: "2" };
  const serving = system.run([join(build, "scripts", "serve.ts"), "service"], own);
  await system.untilReady(serving, `https://localhost:${port}/ready`);
  return serving;
}

const startWorker = (build: string) => system.run([join(build, "scripts", "serve.ts"), "worker"], settings.service);

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
  const sale = startSale({ shop, path, cards: CARDS_OF_BUYERS });
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

  await expectAllPaid(report, before);
});

test("P38: a page of the build before keeps its typed details, says that it is out of date, and has them after a reload", () =>
  pages.submitDetails());

test("P38: the card form of the build before pays at the next one, whose action is the same", () => pages.pay());

test("P38: a card that the next build declines is answered on a page of the build before", () => pages.decline());

test("P38: without script a form of the build before leads to a page that leads back to it", () =>
  pages.submitWithoutScript());

test("a storefront that is killed instead of stopped fails a payment", async (context) => {
  for (const serving of running.storefronts) assert.equal(await serving.stop(), 0);
  // The server itself, since a signal to kill would reach only the program that runs it.
  const killed = system.run([fromRoot("server.ts"), "-H", "127.0.0.1", "-p", `${storefronts[0]}`], {
    ...environment(storefronts[0]),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
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
