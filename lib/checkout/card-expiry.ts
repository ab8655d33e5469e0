/** The last month in which a card is good. */
export type CardExpiry = { readonly month: number; readonly year: number };

/** Reads 0729, 07/29, 7-29 and 07 / 2029; `undefined` for anything else, the thirteenth month included. */
export function parseExpiry(text: string): CardExpiry | undefined {
  const match = /^(0?[1-9]|1[0-2])[\s/.-]*(20\d\d|\d\d)$/.exec(text.trim());
  if (!match) return undefined;
  const [, month, year = ""] = match;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** A card is good until its month is over, wherever the buyer is: the last place on earth decides. */
export function hasExpired({ month, year }: CardExpiry, now: Date): boolean {
  const HOURS_BEHIND_UTC_MAX = 12;
  return now.getTime() >= Date.UTC(year, month, 1, HOURS_BEHIND_UTC_MAX);
}

/** As it stands on the card: "07 / 29". */
export function formatExpiry({ month, year }: CardExpiry): string {
  return `${String(month).padStart(2, "0")} / ${String(year % 100).padStart(2, "0")}`;
}
