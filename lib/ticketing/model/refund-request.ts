/** What a Buyer has asked an organiser for, outside the event's refund policy. */
export type RefundRequest = {
  readonly id: number;
  /** ISO 8601. */
  readonly created: string;
  readonly state: "OPEN" | "APPROVED" | "DECLINED";
  readonly eventName: string;
  readonly buyer: { readonly name: string; readonly email: string };
  readonly tickets: number;
  readonly reason: string;
  /** What the Buyer was told about a declined request. */
  readonly declineReason?: string;
};
