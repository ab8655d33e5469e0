import { randomUUID } from "node:crypto";
import { cancel, getRefundJob } from "#src/payments/use-cases/cancellations/cancel.ts";
import { runRefundJobs } from "#src/payments/use-cases/cancellations/run-refund-jobs.ts";
import { openPool, type Pool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { type OnSale, putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";

/**
 * Cancels an event with ten thousand paid sales and refunds them by one process, with a processor in memory that answers at once.
 * Prints one line of JSON with the times in milliseconds. Set DATABASE_URL: the run has a database of its own there.
 */
const SALES = 10_000;

const address = process.env.DATABASE_URL ?? "";
const name = `bench_${randomUUID().replaceAll("-", "")}`;
const administrator = openPool(address, 1);
await administrator.query(`CREATE DATABASE ${name}`);
try {
  const db = openPool(address.replace(/\/[^/?]*(\?|$)/, `/${name}$1`));
  await migrate(db);
  console.log(JSON.stringify(await measure(db)));
  await db.close();
} finally {
  await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await administrator.close();
}

async function measure(db: Pool) {
  const onSale = await putOnSale(db, { sections: [SALES], types: [{ maximum: SALES }] });
  await sellAll(db, onSale);
  const world = testWorld(db);
  const begun = performance.now();
  const cancelled = await cancel(world, onSale.caller, { eventId: onSale.eventId }, "ALL");
  const cancelMs = performance.now() - begun;
  while ((await runRefundJobs(world)) > 0);
  const job = cancelled.ok && (await getRefundJob(world, onSale.caller, cancelled.job ?? 0));
  if (!job || job.refunded !== SALES) throw new Error("Not every sale was refunded.");
  return { sales: SALES, cancelMs, jobMs: performance.now() - begun - cancelMs };
}

/** Writes one paid ticket for each sale directly into the tables. */
async function sellAll(db: Pool, { eventId, ticketTypeIds, caller }: OnSale): Promise<void> {
  const key = (letter: string) => `'${letter}' || lpad(nth::text, 9, '0')`;
  const values = [eventId, caller.account.id, caller.id, SALES];
  await db.query(
    `WITH sold AS (
       INSERT INTO sale (event_id, key, cart_key, account_id, user_id, status, currency, total_minor, created_at, expires_at, modified_at, buyer)
       SELECT $1, ${key("S")}, ${key("C")}, $2, $3, 'CONFIRMED', 'AUD', 4750, now(), now(), now(),
              json_build_object('EMAIL', 'buyer' || nth || '@example.com')
         FROM generate_series(1, $4::integer) AS nth RETURNING id, cart_key), paid AS (
       INSERT INTO payment_attempt (id, cart_key, account_id, user_id, amount_minor, card_minor, currency, methods, method_minors, state,
                                    processor_id, started_at, settled_at, next_check_at)
       SELECT cart_key, cart_key, $2, $3, 4750, 4750, 'AUD', '{CREDIT_CARD}', '{4750}', 'PAID', cart_key, now(), now(), now() FROM sold
       RETURNING id)
     SELECT count(*) FROM paid`,
    values,
  );
  await db.query(`INSERT INTO payment_attempt_sale SELECT cart_key, event_id, id FROM sale WHERE event_id = $1`, [
    eventId,
  ]);
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
  await db.query(`UPDATE stock SET taken = $2 WHERE event_id = $1`, [eventId, SALES]);
  await db.query(`ANALYZE`);
}
