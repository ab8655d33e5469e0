import type { getTranslations } from "next-intl/server";
import type { ReservationRefusal, ReservationRefused, Shortage } from "#lib/ticketing/model/reservation.ts";

export type ShortageWords = {
  readonly refusal: (refusal: ReservationRefusal) => string;
  readonly left: (name: string, left: number) => string;
  readonly soldOut: (name: string) => string;
  readonly overLimit: (name: string) => string;
  readonly underMinimum: (name: string) => string;
  readonly notOnSale: (name: string) => string;
  readonly notReserved: string;
};

/** Returns which ticket types are short and how many are left, and that nothing of the choice is reserved yet. */
export function shortageText(
  { refusal, shortages }: ReservationRefused,
  names: ReadonlyMap<number, string>,
  words: ShortageWords,
): string {
  const short = shortages.flatMap((shortage) => {
    const name = names.get(shortage.ticketTypeId);
    return name === undefined ? [] : [sentence(shortage, name, words)];
  });
  if (short.length === 0) return words.refusal(refusal);
  return [...short, words.notReserved].join(" ");
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
export function shortageWords(t: Say): ShortageWords {
  return {
    refusal: (refusal) => t(`refusal.${refusal}`),
    left: (name, left) => t("shortage.left", { name, left }),
    soldOut: (name) => t("shortage.soldOut", { name }),
    overLimit: (name) => t("shortage.overLimit", { name }),
    underMinimum: (name) => t("shortage.underMinimum", { name }),
    notOnSale: (name) => t("shortage.notOnSale", { name }),
    notReserved: t("shortage.notReserved"),
  };
}
