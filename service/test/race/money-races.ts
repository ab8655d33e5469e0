import type { Db } from "#src/platform/store/db.ts";
import { foldCode } from "#src/pricing/domain/code.ts";
import type { OnSale } from "#test/buying.ts";
import {
  CARD,
  lockOrder,
  type RaceSetting,
  refusalOf,
  type ServiceClient,
  unexpected,
  untilAnswered,
} from "./race-setting.ts";

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

const USES = 5;

/** Lets many buyers reserve with a code of five uses. Returns the violations, one line each. */
export async function raceForCode(setting: RaceSetting, buyers: number): Promise<readonly string[]> {
  const { db, client } = setting;
  const { eventId, ticketTypeIds, caller } = await setting.putOnSale({ sections: [buyers] });
  const text = `FEW${eventId}`;
  await addLimitedCode(db, caller.account.id, text);
  const body = { event: eventId, tickets: [{ ticketType: ticketTypeIds[0], quantity: 1 }], bookingCode: text };
  const states = await Promise.all(
    Array.from({ length: buyers }, async (_, at) => {
      const answer = await untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
      const [code] = Array.isArray(answer.body.codes) ? answer.body.codes : [];
      return answer.body.successful ? String(code?.result) : refusalOf(answer);
    }),
  );

  const applied = states.filter((state) => state === "APPLIED").length;
  const [code] = await db.query<{ uses: number; cheaper: number }>(
    `SELECT uses, (SELECT count(*)::integer FROM sale WHERE event_id = $2 AND total_minor < 4750) AS cheaper
       FROM code WHERE text = $1`,
    [text, eventId],
  );
  return [
    ...(applied > USES ? [`used too often: ${applied} times of ${USES}`] : []),
    ...(applied < USES ? [`${USES - applied} uses were left over`] : []),
    ...(code?.uses === applied ? [] : [`the counter says ${code?.uses}, and ${applied} have it`]),
    ...(code?.cheaper === applied ? [] : [`${code?.cheaper} orders are cheaper, and ${applied} may be`]),
    ...unexpected("a buyer's state", states, ["APPLIED", "USED_UP"]),
  ];
}

/** Creates a code for 10 off an order, with a limited number of uses. */
async function addLimitedCode(db: Db, accountId: number, text: string): Promise<void> {
  await db.query(
    `WITH rule AS (
       INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, amount_minor)
       VALUES ($1, 'ORDER', 'Ten off', 'Ten off', true, true, 'AUD', 1000) RETURNING id)
     INSERT INTO code (account_id, text, folded, kind, discount_id, maximum_uses)
     SELECT $1, $2, $3, 'DISCOUNT', id, $4 FROM rule`,
    [accountId, text, foldCode(text), USES],
  );
}

/** The number of concurrent refunds of the first of an order's two tickets, in turn at each process. */
const REFUNDS_PER_ORDER = 4;

/** Refunds one of the two tickets of many orders several times concurrently. Returns the violations, one line each. */
export async function raceToRefund(setting: RaceSetting, orders: number): Promise<readonly string[]> {
  const { db, client, processor } = setting;
  const onSale = await setting.putOnSale({ sections: [orders * 2] });
  const bought = await Promise.all(Array.from({ length: orders }, (_, at) => buyTwo(client, onSale, at)));
  const tickets = bought.map(({ ticket }) => ticket);
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

/** The decisions about each request, each in turn at each process. */
const DECISIONS = ["approve", "decline", "approve", "decline"] as const;

/** Approves and declines the request to refund one ticket of many orders concurrently. Returns the violations, one line each. */
export async function raceToDecide(setting: RaceSetting, orders: number): Promise<readonly string[]> {
  const { db, client } = setting;
  const onSale = await setting.putOnSale({ sections: [orders * 2] });
  for (const { key, ticket } of await Promise.all(
    Array.from({ length: orders }, (_, at) => buyTwo(client, onSale, at)),
  )) {
    const body = { admissions: [ticket], reason: "Ill" };
    await untilAnswered(() => client.ask(0, "POST", `/order/${key}/refundRequest`, body));
  }
  const requests = await db.query<{ id: number }>(`SELECT id FROM refund_request WHERE event_id = $1`, [
    onSale.eventId,
  ]);
  const answers = await Promise.all(
    requests.flatMap(({ id }) =>
      DECISIONS.map((decision, nth) => {
        const body = decision === "approve" ? { fee: "returned" } : {};
        return untilAnswered(() => client.ask(nth, "POST", `/refundRequest/${id}/${decision}`, body));
      }),
    ),
  );
  const [decided] = await db.query<{ twice: number; once: number }>(
    `SELECT count(*) FILTER (WHERE refunds + told > 1)::integer AS twice, count(*) FILTER (WHERE refunds + told = 1)::integer AS once
       FROM refund_request request
      CROSS JOIN LATERAL (SELECT count(*) AS refunds FROM refund_request_admission named
                            JOIN refund_admission USING (event_id, admission_id) WHERE request_id = request.id) AS refunded
      CROSS JOIN LATERAL (SELECT count(*) AS told FROM message WHERE key = 'refund-declined ' || request.id) AS declined
      WHERE event_id = $1`,
    [onSale.eventId],
  );
  return [
    ...(decided?.twice === 0 ? [] : [`decided more than once: ${decided?.twice} of ${orders} requests`]),
    ...(decided?.once === orders ? [] : [`${decided?.once} of ${orders} requests were decided once`]),
    ...unexpected(
      "a decision's answer",
      answers.map((answer) => (answer.body.successful === true ? "decided" : refusalOf(answer))),
      ["decided", "WRONG_STATE"],
    ),
  ];
}

/** Buys two tickets. Returns the key of their sale and the id of the first one's admission. */
async function buyTwo(
  client: ServiceClient,
  onSale: OnSale,
  at: number,
): Promise<{ readonly key: string; readonly ticket: number }> {
  const { key, cartKey } = await lockOrder(client, onSale, at, 2);
  const payment = { amount: 95, creditCard: CARD };
  const paid = await untilAnswered(() => client.ask(at, "POST", `/cart/${cartKey}/payment`, payment));
  const { body: sale } = await untilAnswered(() => client.ask(at, "GET", `/payment/${key}`));
  const [first] = Array.isArray(sale.admissions) ? sale.admissions : [];
  if (first === undefined) throw new Error(`An order was not paid (${paid.status}).`);
  return { key: String(key), ticket: Number(first.id) };
}

/** The number of orders that the voucher's value pays for. */
const PAID = 5;
const PRICE_MINOR = 4_750;

/** So many orders are paid by one voucher at once, which is worth five of them. Returns what is wrong with the result, a line each. */
export async function raceForVoucher(setting: RaceSetting, orders: number): Promise<readonly string[]> {
  const { db, client } = setting;
  const onSale = await setting.putOnSale({ sections: [orders] });
  const code = codeOf(onSale.eventId);
  await insertVoucher(db, onSale.caller.account.id, code);
  const carts = await Promise.all(Array.from({ length: orders }, (_, at) => lockOrder(client, onSale, at)));
  const body = { amount: 47.5, voucher: { code, amount: 47.5 } };
  const answers = await Promise.all(
    carts.map(({ cartKey }, at) => untilAnswered(() => client.ask(at, "POST", `/cart/${cartKey}/payment`, body))),
  );
  const types = answers.map(({ status, body }) => {
    const [error] = Array.isArray(body.errors) ? body.errors : [];
    return status === 200 ? String(body.type) : String(error?.code ?? status);
  });
  const paid = types.filter((type) => type === "SUCCESS").length;
  const [voucher] = await db.query<{ balance: number; moved: number }>(
    `SELECT balance_minor AS balance,
            (SELECT coalesce(-sum(amount_minor), 0)::integer FROM voucher_movement WHERE voucher_id = voucher.id) AS moved
       FROM voucher WHERE code = $1`,
    [code],
  );
  return [
    ...(paid > PAID ? [`overspent: ${paid} orders were paid of ${PAID}`] : []),
    ...(paid < PAID ? [`${PAID - paid} orders were refused that the voucher could pay`] : []),
    ...(voucher?.balance === (PAID - paid) * PRICE_MINOR
      ? []
      : [`the balance is ${voucher?.balance}, ${paid} were paid`]),
    ...(voucher?.moved === paid * PRICE_MINOR ? [] : [`the movements are ${voucher?.moved}, ${paid} were paid`]),
    ...unexpected("a payment's answer", types, ["SUCCESS", "VOUCHER_CHANGED", "VOUCHER_NOT_VALID"]),
  ];
}

/** Returns a code of sixteen characters that no other race uses. */
function codeOf(eventId: number): string {
  return String(eventId).padStart(16, "0");
}

async function insertVoucher(db: Db, accountId: number, code: string): Promise<void> {
  await db.query(
    `INSERT INTO voucher (account_id, code, currency, initial_minor, balance_minor) VALUES ($1, $2, 'AUD', $3, $3)`,
    [accountId, code, PAID * PRICE_MINOR],
  );
}
