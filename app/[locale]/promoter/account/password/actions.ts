"use server";

import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { type PasswordState, passwordSchema } from "#app/[locale]/promoter/account/password/password-schema.ts";
import { refusalState } from "#app/[locale]/promoter/account/refusal-text.ts";
import { asPromoter, signedInPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { changeOwnPassword } from "#lib/ticketing/manage/own-account.ts";

/** Changes one's own password. Neither password is returned. */
export const changePassword = formAction<PasswordState>([], async ({ form, locale }) => {
  await signedInPromoter(locale);
  const { OwnAccount } = await getMessages({ locale });
  const typed = passwordSchema(OwnAccount.password).safeParse(Object.fromEntries(form));
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  const { current, password } = typed.data;
  const answer = await asPromoter(locale, async ({ promoter, credential }) =>
    isAllowed("ANY_USER", promoter.capabilities)
      ? changeOwnPassword(credential, current, password)
      : ({ result: "refused", refusal: "not_allowed" } as const),
  );
  if (answer.result !== "changed") return refusalState(answer, locale);
  return redirect({ href: `/promoter/account/password?saved=${Date.now()}`, locale });
});
