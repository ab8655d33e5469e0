import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { embedOrigin } from "#lib/env-values.ts";
import { isForPublic } from "#lib/runtime/this-machine.ts";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { readable } from "#lib/ticketing/wire/shapes.ts";
import { type Site, site } from "#lib/ticketing/wire/sites.ts";

/** Returns the account's websites that it may have; none from a service without this call, which is our own. */
export async function listSites(): Promise<readonly Site[]> {
  const path = pathTo`/account/${env().TICKETING_ACCOUNT}/sites`;
  const answer = z.object({ sites: readable(site) });
  const sites = (await requestExtension({ name: "listSites", method: "GET", path, answer }))?.value.sites ?? [];
  return sites.filter(({ origin }) => isSiteOrigin(origin));
}

/**
 * Returns whether pages of this origin may show embeds and get buyers back, if the account has it: one that EMBED_ORIGINS could name. A
 * service may have others, such as those from before it was in production.
 */
export function isSiteOrigin(origin: string): boolean {
  return embedOrigin.safeParse(origin).success && (env().FOYER_ENVIRONMENT !== "production" || isForPublic(origin));
}
