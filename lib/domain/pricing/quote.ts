import type { Money } from "#lib/domain/money/money.ts";
import type { Advice } from "./advice.ts";
import type { CodeAnswer } from "./code-answer.ts";
import type { Saving } from "./saving.ts";

/** What a Selection would cost together with what the Cart holds. Nothing is reserved by it. */
export type Quote = {
  readonly subtotal: Money;
  readonly savings: readonly Saving[];
  readonly total: Money;
  readonly codes: readonly CodeAnswer[];
  readonly advice: readonly Advice[];
};
