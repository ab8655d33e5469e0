import "server-only";

import { getTranslations } from "next-intl/server";
import { asPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { durationText } from "#lib/i18n/date-text.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import type { OwnChange, OwnRefusal, RefusedChange } from "#lib/ticketing/manage/own-account.ts";

/** The field that a refusal is about. */
const FIELDS: Readonly<Partial<Record<OwnRefusal, "current" | "password" | "code">>> = {
  password_wrong: "current",
  password_unfit: "password",
  second_factor: "code",
  code_wrong: "code",
  code_used: "code",
};

/** Changes one's own account, and leads to the page that says so. Returns why a change was refused. */
export async function changeOwn(
  locale: Locale,
  part: "password" | "second-factor",
  change: (as: PromoterCredential) => Promise<OwnChange<unknown>>,
) {
  const answer = await asPromoter(locale, ({ credential }) => change(credential));
  if (answer.result !== "changed") return refusalState(answer, locale);
  return redirect({ href: `/promoter/account/${part}?saved=${Date.now()}`, locale });
}

/** Returns why a change of one's own account was refused, at its field where there is one. */
export async function refusalState({ refusal, seconds = 0 }: RefusedChange, locale: Locale) {
  const t = await getTranslations({ locale, namespace: "OwnAccount.refused" });
  const message = t(refusal, { wait: durationText(seconds, locale) });
  const field = FIELDS[refusal];
  return field === undefined ? { message } : { fieldErrors: { [field]: message } };
}
