import "server-only";

import { hasLinkEnded } from "#lib/orders/link-end.ts";
import { openSaleLink } from "#lib/session/links/sale-link.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import { getSale } from "#lib/ticketing/sales.ts";

/** A ticket, and the key of its Sale, which the service requires. */
export type TicketOfSale = { readonly saleKey: string; readonly admission: Admission };

/** Returns one ticket of the paid Sales of this link; `undefined` for a ticket of any other sale. */
export async function ticketOfLink(link: string, admissionId: number): Promise<TicketOfSale | undefined> {
  const keys = await openSaleLink(link);
  const sales = await Promise.all((keys ?? []).map(getSale));
  const sale = sales.find((one) => one?.status === "CONFIRMED" && one.admissionIds.includes(admissionId));
  const admission = sale && (await getAdmission(sale.key, admissionId));
  if (sale === undefined || admission === undefined) return undefined;
  const event = await getEvent(sale.eventId);
  return hasLinkEnded(event, [admission.eventDate], Date.now()) ? undefined : { saleKey: sale.key, admission };
}
