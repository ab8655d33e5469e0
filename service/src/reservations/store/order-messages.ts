import type { Db } from "#src/platform/store/db.ts";
import { merged, type SetStatement } from "#src/platform/store/merged.ts";
import { type MessageKind, queueMessages, type Renderer } from "#src/platform/store/outbox.ts";

/** A message about these sales, which are of one cart. */
export type OrderMessage = {
  readonly kind: MessageKind;
  /** Identifies the message within the account. */
  readonly key: string;
  readonly saleKeys: readonly string[];
  /** One valid address, where it does not go to the buyer. */
  readonly recipient?: string;
  /** Where it is not the buyer's. */
  readonly language?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
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

/** The language of buyers whose lock names none. */
const LANGUAGE = "en";

/** Writes a message to the buyer, or to another recipient. Sales without the buyer's email get none, such as a sale at the box office. */
export async function queueOrderMessage(tx: Db, message: OrderMessage): Promise<void> {
  await merged(tx, QUEUE_ORDER_MESSAGE, message);
}

const QUEUE_ORDER_MESSAGE: SetStatement<OrderMessage, void> = {
  async run(tx, messages) {
    const sales = messages.flatMap(({ saleKeys, recipient, language }, nth) =>
      saleKeys.map((key) => ({ nth, key, recipient, language })),
    );
    const rows = await tx.prepared<Row & { nth: number }>(
      "find_recipients",
      `SELECT DISTINCT ON (nth) nth, account_id, coalesce(wanted.recipient, buyer ->> 'EMAIL') AS recipient,
              coalesce(wanted.language, buyer ->> 'LANGUAGE') AS language, messages
         FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[]) AS wanted (nth, key, recipient, language)
         JOIN sale USING (key) WHERE coalesce(wanted.recipient, buyer ->> 'EMAIL', '') <> ''
        ORDER BY nth, event_id, id`,
      [
        ...[sales.map(({ nth }) => nth), sales.map(({ key }) => key)],
        ...[sales.map(({ recipient }) => recipient ?? null), sales.map(({ language }) => language ?? null)],
      ],
    );
    const addressed = rows.flatMap(({ nth, account_id, recipient, language, messages: renderer }) => {
      const message = messages[nth];
      if (message === undefined) return [];
      const { kind, key, saleKeys, details } = message;
      return {
        accountId: account_id,
        ...{ kind, key, saleKeys, recipient },
        language: language || LANGUAGE,
        ...(details && { details }),
        ...(renderer && { renderer }),
      };
    });
    await queueMessages(tx, addressed);
    return messages.map(() => undefined);
  },
};
