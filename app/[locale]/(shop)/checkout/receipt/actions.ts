"use server";

import { TICKETS_QUESTION } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { buttonAction } from "#app/[locale]/form-action.ts";
import * as rest from "#lib/checkout/outcome/rest.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";

/** "Retry the rest": leads to the pay page for what is not paid. It charges nothing itself. */
export const retryRest = buttonAction(async () => {
  if ((await rest.separateSettled()) === "not_owner") return TICKETS_QUESTION;
  return (await checkoutState(new Date())).state === "expired" ? "/cart" : "/checkout/pay";
});

const NOT_RELEASED = "/checkout/receipt?failed=release";

/** "Remove the rest": releases what is not paid, and shows the receipt again. */
export const releaseRest = buttonAction(async () => {
  const result = await rest.releaseRest();
  if (result === "not_owner") return TICKETS_QUESTION;
  return result === "not_released" ? NOT_RELEASED : "/checkout/receipt";
}, NOT_RELEASED);
