import { listAdmissions } from "#src/admissions/store/admissions.ts";
import type { Receipt } from "#src/payments/domain/receipt.ts";
import { listOpenChoices } from "#src/payments/store/choices.ts";
import { listRequestsOfSale } from "#src/payments/store/refund-requests.ts";
import { listRefunds } from "#src/payments/store/refunds.ts";
import { listTransactions } from "#src/payments/store/transactions.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { listCartCodes } from "#src/reservations/store/cart-codes.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";

/** Returns a sale with its payments and admissions. */
export async function getReceipt(
  world: World,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<Receipt | undefined> {
  const sale = await getSale(world, caller, scope);
  if (sale === undefined) return undefined;
  const [admissions, transactions, refunds, requests, choices, codes] = await Promise.all([
    listAdmissions(world.db, sale.eventId, sale.id),
    listTransactions(world.db, sale.eventId, sale.id),
    listRefunds(world.db, sale.eventId, sale.id),
    listRequestsOfSale(world.db, caller.account.id, sale.key),
    sale.status === "CONFIRMED" ? listOpenChoices(world.db, sale.eventId, sale.id) : [],
    listCartCodes(world.db, sale.cartKey),
  ]);
  return {
    sale,
    admissions,
    transactions,
    requests,
    choices,
    refunds: refunds.filter(({ state }) => state !== "REFUSED"),
    codes,
  };
}
