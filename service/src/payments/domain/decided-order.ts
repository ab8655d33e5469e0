import type { Page } from "#src/platform/domain/page.ts";

/** The order that a manager decides about. */
export type DecidedOrder = {
  /** Its reference, where it has one. */
  readonly order: string | undefined;
  readonly timeZone: string;
  /** The dates of the tickets that it is about, by their start. */
  readonly dates: readonly { readonly id: number; readonly name: string; readonly startsAt: Date }[];
  /** When, and by which manager. `by` is undefined where the buyer's own doing decided it. */
  readonly decided: { readonly at: Date; readonly by: string | undefined } | undefined;
};

/** What a list of decisions is read by. Without it, those that are open come first. */
export const DECISION_STATES = ["OPEN", "DECIDED"] as const;

export type PageOfDecisions = Page & { readonly state?: (typeof DECISION_STATES)[number] | undefined };
