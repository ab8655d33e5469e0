import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { CodeAnswer } from "#lib/ticketing/model/code-answer.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import type { Saving } from "#lib/ticketing/model/saving.ts";

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
