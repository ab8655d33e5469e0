import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Next loads the page cache by itself, outside the bundle and before any page, so that it cannot ask `lib/env`.
 * It needs two facts, and neither is a secret.
 */
const { NEXT_PHASE, FOYER_DATA } = process.env;

/** A build's pages were drawn without settings: they are never kept, and each page is drawn again when first asked for. */
export const building = NEXT_PHASE === "phase-production-build";

export const build = buildName();

/** Where the pages lie; with no data folder, or none built, they live in memory alone. */
export const pagesFolder =
  building || FOYER_DATA === undefined || build === undefined ? undefined : join(FOYER_DATA, "storefront", "pages");

function buildName(): string | undefined {
  try {
    return readFileSync(join(process.cwd(), ".next", "BUILD_ID"), "utf8").trim();
  } catch {
    return undefined;
  }
}
