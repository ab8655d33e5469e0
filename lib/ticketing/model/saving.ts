import type { Money } from "#lib/ticketing/model/money.ts";

/** What a promoter's rule took off. `rule` identifies it, such as "multipack:7"; `name` is for display. */
export type Saving = { readonly rule: string; readonly name: string; readonly amount: Money };
