import type { Caller } from "#src/domain/caller.ts";
import type { Receipt } from "#src/domain/receipt.ts";
import { listAdmissions } from "#src/store/admissions.ts";
import { listCartCodes } from "#src/store/cart-codes.ts";
import { listTransactions } from "#src/store/transactions.ts";
import type { World } from "#src/world.ts";
import { getSale } from "./get-sale.ts";

/** The sale read back: what became of the money, and the admissions that it bought. */
export async function getReceipt(
  world: World,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<Receipt | undefined> {
  const sale = await getSale(world, caller, scope);
  if (sale === undefined) return undefined;
  const [admissions, transactions, codes] = await Promise.all([
    listAdmissions(world.db, sale.eventId, sale.id),
    listTransactions(world.db, sale.eventId, sale.id),
    listCartCodes(world.db, sale.cartKey),
  ]);
  return { sale, admissions, transactions, codes };
}
