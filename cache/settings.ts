import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Next loads the page cache by itself, outside the bundle and before any page, so that it cannot ask `lib/env`.
 * It needs three facts, and none is a secret.
 */
const { NEXT_PHASE, FOYER_DATA, EMBED_ORIGINS = "" } = process.env;

/** A build's pages were drawn without settings: they are never kept, and each page is drawn again when first asked for. */
export const building = NEXT_PHASE === "phase-production-build";

/** Whose pages may frame an embed. `lib/env` has turned away whatever is no origin before the first page is drawn. */
export const embedOrigins: readonly string[] = EMBED_ORIGINS.split(/\s+/).filter(Boolean);

/** A page is kept with its policy, so that other origins make other pages. */
export const build = withOrigins(buildName());

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

function withOrigins(name: string | undefined): string | undefined {
  if (name === undefined || embedOrigins.length === 0) return name;
  return `${name}-${createHash("sha256").update(embedOrigins.join(" ")).digest("hex").slice(0, 12)}`;
}
