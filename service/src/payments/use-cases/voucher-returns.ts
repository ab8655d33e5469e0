import type { PageOfDecisions } from "#src/payments/domain/decided-order.ts";
import {
  divideReturn,
  formatVoucherCode,
  type ReturnedToVoucher,
  type TakenShare,
  type VoucherReturn,
} from "#src/payments/domain/voucher.ts";
import {
  bringBack,
  decideReturn,
  findReturn,
  listReturns,
  lockPayingVoucher,
  moveToNewVoucher,
} from "#src/payments/store/voucher-returns.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";

/** Returns whether what a refund gives to this share could not be spent, so that the organiser decides. */
function isClosed({ isEnabled }: { readonly isEnabled: boolean }, { isOver }: TakenShare): boolean {
  return !isEnabled || isOver;
}

type PartToReturn = {
  readonly attemptId: string;
  readonly saleKeys: readonly string[];
  /** The refund of a paid attempt, which gives back this much. Absent: the attempt ended unpaid and gives back all it took. */
  readonly refund?: { readonly id: string; readonly minor: number; readonly givesNewVoucher: boolean };
};

/**
 * Gives back what a voucher paid, to that voucher. What a refund gives to one that was disabled, or to a part that has ended, waits for
 * the organiser there, or is on a new voucher where the organiser has decided so before. Returns `undefined` when no voucher paid.
 */
export async function returnToVoucher(
  tx: Db,
  runtime: PaymentRuntime,
  { attemptId, saleKeys, refund }: PartToReturn,
): Promise<ReturnedToVoucher | undefined> {
  const voucher = await lockPayingVoucher(tx, attemptId);
  if (voucher === undefined) return undefined;
  const { id: voucherId, currency, shares } = voucher;
  const all = shares.reduce((sum, { minor }) => sum + minor, 0);
  let [waitingMinor, isNew, revivedUntil]: [number, boolean, Date | undefined] = [0, false, undefined];
  for (const share of divideReturn(refund?.minor ?? all, shares)) {
    const organisers = refund?.givesNewVoucher ? "move" : "wait";
    const then = refund && isClosed(voucher, share) ? organisers : "spend";
    const back = await bringBack(tx, { voucherId, attemptId, refundId: refund?.id, share, then });
    revivedUntil ??= back.revivedUntil;
    if (then === "wait") waitingMinor += share.minor;
    if (then === "move") {
      await sendNew(tx, runtime, back.id, saleKeys);
      isNew = true;
    }
  }
  return {
    amount: { minor: refund?.minor ?? all, currency },
    waiting: { minor: waitingMinor, currency },
    revivedUntil,
    isNew,
  };
}

/**
 * Returns whether a refund of this much of an attempt would give something to a voucher that cannot spend it. It locks the voucher, so
 * that nobody disables it before the refund is written.
 */
export async function needsOrganiser(tx: Db, attemptId: string, minor: number): Promise<boolean> {
  const voucher = minor > 0 ? await lockPayingVoucher(tx, attemptId) : undefined;
  return voucher !== undefined && divideReturn(minor, voucher.shares).some((share) => isClosed(voucher, share));
}

/** Moves what a movement brought back to a new voucher, and queues the message with its code. Only the code opens the money. */
async function sendNew(
  tx: Db,
  { newVoucherCode }: PaymentRuntime,
  movementId: number,
  saleKeys: readonly string[],
): Promise<void> {
  const { amount, expiresAt, code } = await moveToNewVoucher(tx, movementId, newVoucherCode());
  await queueOrderMessage(tx, {
    kind: "VOUCHER",
    key: `voucher of ${movementId}`,
    saleKeys,
    details: {
      code: formatVoucherCode(code),
      amount: { amount: Number(toDecimal(amount)), currency: amount.currency },
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    },
  });
}

export function listVoucherReturns({ db }: Runtime, { account }: Caller, page: PageOfDecisions) {
  return listReturns(db, account.id, page);
}

/**
 * Decides what becomes of money that waits: it goes to a new voucher, whose code the buyer is sent, or stays on the old one. Returns
 * false when it was decided before, and `undefined` when the account has no such return.
 */
export function decideVoucherReturn(
  runtime: PaymentRuntime,
  { id: userId, account }: Caller,
  id: number,
  state: Exclude<VoucherReturn["state"], "WAITING">,
): Promise<boolean | undefined> {
  return runtime.db.transaction(async (tx) => {
    const isDecided = await decideReturn(tx, { id, accountId: account.id, userId, state });
    if (isDecided !== true || state === "LEFT") return isDecided;
    const found = await findReturn(tx, account.id, id);
    if (found === undefined) throw new Error("A return that was just decided was not found.");
    await sendNew(tx, runtime, id, [found.saleKey]);
    return true;
  });
}
