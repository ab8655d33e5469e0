import "server-only";

import { env } from "#lib/env.ts";
import { isSiteOrigin } from "#lib/ticketing/sites.ts";
import type { Site } from "#lib/ticketing/wire/sites.ts";

/** A website whose pages may show embeds. */
type AllowedSite = {
  /** Of one that the operator has set, this may be a pattern of several: `http://127.0.0.1:*`. */
  readonly origin: string;
  readonly host: string;
  /** Only the operator can remove it. */
  readonly isOfOperator: boolean;
  /** Absent for one that the operator alone has set. */
  readonly site?: Site;
};

/** Returns the sites that may show embeds: those of the account that it may have, then those of the operator. */
export function allowedSites(sites: readonly Site[]): readonly AllowedSite[] {
  const ofOperator = env().EMBED_ORIGINS;
  const known = new Set(sites.map(({ origin }) => origin));
  return [
    ...sites.filter(({ origin }) => isSiteOrigin(origin)).map((site) => ({ origin: site.origin, site })),
    ...ofOperator.filter((origin) => !known.has(origin)).map((origin) => ({ origin })),
  ].map((one) => ({ ...one, host: hostOf(one.origin), isOfOperator: ofOperator.includes(one.origin) }));
}

/** Returns the name of a site as people know it, and as its sales name it. */
export function hostOf(origin: string): string {
  return origin.replace(/^\w+:\/\//, "");
}
