import { processWide } from "#lib/runtime/process-wide.ts";

/** Process-wide, since Next loads the page cache outside of its bundle. */
const sites = processWide("origins of the account's sites", () => ({ origins: [] as readonly string[] }));

/** Records the origins of the account's websites, whose pages may frame an embed beside those of EMBED_ORIGINS. */
export function setSiteOrigins(origins: readonly string[]): void {
  sites.origins = origins;
}

export function siteOrigins(): readonly string[] {
  return sites.origins;
}
