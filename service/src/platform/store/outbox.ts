import type { Db } from "./db.ts";

/** What a message reports. A storefront has a template for each. */
export type MessageKind =
  | "TICKETS"
  | "GUEST_DETAILS_WANTED"
  | "GUEST_TICKET"
  | "DATE_CHANGED"
  | "CANCELLED"
  | "REINSTATED"
  | "REFUNDED"
  | "REFUND_REQUESTED"
  | "REFUND_DECLINED"
  | "FIND_TICKETS"
  | "WAITING_LIST_CONFIRM"
  | "WAITING_LIST_OFFER";

/** Where a storefront renders messages, and the token that it gave for it. */
export type Renderer = { readonly address: string; readonly token: string };

export type NewMessage = {
  readonly accountId: number;
  readonly kind: MessageKind;
  /** Identifies the message within the account: of two with one key only the first is written. */
  readonly key: string;
  /** Exactly one validated email address. */
  readonly recipient: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly saleKeys?: readonly string[];
  /** Values that the kind needs besides, as JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly renderer?: Renderer | undefined;
};

/** Writes messages in the transaction of the change that they report. They are delivered after its commit. */
export async function queueMessages(tx: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.prepared(
    "queue_messages",
    `INSERT INTO message (account_id, kind, key, recipient, language, sale_keys, details, renderer)
     SELECT (one ->> 'accountId')::bigint, one ->> 'kind', one ->> 'key', one ->> 'recipient', one ->> 'language',
            ARRAY(SELECT jsonb_array_elements_text(coalesce(one -> 'saleKeys', '[]'))),
            coalesce(one -> 'details', '{}'), one -> 'renderer'
       FROM jsonb_array_elements($1::jsonb) AS one
         ON CONFLICT (account_id, key) DO NOTHING`,
    [JSON.stringify(messages)],
  );
}
