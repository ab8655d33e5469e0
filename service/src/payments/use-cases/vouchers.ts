import { parseVoucherCode, type Voucher, type VoucherMovement } from "#src/payments/domain/voucher.ts";
import { findVoucher, listVouchers as list, listMovements, switchVoucher } from "#src/payments/store/vouchers.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Money } from "#src/platform/domain/money.ts";
import { type Changed, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { makeRow } from "#src/platform/store/rows.ts";
import { countTry, findWait } from "#src/platform/store/tries.ts";
import { findCartState } from "#src/reservations/store/carts.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";

/** Creates a voucher with a new code. Returns its id and the code. */
export async function createVoucher(
  { db, newVoucherCode }: PaymentRuntime,
  caller: Caller,
  { value, expiresAt }: { readonly value: Money; readonly expiresAt: Date | undefined },
): Promise<{ readonly id: number; readonly code: string }> {
  const code = newVoucherCode();
  const amount = { currency: value.currency, initialMinor: value.minor, balanceMinor: value.minor };
  const voucher = { accountId: caller.account.id, code, expiresAt, ...amount };
  return { id: await makeRow(db, caller, "voucher", voucher), code };
}

export async function getVoucher(
  { db }: Runtime,
  { account }: Caller,
  id: number,
): Promise<{ readonly voucher: Voucher; readonly movements: readonly VoucherMovement[] } | undefined> {
  const voucher = await findVoucher(db, account.id, { id });
  return voucher && { voucher, movements: await listMovements(db, voucher) };
}

export function listVouchers({ db }: Runtime, { account }: Caller, page: Page) {
  return list(db, account.id, page);
}

/** Enables or disables a voucher. What a payment under way has taken from it stays taken. */
export async function changeVoucher(
  { db }: Runtime,
  { id: userId, account }: Caller,
  id: number,
  isOn: boolean,
): Promise<Changed> {
  const isFound = await db.transaction((tx) => switchVoucher(tx, { id, accountId: account.id, userId, isOn }));
  return isFound ? { ok: true } : refused("no_such_thing", "id");
}

type VoucherLookup =
  | { readonly ok: true; readonly balance: Money }
  | { readonly ok: false; readonly refusal: "no_such_thing" | "not_valid" | "other_currency" }
  | { readonly ok: false; readonly refusal: "limited"; readonly retryAfterSeconds: number };

/** Returns what a voucher could pay for a cart at most. The cart must have something in it, since tries are counted by cart. */
export function lookUpVoucher(
  runtime: Runtime,
  { account }: Caller,
  cartKey: string,
  typed: string,
): Promise<VoucherLookup> {
  return runtime.db.transaction(async (tx): Promise<VoucherLookup> => {
    const [sale] = (await findCartState(tx, account.id, cartKey))?.sales ?? [];
    if (sale === undefined) return { ok: false, refusal: "no_such_thing" };
    const looked = await findUsableVoucher(tx, runtime, { accountId: account.id, cartKey, typed });
    if (looked.found === "limited") {
      return { ok: false, refusal: "limited", retryAfterSeconds: looked.retryAfterSeconds };
    }
    if (looked.found === "not_valid") return { ok: false, refusal: "not_valid" };
    const { spendable: balance } = looked.found;
    return balance.currency === sale.currency ? { ok: true, balance } : { ok: false, refusal: "other_currency" };
  });
}

type VoucherFound =
  | { readonly found: Voucher }
  /** Unknown, another account's, expired, disabled or used up. They share one answer, to reveal nothing about a guessed code. */
  | { readonly found: "not_valid" }
  | { readonly found: "limited"; readonly retryAfterSeconds: number };

/** Looks up a typed code for a cart. Invalid codes are counted by cart; after too many, none is looked up for a while. */
export async function findUsableVoucher(
  tx: Db,
  { limits: { voucherTriesPerCart } }: Runtime,
  { accountId, cartKey, typed }: { readonly accountId: number; readonly cartKey: string; readonly typed: string },
): Promise<VoucherFound> {
  const name = `voucher ${cartKey}`;
  const retryAfterSeconds = await findWait(tx, name, voucherTriesPerCart);
  if (retryAfterSeconds !== undefined) return { found: "limited", retryAfterSeconds };
  const code = parseVoucherCode(typed);
  const voucher = code === undefined ? undefined : await findVoucher(tx, accountId, { code });
  if (voucher?.state === "ACTIVE") return { found: voucher };
  await countTry(tx, name, voucherTriesPerCart);
  return { found: "not_valid" };
}
