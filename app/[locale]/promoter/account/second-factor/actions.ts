"use server";

import { getTranslations } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { refusalState } from "#app/[locale]/promoter/account/refusal-text.ts";
import type { FactorState, TurnOffState } from "#app/[locale]/promoter/account/second-factor/factor-state.ts";
import { asPromoter, signedInPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { visibleText, withPlainDigits } from "#lib/i18n/typed-text.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { beginSecondFactor, turnOffSecondFactor, turnOnSecondFactor } from "#lib/ticketing/manage/own-account.ts";

const NOT_ALLOWED = { result: "refused", refusal: "not_allowed" } as const;
const PAGE = "/promoter/account/second-factor";

/** Prepares the second factor where the form has none yet, for who knows the password; else turns it on, once the code of the app is right. */
export const turnOnFactor = formAction<FactorState, "secret" | "uri" | "backupCodes" | "code" | "isSaved">(
  ["secret", "uri", "backupCodes", "code", "isSaved"],
  async ({ form, locale, texts }) => {
    await signedInPromoter(locale);
    if (texts.secret === "") {
      const current = form.get("current");
      if (typeof current !== "string" || current === "") {
        const t = await getTranslations({ locale, namespace: "OwnAccount.password" });
        return { fieldErrors: { current: t("currentMissing") } };
      }
      const prepared = await asPromoter(locale, async ({ promoter, credential }) =>
        isAllowed("ANY_USER", promoter.capabilities) ? beginSecondFactor(credential, current) : NOT_ALLOWED,
      );
      if (prepared.result !== "changed") return refusalState(prepared, locale);
      const { backupCodes, ...factor } = prepared.value;
      return { values: { ...factor, backupCodes: backupCodes.join(" ") } };
    }
    const t = await getTranslations({ locale, namespace: "OwnAccount.factor" });
    const code = withPlainDigits(visibleText(texts.code));
    const fieldErrors = {
      ...(code === "" && { code: t("codeMissing") }),
      ...(texts.isSaved === "" && { isSaved: t("isSavedMissing") }),
    };
    if (Object.keys(fieldErrors).length > 0) return { fieldErrors };
    const answer = await asPromoter(locale, async ({ promoter, credential }) =>
      isAllowed("ANY_USER", promoter.capabilities) ? turnOnSecondFactor(credential, code) : NOT_ALLOWED,
    );
    if (answer.result !== "changed") return refusalState(answer, locale);
    return redirect({ href: `${PAGE}?saved=${Date.now()}`, locale });
  },
);

/** Turns the second factor off, with a code of the app or a backup code. */
export const turnOffFactor = formAction<TurnOffState, "code">(["code"], async ({ locale, texts }) => {
  await signedInPromoter(locale);
  const code = withPlainDigits(visibleText(texts.code));
  if (code === "") {
    const t = await getTranslations({ locale, namespace: "OwnAccount.factor" });
    return { fieldErrors: { code: t("codeMissing") } };
  }
  const answer = await asPromoter(locale, async ({ promoter, credential }) =>
    isAllowed("ANY_USER", promoter.capabilities) ? turnOffSecondFactor(credential, code) : NOT_ALLOWED,
  );
  if (answer.result !== "changed") return refusalState(answer, locale);
  return redirect({ href: `${PAGE}?saved=${Date.now()}`, locale });
});
