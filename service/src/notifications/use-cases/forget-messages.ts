import {
  DEAD_KEEP_SECONDS,
  MESSAGE_LIFE_SECONDS,
  NOT_SENT_FOR_A_WEEK,
  SETTLED_KEEP_SECONDS,
} from "#src/notifications/domain/message.ts";
import { deleteOldMessages, endUnsentMessages } from "#src/notifications/store/old-messages.ts";
import type { World } from "#src/platform/world.ts";

/** Bounds the locks of one transaction. The next run takes what is left. */
const BATCH = 1_000;
/** The worker ends a message at its next try after a week, and tries follow within four hours. */
const AFTER_WORKER_SECONDS = MESSAGE_LIFE_SECONDS + 24 * 60 * 60;

/** Deletes messages whose time has passed, with their addresses, and ends those that no worker sends. */
export async function forgetMessages({ db }: World): Promise<void> {
  await endUnsentMessages(db, AFTER_WORKER_SECONDS, BATCH, NOT_SENT_FOR_A_WEEK);
  await deleteOldMessages(db, ["SENT", "CANCELLED"], SETTLED_KEEP_SECONDS, BATCH);
  await deleteOldMessages(db, ["DEAD"], DEAD_KEEP_SECONDS, BATCH);
}
