"use server";

import { isCalledByScript, serverAction } from "#app/[locale]/form-action.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { reconcilePayment, shownStatus } from "#lib/purchase/reconcile-payment.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { rememberOrder } from "#lib/session/bought-cookie.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";

/** Returns "known" once the outcome of the payment is known. A paid order is then remembered on this device. */
export const checkPayment = serverAction<"waiting" | "known">(
  async ({ locale }) => {
    const purchase = await currentPurchase();
    if (purchase === undefined) return redirect({ href: "/cart?unknown=1", locale });
    if (!(await withinLimit("checkPerVisit", purchase.checkoutId))) return "waiting";
    const now = new Date();
    const end = await reconcilePayment(purchase, now);
    const status = shownStatus(purchase, end, now);
    // Set here because the next page redirects to the tickets, and a page cannot set a cookie.
    if (status === "paid") await rememberOrder([...new Set([...(purchase.paidKeys ?? []), ...end.saleKeys])]);
    // Without script the action must redirect: if the page rendered in its response did, the browser would submit the form again.
    if (status !== "waiting" && !(await isCalledByScript())) redirect({ href: "/checkout/pay/checking", locale });
    return status === "waiting" ? "waiting" : "known";
  },
  () => "waiting",
);
