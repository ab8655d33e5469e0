import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Next loads the page cache by itself, outside the bundle and before any page, so that it cannot ask `lib/env`.
 * None of the settings that it needs is a secret.
 */
const { NEXT_PHASE, FOYER_DATA, EMBED_ORIGINS = "", FOYER_ENVIRONMENT, TRUSTED_HOPS } = process.env;

/** For how long a browser may use TLS alone: a year, in production. Elsewhere the shop may stand on plain http. */
export const hstsSeconds = FOYER_ENVIRONMENT === "production" ? 365 * 24 * 60 * 60 : undefined;

/** A build's pages were drawn without settings: they are never kept, and each page is drawn again when first asked for. */
export const building = NEXT_PHASE === "phase-production-build";

/** Whose pages may frame an embed. `lib/env` has turned away whatever is no origin before the first page is drawn. */
export const embedOrigins: readonly string[] = EMBED_ORIGINS.split(/\s+/).filter(Boolean);

/** No proxy of ours stands in front, as `lib/env` has it too where nothing is set. */
export const isDirect = (TRUSTED_HOPS || "direct") === "direct";

/**
 * A page is kept with its policy and with what it says of the shop: a data folder that served a sandbox, and serves a
 * real shop now, must not show the test cards once more.
 */
export const build = withSettings(buildName());

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

function withSettings(name: string | undefined): string | undefined {
  const { FOYER_ORIGIN, TICKETING_ACCOUNT, CURRENCY, GOOD_CARD, BAD_CARD } = process.env;
  const drawn = [FOYER_ENVIRONMENT, FOYER_ORIGIN, TICKETING_ACCOUNT, CURRENCY, GOOD_CARD, BAD_CARD];
  const digest = createHash("sha256").update(JSON.stringify([embedOrigins, ...drawn]));
  return name && `${name}-${digest.digest("hex").slice(0, 12)}`;
}
