import "server-only";

import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { listRefundRequests, listVoucherReturns } from "#lib/ticketing/manage/refund-requests.ts";

const SHORTEST = { state: "OPEN", page: 1, pageSize: 1 } as const;

/**
 * Returns the number of refund requests, and of refunds to vouchers, that wait for a decision; `undefined` where the service has none.
 */
export async function countRefundRequests(as: PromoterCredential, accountId: number): Promise<number | undefined> {
  const [requests, returns] = await Promise.all([
    listRefundRequests(as, accountId, SHORTEST),
    undefinedOnFault(listVoucherReturns(as, accountId, SHORTEST)),
  ]);
  return requests && requests.open + (returns?.waiting ?? 0);
}
