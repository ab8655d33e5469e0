import type { Told } from "#src/platform/domain/message-kinds.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Addressee, queueMessages } from "#src/platform/store/outbox.ts";

/** A message about these sales, which are of one cart. */
export type OrderMessage = Told & {
  /** Identifies the message within the account. */
  readonly key: string;
  readonly saleKeys: readonly string[];
  /** One valid address, when the message does not go to the buyer. */
  readonly recipient?: string;
  /** The language of the message, when it is not the buyer's. */
  readonly language?: string | undefined;
};

/** Returns whether a storefront renders the messages about a sale. */
export async function isRendered(tx: Db, saleKey: string): Promise<boolean> {
  const rows = await tx.query("SELECT FROM sale WHERE key = $1 AND messages IS NOT NULL", [saleKey]);
  return rows.length > 0;
}

type Unsent = { readonly id: string; readonly kind: OrderMessage["kind"] };

/** Returns the messages of a sale to this address that were not sent yet. */
export async function listUnsent(tx: Db, saleKey: string, recipient: string): Promise<readonly Unsent[]> {
  return tx.query<Unsent>(
    `SELECT id, kind FROM message WHERE sale_keys @> ARRAY[$1] AND recipient = $2 AND state IN ('QUEUED', 'DEAD') FOR UPDATE`,
    [saleKey, recipient],
  );
}

/** Sends a message that was not sent yet to another address instead. */
export async function redirectMessage(tx: Db, id: string, recipient: string): Promise<void> {
  await tx.query(`UPDATE message SET recipient = $2, own_failures = 0, not_before = NULL WHERE id = $1`, [
    id,
    recipient,
  ]);
}

/** Ends a message that was not sent yet. */
export async function cancelMessage(tx: Db, id: string): Promise<void> {
  await tx.query(`UPDATE message SET state = 'CANCELLED', settled_at = now() WHERE id = $1`, [id]);
}

/** Records whether the message with the tickets of these sales is held back. */
export async function writeMailHeld(tx: Db, saleKeys: readonly string[], isHeld: boolean): Promise<void> {
  await tx.query("UPDATE sale SET mail_held = $2 WHERE key = ANY ($1::text[]) AND mail_held <> $2", [saleKeys, isHeld]);
}

/** Returns whether anything was paid for an order with one of these sales. */
export async function isAnythingPaid(tx: Db, saleKeys: readonly string[]): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM sale WHERE key = ANY ($1::text[]) AND ${IS_PAID} LIMIT 1`, [saleKeys]);
  return rows.length > 0;
}

/** The SQL of whether anything was paid for the order of `sale`. */
const IS_PAID = `EXISTS (SELECT FROM sale paid
                          WHERE paid.cart_key = sale.cart_key AND paid.status = 'CONFIRMED' AND paid.total_minor > 0)`;

/** Returns whom a message goes to: the buyer, or another recipient. Sales without the buyer's email, such as at the box office, have nobody. */
export async function findAddressee(
  tx: Db,
  { saleKeys, recipient, language }: OrderMessage,
): Promise<(Addressee & { readonly isPaid: boolean }) | undefined> {
  const [addressee] = await tx.prepared<Addressee & { readonly isPaid: boolean }>(
    "find_recipient",
    `SELECT account_id AS "accountId", coalesce($2, buyer ->> 'EMAIL') AS recipient,
            coalesce($3, buyer ->> 'LANGUAGE') AS language, messages AS renderer, ${IS_PAID} AS "isPaid"
       FROM sale WHERE key = ANY ($1::text[]) AND coalesce($2, buyer ->> 'EMAIL', '') <> ''
      ORDER BY event_id, id LIMIT 1`,
    [saleKeys, recipient ?? null, language ?? null],
  );
  return addressee;
}

/** Writes a message that the organiser causes, or one to the organiser. `queueLimitedMessage` writes what anybody can cause. */
export async function queueOrderMessage(tx: Db, message: OrderMessage): Promise<void> {
  const addressee = await findAddressee(tx, message);
  if (addressee) await queueTo(tx, message, addressee);
}

/** Writes a message to this addressee. */
export async function queueTo(tx: Db, message: OrderMessage, addressee: Addressee): Promise<void> {
  const { accountId, recipient, language, renderer } = addressee;
  await queueMessages(tx, [{ ...message, accountId, recipient, language, renderer }]);
}
