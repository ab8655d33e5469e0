import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Next loads the page cache itself, outside the bundle and before any page, so that it cannot use `lib/env`. None of
 * its settings is secret.
 */
const { NEXT_PHASE, FOYER_DATA, EMBED_ORIGINS = "", FOYER_ENVIRONMENT } = process.env;

/** A build renders pages without settings: they are not stored, and each is rendered again on its first request. */
export const isBuildPhase = NEXT_PHASE === "phase-production-build";

/** Origins that may frame an embed. `lib/env` has validated them before the first page is rendered. */
export const embedOrigins: readonly string[] = EMBED_ORIGINS.split(/\s+/).filter(Boolean);

/**
 * The build's name with a digest of the settings that are part of stored pages, so that pages of other settings are not used: a
 * real shop on a sandbox's data folder must not show test cards.
 */
export const buildKey = withSettings(buildName());

/** The folder of the pages; without a data folder or a build they are in memory only. */
export const pagesFolder =
  isBuildPhase || FOYER_DATA === undefined || buildKey === undefined
    ? undefined
    : join(FOYER_DATA, "storefront", "pages");

function buildName(): string | undefined {
  try {
    return readFileSync(join(process.cwd(), ".next", "BUILD_ID"), "utf8").trim();
  } catch {
    return undefined;
  }
}

function withSettings(name: string | undefined): string | undefined {
  const { FOYER_ORIGIN, TICKETING_ACCOUNT, CURRENCY, TEST_CARDS } = process.env;
  const shop = [FOYER_ENVIRONMENT, FOYER_ORIGIN, TICKETING_ACCOUNT, CURRENCY, TEST_CARDS];
  const digest = createHash("sha256").update(JSON.stringify([embedOrigins, ...shop]));
  return name && `${name}-${digest.digest("hex").slice(0, 12)}`;
}
