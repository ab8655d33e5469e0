import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { whyNotAddable } from "#src/reservations/domain/cart.ts";
import type { ReservationRefusalCode, Terms } from "#src/reservations/domain/terms.ts";
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
 * Locks a cart and returns its lines, or the code of the refusal when nothing can be added now. Every addition to a cart
 * takes this lock, so the counts stay valid until the transaction ends.
 */
export async function openCart(
  tx: Db,
  { limits }: Runtime,
  { accountId, eventId, currency }: Terms,
  cartKey: string,
  replaces: readonly string[],
): Promise<Outcome<{ readonly cart: OpenCart }, { readonly code: ReservationRefusalCode }>> {
  await lockCarts(tx, [cartKey]);
  await lockCartPrice(tx, accountId, cartKey);
  const sales = await lockSales(tx, accountId, { cartKey }, limits.latePaySeconds);
  const code = whyNotAddable(
    sales.map(({ status, expired, total }) => ({ status, expired, currency: total.currency })),
    currency,
  );
  if (code !== undefined) return { ok: false, code };
  // A use is for one purchase, and an earlier payment of this cart has spent it.
  if (await areUsesPaidFor(tx, cartKey)) await spendUses(tx, cartKey);

  const live = (await listCartLines(tx, accountId, cartKey, 0)).filter(({ expired }) => !expired);
  const reservedKeys = new Set(
    sales.flatMap((sale) => (sale.holdsStock && sale.eventId === eventId ? [sale.key] : [])),
  );
  const isReplaced = ({ saleKey }: SaleLineRow) => replaces.includes(saleKey) && reservedKeys.has(saleKey);
  const replaced = live.filter(isReplaced);
  const freed = replaced.length === 0 ? NEW_CART.freed : await placesOf(tx, eventId, replaced);
  const replacedKeys = [...new Set(replaced.map(({ saleKey }) => saleKey))];
  return { ok: true, cart: { kept: live.filter((line) => !isReplaced(line)), replacedKeys, freed } };
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
