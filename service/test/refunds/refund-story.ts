import assert from "node:assert/strict";
import { type RefundCommand, type RefundOutcome, refundSale } from "#src/payments/use-cases/refund.ts";
import { runRefundJobs } from "#src/payments/use-cases/run-refund-jobs.ts";
import type { Db } from "#src/platform/store/db.ts";
import { answerType, type OnSale, type putOnSale, stage } from "#test/buying.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

type Wish = Parameters<typeof putOnSale>[1];

/** Returns a stage with the steps of a manager who refunds. */
export async function refundStage(db: Db, wish: Wish = {}) {
  const staged = await stage(db, wish);
  const { runtime, caller } = staged;
  const priceMinor = (wish?.priceMinor ?? 4500) + (wish?.feeMinor ?? 250);

  /** Sells these quantities by card, at the price of the wish. */
  async function sold(quantities: readonly number[] = [1]) {
    const { key, cartKey } = await staged.holdLocked(quantities);
    const tickets = quantities.reduce((sum, one) => sum + one, 0);
    assert.equal(answerType(await staged.pay(cartKey, ((tickets * priceMinor) / 100).toFixed(2))), "SUCCESS");
    return { key, cartKey, tickets: await ticketsOf(db, key) };
  }

  const refund = (saleKey: string, more: Partial<RefundCommand> = {}): Promise<RefundOutcome> =>
    refundSale(runtime, {
      caller,
      saleKey,
      share: { fee: "returned", percentage: 100 },
      force: false,
      notify: true,
      origin: "ORGANISER",
      ...more,
    });

  return { ...staged, sold, refund };
}

type Ticket = { readonly id: number; readonly status: string; readonly paid: number; readonly refunded: number };

/** Returns the tickets of a sale by their type. Their ids are random. */
export async function ticketsOf(db: Db, key: string): Promise<readonly Ticket[]> {
  return db.query<Ticket>(
    `SELECT admission.id, admission.status, paid_minor AS paid, refunded_minor AS refunded
       FROM admission JOIN sale ON sale.event_id = admission.event_id AND sale.id = admission.sale_id
      WHERE key = $1 ORDER BY ticket_type_id, admission.id`,
    [key],
  );
}

/** Makes every refund that is under way due for the reconciler. */
export async function makeRefundsDue(db: Db): Promise<void> {
  await db.query(`UPDATE refund SET next_check_at = now() - interval '1 second' WHERE state = 'STARTED'`);
}

/** Returns the state and the amount of a refund, or why there is none: "REFUNDED 4750", "not_paid". */
export function gist(outcome: RefundOutcome): string {
  if (outcome.kind === "refund") return `${outcome.refund.state} ${outcome.refund.amount.minor}`;
  return outcome.kind === "refused" ? outcome.problems.map(({ problem }) => problem).join() : outcome.kind;
}

/**
 * Returns what is wrong with the refunds of the whole database: more given back than was paid by a method, a ticket whose status is not that of its refund, and places that are not those of valid tickets and reservations.
 */
export async function refundFaults(db: Db): Promise<readonly string[]> {
  const rows = await db.query<{ fault: string }>(`
    SELECT format('ticket %s: status %s, refunded %s of %s, in refunds %s', id, status, refunded_minor, paid_minor, given) AS fault
      FROM (SELECT admission.*, (SELECT coalesce(sum(amount_minor), 0) FROM refund_admission
                                  WHERE admission_id = admission.id AND in_force) AS given,
                   EXISTS (SELECT FROM refund_admission JOIN refund ON refund.id = refund_id
                            WHERE admission_id = admission.id AND in_force AND state <> 'REFUSED') AS is_refunded
              FROM admission) AS tickets
     WHERE given <> refunded_minor OR is_refunded <> (status IN ('REFUNDED', 'RETURNED'))
     UNION ALL
    SELECT format('refund %s: amount %s, parts %s, tickets %s', id, amount_minor, parts, tickets)
      FROM (SELECT refund.*, (SELECT coalesce(sum(minor), 0) FROM unnest(method_minors) AS minor) AS parts,
                   (SELECT sum(amount_minor) FROM refund_admission WHERE refund_id = refund.id) AS tickets FROM refund) AS refunds
     WHERE amount_minor <> parts OR amount_minor <> tickets
     UNION ALL
    SELECT format('attempt %s: %s paid %s, refunded %s', attempt.id, method, minor, given)
      FROM payment_attempt attempt CROSS JOIN unnest(methods, method_minors) AS part (method, minor)
     CROSS JOIN LATERAL (
             SELECT coalesce(sum(back.minor), 0) AS given FROM refund
              CROSS JOIN unnest(refund.methods, refund.method_minors) AS back (method, minor)
              WHERE attempt_id = attempt.id AND state <> 'REFUSED' AND back.method = part.method) AS refunds
     WHERE given > minor
     UNION ALL
    SELECT format('type %s: %s taken, %s tickets and reservations', stock.ticket_type_id, taken, due)
      FROM stock CROSS JOIN LATERAL (
             SELECT coalesce(sum(quantity), 0) - (
                      SELECT count(*) FROM admission
                        JOIN refund_admission ON admission_id = admission.id AND in_force
                        JOIN refund ON refund.id = refund_id AND state IN ('REFUNDED', 'RETURNED')
                       WHERE admission.event_id = stock.event_id AND admission.ticket_type_id = stock.ticket_type_id) AS due
               FROM sale_line line JOIN sale ON sale.event_id = line.event_id AND sale.id = line.sale_id AND holds_stock
              WHERE line.event_id = stock.event_id AND line.ticket_type_id = stock.ticket_type_id) AS places
     WHERE stock.ticket_type_id IS NOT NULL AND taken <> due`);
  return rows.map(({ fault }) => fault);
}

/** Returns what is wrong with the refund requests of the whole database: one that says other than its tickets, or was told twice. */
export async function requestFaults(db: Db): Promise<readonly string[]> {
  const rows = await db.query<{ fault: string }>(`
    SELECT format('request %s is %s with %s valid tickets, %s refunds, %s refusals told', id, state, valid, refunds, told) AS fault
      FROM refund_request request
     CROSS JOIN LATERAL (
             SELECT count(*) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS valid
               FROM refund_request_admission JOIN admission ON id = admission_id WHERE request_id = request.id) AS tickets
     CROSS JOIN LATERAL (SELECT count(*) AS refunds FROM refund WHERE refund.id = refund_id AND state <> 'REFUSED') AS made
     CROSS JOIN LATERAL (SELECT count(*) AS told FROM message WHERE key = 'refund-declined ' || request.id) AS mails
     WHERE state = 'OPEN' AND valid = 0 OR state = 'APPROVED' AND valid > 0
        OR told <> CASE WHEN state = 'DECLINED' THEN 1 ELSE 0 END OR state = 'DECLINED' AND refunds > 0`);
  return rows.map(({ fault }) => fault);
}

export type Sold = { readonly attempt: string; readonly charge: string };

/**
 * Writes paid sales of one ticket of the first type each directly into the tables, 47.50 by card, with their places. Returns their
 * payments, whose charge has the id of its attempt unless `chargeOf` names another.
 */
export async function sellAtOnce(
  db: Db,
  { eventId, ticketTypeIds, caller }: OnSale,
  sales: number,
  charges: readonly Sold[] = Array.from({ length: sales }, (_, at) => ({
    attempt: `${eventId}-${at}`,
    charge: `${eventId}-${at}`,
  })),
): Promise<readonly Sold[]> {
  const key = (letter: string) => `'${letter}' || lpad($1::text, 3, '0') || lpad(nth::text, 6, '0')`;
  await db.query(
    `WITH charged AS (
       SELECT * FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS charged (attempt, charge, nth)
     ), sold AS (
       INSERT INTO sale (event_id, key, cart_key, account_id, user_id, status, currency, total_minor, created_at, expires_at, modified_at, buyer)
       SELECT $1::bigint, ${key("S")}, ${key("C")}, $2::bigint, $3::bigint, 'CONFIRMED', 'AUD', 4750, now(), now(), now(),
              json_build_object('EMAIL', 'buyer' || nth || '@example.com')
         FROM charged RETURNING id, cart_key)
     INSERT INTO payment_attempt (id, cart_key, account_id, user_id, amount_minor, card_minor, currency, methods, method_minors, state,
                                  processor_id, started_at, settled_at, next_check_at)
     SELECT attempt, ${key("C")}, $2, $3, 4750, 4750, 'AUD', '{CREDIT_CARD}', '{4750}', 'PAID', charge, now(), now(), now() FROM charged`,
    [eventId, caller.account.id, caller.id, charges.map(({ attempt }) => attempt), charges.map(({ charge }) => charge)],
  );
  await db.query(
    `INSERT INTO payment_attempt_sale (attempt_id, event_id, sale_id)
     SELECT attempt.id, event_id, sale.id FROM sale JOIN payment_attempt attempt USING (cart_key) WHERE event_id = $1`,
    [eventId],
  );
  await db.query(
    `INSERT INTO sale_line (event_id, sale_id, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name)
     SELECT event_id, id, $2, 1, 4500, 250, 'Adult' FROM sale WHERE event_id = $1`,
    [eventId, ticketTypeIds[0]],
  );
  await db.query(
    `INSERT INTO admission (event_id, sale_id, ticket_type_id, status, price_minor, fee_minor, paid_minor, modified_at)
     SELECT event_id, id, $2, 'CONFIRMED', 4500, 250, 4750, now() FROM sale WHERE event_id = $1`,
    [eventId, ticketTypeIds[0]],
  );
  await db.query(`UPDATE stock SET taken = $2 WHERE event_id = $1`, [eventId, sales]);
  await db.query(`ANALYZE`);
  return charges;
}

type On = { readonly event: number; readonly date: number; readonly type: number };

/** Opens a shop with the steps of a manager who cancels dates and events, and the job that refunds their sales. */
export async function cancellationStage() {
  const opened = await openShop();
  const { db, shop, promoter, processor, place, reserve } = opened;
  const runtime = testRuntime(db, { processor });

  /** Locks a cart and pays for it. */
  async function paid(reserved: Answered, amount: number) {
    const cart = String(at(reserved, "multiSaleKey"));
    await shop("POST", `/cart/${cart}/lock`, BUYER);
    const answered = await shop("POST", `/cart/${cart}/payment`, { amount, creditCard: CARD });
    assert.equal(at(answered, "type"), "SUCCESS", JSON.stringify(answered.body));
    return { cart, key: String(at(reserved, "key")) };
  }

  const sell = async (on: Pick<On, "event" | "type">, quantity = 1) =>
    paid(await reserve(shop, on, quantity), quantity * 47.5);

  /** Sells one ticket of each of two dates in one sale. */
  async function sellBoth({ event, type }: On, other: On) {
    const tickets = [type, other.type].map((ticketType) => ({ ticketType, quantity: 1 }));
    return paid(await shop("POST", "/reservation/", { event, tickets }), 95);
  }

  /** Adds a second date to the event, with a ticket type of the same name and section. */
  async function secondDate({ event }: Pick<On, "event">) {
    const date = await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30" });
    const adult = { name: "Adult", eventDate: date, venueSection: place.stalls, price: 45, fee: 2.5 };
    return { event, date, type: await make(promoter, "/ticketType", adult) };
  }

  /** Moves a date into the past, as if it had taken place. */
  async function letPass(date: number): Promise<void> {
    await db.query(
      `UPDATE event_date SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' WHERE id = $1`,
      [date],
    );
  }

  /** Makes every job due to be looked at, and the sales that wait for another refund. */
  async function makeJobsDue(): Promise<void> {
    await db.query(`UPDATE cancellation SET next_look_at = now() WHERE finished_at IS NULL`);
    await db.query(`UPDATE cancellation_sale SET next_try_at = now() WHERE state = 'OPEN'`);
  }

  async function runJobs(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      while ((await runRefundJobs(runtime)) > 0);
      await makeJobsDue();
    }
    await runRefundJobs(runtime);
  }

  /** Returns the state of a job, and the numbers of its sales: all, refunded, refused, open. */
  async function job(id: unknown): Promise<readonly unknown[]> {
    const read = await promoter("GET", `/refundJob/${id}`);
    return ["state", "total", "refunded", "refused", "open"].map((name) => at(read, name));
  }

  /** Returns the messages of a kind about an event, the oldest first. */
  const messages = (kind: string, event: number) =>
    db.query<{ details: object; sales: number }>(
      `SELECT details, cardinality(sale_keys) AS sales FROM message WHERE kind = $1 AND details ->> 'event' = $2::text ORDER BY created_at`,
      [kind, String(event)],
    );

  return {
    ...opened,
    runtime,
    sell,
    sellBoth,
    secondDate,
    letPass,
    makeJobsDue,
    runJobs,
    job,
    messages,
  };
}
