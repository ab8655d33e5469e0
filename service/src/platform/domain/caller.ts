/**
 * What a user may do. PUBLIC sells online, BOX_OFFICE at the counter; SCAN admits at the door; MANAGE edits venues, events and
 * prices. ORDERS looks after orders: their tickets, refunds and messages; REPORTS reads figures. MANAGE includes both.
 */
export const CAPABILITIES = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE", "ORDERS", "REPORTS"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Returns these capabilities with those that they include. */
export function withIncluded(given: readonly Capability[]): ReadonlySet<Capability> {
  return new Set(given.includes("MANAGE") ? [...given, "ORDERS", "REPORTS"] : given);
}

/**
 * A date, or all dates of an event, that a user with SCAN may scan. With `endsWithDate` the right ends six hours after that date, or
 * after the event's last one.
 */
export type ScanDate = { readonly endsWithDate: boolean } & (
  | { readonly eventDate: number }
  | { readonly event: number }
);

/** The user who makes a request. A user belongs to exactly one account and never reaches another's data. */
export type Caller = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly account: { readonly id: number; readonly name: string; readonly currency: string };
  /** With those that are included in others. */
  readonly capabilities: ReadonlySet<Capability>;
  /** What of the account's dates they may scan with SCAN. `null`: all. */
  readonly scanDates: readonly ScanDate[] | null;
  /** Increases with each change of their password. */
  readonly passwordVersion: number;
  readonly hasSecondFactor?: boolean;
  /** The access token that they signed in with, if any. Without scopes it has all that its user has. */
  readonly token?: {
    readonly id: number;
    readonly expiresAt: Date;
    readonly scopes: readonly Capability[] | undefined;
  };
  /** The second factor is still to be proved: they signed in with the password, or with a challenge that stands for it. */
  readonly firstFactor?: "password" | { readonly challenge: number };
};

export type TooManyFailures = {
  readonly ok: false;
  readonly refusal: "too_many_failures";
  readonly retryAfterSeconds: number;
};

export type Authentication =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: "unknown" }
  | TooManyFailures;

/** Finds the user of a name and password, or says why there is none. `network` is where the client is. */
export type Authenticate = (username: string, password: string, network: string) => Promise<Authentication>;

/**
 * Checks a secret of a user in their turn, delayed after failures from this network. `check` says whether it is right; one that is the
 * first factor of two forgives no failure.
 */
export type CheckSecret = <Result extends { readonly ok: boolean; readonly isFirstFactor?: boolean }>(
  username: string,
  network: string,
  check: () => Promise<Result>,
) => Promise<Result | TooManyFailures>;
