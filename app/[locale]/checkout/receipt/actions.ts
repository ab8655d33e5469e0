"use server";

import { TICKETS_QUESTION } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { Locale } from "#i18n/routing.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { receiptOf } from "#lib/purchase/receipt.ts";
import { readSales } from "#lib/purchase/reconcile/read-sales.ts";
import { releaseReserved } from "#lib/purchase/reserve/reserved-places.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { amendVisit, currentVisit, type Visit } from "#lib/session/visit/visit-cookie.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";

/** "Retry the rest": what is paid is done with, and the pay page is for what is not. It charges nobody by itself. */
export async function retryRest(form: FormData): Promise<void> {
  await assertSameOrigin();

  const locale = localeOf(formOf(form));
  await setPaidAside(locale);
  const checkout = await checkoutState(new Date());
  redirect({ href: checkout.state === "expired" ? "/cart" : "/checkout/pay", locale });
}

/** "Remove the rest": others can have it now, and the receipt says so. What the service still has stays to be released. */
export async function releaseRest(form: FormData): Promise<void> {
  await assertSameOrigin();

  const locale = localeOf(formOf(form));
  const visit = await setPaidAside(locale);
  const checkout = await undefinedOnFault(checkoutState(new Date()));
  if (checkout === undefined) redirect({ href: NOT_RELEASED, locale });
  if (!visit || (checkout.state !== "reserved" && checkout.state !== "expired" && checkout.state !== "partly_paid"))
    return redirect({ href: "/checkout/receipt", locale });

  const { paidKeys = [] } = visit;
  const keys = visit.reservations.map(({ key }) => key).filter((key) => !paidKeys.includes(key));
  await releaseReserved(keys);
  // The service's answer may be lost, and it may have refused: what can still be read of them was not released.
  const left = (await readSales(keys)).filter(({ read }) => read !== "not_found").map(({ key }) => key);
  await amendVisit({ ...visit, reservations: visit.reservations.filter(({ key }) => left.includes(key)) });
  redirect({ href: left.length > 0 ? NOT_RELEASED : "/checkout/receipt", locale });
}

/** The visit keeps apart what is paid from what is not: no page can offer the paid part for payment again. */
async function setPaidAside(locale: Locale): Promise<Visit | undefined> {
  const visit = await currentVisit();
  const receipt = visit && (await receiptOf(visit));
  if (visit === undefined || receipt === undefined) return visit;
  if (!receipt.isOwn) return redirect({ href: TICKETS_QUESTION, locale });
  const isDone = (key: string) => receipt.rows.some((row) => row.key === key && DONE.has(row.result));
  const { total: _before, ...rest } = visit;
  return amendVisit({
    ...rest,
    paidKeys: receipt.paidKeys,
    reservations: visit.reservations.filter(({ key }) => !isDone(key)),
  });
}

const NOT_RELEASED = "/checkout/receipt?failed=release";

const DONE: ReadonlySet<string> = new Set(["paid", "returned"]);
