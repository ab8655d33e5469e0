import { CAPABILITIES, type Capability } from "#src/platform/domain/caller.ts";

export const SELL_CAPABILITIES = ["PUBLIC", "BOX_OFFICE"] as const;
const OFFICE_CAPABILITIES = ["ORDERS", "REPORTS"] as const;

/** The capabilities that a user was given, as they are stored. */
export type Rights = {
  readonly sellCapabilities: readonly (typeof SELL_CAPABILITIES)[number][];
  readonly officeCapabilities: readonly (typeof OFFICE_CAPABILITIES)[number][];
  readonly mayScan: boolean;
  readonly mayManage: boolean;
};

export function toRights(capabilities: readonly Capability[]): Rights {
  return {
    sellCapabilities: SELL_CAPABILITIES.filter((one) => capabilities.includes(one)),
    officeCapabilities: OFFICE_CAPABILITIES.filter((one) => capabilities.includes(one)),
    mayScan: capabilities.includes("SCAN"),
    mayManage: capabilities.includes("MANAGE"),
  };
}

/** Returns the capabilities in the order of `CAPABILITIES`. */
export function capabilitiesOf({ sellCapabilities, officeCapabilities, mayScan, mayManage }: Rights): Capability[] {
  const given: readonly Capability[] = [
    ...sellCapabilities,
    ...officeCapabilities,
    ...(mayScan ? ["SCAN" as const] : []),
    ...(mayManage ? ["MANAGE" as const] : []),
  ];
  return CAPABILITIES.filter((one) => given.includes(one));
}
