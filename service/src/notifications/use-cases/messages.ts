import type { MessageReport, MessageState } from "#src/notifications/domain/message.ts";
import { listMessages, requeueMessage } from "#src/notifications/store/messages.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { World } from "#src/platform/world.ts";

/** Returns the account's messages in this state. */
export function listMessagesOf(
  { db }: World,
  caller: Caller,
  state: MessageState,
  page: Page,
): Promise<{ readonly messages: readonly MessageReport[]; readonly total: number }> {
  return listMessages(db, caller.account.id, state, page);
}

/** Queues a dead message again. */
export async function retryMessage(
  { db }: World,
  caller: Caller,
  id: string,
): Promise<"queued" | "not_dead" | "no_such_thing"> {
  const wasDead = await requeueMessage(db, caller.account.id, id);
  if (wasDead === undefined) return "no_such_thing";
  return wasDead ? "queued" : "not_dead";
}
