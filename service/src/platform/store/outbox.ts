import type { Told } from "#src/platform/domain/message-kinds.ts";
import { requestContext } from "#src/platform/domain/request-context.ts";
import type { Db } from "./db.ts";

/** Where a storefront renders messages, and the token that it gave for it. */
export type Renderer = { readonly address: string; readonly token: string };

/** Whom a message goes to. */
export type Addressee = {
  readonly accountId: number;
  /** Exactly one validated email address. */
  readonly recipient: string;
  /** A BCP 47 tag. English where it is absent or empty: a buyer's lock may name none. */
  readonly language: string | null;
  readonly renderer?: Renderer | null | undefined;
};

export type NewMessage = Told &
  Addressee & {
    /** Identifies the message within the account: of two with one key only the first is written. */
    readonly key: string;
    readonly saleKeys?: readonly string[];
  };

/**
 * Writes messages in the transaction of the change that they report. A trigger of the table (migration 0128) inserts a job
 * for each; after the commit a worker takes it (`notifications/outside/message-queue.ts`) and calls `deliverMessage`.
 */
export async function queueMessages(tx: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.prepared(
    "queue_messages",
    `INSERT INTO message (account_id, kind, key, recipient, language, sale_keys, details, renderer, request)
     SELECT (one ->> 'accountId')::bigint, one ->> 'kind', one ->> 'key', one ->> 'recipient', coalesce(nullif(one ->> 'language', ''), 'en'),
            ARRAY(SELECT jsonb_array_elements_text(coalesce(one -> 'saleKeys', '[]'))),
            coalesce(one -> 'details', '{}'), nullif(one -> 'renderer', 'null'), $2
       FROM jsonb_array_elements($1::jsonb) AS one
         ON CONFLICT (account_id, key) DO NOTHING`,
    [JSON.stringify(messages), requestContext()?.request ?? null],
  );
}
