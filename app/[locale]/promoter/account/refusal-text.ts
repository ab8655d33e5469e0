import "server-only";

import { getTranslations } from "next-intl/server";
import { durationText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import type { OwnRefusal, RefusedChange } from "#lib/ticketing/manage/own-account.ts";

/** The field that a refusal is about. */
const FIELDS: Readonly<Partial<Record<OwnRefusal, "current" | "password" | "code">>> = {
  password_wrong: "current",
  password_unfit: "password",
  second_factor: "code",
  code_wrong: "code",
  code_used: "code",
};

/** Returns why a change of one's own account was refused, at its field where there is one. */
export async function refusalState({ refusal, seconds = 0 }: RefusedChange, locale: Locale) {
  const t = await getTranslations({ locale, namespace: "OwnAccount.refused" });
  const message = t(refusal, { wait: durationText(seconds, locale) });
  const field = FIELDS[refusal];
  return field === undefined ? { message } : { fieldErrors: { [field]: message } };
}
