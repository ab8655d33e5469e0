import type { Advice } from "#lib/domain/advice.ts";
import type { CodeAnswer } from "#lib/domain/code-answer.ts";
import type { Money } from "#lib/domain/money.ts";
import type { Saving } from "#lib/domain/saving.ts";

/** What a Selection would cost together with what the Cart holds. Nothing is reserved by it. */
export type Quote = {
  readonly subtotal: Money;
  readonly savings: readonly Saving[];
  readonly total: Money;
  readonly codes: readonly CodeAnswer[];
  readonly advice: readonly Advice[];
};
