import type { OnSale } from "#test/on-sale.ts";
import {
  CARD,
  lockOrder,
  type RaceSetting,
  refusalOf,
  type ServiceClient,
  unexpected,
  untilAnswered,
} from "./race-setting.ts";

/** The number of concurrent refunds of the first of an order's two tickets, in turn at each process. */
const REFUNDS_PER_ORDER = 4;

/** Refunds one of the two tickets of many orders several times concurrently. Returns the violations, one line each. */
export async function raceToRefund(setting: RaceSetting, orders: number): Promise<readonly string[]> {
  const { db, client, processor } = setting;
  const onSale = await setting.putOnSale({ sections: [orders * 2] });
  const tickets = await Promise.all(Array.from({ length: orders }, (_, at) => buyTwo(client, onSale, at)));
  const answers = await Promise.all(
    Array.from({ length: orders * REFUNDS_PER_ORDER }, (_, at) => {
      const ticket = tickets[Math.floor(at / REFUNDS_PER_ORDER)];
      return untilAnswered(() => client.ask(at, "POST", `/admission/${ticket}/refund`, { fee: "returned" }));
    }),
  );
  const given = (await processor.ledger()).filter(({ kind }) => kind === "refund");
  const byPayment = Map.groupBy(given, ({ attempt }) => attempt);
  const attempts = await db.query<{ id: string }>(
    `SELECT id FROM payment_attempt JOIN payment_attempt_sale ON attempt_id = id WHERE event_id = $1`,
    [onSale.eventId],
  );
  const counts = attempts.map(({ id }) => byPayment.get(id)?.length ?? 0);
  const twice = counts.filter((count) => count > 1).length;
  const [stock] = await db.query<{ taken: number }>(`SELECT taken FROM stock WHERE event_id = $1`, [onSale.eventId]);
  return [
    ...(twice > 0 ? [`refunded more than once: ${twice} of ${orders} tickets`] : []),
    ...(counts.includes(0) ? [`${counts.filter((count) => count === 0).length} tickets were never refunded`] : []),
    ...(stock?.taken === orders ? [] : [`${stock?.taken} places are taken by ${orders} valid tickets`]),
    ...unexpected(
      "a refund's answer",
      answers.map((answer) => (answer.body.successful === true ? "refunded" : refusalOf(answer))),
      ["refunded", "WRONG_STATE"],
    ),
  ];
}

/** Buys two tickets. Returns the id of the first one's admission. */
async function buyTwo(client: ServiceClient, onSale: OnSale, at: number): Promise<number> {
  const { key, cartKey } = await lockOrder(client, onSale, at, 2);
  const payment = { amount: 95, creditCard: CARD };
  const paid = await untilAnswered(() => client.ask(at, "POST", `/cart/${cartKey}/payment`, payment));
  const { body: sale } = await untilAnswered(() => client.ask(at, "GET", `/payment/${key}`));
  const [first] = Array.isArray(sale.admissions) ? sale.admissions : [];
  if (first === undefined) throw new Error(`An order was not paid (${paid.status}).`);
  return Number(first.id);
}
