/** What a user may do. PUBLIC sells online, BOX_OFFICE at the counter; SCAN admits at the door; MANAGE edits venues, events and prices. */
export type Capability = "PUBLIC" | "BOX_OFFICE" | "SCAN" | "MANAGE";

/** The user who makes a request. A user belongs to exactly one account and never reaches another's data. */
export type Caller = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly account: { readonly id: number; readonly name: string; readonly currency: string };
  readonly capabilities: ReadonlySet<Capability>;
  /** Increases with each change of their password. */
  readonly passwordVersion: number;
  /** The access token that they signed in with, if any. */
  readonly token?: { readonly id: number; readonly expiresAt: Date };
};
