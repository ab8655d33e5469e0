import type { Voucher, VoucherMovement } from "#src/payments/domain/voucher.ts";
import {
  enableVoucher,
  findVoucher,
  insertVoucher,
  listVouchers as list,
  listMovements,
} from "#src/payments/store/vouchers.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { World } from "#src/platform/world.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import { findUsableVoucher } from "./find-usable-voucher.ts";
import type { PaymentWorld } from "./payment-world.ts";

/** Makes a voucher with a code of its own. Returns its id and the code. */
export async function createVoucher(
  { db, newVoucherCode }: PaymentWorld,
  { account }: Caller,
  { value, expiresAt }: { readonly value: Money; readonly expiresAt: Date | undefined },
): Promise<{ readonly id: number; readonly code: string }> {
  const code = newVoucherCode();
  return { id: await insertVoucher(db, { accountId: account.id, code, value, expiresAt }), code };
}

export async function getVoucher(
  { db }: World,
  { account }: Caller,
  id: number,
): Promise<{ readonly voucher: Voucher; readonly movements: readonly VoucherMovement[] } | undefined> {
  const voucher = await findVoucher(db, account.id, { id });
  return voucher && { voucher, movements: await listMovements(db, voucher) };
}

export function listVouchers({ db }: World, { account }: Caller, page: Page): ReturnType<typeof list> {
  return list(db, account.id, page);
}

/** Lets a voucher be spent, or no longer. What a payment under way has taken from it stays taken. */
export async function changeVoucher(
  { db }: World,
  { account }: Caller,
  id: number,
  enabled: boolean,
): Promise<Outcome<object, ChangeRefusal>> {
  if ((await findVoucher(db, account.id, { id })) === undefined) return refused("no_such_thing", "id");
  await enableVoucher(db, id, enabled);
  return { ok: true };
}

export type VoucherLookup =
  | { readonly ok: true; readonly balance: Money }
  | { readonly ok: false; readonly refusal: "no_such_thing" | "not_valid" | "other_currency" }
  | { readonly ok: false; readonly refusal: "limited"; readonly retryAfterSeconds: number };

/** Returns what a voucher could pay for a cart at most. The cart must have something in it, since tries are counted by cart. */
export function lookUpVoucher(
  world: World,
  { account }: Caller,
  cartKey: string,
  typed: string,
): Promise<VoucherLookup> {
  return world.db.transaction(async (tx): Promise<VoucherLookup> => {
    const cart = (await findCartStates(tx, [cartKey])).get(cartKey);
    const [sale] = cart?.sales ?? [];
    if (cart?.accountId !== account.id || sale === undefined) return { ok: false, refusal: "no_such_thing" };
    const looked = await findUsableVoucher(tx, world, { accountId: account.id, cartKey, typed });
    if (looked.found === "limited") {
      return { ok: false, refusal: "limited", retryAfterSeconds: looked.retryAfterSeconds };
    }
    if (looked.found === "not_valid") return { ok: false, refusal: "not_valid" };
    const { balance } = looked.found;
    return balance.currency === sale.currency ? { ok: true, balance } : { ok: false, refusal: "other_currency" };
  });
}
