/** OPEN until the organiser decides. APPROVED: its tickets were refunded. */
export type RequestState = "OPEN" | "APPROVED" | "DECLINED";

/** A buyer's wish to have tickets refunded, outside the event's refund policy. */
export type BuyerRequest = {
  readonly id: number;
  readonly saleKey: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly reason: string;
  readonly state: RequestState;
  readonly createdAt: Date;
  /** What the organiser tells the buyer about a declined request. `null`: nothing was said. */
  readonly declineReason: string | null;
  readonly admissions: readonly { readonly id: number; readonly name: string }[];
};
