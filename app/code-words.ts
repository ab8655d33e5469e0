import { getTranslations } from "next-intl/server";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { CodeAnswer } from "#lib/ticketing/model/pricing.ts";

/** Returns what became of each typed code, as sentences. */
export async function codeWords(answers: readonly CodeAnswer[], locale: string): Promise<readonly string[]> {
  const t = await getTranslations({ locale, namespace: "Cart.code" });
  return answers.map(({ code, result, saving }) =>
    t(result, { code, saving: saving ? formatMoney(saving, locale) : "" }),
  );
}
