import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import type { Answer } from "#src/reservations/domain/answers.ts";
import type { Buyer, GuestInputs, TermsOfSale } from "#src/reservations/domain/sale.ts";
import { idsOf, type SaleIds } from "./locked-sales.ts";

/** The answers of a sale's buyer, for the buyer and for the guests. */
export type SaleAnswers = {
  readonly eventId: number;
  readonly id: number;
  readonly buyer: Buyer;
  readonly answers: readonly Answer[];
  readonly guests: GuestInputs;
};

/** Returns the answers of locked sales. */
export async function findAnswers(tx: Db, sales: SaleIds): Promise<readonly SaleAnswers[]> {
  return tx.prepared<SaleAnswers>(
    "find_answers",
    `SELECT sale.event_id AS "eventId", sale.id, buyer, coalesce(answers, '[]') AS answers, coalesce(guests, '{}') AS guests
       FROM sale JOIN unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
         ON sale.event_id = locked.event_id AND sale.id = locked.id`,
    idsOf(sales),
  );
}

/** Returns the number of tickets of each type in these sales. */
export async function findQuantities(
  tx: Db,
  sales: SaleIds,
): Promise<readonly { readonly saleId: number; readonly ticketTypeId: number; readonly quantity: number }[]> {
  return tx.prepared<{ saleId: number; ticketTypeId: number; quantity: number }>(
    "find_quantities",
    `SELECT sale_id AS "saleId", ticket_type_id AS "ticketTypeId", quantity
       FROM sale_line JOIN unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
         ON sale_line.event_id = locked.event_id AND sale_id = locked.id
      ORDER BY sale_id, ticket_type_id`,
    idsOf(sales),
  );
}

export async function writeAnswers(tx: Db, { eventId, id, buyer, answers, guests }: SaleAnswers): Promise<void> {
  await tx.prepared(
    "write_answers",
    `UPDATE sale SET buyer = $3, answers = $4, guests = $5, modified_at = now() WHERE event_id = $1 AND id = $2`,
    [eventId, id, ...[buyer, answers, guests].map((value) => JSON.stringify(value))],
  );
}

/** Renames the holder of the tickets that are in the buyer's old name. Names of guests stay. */
export async function renameHolders(
  tx: Db,
  { eventId, id }: { readonly eventId: number; readonly id: number },
  from: string,
  to: string,
): Promise<void> {
  await tx.query(
    `UPDATE admission SET holder = $4, modified_at = now() WHERE event_id = $1 AND sale_id = $2 AND holder = $3`,
    [eventId, id, from, to],
  );
}

/** Changes the holder of one ticket. */
export async function writeHolder(
  tx: Db,
  { eventId, id, holder }: { readonly eventId: number; readonly id: number; readonly holder: string },
): Promise<void> {
  await tx.query(`UPDATE admission SET holder = $3, modified_at = now() WHERE event_id = $1 AND id = $2`, [
    eventId,
    id,
    holder,
  ]);
}

/** Writes a guest's answers and the status of the admission. */
export async function writeGuest(
  tx: Db,
  admission: {
    readonly eventId: number;
    readonly id: number;
    readonly status: "PENDING_GUEST_DETAILS" | "CONFIRMED";
    readonly holder: string;
    readonly data: Readonly<Record<string, string>>;
    readonly answers: readonly Answer[];
  },
): Promise<void> {
  const { eventId, id, status, holder, data, answers } = admission;
  await tx.query(
    `UPDATE admission SET status = $3, holder = $4, data = $5, answers = $6, modified_at = now()
      WHERE event_id = $1 AND id = $2`,
    [eventId, id, status, holder, JSON.stringify(data), JSON.stringify(answers)],
  );
}

/** Locks an admission, so that changes of its answers are made one after another. */
export async function lockAdmission(tx: Db, admissionId: number): Promise<void> {
  await tx.query(`SELECT 1 FROM admission WHERE id = $1 FOR UPDATE`, [admissionId]);
}

/** What the events of sales ask before a payment. */
type Demands = {
  /** The purchase conditions, without the sales whose event has none. */
  readonly terms: readonly TermsOfSale[];
  /** The events that ask their buyers or guests questions. */
  readonly askingEventIds: readonly number[];
};

/** Returns what the events of these locked sales ask. */
export async function findDemandsOn(tx: Db, sales: SaleIds): Promise<Demands> {
  const rows = await tx.prepared<
    RowOf<Omit<TermsOfSale, "url">> & { readonly url: string | null; readonly asks: boolean }
  >(
    "find_demands_on_sales",
    `SELECT sale.id, sale.event_id AS "eventId", event.name AS "eventName", external_terms_url AS url,
            terms_required AS required, terms_url AS "acceptedUrl",
            EXISTS (SELECT FROM additional_field field WHERE field.event_id = event.id AND enabled) AS asks
       FROM unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
       JOIN sale ON sale.event_id = locked.event_id AND sale.id = locked.id
       JOIN event ON event.id = sale.event_id
      ORDER BY sale.event_id, sale.id`,
    idsOf(sales),
  );
  return {
    terms: rows.flatMap(({ asks: _asks, url, ...row }) =>
      url === null ? [] : [shapeOf<TermsOfSale>({ ...row, url })],
    ),
    askingEventIds: [...new Set(rows.flatMap(({ asks, eventId }) => (asks ? [eventId] : [])))],
  };
}

/** Records that the conditions of these sales were accepted now, by the database's clock. */
export async function writeAcceptedTerms(tx: Db, sales: readonly TermsOfSale[]): Promise<void> {
  await tx.prepared(
    "write_accepted_terms",
    `UPDATE sale SET terms_url = accepted.url, terms_accepted_at = now()
       FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS accepted (event_id, id, url)
      WHERE sale.event_id = accepted.event_id AND sale.id = accepted.id`,
    [...idsOf(sales), sales.map(({ url }) => url)],
  );
}
