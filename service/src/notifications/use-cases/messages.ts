import {
  DEAD_KEEP_SECONDS,
  MESSAGE_LIFE_SECONDS,
  type MessageState,
  SETTLED_KEEP_SECONDS,
} from "#src/notifications/domain/message.ts";
import {
  deleteOldMessages,
  endUnsentMessages,
  findDeadMessages,
  listMessages,
  requeueDeadMessages,
  requeueMessage,
} from "#src/notifications/store/messages.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { readClock } from "#src/platform/store/db.ts";

/** Returns the account's messages in this state. */
export function listMessagesOf({ db }: Runtime, caller: Caller, state: MessageState, page: Page) {
  return listMessages(db, caller.account.id, state, page);
}

/** Queues a dead message again. */
export async function retryMessage(
  { db }: Runtime,
  caller: Caller,
  id: string,
): Promise<"queued" | "not_dead" | "no_such_thing"> {
  const wasDead = await requeueMessage(db, caller.account.id, id);
  if (wasDead === undefined) return "no_such_thing";
  return wasDead ? "queued" : "not_dead";
}

const CAUSES_MAX = 50;
/** Bounds the locks of one transaction. */
const RETRY_BATCH = 1_000;

/** Returns what was given up, by cause. */
export function getDeadMessages({ db }: Runtime, caller: Caller) {
  return findDeadMessages(db, caller.account.id, CAUSES_MAX);
}

/**
 * Queues the messages again that were given up for this reason, or all, and returns their number. Those that are given up
 * again meanwhile stay.
 */
export async function retryDeadMessages({ db }: Runtime, caller: Caller, error: string | undefined): Promise<number> {
  const retry = { accountId: caller.account.id, error, before: await readClock(db) };
  let retried = 0;
  for (;;) {
    const batch = await requeueDeadMessages(db, retry, RETRY_BATCH);
    retried += batch;
    if (batch < RETRY_BATCH) return retried;
  }
}

/** Bounds the locks of one transaction. The next run takes what is left. */
const BATCH = 1_000;
const NOT_SENT_FOR_A_WEEK = "It was not sent for a week: no SMTP_URL is set.";

/** Deletes messages whose time has passed, with their addresses, and ends those that no worker sends. */
export async function forgetMessages({ db, mail }: Runtime): Promise<void> {
  if (!mail.isSent) await endUnsentMessages(db, MESSAGE_LIFE_SECONDS, BATCH, NOT_SENT_FOR_A_WEEK);
  await deleteOldMessages(db, ["SENT", "CANCELLED"], SETTLED_KEEP_SECONDS, BATCH);
  await deleteOldMessages(db, ["DEAD"], DEAD_KEEP_SECONDS, BATCH);
}
