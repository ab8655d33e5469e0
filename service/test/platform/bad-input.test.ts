import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { db, shop, promoter, reserved, close } = await openShop();
test.after(close);

const { event, type, key, cart } = await reserved();
const reservation = { event, tickets: [{ ticketType: type, quantity: 1 }] };

/** Each call with a valid body. Lock accepts any text and booleans under any name, so only other types are invalid for it. */
const calls: readonly (readonly [path: string, good: object, takesText?: true])[] = [
  ["/reservation/", reservation],
  [`/reservation/${key}/lock`, BUYER, true],
  [`/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 95 }, creditCard: CARD }],
  [`/cart/${cart}/lock`, BUYER, true],
  [`/cart/${cart}/payment`, { amount: 95, creditCard: CARD }],
  ["/admission/1/admit", { eventDate: 1 }],
];
/** Calls without fields, which refuse every field. */
const withoutFields = [`/cart/${cart}/unlock`, `/cart/${cart}/extend`];

async function everything(): Promise<unknown> {
  const tables = ["sale", "sale_line", "payment_attempt", "admission", "stock", "cart"];
  return Promise.all(tables.map((table) => db.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
}

const nonsense = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, -1, 0, 1.5, 1e308, 2 ** 53, "", "x".repeat(5_000), [], {}, true, "\u0000", "\ud800", "‮"),
);

test("answers 4xx and names the field, or changes nothing, when one field of a valid body is invalid", async () => {
  const before = await everything();
  const choice = fc.constantFrom(...calls).chain(([path, good, takesText]) => {
    const field = fc.constantFrom(...Object.keys(good), "surprise");
    const value = takesText ? nonsense.filter((odd) => typeof odd !== "string" && typeof odd !== "boolean") : nonsense;
    return fc.record({ path: fc.constant(path), good: fc.constant(good), field, value });
  });
  await fc.assert(
    fc.asyncProperty(choice, async ({ path, good, field, value }) => {
      const answered = await promoter("POST", path, { ...good, [field]: value });
      assert.equal(at(answered, "successful"), false, path);
      assert.ok(answered.status < 500, `${answered.status} ${path} ${field}`);
      if (answered.status === 400) assert.match(String(at(answered, "errors", 0, "code")), /^[A-Z_]+$/);
    }),
    { numRuns: 400 },
  );
  assert.deepEqual(await everything(), before);
});

test("refuses a body that is no object, no JSON or larger than 1 MiB", async () => {
  const before = await everything();
  for (const path of [...calls.map(([path]) => path), ...withoutFields]) {
    for (const body of ["[]", "1", '"x"', "{", '{"a":}', "{'a':1}", '{"surprise":[]}', '{"__proto__":{"a":1}}']) {
      assert.equal((await promoter("POST", path, body)).status, 400, `${path} ${body}`);
    }
    const huge = await promoter("POST", path, `{"a":"${"x".repeat(1024 * 1024)}"}`);
    assert.equal(huge.status, 413);
  }
  assert.deepEqual(await everything(), before);
});

test("answers 404 for unknown keys and ids", async () => {
  for (const odd of [
    "ZZZZZZZZZZ",
    "0",
    "-1",
    "1e9",
    "99999999999999999999",
    "%00",
    "%ff",
    "a".repeat(400),
    "..%2f..",
    "'OR 1=1--",
  ]) {
    for (const path of [`/reservation/${odd}`, `/cart/${odd}`, `/payment/${odd}`, `/admission/${odd}`]) {
      const { status } = await shop("GET", path);
      assert.ok(status === 404 || status === 400, `${status} ${path}`);
    }
  }
});
