import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { buildCopy, openBehindNginx } from "#e2e/system/production/behind-nginx.ts";
import { CARDS_OF_BUYERS, startSale } from "#e2e/system/production/open-pages.ts";
import { type Serving, startProductionSystem } from "#e2e/system/production/system.ts";
import { alertsIn, eventOnSale, isPaid, reachPayment } from "#e2e/tools/purchase.ts";
import { createVisitor, load } from "#e2e/tools/visitor.ts";
import { root } from "#scripts/lib/files.ts";
import type { Variables } from "#scripts/lib/run.ts";
import { startProcessorWithSecrets } from "./processor-with-secrets.ts";

// The rows of the table of docs/operate.md, "Rotate a secret", each as it says, while buyers buy. Every secret is in a file.

const PLACES = 150;
const GOOD_CARD = "4111 1111 1111 1111";
/** The service allows so many payments with a card in ten minutes. */
const PAYMENTS_OF_A_CARD = 5;
const [FIRST_BUYER = [], SECOND_BUYER = [], THIRD_BUYER = [], SLOW_BUYER = []] = CARDS_OF_BUYERS;

const newKey = () => randomBytes(32).toString("base64url");

const system = await startProductionSystem();
after(system.close);
const { settings, ports, owner, manager } = system;
const { edge, storefronts, shop, nextPort, startStorefront, ledgerSums, failedAtEdge, expectAllPaid } =
  await openBehindNginx(system);
after(edge.close);
const accepted = new Set([settings.service.PROCESSOR_SECRET]);
const processorPort = await nextPort();
const processor = await startProcessorWithSecrets(processorPort, {
  behind: ports.processor,
  secret: settings.service.PROCESSOR_SECRET,
  accepted,
});
after(processor.close);

const files = system.ownFolder("secrets", owner);
/** Writes a secret into its file, as an editor does, for the programs' user alone. */
function put(name: string, secret: string): void {
  const file = join(files, name);
  writeFileSync(file, `${secret}\n`);
  chmodSync(file, 0o400);
  chownSync(file, owner.uid ?? -1, owner.gid ?? -1);
}

/** Returns the settings with these secrets in files. */
function inFiles(given: Readonly<Record<string, string>>, names: readonly string[]): Variables {
  for (const name of names) put(name, given[name] ?? "");
  const others = Object.entries(given).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...others, ...names.map((name) => [`${name}_FILE`, join(files, name)])]);
}

const ofStorefront = [
  "COOKIE_KEYS",
  "LINK_KEYS",
  "NEXTAUTH_SECRET",
  "TICKETING_PASSWORD",
  "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY",
];
const web = {
  // `startStorefront` has the others.
  ...Object.fromEntries(ofStorefront.map((name) => [name, undefined])),
  ...inFiles(settings.storefront, ofStorefront),
};
const service = inFiles(
  { ...settings.service, PROCESSOR_URL: `http://127.0.0.1:${processorPort}`, DRAIN_SECONDS: "2" },
  ["DATABASE_URL", "PROCESSOR_SECRET", "CARD_KEY", "SMTP_URL"],
);

async function startService(): Promise<Serving> {
  const serving = system.serve(["service"], service);
  await system.untilReady(serving, `https://localhost:${ports.service}/ready`);
  return serving;
}
const startWorker = () => system.serve(["worker"], service);

const running = {
  service: await startService(),
  worker: startWorker(),
  storefronts: [await startStorefront(root, storefronts[0], web), await startStorefront(root, storefronts[1], web)],
};
const path = await eventOnSale({ ...shop, network: "192.0.2.1" }, PLACES);

/** Restarts one storefront after the other. Between them `whileBoth` runs, while each has other secrets. */
async function restartStorefronts(whileBoth: () => Promise<void>, build = root): Promise<void> {
  for (const [at, port] of storefronts.entries()) {
    assert.equal(await running.storefronts[at]?.stop(), 0, running.storefronts[at]?.printed());
    running.storefronts[at] = await startStorefront(build, port, web);
    await whileBoth();
  }
}

let networks = 0;

/** Buys a ticket without a pause. Returns the page to which the payment leads. */
async function buy(card: string) {
  networks += 1;
  const purchase = await reachPayment({ ...shop, network: `203.0.113.${networks}` }, path);
  return purchase.pay(card);
}

test("P38: cookie keys and link keys change in three steps: nobody loses a cart, also who moves between the storefronts", async (context) => {
  const early = await buy(FIRST_BUYER.at(-1) ?? "");
  assert.ok(isPaid(early), alertsIn(early));
  const before = await ledgerSums();
  const sale = startSale({ shop, path, cards: [FIRST_BUYER.slice(0, -1), SLOW_BUYER.slice(0, 2)], roams: true });
  await sale.more(1);
  const [cookieKey, linkKey] = [newKey(), newKey()];
  const { COOKIE_KEYS, LINK_KEYS } = settings.storefront;
  put("COOKIE_KEYS", `${COOKIE_KEYS},${cookieKey}`);
  put("LINK_KEYS", `${LINK_KEYS},${linkKey}`);
  await restartStorefronts(() => sale.more(2));
  put("COOKIE_KEYS", `${cookieKey},${COOKIE_KEYS}`);
  put("LINK_KEYS", `${linkKey},${LINK_KEYS}`);
  await restartStorefronts(() => sale.more(2));
  const report = await sale.end();
  context.diagnostic(JSON.stringify(report));
  await expectAllPaid(report, before);

  // A day later: the visits of before have ended, and the links are opened for a month.
  put("COOKIE_KEYS", cookieKey);
  const later = startSale({ shop, path, cards: [THIRD_BUYER], roams: true });
  const now = await ledgerSums();
  await restartStorefronts(() => later.more(1));
  await expectAllPaid(await later.end(), now);
  const kept = await createVisitor({ ...shop, network: "192.0.2.2" }).open(early.url);
  assert.equal(kept.url.pathname, early.url.pathname);
  // The control: without its key the link opens nothing.
  put("LINK_KEYS", linkKey);
  await restartStorefronts(async () => {});
  await assert.rejects(createVisitor({ ...shop, network: "192.0.2.3" }).open(early.url), /answered 404/);
});

/** Calls the service as the shop's user, with this password or token. */
async function asShop(password: string, method: "GET" | "POST" | "DELETE", address: string, body?: object) {
  const credential = Buffer.from(`${settings.storefront.TICKETING_USER}:${password}`).toString("base64");
  const { status, body: text } = await load(new URL(`https://localhost:${ports.service}/v2/${address}`), {
    ca: shop.ca,
    method,
    headers: { authorization: `Basic ${credential}`, "content-type": "application/json", accept: "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status, answer: JSON.parse(text.toString()) as { readonly id?: number; readonly token?: string } };
}

async function newToken() {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const wanted = { scopes: ["PUBLIC"], name: "storefront", expiresAt };
  const { status, answer } = await asShop(settings.storefront.TICKETING_PASSWORD, "POST", "user/token", wanted);
  assert.equal(status, 200);
  return { id: answer.id ?? 0, token: answer.token ?? "" };
}

test("P38: the shop's token and the promoters' key change during a sale: promoters sign in again, buyers notice nothing", async (context) => {
  const promoter = createVisitor({ ...shop, network: "192.0.2.4" });
  const at = async () => (await promoter.open(new URL("/en/promoter", shop.origin))).url.pathname;
  const signIn = await promoter.open(new URL("/en/promoter/sign-in", shop.origin));
  assert.equal((await promoter.send(signIn, "password", manager)).url.pathname, "/en/promoter");
  assert.equal(await at(), "/en/promoter");

  const before = await ledgerSums();
  const sale = startSale({ shop, path, cards: [SECOND_BUYER, SLOW_BUYER.slice(2, 3)] });
  const first = await newToken();
  put("TICKETING_PASSWORD", first.token);
  put("NEXTAUTH_SECRET", newKey());
  await restartStorefronts(() => sale.more(1));
  const second = await newToken();
  put("TICKETING_PASSWORD", second.token);
  await restartStorefronts(() => sale.more(1));
  assert.equal((await asShop(settings.storefront.TICKETING_PASSWORD, "DELETE", `user/token/${first.id}`)).status, 200);
  assert.equal((await asShop(first.token, "GET", "user/login.json")).status, 401);
  await sale.more(2);
  const report = await sale.end();
  context.diagnostic(JSON.stringify(report));
  await expectAllPaid(report, before);
  assert.equal(await at(), "/en/promoter/sign-in");
});

test("P38: the processor's secret and the card key change with a restart of service and worker: who buys meanwhile is asked to try again, and is not charged", async (context) => {
  for (let paid = 0; paid < PAYMENTS_OF_A_CARD; paid += 1) assert.ok(isPaid(await buy(GOOD_CARD)));
  assert.equal(isPaid(await buy(GOOD_CARD)), false, "the card has been used too often");

  const before = await ledgerSums();
  // Of the third buyer's cards the last one is not yet used.
  const sale = startSale({ shop, path, cards: [SLOW_BUYER.slice(3), THIRD_BUYER.toReversed()] });
  await sale.more(1);
  const secret = newKey();
  accepted.add(secret);
  put("PROCESSOR_SECRET", secret);
  put("CARD_KEY", newKey());
  assert.equal(await running.service.stop(), 0, running.service.printed());
  running.service = await startService();
  assert.equal(await running.worker.stop(), 0, running.worker.printed());
  running.worker = startWorker();
  accepted.delete(settings.service.PROCESSOR_SECRET);
  await sale.more(2);
  const report = await sale.end();
  context.diagnostic(JSON.stringify(report));
  assert.ok(isPaid(await buy(GOOD_CARD)), "the payments of the card are counted from zero");
  // Who paid just before the stop is shown the order by a reload, once the service runs again.
  const paid = report.paid + report.failures.filter((failure) => failure.includes("/en/sales/")).length + 1;
  const { attempts, captures, others } = await ledgerSums();
  assert.deepEqual(
    [attempts - before.attempts, captures - before.captures, others - before.others],
    [paid, paid, 0],
    "whoever was charged has their tickets",
  );
  // While the one service restarts, a buyer is asked to try again.
  for (const failure of report.failures) assert.match(failure, /answered 503|get an answer from the ticket service/);
  for (const line of failedAtEdge()) assert.match(line, /"status":503/);
});

test("P38: a build with another key of server actions: who had a page open is asked for its form again, and pays", async (context) => {
  const key = randomBytes(32).toString("base64");
  const build = await buildCopy(key);
  after(() => rmSync(dirname(build), { recursive: true, force: true }));
  const before = await ledgerSums();
  const sale = startSale({ shop, path, cards: [FIRST_BUYER, SECOND_BUYER] });
  await sale.more(1);
  put("NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", key);
  await restartStorefronts(() => sale.more(2), build);
  const report = await sale.end();
  context.diagnostic(JSON.stringify(report));
  await expectAllPaid(report, before);
  assert.ok(report.outOfDate > 0);
});
