import type { Money } from "#lib/ticketing/model/money.ts";
import type { Advice } from "./advice.ts";
import type { CodeAnswer } from "./code-answer.ts";
import type { Saving } from "./saving.ts";

/** The price of a Selection together with the Cart. It reserves nothing. */
export type Quote = {
  readonly subtotal: Money;
  readonly savings: readonly Saving[];
  readonly total: Money;
  readonly codes: readonly CodeAnswer[];
  readonly advice: readonly Advice[];
};
