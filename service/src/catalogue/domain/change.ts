/** A place between the changes: a transaction, and the time (Unix seconds) at which it was the oldest open one. */
export type Cursor = { readonly transaction: string; readonly readAt: number };

export type Change = {
  readonly kind: string;
  readonly at: Date;
  /** Absent: any event of the account may have changed. The name is empty while the event is not published. */
  readonly event?: { readonly id: number; readonly name: string };
  readonly eventDate?: { readonly id: number; readonly name: string };
};
