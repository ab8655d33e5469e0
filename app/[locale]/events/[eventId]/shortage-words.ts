import type { getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import type {
  ReservationRefusal,
  ReservationRefused,
  SelectionLine,
  Shortage,
} from "#lib/ticketing/model/reservation.ts";

export type ShortageWords = {
  readonly refusal: (refusal: ReservationRefusal) => string;
  readonly left: (name: string, left: number) => string;
  readonly soldOut: (name: string) => string;
  readonly overLimit: (name: string) => string;
  readonly underMinimum: (name: string) => string;
  readonly notOnSale: (name: string) => string;
  readonly stillChosen: (lines: readonly { readonly name: string; readonly quantity: number }[]) => string;
};

/**
 * Returns which ticket types are short and how many are left, and that the others are still selected and not reserved.
 */
export function shortageText(
  { refusal, shortages }: ReservationRefused,
  wanted: readonly SelectionLine[],
  names: ReadonlyMap<number, string>,
  words: ShortageWords,
): string {
  const short = shortages.flatMap((shortage) => {
    const name = names.get(shortage.ticketTypeId);
    return name === undefined ? [] : [sentence(shortage, name, words)];
  });
  if (short.length === 0) return words.refusal(refusal);

  const missing = new Set(shortages.map(({ ticketTypeId }) => ticketTypeId));
  const rest = wanted.flatMap(({ ticketTypeId, quantity }) => {
    const name = names.get(ticketTypeId);
    return missing.has(ticketTypeId) || name === undefined ? [] : [{ name, quantity }];
  });
  return [...short, ...(rest.length > 0 ? [words.stillChosen(rest)] : [])].join(" ");
}

function sentence({ refusal, left }: Shortage, name: string, words: ShortageWords): string {
  switch (refusal) {
    case "sold_out":
      return words.soldOut(name);
    case "over_limit":
      return words.overLimit(name);
    case "under_minimum":
      return words.underMinimum(name);
    case "not_on_sale":
    case "closed":
    case "cancelled":
      return words.notOnSale(name);
    default:
      return left === undefined ? words.refusal(refusal) : words.left(name, left);
  }
}

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
