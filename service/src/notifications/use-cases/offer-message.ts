import type { MessageOnTry, SettledState } from "#src/notifications/domain/message.ts";
import { settleMessage } from "#src/notifications/store/messages.ts";
import { acceptOfferMail, giveUpOfferMail, startOfferMail } from "#src/reservations/store/waiting-list/offers.ts";
import type { MessageWorld } from "./message-world.ts";

/** Adds when an offer of the waiting list ends if the mail server accepts its mail now. Returns `undefined` when it is over. */
export async function withOfferEnd(
  { db, limits }: MessageWorld,
  message: MessageOnTry,
): Promise<MessageOnTry | undefined> {
  const endsAt = await startOfferMail(db, offerOf(message), limits.waitingListOfferSeconds);
  return endsAt && { ...message, details: { ...message.details, expiresAt: endsAt.toISOString() } };
}

/** Ends the message of an offer: sent, its time has begun; given up, its places go to the next in line. */
export function settleOfferMessage(
  { db }: MessageWorld,
  message: MessageOnTry,
  state: SettledState,
  reason?: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    await settleMessage(tx, message.id, state, reason);
    if (state === "SENT") await acceptOfferMail(tx, offerOf(message), new Date(String(message.details.expiresAt)));
    if (state === "DEAD") await giveUpOfferMail(tx, offerOf(message));
  });
}

function offerOf({ details }: MessageOnTry): string {
  return String(details.offer);
}
