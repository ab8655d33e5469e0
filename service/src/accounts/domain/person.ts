import type { Rights } from "./rights.ts";

/** A user as other users of the account see them, without the password. */
export type Person = Rights & {
  readonly id: number;
  readonly version: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Their first and last name, else the user name. */
  readonly name: string;
  readonly email: string;
  readonly mobilePhone: string;
  readonly disabled: boolean;
  /** What of the account's dates they may scan with SCAN. `null`: all. */
  readonly scanDates: readonly NamedScanDate[] | null;
  readonly hasSecondFactor: boolean;
  /** When they last made a call, to five minutes. Users who sell online have none. */
  readonly lastActiveAt: Date | null;
  /** `null`: before this was noted. */
  readonly createdAt: Date | null;
  /** `null`: never, or before this was noted. */
  readonly passwordChangedAt: Date | null;
};

/** A date or an event, and its name. */
export type Named = { readonly id: number; readonly name: string };

/** A scan date with the names of its date or event, and the instant at which it ends as these are now. */
export type NamedScanDate = {
  readonly endsWithDate: boolean;
  readonly until: Date | null;
  readonly hasEnded: boolean;
} & ({ readonly eventDate: Named } | { readonly event: Named });
