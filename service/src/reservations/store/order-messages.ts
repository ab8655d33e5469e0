import type { Told } from "#src/platform/domain/message-kinds.ts";
import type { Db } from "#src/platform/store/db.ts";
import { queueMessages, type Renderer } from "#src/platform/store/outbox.ts";

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

type Row = { account_id: number; recipient: string; language: string | null; messages: Renderer | null };

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

/** For buyers whose lock named no language. */
const LANGUAGE = "en";

/** Writes a message to the buyer, or to another recipient. Sales without the buyer's email, such as at the box office, get none. */
export async function queueOrderMessage(tx: Db, message: OrderMessage): Promise<void> {
  const { recipient: other, language: otherLanguage, ...told } = message;
  const [first] = await tx.prepared<Row>(
    "find_recipient",
    `SELECT account_id, coalesce($2, buyer ->> 'EMAIL') AS recipient, coalesce($3, buyer ->> 'LANGUAGE') AS language, messages
       FROM sale WHERE key = ANY ($1::text[]) AND coalesce($2, buyer ->> 'EMAIL', '') <> ''
      ORDER BY event_id, id LIMIT 1`,
    [message.saleKeys, other ?? null, otherLanguage ?? null],
  );
  if (first === undefined) return;
  const { account_id: accountId, recipient, language, messages: renderer } = first;
  await queueMessages(tx, [
    { ...told, accountId, recipient, language: language || LANGUAGE, ...(renderer && { renderer }) },
  ]);
}
