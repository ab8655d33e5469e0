/** What a user of the ticketing service may do. MANAGE includes ORDERS and REPORTS. */
export const CAPABILITIES = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE", "ORDERS", "REPORTS"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Returns the capabilities that the storefront knows of these. */
export function knownCapabilities(stated: readonly string[]): readonly Capability[] {
  return CAPABILITIES.filter((one) => stated.includes(one));
}

/** Returns these capabilities with those that they include. */
export function withIncluded(given: readonly Capability[]): readonly Capability[] {
  return given.includes("MANAGE") ? knownCapabilities([...given, "ORDERS", "REPORTS"]) : given;
}

/** What a page or an action needs: one of these capabilities, or only that somebody is signed in. */
export type Needs = readonly [Capability, ...Capability[]] | "ANY_USER";

export function isAllowed(needs: Needs, capabilities: readonly Capability[]): boolean {
  return needs === "ANY_USER" || needs.some((one) => capabilities.includes(one));
}
