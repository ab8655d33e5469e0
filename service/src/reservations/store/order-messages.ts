import type { Told } from "#src/platform/domain/message-kinds.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Addressee, queueMessages } from "#src/platform/store/outbox.ts";

/** A message about these sales, which are of one cart. */
type OrderMessage = Told & {
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

/** Sends what was not sent yet to the corrected address instead, so that the wrong one gets nothing more. */
export async function redirectMessages(tx: Db, saleKey: string, from: string, to: string): Promise<void> {
  await tx.query(
    `UPDATE message SET recipient = $3 WHERE sale_keys @> ARRAY[$1] AND recipient = $2 AND state IN ('QUEUED', 'DEAD')`,
    [saleKey, from, to],
  );
}

/** Writes a message to the buyer, or to another recipient. Sales without the buyer's email, such as at the box office, get none. */
export async function queueOrderMessage(tx: Db, message: OrderMessage): Promise<void> {
  const { recipient, language, ...told } = message;
  const [addressee] = await tx.prepared<Addressee>(
    "find_recipient",
    `SELECT account_id AS "accountId", coalesce($2, buyer ->> 'EMAIL') AS recipient,
            coalesce($3, buyer ->> 'LANGUAGE') AS language, messages AS renderer
       FROM sale WHERE key = ANY ($1::text[]) AND coalesce($2, buyer ->> 'EMAIL', '') <> ''
      ORDER BY event_id, id LIMIT 1`,
    [message.saleKeys, recipient ?? null, language ?? null],
  );
  if (addressee) await queueMessages(tx, [{ ...told, ...addressee }]);
}
