import type { Cart } from "#lib/domain/cart/cart.ts";
import { addMoney, type Money } from "#lib/domain/money/money.ts";
import type { CodeAnswer } from "./code-answer.ts";
import type { Saving } from "./saving.ts";

/** One row of what is taken off; `code` is the code that called for it. */
export type SavingRow = Saving & { readonly code?: string };

export type Summary = {
  /** Of all lines at full price. */
  readonly subtotal: Money;
  readonly rows: readonly SavingRow[];
  /** The sum of the rows; absent where nothing is taken off. */
  readonly saved?: Money;
  readonly total: Money;
  /** Codes that took something off, though no row can be told to be theirs; and codes that opened something. */
  readonly otherCodes: readonly CodeAnswer[];
  /** Codes without any effect here. */
  readonly refusedCodes: readonly CodeAnswer[];
};

/** Each saving stands once: where a code's saving is the amount of a rule, the two are one row. */
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

/** Whether a code takes something off or opens something, so that it stays when another one is typed. */
export function isEffective({ result, saving }: CodeAnswer): boolean {
  return result === "UNLOCKED" || result === "REVEALED" || result === "APPLIED" || (saving?.minor ?? 0) > 0;
}
