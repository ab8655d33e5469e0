import type { Money } from "#lib/domain/money/money.ts";

/** What a rule of the promoter's took off. `rule` names it for us, such as "multipack:7"; `name` is for people. */
export type Saving = { readonly rule: string; readonly name: string; readonly amount: Money };
