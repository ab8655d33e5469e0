import type { Db } from "#src/platform/store/db.ts";
import { voucherFaults } from "#test/payments/voucher-story.ts";
import { refundFaults } from "#test/refunds/refund-story.ts";
import type { Observed } from "./client.ts";
import type { Entry } from "./system.ts";

type Records = { readonly db: Db; readonly ledger: readonly Entry[]; readonly observed: Observed };

/**
 * Returns what is wrong in the database, between it and the processor's ledger, and with what buyers were told, a line each. Called
 * while no purchase is under way and nothing is left to settle.
 */
export async function violations({ db, ledger, observed }: Records): Promise<readonly string[]> {
  const found = [
    ...(await stockFaults(db)),
    ...(await saleFaults(db)),
    ...(await messageFaults(db)),
    ...(await voucherFaults(db)),
    ...(await refundFaults(db)),
    ...(await moneyFaults(db, ledger)),
    ...(await answerFaults(db, observed)),
  ];
  return [...found, ...observed.faults];
}

/** Places: of each section and ticket type as many are taken as reservations and valid tickets have, and no more than there are. */
async function stockFaults(db: Db): Promise<readonly string[]> {
  return faultsOf(
    db,
    `SELECT format('stock %s of event %s: %s taken of %s, %s reserved and sold', stock.id, stock.event_id, taken, capacity, due) AS fault
       FROM stock CROSS JOIN LATERAL (
              SELECT coalesce(sum(line.quantity), 0) - (
                       SELECT count(*) FROM admission
                         JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = admission.ticket_type_id
                        WHERE admission.event_id = stock.event_id AND admission.status IN ('REFUNDED', 'RETURNED')
                          AND (type.id = stock.ticket_type_id OR type.venue_section_id = stock.venue_section_id
                               AND type.event_date_id = stock.event_date_id)) AS due
                FROM sale_line line
                JOIN sale ON sale.event_id = line.event_id AND sale.id = line.sale_id AND holds_stock
                JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
               WHERE line.event_id = stock.event_id
                 AND (type.id = stock.ticket_type_id OR type.venue_section_id = stock.venue_section_id
                      AND type.event_date_id = stock.event_date_id)) AS places
      WHERE taken <> due OR taken > capacity OR taken < 0`,
  );
}

/** Sales and attempts: nothing is still open, and a sale is paid if and only if one attempt paid for it, with a ticket for each place. */
async function saleFaults(db: Db): Promise<readonly string[]> {
  return faultsOf(
    db,
    `SELECT format('attempt %s is still open: %s', id, state) AS fault FROM payment_attempt WHERE settled_at IS NULL
      UNION ALL
     SELECT format('refund %s is still open', id) FROM refund WHERE state = 'STARTED'
      UNION ALL
     SELECT format('sale %s is still being paid for', key) FROM sale WHERE status = 'PROCESSING'
      UNION ALL
     SELECT format('sale %s is %s and was paid for by %s attempts', key, status, paid)
       FROM sale CROSS JOIN LATERAL (
              SELECT count(*) AS paid FROM payment_attempt_sale of
                JOIN payment_attempt attempt ON attempt.id = of.attempt_id AND attempt.state = 'PAID'
               WHERE of.event_id = sale.event_id AND of.sale_id = sale.id) AS attempts
      WHERE paid <> CASE status WHEN 'CONFIRMED' THEN 1 ELSE 0 END
      UNION ALL
     SELECT format('sale %s is %s and has %s tickets for %s places', key, status, tickets, places)
       FROM sale CROSS JOIN LATERAL (
              SELECT (SELECT count(*) FROM admission WHERE event_id = sale.event_id AND sale_id = sale.id) AS tickets,
                     (SELECT sum(quantity) FROM sale_line WHERE event_id = sale.event_id AND sale_id = sale.id) AS places) AS counted
      WHERE tickets <> CASE status WHEN 'CONFIRMED' THEN places ELSE 0 END`,
  );
}

/** The outbox: one message with the tickets for each paid attempt, none for another. Sent messages are deleted after 30 days. */
async function messageFaults(db: Db): Promise<readonly string[]> {
  return faultsOf(
    db,
    `SELECT format('attempt %s is %s and has %s messages with tickets', id, state, messages) AS fault
       FROM payment_attempt attempt CROSS JOIN LATERAL (
              SELECT count(*) AS messages FROM message WHERE key = 'tickets ' || attempt.id) AS written
      WHERE messages <> CASE state WHEN 'PAID' THEN 1 ELSE 0 END AND settled_at > now() - interval '29 days'`,
  );
}

/** What buyers were told: paid stays paid, refused was not sold, refunded stays refunded, and no confirmed reservation is gone. */
async function answerFaults(db: Db, { paid, refused, refunded, reserved }: Observed): Promise<readonly string[]> {
  return faultsOf(
    db,
    `SELECT format('cart %s was answered as paid and has no paid attempt', cart) AS fault FROM unnest($1::text[]) AS cart
      WHERE NOT EXISTS (SELECT FROM payment_attempt WHERE cart_key = cart AND state = 'PAID')
      UNION ALL
     SELECT format('cart %s was answered as refused and is paid', cart) FROM unnest($2::text[]) AS cart
      WHERE EXISTS (SELECT FROM payment_attempt WHERE cart_key = cart AND state = 'PAID')
      UNION ALL
     SELECT format('sale %s was answered as refunded and is not', told) FROM unnest($3::text[]) AS told
      WHERE NOT EXISTS (SELECT FROM sale JOIN refund ON refund.event_id = sale.event_id AND sale_id = sale.id
                         WHERE key = told AND state = 'REFUNDED')
      UNION ALL
     SELECT format('reservation %s was confirmed and is gone', told) FROM unnest($4::text[]) AS told
      WHERE NOT EXISTS (SELECT FROM sale WHERE key = told)`,
    [[...paid], [...refused], [...refunded], [...reserved]],
  );
}

async function faultsOf(db: Db, text: string, values: readonly unknown[] = []): Promise<readonly string[]> {
  return (await db.query<{ fault: string }>(text, values)).map(({ fault }) => fault);
}

type Attempt = { readonly id: string; readonly state: string; readonly card: number };
type Refund = { readonly id: string; readonly attempt: string; readonly card: number };

/** Compares attempts and refunds with the processor's ledger: returns a line for each difference, and for sums that differ. */
async function moneyFaults(db: Db, ledger: readonly Entry[]): Promise<readonly string[]> {
  const attempts = await db.query<Attempt>(`SELECT id, state, card_minor AS card FROM payment_attempt`);
  const refunds = await db.query<Refund>(
    `SELECT id, attempt_id AS attempt, card_minor AS card FROM refund WHERE state = 'REFUNDED' AND card_minor > 0`,
  );
  const byAttempt = Map.groupBy(ledger, ({ attempt }) => attempt);
  const known = new Set(attempts.map(({ id }) => id));
  const due = attempts.filter(({ state }) => state === "PAID").reduce((sum, { card }) => sum + card, 0);
  const back = refunds.reduce((sum, { card }) => sum + card, 0);
  const kept = keptMinor(ledger);
  return [
    ...[...byAttempt.keys()].filter((id) => !known.has(id)).map((id) => `attempt ${id} is charged and unknown`),
    ...attempts.flatMap((attempt) => chargeFaults(attempt, byAttempt.get(attempt.id) ?? [])),
    ...refundEntryFaults(refunds, ledger),
    ...(kept === due - back ? [] : [`the ledger keeps ${kept}, paid are ${due} and refunded ${back}`]),
  ];
}

function chargeFaults({ id, state, card }: Attempt, entries: readonly Entry[]): readonly string[] {
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
  const [authorised, captured, voided] = [of("authorisation").length, of("capture").length, of("void").length];
  const isKept = captured > 0 && of("refund").every(({ refund }) => refund !== undefined);
  const faults = [
    authorised > 1 && `is authorised ${authorised} times`,
    captured > 1 && `is captured ${captured} times`,
    new Set(entries.map(({ payment }) => payment)).size > 1 && "has several charges",
    authorised > captured + voided && "has an authorisation that is neither captured nor voided",
    state === "PAID" && card > 0 && !isKept && "is paid without a capture",
    state !== "PAID" && isKept && "is captured and not paid",
    state === "PAID" && sumOf(of("capture")) !== card && `pays ${card} and is charged ${sumOf(of("capture"))}`,
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `attempt ${id} (${state}) ${fault}`);
}

function refundEntryFaults(refunds: readonly Refund[], ledger: readonly Entry[]): readonly string[] {
  const given = Map.groupBy(
    ledger.filter(({ kind, refund }) => kind === "refund" && refund !== undefined),
    ({ refund }) => refund,
  );
  const known = new Set<string | undefined>(refunds.map(({ id }) => id));
  return [
    ...[...given.keys()].filter((id) => !known.has(id)).map((id) => `refund ${id} is made and not recorded`),
    ...refunds.flatMap(({ id, card }) => {
      const entries = given.get(id) ?? [];
      if (entries.length !== 1) return [`refund ${id} is made ${entries.length} times`];
      return sumOf(entries) === card ? [] : [`refund ${id} is ${card} and gave back ${sumOf(entries)}`];
    }),
  ];
}

/** Returns what was captured and not refunded, in the smallest unit. */
function keptMinor(ledger: readonly Entry[]): number {
  return sumOf(ledger.filter(({ kind }) => kind === "capture")) - sumOf(ledger.filter(({ kind }) => kind === "refund"));
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { amount }) => sum + Number(amount.replace(".", "")), 0);
}
