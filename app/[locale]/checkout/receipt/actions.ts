"use server";

import { answeredAction } from "#app/[locale]/answered.tsx";
import { TICKETS_QUESTION } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import * as rest from "#lib/purchase/receipt/rest.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";

/** "Retry the rest": leads to the pay page for what is not paid. It charges nothing itself. */
export async function retryRest(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const locale = localeOf(formOf(form));
  const href = await answeredAction(
    async () => {
      if ((await rest.separateSettled()) === "not_owner") return TICKETS_QUESTION;
      return (await checkoutState(new Date())).state === "expired" ? "/cart" : "/checkout/pay";
    },
    () => "/checkout/receipt",
  );
  redirect({ href, locale });
}

/** "Remove the rest": releases what is not paid, and shows the receipt again. */
export async function releaseRest(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const href = {
    released: "/checkout/receipt",
    nothing_to_release: "/checkout/receipt",
    not_released: "/checkout/receipt?failed=release",
    not_owner: TICKETS_QUESTION,
  }[await answeredAction(rest.releaseRest, () => "not_released")];
  redirect({ href, locale: localeOf(formOf(form)) });
}
