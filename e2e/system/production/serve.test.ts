import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { startEdge } from "#e2e/tools/edge.ts";
import { eventOnSale, isPaid, reachPayment } from "#e2e/tools/purchase.ts";
import { until } from "#e2e/tools/until.ts";
import { freePort, probe } from "#scripts/lib/ports.ts";
import { startProductionSystem } from "./system.ts";

/** The processor answers it after 8 s. */
const SLOW_CARD = "4111 1111 1111 1301";

const system = await startProductionSystem();
after(system.close);
const { settings, ports, tls, ca } = system;
const storefrontPort = await freePort(0);
const storefront = { ...settings.storefront, FOYER_PORT: `${storefrontPort}`, DRAIN_SECONDS: "1" };
const edge = await startEdge({
  target: `http://localhost:${storefrontPort}`,
  key: readFileSync(join(tls, "server-key.pem")),
  cert: readFileSync(join(tls, "server.pem")),
  port: ports.edge,
});
after(edge.close);
const shop = { origin: edge.url, ca: readFileSync(ca, "utf8"), network: "192.0.2.7" };
const addresses = {
  storefront: `http://localhost:${storefrontPort}`,
  service: `https://localhost:${ports.service}`,
};

const MISSING = {
  storefront: ["FOYER_ENVIRONMENT", "FOYER_ORIGIN", "FOYER_DATA", "TICKETING_URL", "TICKETING_USER", "COOKIE_KEYS"],
  service: ["FOYER_ENVIRONMENT", "FOYER_DATA", "DATABASE_URL", "PROCESSOR_SECRET", "CARD_KEY"],
  worker: ["FOYER_ENVIRONMENT", "FOYER_DATA", "DATABASE_URL", "PROCESSOR_SECRET", "CARD_KEY"],
};
for (const [name, missing] of Object.entries(MISSING))
  test(`${name} names every required setting that is missing, and ends with 1`, async () => {
    const { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY } = settings.storefront;
    const serving = system.serve([name], { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY });
    assert.equal(await serving.ended, 1);
    for (const setting of missing) assert.match(serving.printed(), new RegExp(`\\b${setting}\\b`));
  });

const REFUSED = [
  ["storefront", { FOYER_ORIGIN: "http://tickets.example" }, /FOYER_ORIGIN is no https: address/],
  ["storefront", { FOYER_PAYMENTS: "fake" }, /production takes real payments/],
  ["storefront", { TRUSTED_HOPS: undefined }, /TRUSTED_HOPS is not set/],
  ["storefront", { COOKIE_KEYS: settings.storefront.LINK_KEYS }, /LINK_KEYS repeats a key of COOKIE_KEYS/],
  [
    "storefront",
    { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: randomBytes(32).toString("base64") },
    /is not built from these sources and settings/,
  ],
  ["service", { CARD_KEY: settings.service.PROCESSOR_SECRET }, /CARD_KEY: repeats PROCESSOR_SECRET/],
  ["service", { PROCESSOR_URL: "http://processor.example" }, /would send cards to another machine without TLS/],
  ["worker", { SMTP_URL: "smtp://mail.example", MAIL_FROM: "nonsense" }, /MAIL_FROM/],
] as const;
for (const [name, changes, message] of REFUSED)
  test(`production refuses ${name} with ${Object.keys(changes).join(", ")} changed`, async () => {
    const serving = system.serve([name], { ...settings.service, ...storefront, ...changes });
    assert.equal(await serving.ended, 1);
    assert.match(serving.printed(), message);
  });

test("the three programs together sell a ticket, and one signal stops them all", async () => {
  // One folder for all: the service's, which has its certificate.
  const all = system.serve([], { ...storefront, ...settings.service });
  await system.untilReady(all, `${addresses.storefront}/api/ready`);
  const purchase = await reachPayment(shop, await eventOnSale(shop));
  assert.ok(isPaid(await purchase.pay("4111 1111 1111 1111")));
  assert.equal(await all.stop(), 0, all.printed());
  assert.equal(await probe(`${addresses.service}/health`, ca), 0);

  const lines = all
    .printed()
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const web = `storefront@${storefrontPort}`;
  assert.deepEqual([...new Set(lines.map(({ program }) => program))].sort(), ["service", web, "worker"]);
  const ofPurchase = ({ event }: { event: string }) => /^(Tickets were reserved|A purchase was paid)\.$/.test(event);
  const [reserved, reservedThere, paid, paidThere, ...others] = ["service", web]
    .flatMap((name) => lines.filter((line) => line.program === name && ofPurchase(line)))
    .sort((one, other) => other.event.localeCompare(one.event));
  assert.deepEqual(others, []);
  assert.equal(reserved.request, reservedThere.request);
  assert.equal(paid.reserved, reserved.request);
  for (const name of ["order", "attempt", "request"]) {
    assert.match(paid[name], /^[0-9a-zA-Z-]{6,64}$/);
    assert.equal(paid[name], paidThere[name], name);
  }
});

test("each program alone: a stop is announced, waits for a payment under way, and ends with 0", async () => {
  const service = system.serve(["service"], settings.service);
  const worker = system.serve(["worker"], settings.service);
  await system.untilReady(service, `${addresses.service}/ready`);
  const web = system.serve(["storefront"], storefront);
  await system.untilReady(web, `${addresses.storefront}/api/ready`);
  // Two purchases follow.
  const path = await eventOnSale(shop, 2);

  const purchase = await reachPayment(shop, path);
  const authorised = await system.watchAuthorisations();
  const paying = purchase.pay(SLOW_CARD);
  await authorised();
  const ended = web.stop();
  // The signal reaches the storefront by way of the program that started it.
  let announced = 200;
  await until("the storefront says that it stops", async () => {
    announced = await probe(`${addresses.storefront}/api/health`);
    return announced !== 200;
  });
  assert.equal(announced, 503, "it is said before the storefront stops listening");
  assert.ok(isPaid(await paying), "the payment under way ends well");
  assert.equal(await ended, 0, web.printed());

  const again = system.serve(["storefront"], storefront);
  await system.untilReady(again, `${addresses.storefront}/api/ready`);
  const next = await reachPayment(shop, path);
  const authorisedNext = await system.watchAuthorisations();
  const payingNext = next.pay(SLOW_CARD);
  await authorisedNext();
  const serviceEnded = service.stop();
  // The payment leads to its order page, which the storefront can show once a service runs again.
  await assert.rejects(payingNext, /\/en\/sales\/\S+ answered 503/);
  assert.deepEqual(await Promise.all([serviceEnded, worker.stop(), again.stop()]), [0, 0, 0]);
});
