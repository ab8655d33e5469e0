import { mayScanSql } from "#src/accounts/store/scan-dates.ts";
import { type Admission, LEAST_RANDOM_ID, type MovedFrom, type ScannedCode } from "#src/admissions/domain/admission.ts";
import { VENUE } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf } from "#src/platform/store/rows.ts";
import { organiserEndSql, TICKET_SECTION } from "#src/reservations/store/sales.ts";
import { REFUND_REOPENED_UNTIL } from "./reopened-refunds.ts";

/**
 * Inserts one admission for each ticket that this attempt has paid for, with the guest's answers that the buyer gave. It is
 * PENDING_GUEST_DETAILS when those answers are incomplete, or there are none and a required question has no parent. The
 * amount paid for a line is shared evenly by its tickets; the first ones take the remainder. The random ids of a line are
 * sorted, so that its tickets are listed in the order of their guests. They are generated in the column list, once for each
 * ticket: PostgreSQL may reuse the rows of a subquery of one line for another line.
 */
export async function insertAdmissions(tx: Db, attemptId: string): Promise<{ readonly isAnyReady: boolean }> {
  const rows = await tx.prepared(
    "insert_admissions",
    `WITH ticket AS (
     SELECT *, row_number() OVER (PARTITION BY event_id, sale_id, ticket_type_id ORDER BY id) AS nth
       FROM (SELECT line.event_id, line.sale_id, line.ticket_type_id, line.quantity, line.price_minor, line.fee_minor,
                    sale.buyer, sale.guests, random_admission_id() AS id
               FROM payment_attempt_sale paid
               JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
               JOIN sale_line line ON line.event_id = paid.event_id AND line.sale_id = paid.sale_id
              CROSS JOIN LATERAL generate_series(1, line.quantity)
              WHERE paid.attempt_id = $1) AS drawn),
     made AS (
     INSERT INTO admission (event_id, id, sale_id, ticket_type_id, status, price_minor, fee_minor, paid_minor, holder,
                            data, answers, modified_at)
     SELECT line.event_id, line.id, line.sale_id, line.ticket_type_id,
            CASE WHEN coalesce(given.guest ->> 'complete' = 'false' AND required.any_question, required.without_parent, false)
                 THEN 'PENDING_GUEST_DETAILS' ELSE 'CONFIRMED' END,
            line.price_minor, line.fee_minor,
            whole.minor / line.quantity + CASE WHEN nth <= whole.minor % line.quantity THEN 1 ELSE 0 END,
            coalesce(nullif(given.guest ->> 'holder', ''),
                     btrim(concat_ws(' ', line.buyer ->> 'FIRST_NAME', line.buyer ->> 'LAST_NAME'))),
            coalesce(given.guest -> 'data', '{}'), coalesce(given.guest -> 'answers', '[]'), now()
       FROM ticket line
      CROSS JOIN LATERAL (
              SELECT count(*) > 0 AS any_question, bool_or(parent_id IS NULL) AS without_parent FROM additional_field field
               WHERE field.event_id = line.event_id AND enabled AND asked_of = 'GUEST' AND required
                 AND (line.ticket_type_id IN (SELECT ticket_type_id FROM additional_field_ticket_type scope
                 WHERE scope.event_id = field.event_id AND field_id = field.id)
                 OR NOT EXISTS (SELECT 1 FROM additional_field_ticket_type scope
                 WHERE scope.event_id = field.event_id AND field_id = field.id))) required
      CROSS JOIN LATERAL (
              SELECT line.quantity * (line.price_minor + line.fee_minor) - coalesce(sum(minor), 0)::bigint AS minor
                FROM sale_saving saving
               WHERE saving.event_id = line.event_id AND saving.sale_id = line.sale_id
                 AND saving.ticket_type_id = line.ticket_type_id) whole
      CROSS JOIN LATERAL (SELECT line.guests -> line.ticket_type_id::text -> (nth - 1)::integer AS guest) given
      ORDER BY line.event_id, line.sale_id, line.ticket_type_id, nth
     RETURNING status)
     SELECT FROM made WHERE status = 'CONFIRMED' LIMIT 1`,
    [attemptId],
  );
  return { isAnyReady: rows.length > 0 };
}

type AdmissionRef = Pick<Admission, "id" | "uuid" | "status"> & { readonly name: string };

export async function listAdmissions(db: Db, eventId: number, saleId: number): Promise<readonly AdmissionRef[]> {
  return db.query<AdmissionRef>(
    `SELECT admission.id, uuid, ticket_type_name AS name, status FROM admission JOIN sale_line USING (event_id, sale_id, ticket_type_id)
      WHERE event_id = $1 AND sale_id = $2 ORDER BY ticket_type_id, admission.id`,
    [eventId, saleId],
  );
}

type AdmissionRow = Omit<Admission, "admittedAt" | "eventDate" | "movedFrom"> & {
  eventDateId: number;
  eventDateName: string;
  startsAt: Date;
  endsAt: Date | null;
  doorsAt: Date | null;
  chosenFrom: number | null;
  chosenFromStartsAt: Date | null;
  earlierStartsAt: Date | null;
  refundUntil: Date | null;
  admittedAt: Date | null;
};

/** Its further tables are read by subqueries: a join of all twelve takes ten times as long to plan. */
const ADMISSION = `SELECT admission.id, admission.uuid, sale.key AS "saleKey", event.id AS "eventId", event.name AS "eventName",
            date.id AS "eventDateId",
            ${dateNameSql("date")} AS "eventDateName", date.starts_at AS "startsAt",
            ${organiserEndSql("date")} AS "endsAt", date.doors_at AS "doorsAt", event.age_limit AS "ageLimit",
            (SELECT ${VENUE} FROM venue WHERE venue.id = event.venue_id) AS venue,
            type.id AS "ticketTypeId", line.ticket_type_name AS "ticketTypeName",
            (SELECT ${TICKET_SECTION} FROM venue_section section WHERE section.id = type.venue_section_id) AS section,
            ${moneyOf("admission.price_minor", "sale.currency")} AS price, ${moneyOf("admission.fee_minor", "sale.currency")} AS fee,
            ${moneyOf("admission.paid_minor", "sale.currency")} AS paid,
            admission.status, holder,
            sale.buyer, admission.data, admission.answers, event.qr_type AS "qrType", admission.modified_at AS "modifiedAt",
            admitted_at AS "admittedAt", times_admitted < type.maximum_scans AS "mayEnterAgain",
            event.cancelled OR date.cancelled AS "isCancelled",
            admission.moved_from AS "chosenFrom",
            (SELECT starts_at FROM event_date before
              WHERE before.event_id = admission.event_id AND before.id = admission.moved_from) AS "chosenFromStartsAt",
            (SELECT moved.starts_at FROM (
               SELECT starts_at FROM event_date_move
                WHERE event_id = date.event_id AND event_date_id = date.id AND moved_at > coalesce(admission.moved_at, sale.created_at)
                ORDER BY moved_at, id LIMIT 1) AS moved
              WHERE moved.starts_at <> date.starts_at) AS "earlierStartsAt",
            ${REFUND_REOPENED_UNTIL} AS "refundUntil"
       FROM admission
       JOIN event ON event.id = admission.event_id
       JOIN sale ON sale.event_id = admission.event_id AND sale.id = admission.sale_id
       JOIN sale_line line ON line.event_id = admission.event_id AND line.sale_id = admission.sale_id
                          AND line.ticket_type_id = admission.ticket_type_id
       JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = admission.ticket_type_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id`;

export async function findAdmission(db: Db, accountId: number, code: ScannedCode): Promise<Admission | undefined> {
  const by = "id" in code ? "id" : "uuid";
  const [row] = await db.prepared<AdmissionRow>(
    `find_admission_by_${by}`,
    `${ADMISSION} WHERE event.account_id = $1 AND admission.${by} = $2`,
    [accountId, "id" in code ? code.id : code.uuid],
  );
  return row && admissionOf(row);
}

/** Returns the admissions of a sale, in the order in which a buyer sees them. */
export async function listWholeAdmissions(db: Db, eventId: number, saleId: number): Promise<readonly Admission[]> {
  const rows = await db.prepared<AdmissionRow>(
    "list_whole_admissions",
    `${ADMISSION} WHERE admission.event_id = $1 AND admission.sale_id = $2 ORDER BY admission.ticket_type_id, admission.id`,
    [eventId, saleId],
  );
  return rows.map(admissionOf);
}

function admissionOf({
  admittedAt,
  eventDateId: id,
  eventDateName: name,
  startsAt,
  endsAt,
  doorsAt,
  chosenFrom,
  chosenFromStartsAt,
  earlierStartsAt,
  refundUntil,
  ...admission
}: AdmissionRow): Admission {
  const eventDate = { id, name, startsAt, ...(endsAt !== null && { endsAt }), ...(doorsAt !== null && { doorsAt }) };
  const movedFrom = movedFromOf({ id, chosenFrom, chosenFromStartsAt, earlierStartsAt, refundUntil });
  return { ...admission, eventDate, movedFrom, admittedAt: admittedAt ?? undefined };
}

type Moves = Pick<AdmissionRow, "id" | "chosenFrom" | "chosenFromStartsAt" | "earlierStartsAt" | "refundUntil">;

/** Returns the earlier start of a ticket's date, else the date that its buyer moved it from. */
function movedFromOf(moves: Moves): MovedFrom | undefined {
  const { id, chosenFrom, chosenFromStartsAt, earlierStartsAt, refundUntil } = moves;
  if (earlierStartsAt !== null) {
    return { eventDateId: id, startsAt: earlierStartsAt, by: "ORGANISER", ...(refundUntil && { refundUntil }) };
  }
  if (chosenFrom === null || chosenFromStartsAt === null) return undefined;
  return { eventDateId: chosenFrom, startsAt: chosenFromStartsAt, by: "BUYER" };
}

/**
 * Counts an entry for a date that the caller may scan now, and returns whether it did. Of two concurrent scans the second sees the count of the first. An id from
 * before ids were random can be guessed, so it admits only for a type A ticket, whose code it is.
 */
export async function markAdmitted(
  db: Db,
  { account, scanDates }: Pick<Caller, "account" | "scanDates">,
  code: ScannedCode,
  eventDateId: number | undefined,
): Promise<boolean> {
  const rows = await db.prepared<{ id: number }>(
    "id" in code ? "mark_admitted_by_id" : "mark_admitted_by_uuid",
    `UPDATE admission SET times_admitted = times_admitted + 1, admitted_at = now(), modified_at = now()
       FROM ticket_type type, event_date date, event, venue, sale
      WHERE ${"id" in code ? `admission.id = $2 AND ($2 >= ${LEAST_RANDOM_ID} OR event.qr_type = 'A')` : "admission.uuid = $2"}
        AND type.event_id = admission.event_id AND type.id = admission.ticket_type_id
        AND date.event_id = type.event_id AND date.id = type.event_date_id
        AND event.id = admission.event_id AND event.account_id = $1 AND venue.id = event.venue_id
        AND NOT (event.cancelled OR date.cancelled)
        AND sale.event_id = admission.event_id AND sale.id = admission.sale_id
        AND sale.status = 'CONFIRMED' AND admission.status = 'CONFIRMED'
        AND admission.times_admitted < type.maximum_scans
        AND ($3::bigint IS NULL OR type.event_date_id = $3)
        AND ${mayScanSql("$4::jsonb", "date")}
        AND NOT (type.once_per_day AND admission.admitted_at IS NOT NULL
                 AND (admission.admitted_at AT TIME ZONE venue.time_zone)::date = (now() AT TIME ZONE venue.time_zone)::date)
  RETURNING admission.id`,
    [account.id, "id" in code ? code.id : code.uuid, eventDateId ?? null, scanDates && JSON.stringify(scanDates)],
  );
  return rows.length === 1;
}

/** Returns the contents of the QR codes of a sale's confirmed tickets. */
export async function listTicketCodes(db: Db, eventId: number, saleId: number): Promise<readonly string[]> {
  const rows = await db.query<{ code: string }>(
    `SELECT CASE event.qr_type WHEN 'A' THEN admission.id::text ELSE admission.uuid::text END AS code
       FROM admission JOIN event ON event.id = admission.event_id
      WHERE admission.event_id = $1 AND sale_id = $2 AND status = 'CONFIRMED' ORDER BY ticket_type_id, admission.id`,
    [eventId, saleId],
  );
  return rows.map(({ code }) => code);
}

/**
 * Serialises the transactions that change guests of one order: of two that give the last two answers, the second sees the
 * first. An advisory lock, because other transactions lock rows of sales before admissions, and this one could deadlock with them.
 */
export async function lockGuestsOfOrder(tx: Db, admissionId: number): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('guests ' || cart_key, 0))
       FROM admission JOIN sale ON sale.event_id = admission.event_id AND sale.id = admission.sale_id
      WHERE admission.id = $1`,
    [admissionId],
  );
}

/** Returns the sales that were paid together with this one, or `undefined` while one of their tickets lacks a guest's answer. */
export async function findCompleteOrder(tx: Db, saleKey: string) {
  const [row] = await tx.query<{ attemptId: string; saleKeys: readonly string[] }>(
    `SELECT attempt_id AS "attemptId", array_agg(sale.key ORDER BY sale.event_id, sale.id) AS "saleKeys"
       FROM payment_attempt_sale JOIN sale ON sale.event_id = payment_attempt_sale.event_id AND sale.id = sale_id
      WHERE attempt_id = (SELECT attempt.id FROM payment_attempt_sale paid JOIN payment_attempt attempt ON attempt.id = attempt_id
                            JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
                           WHERE sale.key = $1 AND attempt.state = 'PAID')
      GROUP BY attempt_id
     HAVING NOT bool_or(EXISTS (
              SELECT FROM admission WHERE admission.event_id = sale.event_id AND admission.sale_id = sale.id
                 AND admission.status = 'PENDING_GUEST_DETAILS'))`,
    [saleKey],
  );
  return row;
}
