export type ReservationRefusalCode =
  | "SOLD_OUT"
  | "NOT_ENOUGH"
  | "OVER_LIMIT"
  | "UNDER_MINIMUM"
  | "NOT_ON_SALE"
  | "CLOSED"
  | "CANCELLED"
  | "CODE_REQUIRED"
  | "MIXED_CURRENCY"
  | "WRONG_STATE"
  | "NOT_FOUND";

/** One reason why a reservation was not made. `left` is said where a smaller number would do. */
export type Refused = {
  readonly code: ReservationRefusalCode;
  readonly path: string;
  readonly ticketType?: number;
  readonly ticketTypeName?: string;
  readonly left?: number;
  /** The limit that was passed, for the words. */
  readonly limit?: number;
};
