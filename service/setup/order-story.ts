import { emailAddressOf } from "#src/platform/domain/email-address.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import type { Db, Row } from "#src/platform/store/db.ts";

/** More would be read by nobody: a second part of the name, or the address, finds the right one. */
const PURCHASES_MAX = 10;
const REFERENCE = /^[2-9B-DF-HJ-NP-TV-XZ]{6}$/;

/**
 * Returns the purchases with this reference, address, or words of the buyer's name, the newest first, each as text; and whether there
 * are more. A purchase is a cart: also one that was reserved and never paid.
 */
export async function findPurchases(
  db: Db,
  text: string,
): Promise<{ readonly stories: readonly string[]; readonly isCut: boolean }> {
  const found = await findCarts(db, text.trim());
  const stories: string[] = [];
  for (const cart of found.slice(0, PURCHASES_MAX)) stories.push(await storyOf(db, cart));
  return { stories, isCut: found.length > PURCHASES_MAX };
}

async function findCarts(db: Db, text: string): Promise<readonly string[]> {
  const reference = text.replaceAll(/\s/g, "").toUpperCase();
  if (REFERENCE.test(reference)) {
    const paid = await db.query<{ cart: string }>(
      `SELECT cart_key AS cart FROM payment_attempt
        WHERE account_id IN (SELECT id FROM account) AND reference = $1 ORDER BY started_at DESC`,
      [reference],
    );
    // Else it is a name without vowels.
    if (paid.length > 0) return paid.map(({ cart }) => cart);
  }
  if (text.includes("@")) {
    const addresses = [text, emailAddressOf(text) ?? text].map((address) => address.toLowerCase());
    return cartsWhere(db, "buyer ->> 'EMAIL' IS NOT NULL AND lower(buyer ->> 'EMAIL') = ANY ($1::text[])", addresses);
  }
  const [{ words } = { words: [] }] = await db.query<{ words: readonly string[] }>("SELECT name_words($1) AS words", [
    text,
  ]);
  if (words.length === 0) return [];
  // A word has no quotes: `name_words` divides by them.
  const beginnings = words.map((word) => `'${word}':*`).join(" & ");
  return cartsWhere(db, "buyer ->> 'LAST_NAME' IS NOT NULL AND buyer_words(buyer) @@ $1::tsquery", beginnings);
}

async function cartsWhere(db: Db, condition: string, value: unknown): Promise<readonly string[]> {
  const rows = await db.query<{ cart: string }>(
    `SELECT cart_key AS cart FROM sale WHERE ${condition}
      GROUP BY cart_key ORDER BY max(created_at) DESC LIMIT ${PURCHASES_MAX + 1}`,
    [value],
  );
  return rows.map(({ cart }) => cart);
}

/** What happened, when, and the request in which it did. */
type Step = { readonly at: Date; readonly what: string; readonly request?: string | null };

async function storyOf(db: Db, cart: string): Promise<string> {
  const sales = await db.query<SaleRow>(SALES, [cart]);
  const attempts = await db.query<AttemptRow>(ATTEMPTS, [cart]);
  const messages = await db.query<MessageRow>(MESSAGES, [cart]);
  const refunds = await db.query<RefundRow>(REFUNDS, [cart]);
  const steps: readonly Step[] = [
    ...sales.flatMap(stepsOfSale),
    ...attempts.flatMap(stepsOfAttempt),
    ...refunds.flatMap(stepsOfRefund),
    ...messages.flatMap(stepsOfMessage),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());

  const orders = new Set(sales.flatMap(({ reference }) => reference ?? []));
  const buyers = new Set(sales.map(({ buyer }) => buyer));
  const sought = new Set([
    ...attempts.flatMap(({ reference, id, attempt }) => [reference, id, attempt]),
    ...steps.map(({ request }) => request),
  ]);
  return [
    [orders.size === 0 ? "No order reference" : `Order ${[...orders].join(", ")}`, ...buyers].join(" · "),
    ...steps.map(({ at, what, request }) => `  ${timeOf(at)}  ${what}${request ? `  [request ${request}]` : ""}`),
    ...sales.map((sale) => `  now: ${sale.event}: ${stateOf(sale)}`),
    ...(messages.length === 0 ? ["  no mail is kept: none was written, or it was sent more than 30 days ago"] : []),
    `  lines: journalctl --unit 'foyer-*' --output cat --since '${timeOf(steps[0]?.at ?? new Date())} UTC' | grep -E '${[...sought].filter(Boolean).join("|")}'`,
  ].join("\n");
}

type SaleRow = Row & {
  readonly event: string;
  readonly status: string;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly modifiedAt: Date;
  readonly buyer: string;
  readonly isMailHeld: boolean;
  readonly request: string | null;
  readonly lines: string;
  readonly tickets: string | null;
};

const SALES = `
SELECT format('%s (event %s)', event.name, event.id) AS event, sale.status, sale.reference, sale.created_at AS "createdAt",
       sale.expires_at AS "expiresAt", sale.modified_at AS "modifiedAt", sale.mail_held AS "isMailHeld", sale.request,
       coalesce(nullif(concat_ws(' ', buyer ->> 'FIRST_NAME', buyer ->> 'LAST_NAME', '<' || (buyer ->> 'EMAIL') || '>'), ''), 'no details given') AS buyer,
       (SELECT string_agg(format('%s × %s', quantity, ticket_type_name), ', ' ORDER BY ticket_type_id) FROM sale_line line
         WHERE line.event_id = sale.event_id AND line.sale_id = sale.id) AS lines,
       (SELECT string_agg(format('%s %s', count, status), ', ') FROM (
          SELECT count(*), CASE WHEN times_admitted > 0 THEN 'ADMITTED' ELSE status END AS status FROM admission
           WHERE admission.event_id = sale.event_id AND admission.sale_id = sale.id GROUP BY 2 ORDER BY 2) AS counted) AS tickets
  FROM sale JOIN event ON event.id = sale.event_id WHERE sale.cart_key = $1 ORDER BY sale.event_id, sale.id`;

function stepsOfSale({ event, status, createdAt, expiresAt, modifiedAt, lines, request }: SaleRow): readonly Step[] {
  const reserved = { at: createdAt, what: `reserved: ${lines} for ${event}, until ${timeOf(expiresAt)}`, request };
  if (status === "RELEASED") return [reserved, { at: modifiedAt, what: `given back: ${event}` }];
  return status === "EXPIRED" ? [reserved, { at: expiresAt, what: `expired: ${event}` }] : [reserved];
}

function stateOf({ status, tickets, isMailHeld }: SaleRow): string {
  const held = isMailHeld ? "; its mail is held back, since its mailbox had six unpaid ones in a day" : "";
  return `${status}, ${tickets === null ? "no tickets" : `tickets: ${tickets}`}${held}`;
}

type AttemptRow = Row & {
  readonly id: string;
  readonly attempt: string | null;
  readonly reference: string | null;
  readonly state: string;
  readonly code: string | null;
  readonly minor: number;
  readonly currency: string;
  readonly methods: readonly string[];
  readonly startedAt: Date;
  readonly settledAt: Date | null;
  readonly checks: number;
  readonly request: string | null;
};

const ATTEMPTS = `
SELECT id, idempotency_key AS attempt, reference, state, decline_code AS code, amount_minor AS minor, currency, methods,
       started_at AS "startedAt", settled_at AS "settledAt", checks, request
  FROM payment_attempt
 WHERE id IN (SELECT attempt_id FROM payment_attempt_sale paid
                JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id WHERE sale.cart_key = $1)
 ORDER BY started_at`;

function stepsOfAttempt(row: AttemptRow): readonly Step[] {
  const { id, attempt, reference, state, code, methods, startedAt, settledAt, checks, request } = row;
  const means = methods.length === 0 ? "nothing due" : methods.join(" and ");
  const ids = [...(attempt === null ? [] : [`attempt ${attempt}`]), `payment ${id}`].join(", ");
  const begun = { at: startedAt, what: `payment ${reference ?? ""} of ${amountOf(row)}, ${means} (${ids})`, request };
  const open = `not known yet: ${state}, the processor was asked ${checks} times`;
  const ended = state === "PAID" ? "paid" : `not paid: ${state}${code === null ? "" : ` ${code}`}`;
  return [begun, { at: settledAt ?? new Date(), what: settledAt === null ? open : ended }];
}

type MessageRow = Row & {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly state: string;
  readonly tries: number;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  readonly request: string | null;
};

const MESSAGES = `
SELECT id, kind, recipient, state, tries, last_error AS error, created_at AS "createdAt", settled_at AS "settledAt", request
  FROM message WHERE sale_keys && ARRAY(SELECT key FROM sale WHERE cart_key = $1) ORDER BY created_at`;

const STATES: Readonly<Record<string, string>> = {
  QUEUED: "waits",
  SENT: "sent",
  DEAD: "given up",
  CANCELLED: "not needed any more",
};

function stepsOfMessage(row: MessageRow): readonly Step[] {
  const { id, kind, recipient, state, tries, error, createdAt, settledAt, request } = row;
  const written = { at: createdAt, what: `mail ${kind} for ${recipient} (message ${id})`, request };
  const why = `${STATES[state] ?? state} (tries: ${tries})${error === null ? "" : `: ${error}`}`;
  return [written, { at: settledAt ?? new Date(), what: `mail ${kind}: ${why}` }];
}

type RefundRow = Row & {
  readonly id: string;
  readonly origin: string;
  readonly state: string;
  readonly minor: number;
  readonly currency: string;
  readonly startedAt: Date;
  readonly settledAt: Date | null;
  readonly request: string | null;
};

const REFUNDS = `
SELECT refund.id, origin, state, amount_minor AS minor, refund.currency, started_at AS "startedAt", settled_at AS "settledAt", refund.request
  FROM refund JOIN sale ON sale.event_id = refund.event_id AND sale.id = refund.sale_id
 WHERE sale.cart_key = $1 ORDER BY started_at`;

function stepsOfRefund(row: RefundRow): readonly Step[] {
  const { id, origin, state, startedAt, settledAt, request } = row;
  const begun = { at: startedAt, what: `refund of ${amountOf(row)} by ${origin} (refund ${id})`, request };
  return [begun, { at: settledAt ?? new Date(), what: `refund: ${state}` }];
}

function amountOf({ minor, currency }: { readonly minor: number; readonly currency: string }): string {
  return `${toDecimal({ minor, currency })} ${currency}`;
}

function timeOf(at: Date): string {
  return at.toISOString().slice(0, 19).replace("T", " ");
}
