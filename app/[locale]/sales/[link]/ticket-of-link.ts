import "server-only";

import type { Admission } from "#lib/domain/admission.ts";
import { openSaleLink } from "#lib/session/sale-link.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { getSale } from "#lib/ticketing/sales.ts";

/** One ticket of the paid Sales that this link opens. Whoever has a link names no ticket of anybody else's by its number. */
export async function ticketOfLink(link: string, admissionId: number): Promise<Admission | undefined> {
  const keys = await openSaleLink(link);
  const sales = await Promise.all((keys ?? []).map(getSale));
  const isTheirs = sales.some((sale) => sale?.status === "CONFIRMED" && sale.admissionIds.includes(admissionId));
  return isTheirs ? getAdmission(admissionId) : undefined;
}
