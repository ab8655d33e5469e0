import type { Db } from "#src/platform/store/db.ts";
import { CARD, lockOrder, type RaceSetting, unexpected, untilAnswered } from "./race-setting.ts";

/** The number of concurrent payment calls for each order, each a separate attempt, in turn at each process. */
const CALLS_PER_ORDER = 4;
const PAYMENT = { amount: 47.5, creditCard: CARD };

/** Pays each of many orders several times concurrently. Returns the violations, one line each. */
export async function raceToPay(setting: RaceSetting, orders: number): Promise<readonly string[]> {
  const { client } = setting;
  const onSale = await setting.putOnSale({ sections: [orders] });
  const locked = await Promise.all(Array.from({ length: orders }, (_, at) => lockOrder(client, onSale, at)));
  const answers = await Promise.all(
    Array.from({ length: orders * CALLS_PER_ORDER }, (_, at) => {
      const { cartKey } = locked[Math.floor(at / CALLS_PER_ORDER)] ?? {};
      return untilAnswered(() => client.ask(at, "POST", `/cart/${cartKey}/payment`, PAYMENT));
    }),
  );
  const states = await Promise.all(
    locked.map(async ({ key }, at) => String((await client.ask(at, "GET", `/payment/${key}`)).body.status)),
  );

  const { charges, authorisations } = await countsByCart(setting);
  const counts = locked.map(({ cartKey }) => charges.get(cartKey) ?? 0);
  const twice = counts.filter((count) => count > 1).length;
  const authorisedTwice = locked.filter(({ cartKey }) => (authorisations.get(cartKey) ?? 0) > 1).length;
  const unowned = charges.get(undefined) ?? 0;
  return [
    ...(twice > 0 ? [`charged more than once: ${twice} of ${orders} orders`] : []),
    ...(authorisedTwice > 0 ? [`authorised more than once: ${authorisedTwice} of ${orders} orders`] : []),
    ...(counts.includes(0) ? [`${counts.filter((count) => count === 0).length} orders were never charged`] : []),
    ...(unowned > 0 ? [`${unowned} charges belong to no order`] : []),
    ...unexpected("an order's state", states, ["CONFIRMED"]),
    ...unexpected(
      "a payment's answer",
      answers.map(({ status, body }) => (status === 200 ? String(body.type) : `status ${status}`)),
      ["SUCCESS", "WRONG_STATE"],
    ),
  ];
}

/** Returns the number of charges and authorisations by the cart of the attempt; `undefined` for an attempt without a cart. */
async function countsByCart({ db, processor }: RaceSetting) {
  const carts = await cartsOfAttempts(db);
  const entries = await processor.ledger();
  const countOf = (wanted: "authorisation" | "capture"): ReadonlyMap<string | undefined, number> => {
    const ofKind = entries.filter(({ kind }) => kind === wanted);
    const byCart = Map.groupBy(ofKind, ({ attempt }) => carts.get(attempt));
    return new Map([...byCart].map(([cartKey, taken]) => [cartKey, taken.length]));
  };
  return { charges: countOf("capture"), authorisations: countOf("authorisation") };
}

async function cartsOfAttempts(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; cart_key: string }>(`SELECT id, cart_key FROM payment_attempt`);
  return new Map(rows.map(({ id, cart_key }) => [id, cart_key]));
}
