import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { addMoney, type Money, timesMoney } from "#lib/ticketing/model/money.ts";
import type { Advice, CodeAnswer, Saving } from "#lib/ticketing/model/pricing.ts";
import type { SelectionLine } from "#lib/ticketing/model/reservation.ts";

/** One saving; `code` is the code that it needed. */
export type SavingRow = Saving & { readonly code?: string };

export type Summary = {
  /** The sum of all lines at full price. */
  readonly subtotal: Money;
  readonly rows: readonly SavingRow[];
  /** The sum of the rows; absent where nothing was saved. */
  readonly saved?: Money;
  readonly total: Money;
  /** Codes with a saving that matches no row, and codes that opened or revealed tickets. */
  readonly otherCodes: readonly CodeAnswer[];
  /** Codes without an effect. */
  readonly refusedCodes: readonly CodeAnswer[];
};

/**
 * Returns the summary of a Cart. Each saving is listed once: where a code's saving equals the amount of a rule, both
 * are one row.
 */
export function summaryOf({ total, savings, codes }: Pick<Cart, "total" | "savings" | "codes">): Summary {
  const open = [...codes];
  const rows = savings.map((saving): SavingRow => {
    const at = open.findIndex(
      ({ saving: by }) => by?.minor === saving.amount.minor && by.currency === saving.amount.currency,
    );
    const [answer] = at < 0 ? [] : open.splice(at, 1);
    return answer === undefined ? saving : { ...saving, code: answer.code };
  });
  const saved = rows.map(({ amount }) => amount).reduce(addMoney, { minor: 0, currency: total.currency });
  return {
    subtotal: addMoney(total, saved),
    rows,
    ...(saved.minor > 0 && { saved }),
    total,
    otherCodes: open.filter(isEffective),
    refusedCodes: open.filter((answer) => !isEffective(answer)),
  };
}

/** Returns whether a code saves, opens or reveals something, so that it is kept when another one is typed. */
export function isEffective({ result, saving }: CodeAnswer): boolean {
  return result === "UNLOCKED" || result === "REVEALED" || result === "APPLIED" || (saving?.minor ?? 0) > 0;
}

/**
 * Returns the total that was shown before, where the Cart's present total differs, so that the change is shown before
 * payment. Savings are not a change: they have their own rows.
 */
export function previousTotal(
  shown: Money | undefined,
  { total, savings }: Pick<Cart, "total" | "savings">,
): Money | undefined {
  if (shown === undefined || shown.currency !== total.currency || shown.minor === total.minor) return undefined;
  const saved = savings.map(({ amount }) => amount).reduce(addMoney, { minor: 0, currency: total.currency });
  return total.minor + saved.minor === shown.minor ? undefined : shown;
}

/** Returns whether an advice lowers the Cart's total, and by how much it changes it. */
export function changeByAdvice(
  { total: before }: Pick<Cart, "total">,
  { total: after }: Pick<Advice, "total">,
): { readonly isLower: boolean; readonly amount: Money } {
  const { minor, currency } = addMoney(after, timesMoney(before, -1));
  return { isLower: minor < 0, amount: { minor: Math.abs(minor), currency } };
}

/** Returns the picker's prices as its form sends them back: "AUD 12:4850 13:3000". */
export function shownPrices(tickets: readonly { readonly id: number; readonly allIn: Money }[]): string {
  return [tickets[0]?.allIn.currency ?? "", ...tickets.map(({ id, allIn }) => `${id}:${allIn.minor}`)].join(" ");
}

/** Returns the minor units of each id in such prices, which a form has sent back. */
export function parsePrices(shown: unknown): ReadonlyMap<number, number> {
  const [, ...pairs] = typeof shown === "string" ? shown.split(" ") : [];
  return new Map(pairs.map((pair) => pair.split(":").map(Number) as [number, number]));
}

/**
 * Returns what the visitor expects to pay before savings: the prices shown beside the selected tickets, and the rest of
 * the Cart. Returns `undefined` where the page sent no prices.
 */
export function expectedTotal(
  shown: string | undefined,
  wanted: readonly SelectionLine[],
  others: readonly Pick<CartSale, "total" | "lines">[],
): Money | undefined {
  const [currency = ""] = shown?.split(" ") ?? [];
  if (!/^[A-Z]{3}$/.test(currency)) return undefined;
  const prices = parsePrices(shown);
  const parts = wanted.map(({ ticketTypeId, quantity }) => {
    const minor = prices.get(ticketTypeId);
    return minor !== undefined && Number.isSafeInteger(minor) ? timesMoney({ minor, currency }, quantity) : undefined;
  });
  const before = others.flatMap(({ total, lines }) => (lines.length > 0 ? lines.map((line) => line.total) : [total]));
  const all = [...parts, ...before];
  const isKnown = all.every((part) => part?.currency === currency);
  if (!isKnown) return undefined;
  return all.reduce<Money>((sum, part) => (part ? addMoney(sum, part) : sum), { minor: 0, currency });
}
