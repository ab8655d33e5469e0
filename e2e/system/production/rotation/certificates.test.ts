import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { chownSync, copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { connect } from "node:tls";
import { openBehindNginx } from "#e2e/system/production/behind-nginx.ts";
import { CARDS_OF_BUYERS, startSale } from "#e2e/system/production/open-pages.ts";
import { startProductionSystem } from "#e2e/system/production/system.ts";
import { eventOnSale } from "#e2e/tools/purchase.ts";
import { until } from "#e2e/tools/until.ts";
import { fromRoot, root } from "#scripts/lib/files.ts";

// docs/operate.md, "Rotate a secret": the certificates of the edge and of the service, and the authority of the latter.

const GOOD_CARD = "4111 1111 1111 1111";
const PLACES = 100;
const KEPT = /the one before stays/g;

const system = await startProductionSystem();
after(system.close);
const { settings, ports, ca, data } = system;
/** The authorities that the storefronts trust, and the folders in which the command makes certificates. */
const trusted = join(system.ownFolder("trusted", system.owner), "service-ca.pem");
const made = join(data, "tls");
const fresh = join(data, "tls-new");
const { site, edge, reloadEdge, storefronts, shop, startStorefront, ledgerSums, expectAllPaid } =
  await openBehindNginx(system);
after(edge.close);
// The edge's files are others here.
const ofService = { FOYER_DATA: system.ownFolder("renewed", system.owner) };
const served = system.ownFolder("renewed/tls", system.owner);

/** Copies a file that the programs can read. */
function install(from: string, to: string): void {
  writeFileSync(to, readFileSync(from));
  chownSync(to, system.owner.uid ?? -1, system.owner.gid ?? -1);
}

function makeCertificates(folder: string): void {
  execFileSync(process.execPath, [fromRoot("service", "setup", "certificates.ts"), folder], { cwd: root });
}

/** Puts the certificate of a folder at its place, and has the service read it, as `systemctl reload` does. It has refused so many before. */
async function reloadWith(folder: string, refusals = 0): Promise<void> {
  install(join(folder, "server-key.pem"), join(served, "server-key.pem"));
  install(join(folder, "server.pem"), join(served, "server.pem"));
  service.child.kill("SIGHUP");
  await untilServed(folder, ports.service, () => {
    assert.equal(service.child.exitCode, null, service.printed());
    assert.equal(service.printed().match(KEPT)?.length ?? 0, refusals, service.printed());
  });
}

/** Resolves once new connections to a port get the certificate of a folder. `meanwhile` throws when that will not be. */
async function untilServed(folder: string, port: number, meanwhile = () => {}): Promise<void> {
  const wanted = new X509Certificate(readFileSync(join(folder, "server.pem"))).fingerprint256;
  await until("new connections get the new certificate", async () => {
    meanwhile();
    return (await servedFingerprint(port)) === wanted;
  });
}

/** Returns the fingerprint of the certificate that a new connection to a port gets. */
function servedFingerprint(port = ports.service): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "localhost", servername: "localhost", port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? "");
      socket.destroy();
    }).on("error", reject);
  });
}

install(join(made, "server.pem"), join(served, "server.pem"));
install(join(made, "server-key.pem"), join(served, "server-key.pem"));
install(ca, trusted);

const serviceSettings = { ...settings.service, ...ofService };
const service = system.serve(["service"], serviceSettings);
await system.untilReady(service, `https://localhost:${ports.service}/ready`);
const worker = system.serve(["worker"], serviceSettings);
const trusting = { TICKETING_CA: trusted };
const running = [
  await startStorefront(root, storefronts[0], trusting),
  await startStorefront(root, storefronts[1], trusting),
];
const path = await eventOnSale({ ...shop, network: "192.0.2.1" }, PLACES);

async function restartStorefronts(): Promise<void> {
  for (const [at, port] of storefronts.entries()) {
    assert.equal(await running[at]?.stop(), 0, running[at]?.printed());
    running[at] = await startStorefront(root, port, trusting);
  }
}

const authorities = (...folders: readonly string[]) =>
  writeFileSync(trusted, folders.map((folder) => readFileSync(join(folder, "ca.pem"), "utf8")).join(""));

test("P38: the certificates of service and edge and then the service's authority are replaced during a sale, which fails no payment", async (context) => {
  const before = await ledgerSums();
  const sale = startSale({ shop, path, cards: CARDS_OF_BUYERS });
  await sale.more(2);

  rmSync(join(made, "server.pem"));
  makeCertificates(made);
  await reloadWith(made);
  await sale.more(3);

  copyFileSync(join(made, "server-key.pem"), site.keyFile);
  copyFileSync(join(made, "server.pem"), site.certificateFile);
  reloadEdge();
  await untilServed(made, ports.edge);
  await sale.more(2);

  makeCertificates(fresh);
  authorities(made, fresh);
  await restartStorefronts();
  await reloadWith(fresh);
  await sale.more(3);
  authorities(fresh);
  await restartStorefronts();
  await sale.more(2);

  const report = await sale.end();
  context.diagnostic(JSON.stringify(report));
  await expectAllPaid(report, before);
});

test("files that are no pair change nothing: the service keeps the certificate that it has", async () => {
  const before = await servedFingerprint();
  install(join(made, "server-key.pem"), join(served, "server-key.pem"));
  service.child.kill("SIGHUP");
  await until("the service says so", () => service.printed().includes("the one before stays"));
  assert.equal(await servedFingerprint(), before);
  assert.equal(service.child.exitCode, null);
});

test("a certificate of an authority that the storefronts do not trust yet sells and charges nothing", async () => {
  const before = await ledgerSums();
  // Its authority is no longer in the storefronts' file.
  await reloadWith(made, 1);
  const sale = startSale({ shop, path, cards: [[GOOD_CARD]] });
  await sale.more(1);
  assert.equal((await sale.end()).paid, 0);
  assert.deepEqual(await ledgerSums(), before);
  assert.deepEqual(await Promise.all([...running, worker, service].map(({ stop }) => stop())), [0, 0, 0, 0]);
});
