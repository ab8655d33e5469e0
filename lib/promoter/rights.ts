/** What a user of the ticketing service may do. MANAGE includes ORDERS and REPORTS. */
export const CAPABILITIES = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE", "ORDERS", "REPORTS"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** What a page or an action needs: one of these capabilities, or only that somebody is signed in. */
export type Needs = readonly [Capability, ...Capability[]] | "ANY_USER";

export function isAllowed(needs: Needs, capabilities: readonly Capability[]): boolean {
  return needs === "ANY_USER" || needs.some((one) => capabilities.includes(one));
}
