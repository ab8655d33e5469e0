import "server-only";

import { isBuyerOf } from "#lib/orders/is-buyer-of.ts";
import { limitKeyOf } from "#lib/orders/order.ts";
import { type TicketedSale, ticketOfLink } from "#lib/orders/tickets.ts";
import { withinLimits } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { foundLinkEnd } from "#lib/session/links/links.ts";
import { mailGuestTicket } from "#lib/ticketing/admissions.ts";
import { changeBuyer } from "#lib/ticketing/sales.ts";
import { type SendRefusal, sendTickets } from "#lib/ticketing/sent-mail.ts";
import { wireNameOf } from "#lib/ticketing/wire/purchase/buyer-field-names.ts";

type GuestMailResult = "sent" | "wrong" | "tooMany" | "closed";

/** Has one ticket of a link sent to its guest. Throws TicketingFault when the service does not answer. */
export async function mailToGuest(
  { link, admissionId }: { readonly link: string; readonly admissionId: number },
  guest: { readonly email: string; readonly language: string },
): Promise<GuestMailResult> {
  // The guest's link would last longer than a link that ends after a day.
  const ticket = (await foundLinkEnd(link)) === undefined ? await ticketOfLink(link, admissionId) : undefined;
  if (ticket === undefined) return "closed";
  const limits = { mailGuestPerTicket: String(ticket.admission.id), sendTicketsPerNetwork: await visitorNetwork() };
  if (!(await withinLimits(limits))) return "tooMany";
  const sent = await mailGuestTicket(ticket.saleKey, ticket.admission.id, guest);
  if (sent.ok) return "sent";
  if (sent.refusal === "too_many") return "tooMany";
  return sent.refusal === "wrong" ? "wrong" : "closed";
}

type SendResult = "sent" | "unpaid" | SendRefusal;

/** Has the tickets of an order sent to its buyer again. Throws TicketingFault when the service does not answer. */
export async function sendAgain(sales: readonly TicketedSale[]): Promise<SendResult> {
  const paid = sales.find(({ sale }) => sale.status === "CONFIRMED");
  if (paid === undefined) return "unpaid";
  if (!(await mayTry("sendTicketsPerOrder", sales))) return "too_many";
  const sent = await sendTickets(paid.sale.key);
  return sent.ok ? "sent" : sent.refusal;
}

export type NewEmail = { readonly email: string; readonly currentEmail: string };
type ChangeRefusal = "wrong" | "wrongCurrent" | "tooMany" | "notChanged";

/**
 * Changes the buyer's address on all paid sales of an order. The order's link is not enough: it may have been shared, and
 * the address makes new links. The device that paid may change it, since the buyer cannot know a mistyped address; any
 * other visitor must enter the current one. Nothing is sent to the old address.
 */
export async function changeEmail(
  sales: readonly TicketedSale[],
  { email, currentEmail }: NewEmail,
  locale: string,
): Promise<ChangeRefusal | "changed"> {
  if (!(await mayTry("changeEmailPerOrder", sales))) return "tooMany";
  if (!(await wereBoughtHere(keysOf(sales))) && !(await isBuyerOf(sales, currentEmail))) return "wrongCurrent";
  const paid = sales.filter(({ sale }) => sale.status === "CONFIRMED");
  // All or none: an order has one address.
  if (paid.length === 0 || paid.some(({ sale }) => sale.buyer === undefined)) return "notChanged";
  for (const { sale } of paid) {
    const changed = await changeBuyer(sale.key, email, locale);
    if (!changed.ok) return changed.problems.some(({ name }) => name === wireNameOf("email")) ? "wrong" : "notChanged";
  }
  return "changed";
}

/** Returns whether the service held back the tickets of an order: nothing was paid, and too many messages went to its mailbox. */
export function isMailHeld(sales: readonly TicketedSale[]): boolean {
  return sales.some(({ sale }) => sale.mailHeld === true);
}

/**
 * Returns the address of an order as the page shows it: in full on the device that paid, else with its name masked, as in
 * "a…@example.com": it authorizes returns, and the link may have been shared. `undefined` where the service has none.
 */
export async function shownEmail(sales: readonly TicketedSale[]): Promise<string | undefined> {
  const email = sales.find(({ sale }) => sale.buyer?.email)?.sale.buyer?.email;
  if (email === undefined || (await wereBoughtHere(keysOf(sales)))) return email;
  const [, first, domain] = /^(.).*(@[^@]+)$/u.exec(email) ?? [];
  // A word joiner keeps both parts on one line.
  return first && domain && `${first}…\u2060${domain}`;
}

async function mayTry(
  perOrder: "sendTicketsPerOrder" | "changeEmailPerOrder",
  sales: readonly TicketedSale[],
): Promise<boolean> {
  return withinLimits({ [perOrder]: limitKeyOf(sales), sendTicketsPerNetwork: await visitorNetwork() });
}

function keysOf(sales: readonly TicketedSale[]): readonly string[] {
  return sales.map(({ sale }) => sale.key);
}
