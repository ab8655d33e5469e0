/** A row of the audit log. */
export type AuditEntry = {
  readonly id: number;
  readonly userId: number;
  readonly username: string;
  readonly call: string;
  readonly status: number;
  readonly network: string | null;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
};

/** Entries from this instant on, and before that one. */
export type AuditPeriod = { readonly from?: Date | undefined; readonly to?: Date | undefined };
