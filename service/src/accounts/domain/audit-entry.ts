/** A row of the audit log. */
export type AuditEntry = {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  /** The user's first and last name, else the user name. */
  readonly name: string;
  readonly call: string;
  /** The thing that the call changed or made, and its fields before and after. */
  readonly changed: {
    /** As addresses have it. */
    readonly kind: string;
    readonly id: number;
    readonly name: string;
    /** `null`: the call made it. */
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>>;
  } | null;
  readonly status: number;
  readonly network: string | null;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
};

/** What calls are about, as the database's function `call_subject` says it. */
export const AUDIT_SUBJECTS = ["CATALOGUE", "ORDERS", "USERS", "SIGN_INS", "ACCOUNT"] as const;

/** Entries of one user, about one subject, from an instant on, and before one; without reads that were answered where `reads` is false. */
export type AuditFilter = {
  readonly user?: number | undefined;
  readonly what?: (typeof AUDIT_SUBJECTS)[number] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly reads?: boolean | undefined;
};
