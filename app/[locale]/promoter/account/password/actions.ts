"use server";

import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { type PasswordState, passwordSchema } from "#app/[locale]/promoter/account/account-schema.ts";
import { changeOwn } from "#app/[locale]/promoter/account/own-change.ts";
import { signedInPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { changeOwnPassword } from "#lib/ticketing/manage/own-account.ts";

/** Changes one's own password. Neither password is returned. */
export const changePassword = formAction<PasswordState>([], async ({ form, locale }) => {
  await signedInPromoter(locale);
  const { OwnAccount } = await getMessages({ locale });
  const typed = passwordSchema(OwnAccount.password).safeParse(Object.fromEntries(form));
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  const { current, password } = typed.data;
  return changeOwn(locale, "password", (credential) => changeOwnPassword(credential, current, password));
});
