import { emailAddressOf } from "#src/platform/domain/email-address.ts";
import type { Db, Row } from "#src/platform/store/db.ts";

const REFERENCE = /^[2-9B-DF-HJ-NP-TV-XZ]{6}$/;

/**
 * Returns the keys of the carts with this reference, address, or words of the buyer's name, the newest first: also of those that
 * were never paid.
 */
export async function findCarts(db: Db, text: string, limit: number): Promise<readonly string[]> {
  const reference = text.replaceAll(/\s/g, "").toUpperCase();
  if (REFERENCE.test(reference)) {
    const paid = await db.query<{ cart: string }>(
      `SELECT cart_key AS cart FROM payment_attempt
        WHERE account_id IN (SELECT id FROM account) AND reference = $1 ORDER BY started_at DESC LIMIT $2`,
      [reference, limit],
    );
    // Else it is a name without vowels.
    if (paid.length > 0) return paid.map(({ cart }) => cart);
  }
  if (text.includes("@")) {
    const addresses = [text, emailAddressOf(text) ?? text].map((address) => address.toLowerCase());
    return cartsWhere(
      db,
      "buyer ->> 'EMAIL' IS NOT NULL AND lower(buyer ->> 'EMAIL') = ANY ($1::text[])",
      addresses,
      limit,
    );
  }
  const [{ words } = { words: [] }] = await db.query<{ words: readonly string[] }>("SELECT name_words($1) AS words", [
    text,
  ]);
  if (words.length === 0) return [];
  // A word has no quotes: `name_words` divides by them.
  const beginnings = words.map((word) => `'${word}':*`).join(" & ");
  return cartsWhere(db, "buyer ->> 'LAST_NAME' IS NOT NULL AND buyer_words(buyer) @@ $1::tsquery", beginnings, limit);
}

async function cartsWhere(db: Db, condition: string, value: unknown, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ cart: string }>(
    `SELECT cart_key AS cart FROM sale WHERE ${condition}
      GROUP BY cart_key ORDER BY max(created_at) DESC LIMIT $2`,
    [value, limit],
  );
  return rows.map(({ cart }) => cart);
}

/** What the database has about one cart. */
type PurchaseHistory = {
  readonly sales: readonly PastSale[];
  readonly attempts: readonly PastAttempt[];
  readonly messages: readonly PastMessage[];
  readonly refunds: readonly PastRefund[];
};

export async function readHistory(db: Db, cart: string): Promise<PurchaseHistory> {
  return {
    sales: await db.query<PastSale>(SALES, [cart]),
    attempts: await db.query<PastAttempt>(ATTEMPTS, [cart]),
    messages: await db.query<PastMessage>(MESSAGES, [cart]),
    refunds: await db.query<PastRefund>(REFUNDS, [cart]),
  };
}

export type PastSale = Row & {
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

export type PastAttempt = Row & {
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

export type PastMessage = Row & {
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

export type PastRefund = Row & {
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
