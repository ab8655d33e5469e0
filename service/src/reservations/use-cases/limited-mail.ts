import { mailboxOf } from "#src/platform/domain/email-address.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { countTry } from "#src/platform/store/tries.ts";
import {
  cancelMessage,
  findAddressee,
  isAnythingPaid,
  listUnsent,
  type OrderMessage,
  queueTo,
  redirectMessage,
  writeMailHeld,
} from "#src/reservations/store/order-messages.ts";

type Limiting = Pick<Runtime, "fingerprint" | "limits">;

/** Counts a message that anybody can cause without paying. Returns the seconds until the next is allowed, or `undefined` within the limit. */
export async function countUnpaidMail(
  tx: Db,
  { fingerprint, limits }: Limiting,
  { accountId, recipient }: { readonly accountId: number; readonly recipient: string },
): Promise<number | undefined> {
  const mailbox = fingerprint(`mailbox ${accountId} ${mailboxOf(recipient)}`);
  return countTry(tx, `mailbox ${mailbox}`, limits.unpaidMailsPerMailbox);
}

/**
 * Queues a message that a buyer causes. When nothing was paid for the order and its mailbox had its messages already, none is
 * queued: anybody can order free tickets with the address of a stranger. Returns the seconds until the next is allowed, or
 * `undefined` when the message is queued or the sale has no address.
 */
export async function queueLimitedMessage(
  tx: Db,
  runtime: Limiting,
  message: OrderMessage,
): Promise<number | undefined> {
  const addressee = await findAddressee(tx, message);
  if (addressee === undefined) return undefined;
  const secondsLeft = addressee.isPaid ? undefined : await countUnpaidMail(tx, runtime, addressee);
  if (!addressee.isPaid && isOfferedAgain(message))
    await writeMailHeld(tx, message.saleKeys, secondsLeft !== undefined);
  if (secondsLeft === undefined) await queueTo(tx, message, addressee);
  return secondsLeft;
}

type Corrected = {
  readonly accountId: number;
  readonly saleKey: string;
  /** The wrong address, which gets nothing more. */
  readonly from: string;
  readonly to: string;
};

/** The order's page offers its tickets again, but no message to a guest or about a refund. */
function isOfferedAgain({ kind }: Pick<OrderMessage, "kind">): boolean {
  return kind === "TICKETS" || kind === "GUEST_DETAILS_WANTED";
}

/**
 * Sends what was not sent yet to the corrected address instead. Tickets are held back above the limit of its mailbox; any other
 * message would be lost, and goes.
 */
export async function redirectMessages(
  tx: Db,
  runtime: Limiting,
  { accountId, saleKey, from, to }: Corrected,
): Promise<void> {
  const isPaid = await isAnythingPaid(tx, [saleKey]);
  for (const { id, kind } of await listUnsent(tx, saleKey, from)) {
    const isOver = !isPaid && (await countUnpaidMail(tx, runtime, { accountId, recipient: to })) !== undefined;
    if (isOver && isOfferedAgain({ kind })) {
      await cancelMessage(tx, id);
      await writeMailHeld(tx, [saleKey], true);
    } else await redirectMessage(tx, id, to);
  }
}
