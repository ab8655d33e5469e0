import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { count } from "#lib/ticketing/wire/shapes.ts";

const open = z.object({ open: count }).transform((list) => list.open);

/** Returns the number of refund requests that wait for a decision; `undefined` where the service has none, or this user may not decide. */
export async function countRefundRequests(as: PromoterCredential, accountId: number): Promise<number | undefined> {
  const path = pathTo`/account/${accountId}/refundRequests`;
  return request({
    name: "countRefundRequests",
    method: "GET",
    path: path && `${path}?page=1&pageSize=1`,
    answer: open,
    missing: [400, 403, ...MISSING_STATUSES],
    as,
  });
}
