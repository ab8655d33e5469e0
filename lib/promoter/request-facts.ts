import "server-only";

import { refundOf } from "#lib/orders/return-tickets.ts";
import { isReturned } from "#lib/orders/tickets.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { requestedSaleCalls } from "#lib/ticketing/manage/refund-requests.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { DateOnTicket } from "#lib/ticketing/model/event.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import type { RefundRequest, Sale } from "#lib/ticketing/model/sale.ts";
import { admissionsOf, readSale } from "#lib/ticketing/sales.ts";

/** What a promoter decides about: the order, and the tickets that the buyer asks to return. */
export type RequestFacts = {
  readonly sale: Sale;
  /** Their dates. */
  readonly dates: readonly DateOnTicket[];
  /** What goes back for them. Absent where the sale does not say what was paid for each. */
  readonly amounts: RefundAmounts | undefined;
};

type RefundAmounts = { readonly inFull: Money; readonly lessFee: Money };

/** Returns the facts of a request; `undefined` where the service does not say of which order it is. */
export async function requestFacts(
  as: PromoterCredential,
  { saleKey, admissionIds }: Pick<RefundRequest, "saleKey" | "admissionIds">,
): Promise<RequestFacts | undefined> {
  const calls = requestedSaleCalls(as);
  const sale = saleKey === undefined ? undefined : await readSale(saleKey, calls);
  if (sale === undefined) return undefined;
  const amounts = sale.admissions && amountsOf(await admissionsOf(sale, admissionIds, calls));
  // Of one date are all its tickets. Else each ticket says its own, and the others of the order do not matter.
  if (sale.eventDates?.length === 1) return { sale, dates: sale.eventDates, amounts };
  return { sale, dates: datesOf(await admissionsOf(sale, admissionIds, calls)), amounts };
}

/**
 * Returns what goes back for those of these tickets that were not returned since, with and without their fees; `undefined` unless
 * the price paid for each is known.
 */
export function amountsOf(tickets: readonly Pick<Admission, "paid" | "fee" | "status">[]): RefundAmounts | undefined {
  const valid = tickets.filter((one) => !isReturned(one));
  const known = valid.flatMap(({ paid, fee }) => (paid ? [{ paid, fee }] : []));
  if (known.length === 0 || known.length < valid.length) return undefined;
  const sum = (keepsFee: boolean) =>
    known.map(({ paid, fee }) => refundOf(paid, fee, { percentage: 100, keepsFee })).reduce(addMoney);
  return { inFull: sum(false), lessFee: sum(true) };
}

/** Returns the dates of these tickets, each once, the earliest first. */
export function datesOf(tickets: readonly Pick<Admission, "eventDate">[]): readonly DateOnTicket[] {
  const dates = new Map(tickets.flatMap(({ eventDate }) => (eventDate ? [[eventDate.id, eventDate]] : [])));
  return [...dates.values()].toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}
