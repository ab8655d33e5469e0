/**
 * What a user may do. PUBLIC sells online, BOX_OFFICE at the counter; SCAN admits at the door; MANAGE edits venues, events and
 * prices.
 */
export const CAPABILITIES = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE", "ORDERS", "REPORTS"] as const;
export type Capability = (typeof CAPABILITIES)[number];

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

export type Authentication =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: "unknown" }
  | { readonly ok: false; readonly refusal: "too_many_failures"; readonly retryAfterSeconds: number };

/** Finds the user of a name and password, or says why there is none. `network` is where the client is. */
export type Authenticate = (username: string, password: string, network: string) => Promise<Authentication>;
