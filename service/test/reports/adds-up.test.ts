import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { readFigures } from "#src/admissions/store/figures.ts";
import { sumOfFigures } from "#src/catalogue/domain/figures.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import { expireReservations, forgetReservations } from "#src/reservations/use-cases/release.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, BUYER, CARD, make } from "#test/test-app.ts";
import { openSources, type Report } from "./source-story.ts";

const PURCHASES = Number(process.env.FOYER_RACE_SIZE || 1) > 1 ? 500 : 120;
const AT_ONCE = 10;
const SEED = 20261130;

const { db, shop, promoter, place, putOn, reserve, addLink, report, close } = await openSources({
  limits: { ...LIMITS, minPaymentMs: 0, paymentsPerCard: { tries: PURCHASES, seconds: 60 } },
});
test.after(close);

const SOURCES = [
  { ref: "street-team" },
  { ref: "Newsletter", utm: { source: "newsletter", medium: "email" } },
  { ref: "ended", embed: "longlight.example" },
  { ref: "invented" },
  { embed: "longlight.example", clickIds: { gclid: "one" } },
  { utm: { source: "blog", campaign: "opening" } },
  {},
] as const;

const part = fc.record({
  event: fc.nat(2),
  source: fc.constantFrom(...SOURCES),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const purchase = fc.record({
  // Each event of an order may come by another link.
  parts: fc.uniqueArray(part, { minLength: 1, maxLength: 3, selector: ({ event }) => event }),
  isBoxOffice: fc.boolean(),
  code: fc.constantFrom("", "", "HALF"),
  end: fc.constantFrom("paid", "paid", "paid", "refunded", "partly refunded", "expired", "deleted", "given back"),
});

type Purchase = typeof purchase extends fc.Arbitrary<infer One> ? One : never;
type Sold = {
  readonly source: object;
  readonly isBoxOffice: boolean;
  readonly tickets: number;
  readonly orders: number;
};

/** Makes a purchase and returns what each of its sources sold, the tickets that are valid in the end. */
async function buy({ parts, isBoxOffice, code, end }: Purchase, on: readonly On[]): Promise<readonly Sold[]> {
  const ask = isBoxOffice ? promoter : shop;
  let cart: string | undefined;
  const keys: string[] = [];
  for (const { event, source, quantity } of parts) {
    const more = { source, boxOffice: isBoxOffice, bookingCode: code, ...(cart && { multiOrderKey: cart }) };
    const answered = await reserve(ask, on[event] ?? { event: 0, type: 0 }, quantity, more);
    assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
    cart = String(at(answered, "multiSaleKey"));
    keys.push(String(at(answered, "key")));
  }
  const sold = (tickets: (quantity: number, part: number) => number, orders: 0 | 1) =>
    parts.map(({ source, quantity }, part) => ({ source, isBoxOffice, tickets: tickets(quantity, part), orders }));
  if (end === "given back") {
    for (const key of keys) await ask("DELETE", `/reservation/${key}`);
    return [];
  }
  if (end === "expired" || end === "deleted") {
    const seconds = end === "expired" ? 3_600 : LIMITS.abandonedKeepSeconds + 3_600;
    await db.query("UPDATE sale SET expires_at = now() - make_interval(secs => $2) WHERE key = ANY ($1)", [
      keys,
      seconds,
    ]);
    return sold(() => 0, 0);
  }
  await ask("POST", `/cart/${cart}/lock`, BUYER);
  const amount = at(await ask("GET", `/cart/${cart}`), "total", "amount");
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  if (end === "paid") return sold((quantity) => quantity, 1);
  const admissions =
    end === "refunded" ? {} : { admissions: [at(await promoter("GET", `/payment/${keys[0]}`), "admissions", 0, "id")] };
  const refunded = await promoter("POST", `/order/${keys[0]}/refund`, {
    fee: parts.length === 1 ? "kept" : "returned",
    ...admissions,
  });
  assert.equal(at(refunded, "successful"), true, JSON.stringify(refunded.body));
  return sold((quantity, part) => (part > 0 ? quantity : end === "refunded" ? 0 : quantity - 1), 1);
}

type On = { readonly event: number; readonly type: number };

/** Returns the figures of all sales, as the dates and the tables have them. */
async function allSales(on: readonly On[]) {
  const types = on.map(({ event, type }) => ({ eventId: event, ticketTypeId: type }));
  const { sold, revenueMinor } = sumOfFigures([...(await readFigures(db, types)).values()]);
  const [row] = await db.query<{ orders: number }>(`SELECT count(*) AS orders FROM sale WHERE status = 'CONFIRMED'`);
  return { orders: row?.orders, tickets: sold, revenue: revenueMinor / 100 };
}

/** Returns what does not add up: rows to the total, or the total to all sales. */
async function faultsOf({ rows, total }: Report, on: readonly On[]): Promise<readonly string[]> {
  const figures = ["opened", "reserved", "orders", "tickets", "revenue"] as const;
  const sumOf = (figure: (typeof figures)[number]) =>
    Math.round(rows.reduce((sum, row) => sum + row[figure], 0) * 100) / 100;
  const all = await allSales(on);
  return [
    ...figures.filter((figure) => sumOf(figure) !== total[figure]).map((figure) => `the rows' ${figure}`),
    ...(["orders", "tickets", "revenue"] as const)
      .filter((figure) => total[figure] !== all[figure])
      .map((figure) => `all ${figure}`),
  ];
}

test(`the rows add up to all sales after ${PURCHASES} random purchases`, { timeout: 300_000 }, async () => {
  for (const ref of ["street-team", "newsletter"]) await addLink(ref);
  await addLink("ended", "Ended", { ended: true });
  await db.query("UPDATE venue_section SET capacity = 5000 WHERE id = $1", [place.stalls]);
  const on = [await putOn(), await putOn({ price: 19.95, fee: 0 }), await putOn({ price: 0, fee: 1 })];
  const discount = await make(promoter, "/discount", {
    name: "Half",
    kind: "PER_TICKET",
    percentage: 50,
    codeRequired: true,
    events: on.map(({ event }) => event),
  });
  await promoter("PUT", `/discount/${discount}/enable/true`);
  await make(promoter, "/code", { text: "HALF", kind: "DISCOUNT", discount });

  const purchases = fc.sample(purchase, { numRuns: PURCHASES, seed: SEED });
  const sold: Sold[] = [];
  for (let begun = 0; begun < PURCHASES; begun += AT_ONCE)
    sold.push(...(await Promise.all(purchases.slice(begun, begun + AT_ONCE).map((one) => buy(one, on)))).flat());
  const before = await report();
  await expireReservations(testRuntime(db));
  await forgetReservations(testRuntime(db));
  const after = await report();
  assert.deepEqual(after, before, "what is deleted is counted as before");
  assert.deepEqual(await faultsOf(after, on), []);

  for (const source of SOURCES) {
    const own = sold.filter((one) => one.source === source && !one.isBoxOffice);
    const sumOf = (figure: "tickets" | "orders") => own.reduce((sum, one) => sum + one[figure], 0);
    const row = after.rows.find((one) => isOf(one, source));
    assert.deepEqual([row?.orders, row?.tickets], [sumOf("orders"), sumOf("tickets")], JSON.stringify(source));
  }
  const quantities = purchases
    .filter(({ end }) => end !== "given back")
    .flatMap(({ parts }) => parts.map(({ quantity }) => quantity));
  assert.equal(
    after.total.reserved,
    quantities.reduce((sum, quantity) => sum + quantity, 0),
  );

  // The control: a report that lacks one sale.
  await db.query(`UPDATE sale SET created_at = '2001-01-01' WHERE key = (SELECT sale.key FROM sale JOIN admission ON admission.event_id = sale.event_id
    AND admission.sale_id = sale.id WHERE admission.status = 'CONFIRMED' AND price_minor > 0 AND paid_minor > 0 LIMIT 1)`);
  assert.deepEqual(await faultsOf(await report("?from=2002-01-01T00:00:00Z"), on), [
    "all orders",
    "all tickets",
    "all revenue",
  ]);
});

function isOf({ kind, ref, embed, utm }: Report["rows"][number], source: (typeof SOURCES)[number]): boolean {
  if ("ref" in source) return ref === source.ref.toLowerCase();
  if ("embed" in source) return embed === source.embed;
  return "utm" in source ? JSON.stringify(utm) === JSON.stringify(source.utm) : kind === "DIRECT";
}
