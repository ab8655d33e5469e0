import { getTranslations } from "next-intl/server";
import type { CodesLimited } from "#lib/cart/code-tries.ts";
import { durationText } from "#lib/i18n/date-text.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { CodeAnswer } from "#lib/ticketing/model/pricing.ts";

/** Returns what became of each typed code, as sentences. */
export async function codeWords(answers: readonly CodeAnswer[], locale: string): Promise<readonly string[]> {
  const t = await getTranslations({ locale, namespace: "Cart.code" });
  return answers.map(({ code, result, saving }) =>
    t(result, { code, saving: saving ? formatMoney(saving, locale) : "" }),
  );
}

/** Returns the text for too many unknown codes, with when to try again. */
export async function codesLimitedText({ waitSeconds }: CodesLimited, locale: string): Promise<string> {
  const t = await getTranslations({ locale, namespace: "Cart.code" });
  return t("tooMany", { wait: durationText(waitSeconds, locale) });
}
