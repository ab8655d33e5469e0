import "server-only";

import type { Sale } from "#lib/domain/sale.ts";
import { pathTo } from "#lib/ticketing/paths.ts";
import { request } from "#lib/ticketing/request.ts";
import { sale } from "#lib/ticketing/wire/sale.ts";

/** The truth about a sale in any state, asked of the service every time. */
export async function getSale(key: string): Promise<Sale | undefined> {
  const path = pathTo`/payment/${key}`;
  return path && request({ name: "getSale", method: "GET", path, answer: sale });
}
