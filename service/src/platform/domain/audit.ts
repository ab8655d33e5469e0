/** A call for the audit log, without its body and without the keys in its address. */
export type AuditedCall = {
  /** A user, or the name that somebody tried to sign in with. Tries with a name that no user has are not kept. */
  readonly who: { readonly userId: number } | { readonly username: string };
  /** The method with the path, such as `PUT /user/7`, or `SIGN_IN`. */
  readonly call: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly network: string;
};

/** The name of a failed sign-in in place of a call. */
export const SIGN_IN = "SIGN_IN";

export type AuditLog = {
  /** Writes a row for this call. It never throws: a fault is logged. */
  readonly write: (call: AuditedCall) => Promise<void>;
  /** Counts this call with others like it in the same hour, within a second or so. */
  readonly count: (call: AuditedCall) => void;
};
