/** A row of the audit log. */
export type AuditEntry = {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  readonly call: string;
  /** The thing that the call changed, and its fields before and after. */
  readonly changed: {
    readonly id: number;
    readonly name: string;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
  } | null;
  readonly status: number;
  readonly network: string | null;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
};

/** Entries from this instant on, and before that one. */
export type AuditPeriod = { readonly from?: Date | undefined; readonly to?: Date | undefined };
