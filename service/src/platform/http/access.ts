import type { Capability } from "#src/platform/domain/caller.ts";

/** Who may make a call: users with at least one of these capabilities, or every user of the account. */
export type Access = readonly [Capability, ...Capability[]] | "ANY_USER";

export function isAllowed(access: Access, capabilities: ReadonlySet<Capability>): boolean {
  return access === "ANY_USER" || access.some((capability) => capabilities.has(capability));
}

/** Returns "any user of the account", or a list such as "users with PUBLIC, BOX_OFFICE or MANAGE". */
export function describeAccess(access: Access): string {
  if (access === "ANY_USER") return "any user of the account";
  return `users with ${new Intl.ListFormat("en-NZ", { type: "disjunction" }).format(access)}`;
}

/** Returns the `security` of an OpenAPI operation. Each entry is one sufficient role. */
export function securityOf(access: Access): readonly { readonly basic: readonly Capability[] }[] {
  return access === "ANY_USER" ? [{ basic: [] }] : access.map((capability) => ({ basic: [capability] }));
}
