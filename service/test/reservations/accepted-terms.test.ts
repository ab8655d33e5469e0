import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const { shop, promoter, putOn, reserve, db, close } = await openShop();
test.after(close);

const [OLD, NEW, OTHER] = ["2026", "2027", "other"].map((version) => `https://harbour.example/conditions/${version}`);

async function withTerms(url: string | undefined, termsRequired = true) {
  const on = await putOn();
  await demand(on.event, url, termsRequired);
  return on;
}

async function demand(event: number, externalTermsUrl: string | undefined, termsRequired = true) {
  const body = { externalTermsUrl: externalTermsUrl ?? null, termsRequired };
  assert.equal((await promoter("PUT", `/event/${event}`, body)).status, 200);
}

async function reserveOf(on: { event: number; type: number }, cart?: string) {
  const answered = await reserve(shop, on, 1, cart === undefined ? {} : { multiOrderKey: cart });
  return { key: String(at(answered, "key")), cart: String(at(answered, "multiSaleKey")) };
}

const lock = (path: string, acceptedTerms?: readonly (string | undefined)[]) =>
  shop("POST", `${path}/lock`, { ...BUYER, ...(acceptedTerms && { acceptedTerms }) });
const acceptedOf = async (key: string) =>
  at(await promoter("GET", `/payment/${key}`), "acceptedTerms") as { url: string; accepted: string } | null;
const statusOf = async (key: string) => at(await shop("GET", `/reservation/${key}`), "status");

const REFUSED: readonly (readonly [what: string, acceptedTerms: readonly (string | undefined)[] | undefined])[] = [
  ["without acceptedTerms", undefined],
  ["with earlier conditions", [OLD]],
  ["with another event's conditions", [OTHER]],
];
for (const [what, acceptedTerms] of REFUSED) {
  test(`refuses a lock ${what} by the field's path, and stores nothing`, async () => {
    const { key, cart } = await reserveOf(await withTerms(NEW));
    for (const path of [`/cart/${cart}`, `/reservation/${key}`]) {
      const refused = await lock(path, acceptedTerms);
      const [row] = at(refused, "errors") as { path: string; code: string; message: string }[];
      assert.deepEqual([refused.status, row?.path, row?.code], [400, "acceptedTerms", "REQUIRED"]);
      assert.ok(row?.message.includes(NEW ?? ""));
      assert.equal(await statusOf(key), "RESERVED");
    }
    assert.equal(await acceptedOf(key), null);
  });
}

test("accepts the same lock when the event has no conditions or does not require them", async () => {
  for (const on of [await withTerms(NEW, false), await withTerms(undefined)]) {
    const { key, cart } = await reserveOf(on);
    assert.equal(at(await lock(`/cart/${cart}`), "successful"), true);
    assert.equal(await acceptedOf(key), null);
  }
});

test("stores the accepted conditions and the database's time with the sale", async () => {
  const { key, cart } = await reserveOf(await withTerms(NEW));
  const [clock] = await db.query<{ now: Date }>("SELECT date_trunc('milliseconds', now()) AS now");
  assert.equal(at(await lock(`/cart/${cart}`, [NEW]), "successful"), true);
  const accepted = await acceptedOf(key);
  assert.ok(accepted);
  assert.equal(accepted.url, NEW);
  const since = Date.parse(accepted.accepted) - (clock?.now.getTime() ?? 0);
  assert.ok(since >= 0 && since < 60_000, `${since} ms after`);

  // Unlocking, new conditions and paying do not change the accepted ones.
  await shop("POST", `/cart/${cart}/unlock`);
  assert.equal(at(await lock(`/cart/${cart}`), "successful"), true);
  assert.deepEqual(await acceptedOf(key), accepted);
  const due = at(await shop("GET", `/cart/${cart}`), "total", "amount");
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: due, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  assert.deepEqual(await acceptedOf(key), accepted);
});

test("requires conditions again that changed after they were accepted", async () => {
  const on = await withTerms(OLD);
  const { key, cart } = await reserveOf(on);
  assert.equal(at(await lock(`/cart/${cart}`, [OLD]), "successful"), true);
  await shop("POST", `/cart/${cart}/unlock`);
  await demand(on.event, NEW);
  assert.equal((await lock(`/cart/${cart}`)).status, 400);
  assert.equal((await acceptedOf(key))?.url, OLD);
  assert.equal(at(await lock(`/cart/${cart}`, [OLD, NEW]), "successful"), true);
  assert.equal((await acceptedOf(key))?.url, NEW);
});

test("stores each event's conditions with its sale, and accepts shared ones once", async () => {
  const [one, two, three] = [await withTerms(NEW), await withTerms(NEW), await withTerms(OTHER)];
  const first = await reserveOf(one);
  const second = await reserveOf(two, first.cart);
  const third = await reserveOf(three, first.cart);
  const refused = await lock(`/cart/${first.cart}`, []);
  assert.equal((at(refused, "errors") as unknown[]).length, 2);
  assert.equal(at(await lock(`/cart/${first.cart}`, [NEW, OTHER, OLD]), "successful"), true);
  const urls = await Promise.all([first, second, third].map(async ({ key }) => (await acceptedOf(key))?.url));
  assert.deepEqual(urls, [NEW, NEW, OTHER]);
});
