import type { Db } from "#src/platform/store/db.ts";

/** What a batch writes: the places it takes from each stock row, and every sale with its lines. All of one event and one account. */
export type Batch = {
  readonly eventId: number;
  readonly accountId: number;
  readonly currency: string;
  readonly holdSeconds: number;
  readonly takes: readonly (readonly [stockId: number, quantity: number])[];
  readonly sales: readonly NewSale[];
};

export type NewSale = {
  readonly key: string;
  readonly cartKey: string;
  readonly userId: number;
  readonly totalMinor: number;
  readonly source: object;
  readonly lines: readonly NewLine[];
};

export type NewLine = {
  readonly ticketTypeId: number;
  /** The present name, which the ticket keeps. */
  readonly ticketTypeName: string;
  readonly quantity: number;
  readonly priceMinor: number;
  readonly feeMinor: number;
};

/**
 * Takes the places and writes the reservations in one statement, or nothing: when a row has less than the
 * batch needs, `never_oversold` rejects the statement. Rows are locked in id order before any is changed, so that
 * batches never deadlock.
 */
export async function takeBatch(
  db: Db,
  { eventId, accountId, currency, holdSeconds, takes, sales }: Batch,
): Promise<Date> {
  const lines = sales.flatMap(({ key, lines }) => lines.map((line) => ({ key, ...line })));
  const rows = await db.prepared<{ expires_at: Date }>("take_batch", TAKE_BATCH, [
    eventId,
    takes.map(([stockId]) => stockId),
    takes.map(([, quantity]) => quantity),
    accountId,
    currency,
    holdSeconds,
    sales.map(({ key }) => key),
    sales.map(({ cartKey }) => cartKey),
    sales.map(({ userId }) => userId),
    sales.map(({ totalMinor }) => totalMinor),
    sales.map(({ source }) => JSON.stringify(source)),
    lines.map(({ key }) => key),
    lines.map(({ ticketTypeId }) => ticketTypeId),
    lines.map(({ quantity }) => quantity),
    lines.map(({ priceMinor }) => priceMinor),
    lines.map(({ feeMinor }) => feeMinor),
    lines.map(({ ticketTypeName }) => ticketTypeName),
  ]);
  const row = rows[0];
  if (row === undefined) throw new Error("A batch was written without an answer.");
  return row.expires_at;
}

const TAKE_BATCH = `
WITH asked AS (
  SELECT * FROM unnest($2::bigint[], $3::integer[]) AS asked (stock_id, quantity)
), locked AS MATERIALIZED (
  SELECT id FROM stock WHERE event_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE
), took AS (
  UPDATE stock SET taken = stock.taken + asked.quantity
    FROM asked JOIN locked ON locked.id = asked.stock_id
   WHERE stock.event_id = $1 AND stock.id = locked.id
), made AS (
  INSERT INTO sale (event_id, key, cart_key, account_id, user_id, status, currency, total_minor,
                    created_at, expires_at, modified_at, source)
  SELECT $1, key, cart_key, $4, user_id, 'RESERVED', $5, total_minor,
         now(), now() + make_interval(secs => $6), now(), source::jsonb
    FROM unnest($7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::text[])
         AS sales (key, cart_key, user_id, total_minor, source)
  RETURNING id, key
), lines AS (
  INSERT INTO sale_line (event_id, sale_id, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name)
  SELECT $1, made.id, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name
    FROM unnest($12::text[], $13::bigint[], $14::integer[], $15::bigint[], $16::bigint[], $17::text[])
         AS lines (key, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name)
    JOIN made USING (key)
)
SELECT now() + make_interval(secs => $6) AS expires_at`;

/** Returns the id of a sale that this transaction has written. */
export async function findSaleId(tx: Db, key: string): Promise<number> {
  const [row] = await tx.prepared<{ id: number }>("find_sale_id", `SELECT id FROM sale WHERE key = $1`, [key]);
  if (row === undefined) throw new Error("A sale was written and is not there.");
  return row.id;
}

/** Locks stock rows and returns their free places. The rows stay locked until the transaction ends, so the counts stay true. */
export async function lockFree(
  tx: Db,
  eventId: number,
  stockIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.prepared<{ id: number; free: number }>(
    "lock_free",
    `SELECT id, capacity - taken AS free FROM stock
      WHERE event_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`,
    [eventId, stockIds],
  );
  return new Map(rows.map(({ id, free }) => [id, free]));
}
