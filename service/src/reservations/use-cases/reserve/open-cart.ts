import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { whyNotAddable } from "#src/reservations/domain/cart.ts";
import type { LockedSale } from "#src/reservations/domain/sale.ts";
import type { Refused, Terms } from "#src/reservations/domain/terms.ts";
import { needsOf } from "#src/reservations/domain/validate.ts";
import { areUsesPaidFor, spendUses } from "#src/reservations/store/cart-codes.ts";
import { listCartLines, lockCartPrice, type SaleLineRow } from "#src/reservations/store/cart-prices.ts";
import { lockCarts } from "#src/reservations/store/carts.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { findTerms } from "#src/reservations/store/terms.ts";

/** The lines that stay in a cart when a reservation is added, and the reservations that it replaces. */
type OpenCart = {
  readonly kept: readonly SaleLineRow[];
  readonly replacedKeys: readonly string[];
  /** The places of the replaced reservations, by stock row. */
  readonly freed: ReadonlyMap<number, number>;
};

export const NEW_CART: OpenCart = { kept: [], replacedKeys: [], freed: new Map() };

/**
 * Locks a cart and returns its lines, or the refusal when nothing can be added now or a replaced reservation is gone: another change
 * was first. Every addition to a cart takes this lock, so the counts stay valid until the transaction ends.
 */
export async function openCart(
  tx: Db,
  { limits }: Runtime,
  { accountId, eventId, currency }: Terms,
  cartKey: string,
  replaces: readonly string[],
): Promise<Outcome<{ readonly cart: OpenCart }, { readonly refused: Refused }>> {
  await lockCarts(tx, [cartKey]);
  await lockCartPrice(tx, accountId, cartKey);
  const sales = await lockSales(tx, accountId, { cartKey }, limits.latePaySeconds);
  const code = whyNotAddable(
    sales.map(({ status, expired, total }) => ({ status, expired, currency: total.currency })),
    currency,
  );
  if (code !== undefined) return { ok: false, refused: { code, path: "multiOrderKey" } };
  const isReserved = (sale: LockedSale) =>
    sale.status === "RESERVED" && sale.holdsStock && !sale.expired && sale.eventId === eventId;
  const reservedKeys = sales.filter(isReserved).map(({ key }) => key);
  const gone = replaces.findIndex((key) => !reservedKeys.includes(key));
  if (gone >= 0) return { ok: false, refused: { code: "HOLD_ENDED", path: `replaces[${gone}]` } };
  // A use is for one purchase, and an earlier payment of this cart has spent it.
  if (await areUsesPaidFor(tx, cartKey)) await spendUses(tx, cartKey);

  const live = (await listCartLines(tx, accountId, cartKey, 0)).filter(({ expired }) => !expired);
  const isReplaced = ({ saleKey }: SaleLineRow) => replaces.includes(saleKey);
  const replaced = live.filter(isReplaced);
  const freed = replaced.length === 0 ? NEW_CART.freed : await placesOf(tx, eventId, replaced);
  return {
    ok: true,
    cart: { kept: live.filter((line) => !isReplaced(line)), replacedKeys: [...new Set(replaces)], freed },
  };
}

async function placesOf(tx: Db, eventId: number, lines: readonly SaleLineRow[]): Promise<ReadonlyMap<number, number>> {
  const terms = await findTerms(
    tx,
    eventId,
    lines.map(({ ticketTypeId }) => ticketTypeId),
  );
  return needsOf(
    lines.flatMap(({ ticketTypeId, quantity }) => {
      const type = terms?.ticketTypes.get(ticketTypeId);
      return type ? [{ type, quantity }] : [];
    }),
  );
}
