import { VENUE } from "#src/catalogue/store/venues.ts";
import type { Choice, OpenChoice } from "#src/payments/domain/cancellation.ts";
import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";
import { organiserEndSql } from "#src/reservations/store/sales.ts";

type Row = Omit<OpenChoice, "choice" | "dates"> & {
  readonly choice: Choice | null;
  readonly dates: readonly {
    readonly id: number;
    readonly name: string;
    readonly startsAt: string;
    readonly endsAt: string | null;
    readonly doorsAt: string | null;
    readonly hasPlaces: boolean;
  }[];
};

/** The SQL of the ticket types of a sale's valid tickets, with the number of each. */
const TYPES = `
  SELECT type.event_date_id, type.name, type.venue_section_id, count(*) AS quantity
    FROM admission JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
   WHERE admission.event_id = $1 AND sale_id = $2 AND status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
   GROUP BY 1, 2, 3`;

/** The SQL of whether `other` has a free place for each valid ticket of `date`: of its ticket type, and in its section. */
const HAS_PLACES = `
  NOT EXISTS (
    SELECT FROM types WHERE types.event_date_id = date.id AND NOT EXISTS (
      SELECT FROM ticket_type type JOIN stock ON stock.event_id = type.event_id AND ticket_type_id = type.id
       WHERE type.event_id = $1 AND type.event_date_id = other.id AND type.name = types.name
         AND type.venue_section_id = types.venue_section_id AND capacity - taken >= types.quantity))
  AND NOT EXISTS (
    SELECT FROM (SELECT venue_section_id, sum(quantity) AS quantity FROM types WHERE event_date_id = date.id GROUP BY 1) AS wanted
      JOIN stock ON stock.event_id = $1 AND stock.event_date_id = other.id AND stock.venue_section_id = wanted.venue_section_id
     WHERE capacity - taken < wanted.quantity)`;

/** Returns the choices for a sale's valid tickets: one for each cancelled date whose latest cancellation in force offers it. */
export async function listOpenChoices(db: Db, eventId: number, saleId: number): Promise<readonly OpenChoice[]> {
  const rows = await db.prepared<Row>(
    "list_open_choices",
    `WITH types AS (${TYPES})
     SELECT cancellation.id AS "cancellationId", date.id AS "eventDateId", chosen.choice, ${VENUE} AS venue,
            (SELECT coalesce(json_agg(json_build_object(
                      'id', other.id, 'name', ${dateNameSql("other")}, 'startsAt', other.starts_at, 'endsAt', ${organiserEndSql("other")},
                      'doorsAt', other.doors_at, 'hasPlaces', ${HAS_PLACES}) ORDER BY other.starts_at), '[]')
               FROM event_date other
              WHERE other.event_id = $1 AND other.id <> date.id AND NOT other.cancelled AND NOT event.cancelled AND other.ends_at > now()
                AND NOT EXISTS (
                  SELECT FROM types WHERE types.event_date_id = date.id AND NOT EXISTS (
                    SELECT FROM ticket_type type WHERE type.event_id = $1 AND type.event_date_id = other.id
                                                   AND type.name = types.name AND type.venue_section_id = types.venue_section_id))) AS dates
       FROM event_date date
       JOIN event ON event.id = date.event_id JOIN venue ON venue.id = event.venue_id
      CROSS JOIN LATERAL (
              SELECT id, refund FROM cancellation
               WHERE event_id = $1 AND reinstated_at IS NULL
                AND (event_date_id = date.id OR event_date_id IS NULL AND date.ends_at > created_at)
               ORDER BY id DESC LIMIT 1) AS cancellation
       LEFT JOIN buyer_choice chosen ON chosen.event_id = $1 AND chosen.sale_id = $2 AND cancellation_id = cancellation.id
                                    AND chosen.event_date_id = date.id
      WHERE date.event_id = $1 AND date.id IN (SELECT event_date_id FROM types) AND (date.cancelled OR event.cancelled)
        AND cancellation.refund = 'CHOICE'
      ORDER BY date.starts_at`,
    [eventId, saleId],
  );
  return rows.map(({ choice, dates, ...row }) => ({
    ...row,
    choice: choice ?? undefined,
    dates: dates.map(({ startsAt, endsAt, doorsAt, ...other }) => ({
      ...other,
      startsAt: new Date(startsAt),
      ...(endsAt !== null && { endsAt: new Date(endsAt) }),
      ...(doorsAt !== null && { doorsAt: new Date(doorsAt) }),
    })),
  }));
}

type MadeChoice = {
  readonly cancellationId: number;
  readonly eventId: number;
  readonly eventDateId: number;
  readonly saleId: number;
  readonly choice: Choice;
  readonly movedTo?: number;
};

/** Writes a choice, in place of an earlier one. */
export async function writeChoice(tx: Db, made: MadeChoice): Promise<void> {
  await tx.query(
    `INSERT INTO buyer_choice (cancellation_id, event_id, event_date_id, sale_id, choice, moved_to) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (event_id, sale_id, cancellation_id, event_date_id)
     DO UPDATE SET choice = excluded.choice, moved_to = excluded.moved_to, chosen_at = now()`,
    [made.cancellationId, made.eventId, made.eventDateId, made.saleId, made.choice, made.movedTo ?? null],
  );
}

type Move = {
  readonly eventId: number;
  readonly saleId: number;
  readonly fromDateId: number;
  readonly toDateId: number;
};

/** Returns the matching ticket type on another date for each of a sale's types on this date, with the number of valid tickets. */
export async function listMovedTypes(
  tx: Db,
  { eventId, saleId, fromDateId, toDateId }: Move,
): Promise<
  readonly { readonly from: number; readonly to: number | null; readonly valid: number; readonly isTaken: boolean }[]
> {
  return tx.query(
    `SELECT type.id AS from, target.id AS to,
            (SELECT count(*) FROM admission WHERE admission.event_id = $1 AND admission.sale_id = $2 AND ticket_type_id = type.id
                                              AND status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS valid,
            EXISTS (SELECT FROM sale_line other WHERE other.event_id = $1 AND other.sale_id = $2 AND other.ticket_type_id = target.id) AS "isTaken"
       FROM sale_line line
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
       LEFT JOIN LATERAL (
              SELECT id FROM ticket_type WHERE event_id = $1 AND event_date_id = $4 AND name = type.name
                                           AND venue_section_id = type.venue_section_id ORDER BY id LIMIT 1) AS target ON true
      WHERE line.event_id = $1 AND line.sale_id = $2 AND type.event_date_id = $3
      ORDER BY type.id`,
    [eventId, saleId, fromDateId, toDateId],
  );
}

/** Moves the lines of a sale, with their savings and tickets, to other ticket types. The price paid stays. */
export async function moveLines(
  tx: Db,
  { eventId, saleId, fromDateId }: Pick<Move, "eventId" | "saleId" | "fromDateId">,
  types: readonly { readonly from: number; readonly to: number }[],
): Promise<void> {
  const values = [eventId, saleId, types.map(({ from }) => from), types.map(({ to }) => to)];
  const moved = (table: string) => `
    FROM unnest($3::bigint[], $4::bigint[]) AS moved (from_id, to_id)
   WHERE ${table}.event_id = $1 AND ${table}.sale_id = $2 AND ticket_type_id = moved.from_id`;
  await tx.query(`UPDATE sale_saving SET ticket_type_id = moved.to_id ${moved("sale_saving")}`, values);
  await tx.query(`UPDATE sale_line SET ticket_type_id = moved.to_id ${moved("sale_line")}`, values);
  await tx.query(
    `UPDATE admission SET ticket_type_id = moved.to_id, modified_at = now(), moved_at = now(), moved_from = $5 ${moved("admission")}`,
    [...values, fromDateId],
  );
  await tx.query(`UPDATE sale SET modified_at = now() WHERE event_id = $1 AND id = $2`, [eventId, saleId]);
}

/**
 * Returns whether a refund of a locked sale is under way. Its tickets are no longer valid, but their places are returned only
 * when it is settled.
 */
export async function hasStartedRefund(tx: Db, eventId: number, saleId: number): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM refund WHERE event_id = $1 AND sale_id = $2 AND state = 'STARTED' LIMIT 1`, [
    eventId,
    saleId,
  ]);
  return rows.length > 0;
}

/** Returns the attempt that paid for a sale, with the keys of all sales of that payment. */
export async function findPaymentOf(
  tx: Db,
  eventId: number,
  saleId: number,
): Promise<{ readonly id: string; readonly saleKeys: readonly string[] } | undefined> {
  const [row] = await tx.query<{ id: string; saleKeys: readonly string[] }>(
    `SELECT attempt.id, (SELECT array_agg(key ORDER BY sale.event_id, sale.id) FROM payment_attempt_sale every
                           JOIN sale ON sale.event_id = every.event_id AND sale.id = every.sale_id
                          WHERE attempt_id = attempt.id) AS "saleKeys"
       FROM payment_attempt_sale paid JOIN payment_attempt attempt ON attempt.id = paid.attempt_id
      WHERE paid.event_id = $1 AND paid.sale_id = $2 AND state = 'PAID'`,
    [eventId, saleId],
  );
  return row;
}
