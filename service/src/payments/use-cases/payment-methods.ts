import { METHOD_NAMES, type MethodName, type PaidPart, sumOfParts } from "#src/payments/domain/payment.ts";
import type { Refund } from "#src/payments/domain/refund.ts";
import { parseVoucherCode, type ReturnedToVoucher } from "#src/payments/domain/voucher.ts";
import { hasActiveVoucher, takeFromVoucher } from "#src/payments/store/vouchers.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Money, parseMoney } from "#src/platform/domain/money.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { limitTries } from "./limit-payments.ts";
import type { AttemptRequest, MeansRefusal, PaymentOutcome, PaymentRequest } from "./payment-request.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { returnToVoucher } from "./voucher-returns.ts";
import { findUsableVoucher } from "./vouchers.ts";

/** What is due for a locked cart, and what each method is to pay of it so far. */
type Division = { readonly cartKey: string; readonly amount: Money; readonly parts: readonly PaidPart[] };

type Prepared = { readonly parts: readonly PaidPart[] } | { readonly refused: PaymentOutcome | "wrong_amount" };

type SellingCapability = "PUBLIC" | "BOX_OFFICE";

/** A way to pay a part of what is due. `PAYMENT_METHODS` has one entry for each. */
type PaymentMethod = {
  /** The capability that the caller needs in addition to those of the pay call. */
  readonly needs?: SellingCapability;
  /** Whether the processor charges this part. Every other part is paid when the attempt is opened. */
  readonly isCharged: boolean;
  /** Returns whether it is listed as a way to pay an account now; without it, always. It refuses nothing: `prepare` does. */
  isOffered?(db: Db, accountId: number): Promise<boolean>;
  /**
   * Returns what each method pays once this one has been read, or why it cannot pay its part. It runs before the attempt is
   * written and may write nothing but counts of tries, because a refusal commits.
   */
  prepare?(tx: Db, runtime: PaymentRuntime, request: AttemptRequest, division: Division): Promise<Prepared>;
  /** Takes this method's part in the transaction that opens the attempt. When too little is left, returns the refusal instead. */
  take?(tx: Db, request: PaymentRequest, part: TakenPart): Promise<PaymentOutcome | undefined>;
  /** Gives back what the attempt took by this method, once for an attempt, in the transaction that ends the attempt unpaid. */
  giveBack?(tx: Db, runtime: PaymentRuntime, part: UnpaidPart): Promise<void>;
  /** Gives back a part of what a paid attempt took, once for a refund, in the transaction that completes the refund. */
  refundPart?(tx: Db, runtime: PaymentRuntime, part: RefundedPart): Promise<ReturnedToVoucher | undefined>;
};

type UnpaidPart = { readonly attemptId: string; readonly saleKeys: readonly string[] };
type RefundedPart = UnpaidPart & {
  readonly refund: { readonly id: string; readonly minor: number; readonly givesNewVoucher: boolean };
};

type TakenPart = { readonly attemptId: string; readonly money: Money };

/** Taken by hand at the box office before the call, so there is nothing to take or to return here. */
const CASH: PaymentMethod = { needs: "BOX_OFFICE", isCharged: false };

/** Charged by the processor once the attempt is written. The charge is voided or refunded when the attempt ends unpaid. */
const CREDIT_CARD: PaymentMethod = {
  isCharged: true,
  async prepare(tx, runtime, { card, mayCharge }, { cartKey, parts }) {
    if (sumOfParts(parts, ["CREDIT_CARD"]) === 0) return { parts };
    if (card === undefined) return { refused: { kind: "means_required", method: "CREDIT_CARD" } };
    // Before the try is counted: a refusal for load must not use up the buyer's tries.
    if (!mayCharge) return { refused: { kind: "busy" } };
    const retryAfterSeconds = await limitTries(tx, runtime, cartKey, card);
    return retryAfterSeconds === undefined
      ? { parts }
      : { refused: { kind: "limited", method: "CREDIT_CARD", retryAfterSeconds } };
  },
};

/**
 * Pays from a voucher's balance what the request names, or as much as there is, and leaves the rest to the card. The balance is
 * taken with the attempt and returned when the attempt ends unpaid, each in that one transaction.
 */
const VOUCHER: PaymentMethod = {
  isCharged: false,
  isOffered: hasActiveVoucher,

  async prepare(tx, runtime, { caller, voucher, scope }, { cartKey, amount, parts }) {
    const named = parts.find(({ method }) => method === "VOUCHER");
    if (voucher === undefined) {
      return named ? { refused: { kind: "means_required", method: "VOUCHER" } } : { parts };
    }
    // The call for one reservation names every part, so that cash at the till is never replaced by the voucher.
    if (named === undefined && "key" in scope) return { refused: "wrong_amount" };
    const looked = await findUsableVoucher(tx, runtime, { accountId: caller.account.id, cartKey, typed: voucher.code });
    if (looked.found === "not_valid") return refuse("not_valid");
    if (looked.found === "limited") {
      return { refused: { kind: "limited", method: "VOUCHER", retryAfterSeconds: looked.retryAfterSeconds } };
    }
    const { spendable: balance } = looked.found;
    if (balance.currency !== amount.currency) return refuse("other_currency");

    const most = named?.minor ?? Math.min(balance.minor, amount.minor);
    const minor = voucher.amount === undefined ? most : parseMoney(voucher.amount, amount.currency)?.minor;
    if (minor === undefined || minor > amount.minor) return { refused: "wrong_amount" };
    if (named && named.minor !== minor) return { refused: "wrong_amount" };
    if (minor > balance.minor) return refuse("changed");
    return { parts: named ? parts : partsOf(minor, amount.minor - minor) };
  },

  async take(tx, { caller, voucher }, { attemptId, money }) {
    const code = voucher && parseVoucherCode(voucher.code);
    const isTaken =
      code !== undefined && (await takeFromVoucher(tx, { accountId: caller.account.id, code, attemptId, money }));
    return isTaken ? undefined : refusal("changed");
  },

  async giveBack(tx, runtime, part) {
    await returnToVoucher(tx, runtime, part);
  },
  refundPart: returnToVoucher,
};

function partsOf(minor: number, left: number): readonly PaidPart[] {
  const parts = [
    { method: "VOUCHER", minor },
    { method: "CREDIT_CARD", minor: left },
  ] as const;
  return parts.filter((part) => part.minor > 0);
}

function refuse(reason: MeansRefusal): Prepared {
  return { refused: refusal(reason) };
}

function refusal(reason: MeansRefusal): PaymentOutcome {
  return { kind: "means_refused", method: "VOUCHER", reason };
}

/** Every payment method. `http/payment-body.ts` has the part of a request body that each reads. */
const PAYMENT_METHODS: Readonly<Record<MethodName, PaymentMethod>> = { VOUCHER, CREDIT_CARD, CASH };

const CHARGED = METHOD_NAMES.filter((name) => PAYMENT_METHODS[name].isCharged);
const BY_HAND = METHOD_NAMES.filter(
  (name) => !PAYMENT_METHODS[name].isCharged && PAYMENT_METHODS[name].refundPart === undefined,
);

/** Returns what the processor charges of these parts, in the smallest unit. */
export function chargedMinor(parts: readonly PaidPart[]): number {
  return sumOfParts(parts, CHARGED);
}

/** Returns the first of these methods that the caller may not use, with the capability that it needs. */
export function findForbidden(
  { capabilities }: Pick<Caller, "capabilities">,
  names: readonly MethodName[],
): { readonly method: MethodName; readonly needs: SellingCapability } | undefined {
  for (const method of names) {
    const { needs } = PAYMENT_METHODS[method];
    if (needs !== undefined && !capabilities.has(needs)) return { method, needs };
  }
  return undefined;
}

/** Returns those of these methods that the caller may use now. */
export async function listPaymentMethods(
  { db }: Runtime,
  caller: Caller,
  methods: readonly MethodName[],
): Promise<readonly MethodName[]> {
  const usable: MethodName[] = [];
  for (const method of methods) {
    if (findForbidden(caller, [method]) !== undefined) continue;
    if ((await PAYMENT_METHODS[method].isOffered?.(db, caller.account.id)) ?? true) usable.push(method);
  }
  return usable;
}

/** Lets every method read its part in turn. Returns what each pays, or the first refusal. */
export async function prepareParts(
  tx: Db,
  runtime: PaymentRuntime,
  request: AttemptRequest,
  division: Division,
): Promise<Prepared> {
  let { parts } = division;
  for (const name of METHOD_NAMES) {
    const prepared = await PAYMENT_METHODS[name].prepare?.(tx, runtime, request, { ...division, parts });
    if (prepared && "refused" in prepared) return prepared;
    if (prepared) parts = prepared.parts;
  }
  return { parts };
}

/** Takes every part that is paid when the attempt is opened. Returns the first refusal; nothing is taken then. */
export async function takeParts(
  tx: Db,
  request: PaymentRequest,
  attemptId: string,
  { amount: { currency }, parts }: Division,
): Promise<PaymentOutcome | undefined> {
  for (const { method, minor } of parts) {
    const money = { minor, currency };
    const refused = await PAYMENT_METHODS[method].take?.(tx, request, { attemptId, money });
    if (refused) return refused;
  }
  return undefined;
}

/** Gives back everything that an attempt took, in the transaction that ends the attempt unpaid. */
export async function giveBackParts(tx: Db, runtime: PaymentRuntime, part: UnpaidPart): Promise<void> {
  for (const name of METHOD_NAMES) await PAYMENT_METHODS[name].giveBack?.(tx, runtime, part);
}

/** Returns what the organiser returns by hand of these parts: cash, which neither the processor nor the service holds. */
export function byHandMinor(parts: readonly PaidPart[]): number {
  return sumOfParts(parts, BY_HAND);
}

/** Returns whether the service gives back any of these parts. Cash is returned by hand, and a free ticket has no parts. */
export function isRefundedByService(parts: readonly PaidPart[]): boolean {
  return parts.some(({ method }) => !BY_HAND.includes(method));
}

/**
 * Gives back the parts of a refund that the service itself holds, in the transaction that completes the refund. Returns what
 * went to a voucher, if any did.
 */
export async function refundParts(
  tx: Db,
  runtime: PaymentRuntime,
  {
    id,
    attemptId,
    saleKey,
    parts,
    givesNewVoucher,
  }: Pick<Refund, "id" | "attemptId" | "saleKey" | "parts" | "givesNewVoucher">,
): Promise<ReturnedToVoucher | undefined> {
  let returned: ReturnedToVoucher | undefined;
  for (const { method, minor } of parts) {
    const part = { attemptId, saleKeys: [saleKey], refund: { id, minor, givesNewVoucher } };
    returned = (await PAYMENT_METHODS[method].refundPart?.(tx, runtime, part)) ?? returned;
  }
  return returned;
}
