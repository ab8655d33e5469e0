import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { getSale } from "#lib/ticketing/sales.ts";

/**
 * Returns a reference that can be read over the telephone: the one of the payment, which the order keeps; from a service
 * without it, or when it does not answer, one that identifies the attempt. It gives no access.
 */
export async function paymentReference(attempt: { readonly id: string }, saleKeys: readonly string[]): Promise<string> {
  const [key] = saleKeys;
  const sale = key === undefined ? undefined : await undefinedOnFault(getSale(key));
  return sale?.reference ?? referenceOf(attempt);
}

export function referenceOf({ id }: { readonly id: string }): string {
  const letters = id.replaceAll("-", "").slice(0, 8).toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
