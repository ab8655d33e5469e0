import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { foldCode } from "#src/pricing/domain/code.ts";
import type { PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { codesOfRest, keptRules, priceRest, rulesStillKept } from "#src/pricing/domain/kept-terms.ts";
import { unpaid } from "#src/reservations/domain/sale.ts";
import { areUsesPaidFor } from "#src/reservations/store/cart-codes.ts";
import {
  findKeptRules,
  listCartLines,
  type PricedSaleLine,
  type SaleLineRow,
} from "#src/reservations/store/cart-prices.ts";
import { listKeptLines } from "#src/reservations/store/kept-lines.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { type CartToPrice, lockTypedCodes, repriceCart, writeCalculatedCart } from "./cart-price.ts";

/**
 * Returns the rules that price what is left of a cart when a part of it is given back: those that saved something in it before the
 * first part was. `undefined`: its savings are of before their terms were kept.
 */
export async function rulesOfRest(
  db: Db,
  cartKey: string,
  unpaidSales: readonly { readonly eventId: number; readonly id: number }[],
): Promise<readonly PricingRule[] | undefined> {
  const kept = await findKeptRules(db, cartKey);
  const sales = unpaidSales.map(({ eventId, id: saleId }) => ({ eventId, saleId }));
  return kept ?? keptRules(await listKeptLines(db, sales));
}

/**
 * Prices the rest of a cart by these rules and writes it, with the results of its codes; a use that no longer has an effect goes
 * back. Without rules it is priced by those of today. The caller has locked price, sales and codes of the cart.
 */
export async function priceRestOf(
  tx: Db,
  runtime: Runtime,
  { account, cartKey }: CartToPrice,
  rules: readonly PricingRule[] | undefined,
): Promise<void> {
  const { latePaySeconds } = runtime.limits;
  if (rules === undefined) {
    await repriceCart(tx, runtime, { account, cartKey });
    return;
  }
  const sales = await lockSales(tx, account.id, { cartKey }, latePaySeconds);
  if (unpaid(sales).length === 0 && (await areUsesPaidFor(tx, cartKey))) return;
  const lines = await listLinesAsReserved(tx, account.id, cartKey, latePaySeconds);
  const priced = priceRest(lines, rules);
  const codes = await lockTypedCodes(tx, { accountId: account.id, cartKey });
  const typed = codes.typed.flatMap((one) => {
    const before = codes.before.find(({ code }) => foldCode(code) === foldCode(one.typed));
    return before ? [{ ...one, before }] : [];
  });
  const answers = codesOfRest(lines, priced, typed);
  const rows = lines.flatMap((line, at): readonly PricedSaleLine[] => {
    const price = priced.lines[at];
    return price ? [{ ...line, ...price }] : [];
  });
  await writeCalculatedCart(tx, cartKey, { ...codes, answers }, rows, rulesStillKept(rules, typed, answers));
}

/** Returns the unpaid lines of a cart with the tags that their ticket types had when they were reserved. */
export async function listLinesAsReserved(
  db: Db,
  accountId: number,
  cartKey: string,
  latePaySeconds: number,
): Promise<readonly SaleLineRow[]> {
  const lines = await listCartLines(db, accountId, cartKey, latePaySeconds);
  const kept = await listKeptLines(db, [...new Map(lines.map((line) => [line.saleId, line])).values()]);
  const tags = new Map(kept.map((line) => [line.id, line.tags]));
  return lines.map((line) => ({ ...line, tags: tags.get(line.id) ?? line.tags }));
}
