import type { getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import type { ShortageWords } from "./shortage-words.ts";

type Say = Awaited<ReturnType<typeof getTranslations<"Cart">>>;

/** Returns the texts for shortages in the page's language. */
export function shortageWords(t: Say, locale: Locale): ShortageWords {
  return {
    refusal: (refusal) => t(`refusal.${refusal}`),
    left: (name, left) => t("shortage.left", { name, left }),
    soldOut: (name) => t("shortage.soldOut", { name }),
    overLimit: (name) => t("shortage.overLimit", { name }),
    underMinimum: (name) => t("shortage.underMinimum", { name }),
    notOnSale: (name) => t("shortage.notOnSale", { name }),
    stillChosen: (lines) =>
      t("shortage.stillChosen", {
        lines: new Intl.ListFormat(locale, { type: "conjunction" }).format(
          lines.map(({ name, quantity }) => t("shortage.line", { name, quantity })),
        ),
      }),
  };
}
