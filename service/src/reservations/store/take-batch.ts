import type { Db } from "#src/platform/store/db.ts";
import { Conflict } from "#src/platform/store/faults.ts";

/** A batch to write: the places to take from each stock row, and the sales with their lines, of one event and account. */
export type Batch = {
  readonly eventId: number;
  readonly accountId: number;
  readonly currency: string;
  readonly reservationSeconds: number;
  readonly takes: readonly (readonly [stockId: number, quantity: number])[];
  /** Whether the places were counted under the lock, after the waiting list got its offers. */
  readonly isCounted: boolean;
  readonly sales: readonly NewSale[];
};

type NewSale = {
  readonly key: string;
  readonly cartKey: string;
  readonly userId: number;
  /** The id of the request that reserves it. */
  readonly request: string | undefined;
  readonly totalMinor: number;
  readonly source: object;
  readonly lines: readonly NewLine[];
};

type NewLine = {
  readonly ticketTypeId: number;
  /** The name at this time, which the ticket keeps. */
  readonly ticketTypeName: string;
  /** The tags of its ticket type at this time. */
  readonly tags: readonly string[];
  readonly quantity: number;
  readonly priceMinor: number;
  readonly feeMinor: number;
};

/**
 * Takes the places and writes the reservations in one statement. Returns their expiry. When a row has fewer places than
 * needed, the constraint `never_oversold` (0002_sales.sql) rejects the whole statement. It also rejects it when an entry
 * waits for the date and the places were not counted under the lock. Rows are locked in id order, so that batches never
 * deadlock.
 */
export async function takeBatch(
  db: Db,
  { eventId, accountId, currency, reservationSeconds, takes, isCounted, sales }: Batch,
): Promise<Date> {
  const { contents, contentOf } = contentsOf(sales);
  const lines = contents.flatMap((sale, at) => sale.lines.map((line) => ({ content: at + 1, ...line })));
  const rows = await db.prepared<{ expires_at: Date }>("take_batch", TAKE_BATCH, [
    eventId,
    takes.map(([stockId]) => stockId),
    takes.map(([, quantity]) => quantity),
    accountId,
    currency,
    reservationSeconds,
    isCounted,
    arrayOf(sales.map(({ key }) => key)),
    arrayOf(sales.map(({ cartKey }) => cartKey)),
    arrayOf(contentOf),
    contents.map(({ userId }) => userId),
    contents.map(({ totalMinor }) => totalMinor),
    contents.map(({ source }) => JSON.stringify(source)),
    lines.map(({ content }) => content),
    lines.map(({ ticketTypeId }) => ticketTypeId),
    lines.map(({ quantity }) => quantity),
    lines.map(({ priceMinor }) => priceMinor),
    lines.map(({ feeMinor }) => feeMinor),
    lines.map(({ ticketTypeName }) => ticketTypeName),
    lines.map(({ tags }) => JSON.stringify(tags)),
    arrayOf(sales.map(({ request = "NULL" }) => request)),
  ]);
  const row = rows[0];
  if (row === undefined) throw new Error("The statement that writes a batch returned no row.");
  return row.expires_at;
}

/**
 * Returns the sales of a batch with distinct contents (all but their keys and requests), and for each sale the number of its content, from
 * one on. In a rush most sales have the same content, which is then sent, read and parsed once. The name and the tags of a ticket
 * type are not compared: they are the same in the whole batch.
 */
function contentsOf(sales: readonly NewSale[]): { contents: readonly NewSale[]; contentOf: readonly number[] } {
  const contents: NewSale[] = [];
  const numbers = new Map<string, number>();
  const contentOf = sales.map((sale) => {
    const lines = sale.lines.map((line) =>
      [line.ticketTypeId, line.quantity, line.priceMinor, line.feeMinor].join(" "),
    );
    const content = [sale.userId, sale.totalMinor, lines, JSON.stringify(sale.source)].join(";");
    const number = numbers.get(content) ?? contents.push(sale);
    numbers.set(content, number);
    return number;
  });
  return { contents, contentOf };
}

/** Returns an array in PostgreSQL's notation. The driver would quote each value, which takes longer than anything else here. */
function arrayOf(values: readonly (string | number)[]): string {
  const joined = values.join();
  if (!/^[A-Za-z0-9,-]*$/.test(joined)) throw new Error("A key or a request has a character that would need quotes.");
  return `{${joined}}`;
}

const TAKE_BATCH = `
WITH requested AS (
  SELECT * FROM unnest($2::bigint[], $3::integer[]) AS requested (stock_id, quantity)
), locked AS MATERIALIZED (
  SELECT id FROM stock WHERE event_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE
), took AS (
  UPDATE stock SET taken = CASE WHEN stock.waiting_list AND NOT $7::boolean THEN stock.capacity + 1
                           ELSE stock.taken + requested.quantity END
  FROM requested JOIN locked ON locked.id = requested.stock_id
   WHERE stock.event_id = $1 AND stock.id = locked.id
), drafts AS MATERIALIZED (
  SELECT nextval('sale_id_seq') AS id, key, cart_key, content, request
    FROM unnest($8::text[], $9::text[], $10::integer[], $21::text[]) AS drafts (key, cart_key, content, request)
), contents AS MATERIALIZED (
  SELECT content, user_id, total_minor, source::jsonb
    FROM unnest($11::bigint[], $12::bigint[], $13::text[]) WITH ORDINALITY
         AS contents (user_id, total_minor, source, content)
), made AS (
  INSERT INTO sale (event_id, id, key, cart_key, account_id, user_id, status, currency, total_minor,
                    created_at, expires_at, modified_at, source, request) OVERRIDING SYSTEM VALUE
  SELECT $1, id, key, cart_key, $4, user_id, 'RESERVED', $5, total_minor,
         now(), now() + make_interval(secs => $6), now(), source, request
    FROM drafts JOIN contents USING (content)
), lines AS (
  INSERT INTO sale_line (event_id, sale_id, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name, tags)
  SELECT $1, drafts.id, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name, tags
    FROM unnest($14::integer[], $15::bigint[], $16::integer[], $17::bigint[], $18::bigint[], $19::text[],
                $20::jsonb[]) AS lines (content, ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name, tags)
    JOIN drafts USING (content)
)
SELECT now() + make_interval(secs => $6) AS expires_at`;

/** Returns the id of a sale that this transaction has written. */
export async function findSaleId(tx: Db, key: string): Promise<number> {
  const [row] = await tx.prepared<{ id: number }>("find_sale_id", `SELECT id FROM sale WHERE key = $1`, [key]);
  if (row === undefined) throw new Error("A sale that was just inserted was not found.");
  return row.id;
}

/**
 * Locks stock rows until the transaction ends and returns their free places, by id: those to take places from, and further
 * ones. Throws a `Conflict` when an entry waits for a place to take.
 */
export async function lockFree(
  tx: Db,
  eventId: number,
  taking: readonly number[],
  further: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.prepared<{ id: number; free: number; waiting_list: boolean }>(
    "lock_free",
    `SELECT id, capacity - taken AS free, waiting_list FROM stock
      WHERE event_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`,
    [eventId, [...taking, ...further]],
  );
  if (rows.some(({ id, waiting_list }) => waiting_list && taking.includes(id)))
    throw new Conflict("A waiting list began after the terms were read.");
  return new Map(rows.map(({ id, free }) => [id, free]));
}
