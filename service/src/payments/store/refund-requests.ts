import { REFUND_REOPENED_UNTIL } from "#src/admissions/store/reopened-refunds.ts";
import type { DecidedOrder, PageOfDecisions } from "#src/payments/domain/decided-order.ts";
import type { BuyerRequest } from "#src/payments/domain/refund.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertedId, moneyOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import { type DecidedOrderRow, decidedOrderSql, toDecidedOrder } from "./decided-orders.ts";
import { CLOSED_VOUCHER, type ClosedVoucherRow, toClosedVoucher } from "./voucher-returns.ts";

const IS_VALID = `admission.status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')`;

/** Returns the statement that reads these of an account's requests: a table, or rows of it that were chosen before. */
const selectFrom = (requests: string) => `
SELECT request.id, sale.key AS "saleKey", request.event_id AS "eventId", event.name AS "eventName",
       btrim(concat_ws(' ', buyer ->> 'FIRST_NAME', buyer ->> 'LAST_NAME')) AS "buyerName",
       coalesce(buyer ->> 'EMAIL', '') AS "buyerEmail", reason, request.state, request.created_at AS "createdAt",
       decline_reason AS "declineReason", tickets.admissions, refund_policy AS policy, tickets."isInsidePolicy",
       ${moneyOf("tickets.minor", "sale.currency")} AS amount, ${moneyOf("tickets.fee_minor", "sale.currency")} AS fee,
       CASE WHEN request.state = 'APPROVED' THEN ${moneyOf("tickets.refunded_minor", "sale.currency")} END AS refunded,
       CASE WHEN request.state = 'OPEN' THEN (
         SELECT max(settled_at) FROM refund
          WHERE (refund.event_id, refund.sale_id, refund.state) = (request.event_id, request.sale_id, 'REFUSED')
            AND EXISTS (SELECT FROM refund_request_admission named JOIN refund_admission USING (event_id, admission_id)
                         WHERE request_id = request.id AND refund_admission.refund_id = refund.id)) END AS "refusedAt",
       CASE WHEN request.state = 'OPEN' THEN (
         SELECT ${CLOSED_VOUCHER} FROM payment_attempt_sale paid
           JOIN payment_attempt attempt ON attempt.id = paid.attempt_id AND attempt.state = 'PAID'
           JOIN voucher_movement taken ON taken.attempt_id = attempt.id AND taken.amount_minor < 0 AND taken.moved_to IS NULL
           JOIN voucher ON voucher.id = taken.voucher_id
           LEFT JOIN voucher_part part ON part.id = taken.part_id
          WHERE paid.event_id = request.event_id AND paid.sale_id = request.sale_id
            AND (NOT enabled OR part.expires_at <= now())
            AND tickets.minor > attempt.card_minor - (SELECT coalesce(sum(refund.card_minor), 0) FROM refund
                                                       WHERE refund.attempt_id = attempt.id AND refund.state <> 'REFUSED')
          LIMIT 1) END AS "closedVoucher",
       ${decidedOrderSql({
         row: "request",
         tickets: "refund_request_admission",
         condition: "request_id = request.id",
       })}
  FROM ${requests} request
  JOIN sale ON sale.event_id = request.event_id AND sale.id = request.sale_id
  JOIN event ON event.id = request.event_id
 CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object('id', admission.id, 'name', ticket_type_name)
                       ORDER BY admission.ticket_type_id, admission.id) AS admissions,
              coalesce(sum(paid_minor) FILTER (WHERE request.state <> 'OPEN' OR ${IS_VALID}), 0)::bigint AS minor,
              coalesce(sum(least(admission.fee_minor, paid_minor)) FILTER (WHERE request.state <> 'OPEN' OR ${IS_VALID}), 0)::bigint AS fee_minor,
              coalesce(sum(given.amount_minor), 0)::bigint AS refunded_minor,
              CASE WHEN refund_policy IS NOT NULL AND NOT bool_or(date.cancelled OR event.cancelled) THEN
                bool_and(now() < date.starts_at - make_interval(hours => (refund_policy ->> 'untilHoursBefore')::integer)
                         OR coalesce(now() < ${REFUND_REOPENED_UNTIL}, false)) END AS "isInsidePolicy"
         FROM refund_request_admission named
         JOIN admission ON admission.event_id = named.event_id AND admission.id = named.admission_id
         JOIN sale_line line ON line.event_id = admission.event_id AND line.sale_id = admission.sale_id
                            AND line.ticket_type_id = admission.ticket_type_id
         JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = admission.ticket_type_id
         JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
         LEFT JOIN refund_admission given ON given.admission_id = admission.id AND given.in_force
        WHERE request_id = request.id) tickets
 WHERE request.account_id = $1`;

const SELECT = selectFrom("refund_request");

type NewRequest = {
  readonly accountId: number;
  readonly eventId: number;
  readonly saleId: number;
  readonly reason: string;
  readonly admissionIds: readonly number[];
};

/** Writes an open request. `one_open_request_a_ticket` throws when a ticket has one. */
export async function insertRequest(tx: Db, made: NewRequest): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `WITH made AS (
       INSERT INTO refund_request (account_id, event_id, sale_id, reason) VALUES ($1, $2, $3, $4) RETURNING id), listed AS (
       INSERT INTO refund_request_admission (request_id, event_id, admission_id)
       SELECT made.id, $2, ticket FROM made CROSS JOIN unnest($5::bigint[]) AS ticket)
     SELECT id FROM made`,
    [made.accountId, made.eventId, made.saleId, made.reason, made.admissionIds],
  );
  return insertedId(row);
}

/** Returns those of these tickets that an open request names. */
export async function listRequestedTickets(tx: Db, admissionIds: readonly number[]): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT admission_id AS id FROM refund_request_admission WHERE is_open AND admission_id = ANY ($1::bigint[])`,
    [admissionIds],
  );
  return rows.map(({ id }) => id);
}

type RequestColumns = Omit<BuyerRequest, "closedVoucher" | "declineReason" | keyof DecidedOrder>;
type RequestRow = RowOf<RequestColumns> &
  Pick<BuyerRequest, "declineReason"> &
  DecidedOrderRow & { readonly closedVoucher: ClosedVoucherRow | null };

function toRequest({
  closedVoucher,
  declineReason,
  order,
  timeZone,
  dates,
  decided,
  ...row
}: RequestRow): BuyerRequest {
  return {
    ...shapeOf<RequestColumns>(row),
    ...toDecidedOrder({ order, timeZone, dates, decided }),
    declineReason,
    closedVoucher: closedVoucher === null ? undefined : toClosedVoucher(closedVoucher),
  };
}

export async function findRequest(db: Db, accountId: number, id: number): Promise<BuyerRequest | undefined> {
  const [row] = await db.query<RequestRow>(`${SELECT} AND request.id = $2`, [accountId, id]);
  return row && toRequest(row);
}

/** Returns the requests of a sale, the oldest first. */
export async function listRequestsOfSale(db: Db, accountId: number, saleKey: string): Promise<readonly BuyerRequest[]> {
  const rows = await db.query<RequestRow>(`${SELECT} AND sale.key = $2 ORDER BY request.id`, [accountId, saleKey]);
  return rows.map(toRequest);
}

/**
 * Returns one page of the account's requests, of those that are open or of those that are decided if `state` says so: the open ones
 * first, then the newest. `total` is the number of such requests, `open` that of all open ones.
 */
export async function listRequests(
  db: Db,
  accountId: number,
  { page, pageSize, state }: PageOfDecisions,
): Promise<{ readonly requests: readonly BuyerRequest[]; readonly total: number; readonly open: number }> {
  const chosen = `account_id = $1 AND ($2::text IS NULL OR (state = 'OPEN') = ($2 = 'OPEN'))`;
  const order = "(request.state = 'OPEN') DESC, request.id DESC";
  const shown = `(SELECT * FROM refund_request request WHERE ${chosen} ORDER BY ${order} LIMIT $3 OFFSET $4)`;
  const rows = await db.query<RequestRow>(`${selectFrom(shown)} ORDER BY ${order}`, [
    ...[accountId, state ?? null, pageSize, (page - 1) * pageSize],
  ]);
  const [count] = await db.query<{ total: number; open: number }>(
    `SELECT count(*) FILTER (WHERE ${chosen}) AS total, count(*) FILTER (WHERE state = 'OPEN') AS open
       FROM refund_request WHERE account_id = $1`,
    [accountId, state ?? null],
  );
  return { requests: rows.map(toRequest), total: count?.total ?? 0, open: count?.open ?? 0 };
}

/** Locks an open request. Returns false when it was decided before. */
export async function lockOpenRequest(tx: Db, id: number): Promise<boolean> {
  const rows = await tx.query(`SELECT id FROM refund_request WHERE id = $1 AND state = 'OPEN' FOR UPDATE`, [id]);
  return rows.length === 1;
}

/** Decides an open request without a refund. Returns false when it was decided before. */
export async function decideRequest(
  db: Db,
  id: number,
  decided: {
    readonly userId: number;
    readonly state: "APPROVED" | "DECLINED";
    readonly declineReason?: string | undefined;
  },
): Promise<boolean> {
  const rows = await db.query(
    `WITH decided AS (
       UPDATE refund_request SET state = $2, decided_at = now(), decided_by = $3, decline_reason = $4
        WHERE (id, state) = ($1, 'OPEN') RETURNING id), closed AS (
       UPDATE refund_request_admission SET is_open = false FROM decided WHERE request_id = decided.id)
     SELECT id FROM decided`,
    [id, decided.state, decided.userId, decided.declineReason ?? null],
  );
  return rows.length === 1;
}

type OfSale = { readonly eventId: number; readonly saleId: number; readonly userId: number };

/**
 * Closes the open requests of a locked sale that have no valid ticket left, as approved by this refund, or, where the buyer chose
 * for a date, those whose valid tickets are all of that date, as withdrawn.
 */
export async function closeRequests(
  tx: Db,
  { eventId, saleId, userId }: OfSale,
  by: { readonly refundId: string } | { readonly keptDateId: number },
): Promise<void> {
  const [refundId, keptDateId] = "refundId" in by ? [by.refundId, null] : [null, by.keptDateId];
  await tx.prepared(
    "close_refund_requests",
    `WITH decided AS (
       UPDATE refund_request request
          SET state = CASE WHEN $4::text IS NULL THEN 'WITHDRAWN' ELSE 'APPROVED' END, decided_at = now(), decided_by = $3, refund_id = $4
        WHERE request.event_id = $1 AND request.sale_id = $2 AND state = 'OPEN' AND NOT EXISTS (
                SELECT FROM refund_request_admission named
                  JOIN admission ON admission.event_id = named.event_id AND admission.id = named.admission_id
                  JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
                 WHERE request_id = request.id AND status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
                   AND type.event_date_id IS DISTINCT FROM $5)
       RETURNING id)
     UPDATE refund_request_admission SET is_open = false FROM decided WHERE request_id = decided.id`,
    [eventId, saleId, userId, refundId, keptDateId],
  );
}

/** Opens the latest requests about the tickets of a refused refund again: their tickets are valid, so nothing was decided. */
export async function reopenRequests(tx: Db, refundId: string): Promise<void> {
  await tx.prepared(
    "reopen_refund_requests",
    `WITH reopened AS (
       UPDATE refund_request request SET state = 'OPEN', decided_at = NULL, decided_by = NULL, refund_id = NULL
        WHERE state = 'APPROVED' AND id IN (
                SELECT max(request_id) FROM refund_request_admission named
                  JOIN refund_admission USING (event_id, admission_id) WHERE refund_admission.refund_id = $1 GROUP BY admission_id)
       RETURNING id)
     UPDATE refund_request_admission SET is_open = true FROM reopened WHERE request_id = reopened.id`,
    [refundId],
  );
}

/** Queues the message about a request to the organiser's support address. Without an address there is none. */
export async function queueRequestMessage(
  tx: Db,
  { id, accountId, saleKey, reason, admissionIds }: Omit<NewRequest, "eventId" | "saleId"> & RequestOfSale,
): Promise<void> {
  const [to] = await tx.query<{ recipient: string }>(
    `SELECT coalesce(support_email, contact_email) AS recipient FROM account
      WHERE id = $1 AND coalesce(support_email, contact_email, '') <> ''`,
    [accountId],
  );
  if (to === undefined) return;
  await queueOrderMessage(tx, {
    kind: "REFUND_REQUESTED",
    key: `refund-request ${id}`,
    saleKeys: [saleKey],
    recipient: to.recipient,
    details: { admissions: admissionIds, reason },
  });
}

type RequestOfSale = { readonly id: number; readonly saleKey: string };
