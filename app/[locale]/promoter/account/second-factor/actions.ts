"use server";

import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import {
  beginSchema,
  type FactorState,
  type TurnOffState,
  turnOffSchema,
  turnOnSchema,
} from "#app/[locale]/promoter/account/account-schema.ts";
import { changeOwn, refusalState } from "#app/[locale]/promoter/account/own-change.ts";
import { asPromoter, signedInPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { beginSecondFactor, turnOffSecondFactor, turnOnSecondFactor } from "#lib/ticketing/manage/own-account.ts";

/** Prepares the second factor where the form has none yet, for who knows the password; else turns it on, once the code of the app is right. */
export const turnOnFactor = formAction<FactorState, "secret" | "uri" | "backupCodes" | "code" | "isSaved">(
  ["secret", "uri", "backupCodes", "code", "isSaved"],
  async ({ form, locale, texts }) => {
    await signedInPromoter(locale);
    const { OwnAccount } = await getMessages({ locale });
    if (texts.secret === "") {
      const typed = beginSchema(OwnAccount.password).safeParse({ current: form.get("current") });
      if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
      const { current } = typed.data;
      const prepared = await asPromoter(locale, ({ credential }) => beginSecondFactor(credential, current));
      if (prepared.result !== "changed") return refusalState(prepared, locale);
      const { backupCodes, ...factor } = prepared.value;
      return { values: { ...factor, backupCodes: backupCodes.join(" ") } };
    }
    const typed = turnOnSchema(OwnAccount.factor).safeParse(texts);
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    return changeOwn(locale, "second-factor", (credential) => turnOnSecondFactor(credential, typed.data.code));
  },
);

/** Turns the second factor off, with a code of the app or a backup code. */
export const turnOffFactor = formAction<TurnOffState, "code">(["code"], async ({ locale, texts }) => {
  await signedInPromoter(locale);
  const { OwnAccount } = await getMessages({ locale });
  const typed = turnOffSchema(OwnAccount.factor).safeParse(texts);
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  return changeOwn(locale, "second-factor", (credential) => turnOffSecondFactor(credential, typed.data.code));
});
