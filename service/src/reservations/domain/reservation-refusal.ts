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
  | "OFFER_ENDED"
  | "NOT_FOUND";

/** One reason why a reservation was refused. `left` is set when a smaller quantity is possible. */
export type Refused = {
  readonly code: ReservationRefusalCode;
  readonly path: string;
  readonly ticketType?: number;
  readonly ticketTypeName?: string;
  readonly left?: number;
  /** The limit that was exceeded, for the message. */
  readonly limit?: number;
};
