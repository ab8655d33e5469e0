/** A buyer's choice for the tickets of a cancelled date. While its tickets are valid and on that date it may be changed. */
export type Choice = "KEEP" | "MOVE" | "REFUND";

/** What a buyer may choose for the valid tickets that a sale has of a cancelled date. */
export type OpenChoice = {
  readonly cancellationId: number;
  readonly eventDateId: number;
  /** `undefined`: nothing was chosen yet. */
  readonly choice: Choice | undefined;
  /** The dates ahead that have each of its ticket types, by name and section. Whether places are free is known when it moves. */
  readonly dates: readonly { readonly id: number; readonly name: string }[];
};
