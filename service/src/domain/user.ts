export type SellCapability = "PUBLIC" | "BOX_OFFICE";

/** Who asks: a user belongs to exactly one account and never reaches another's data. */
export type User = {
  readonly id: number;
  readonly accountId: number;
  readonly sellCapabilities: readonly SellCapability[];
  readonly mayScan: boolean;
  readonly mayManage: boolean;
};
