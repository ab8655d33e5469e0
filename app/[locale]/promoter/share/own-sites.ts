import "server-only";

import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import type { OwnSite } from "#app/[locale]/promoter/share/site.ts";
import { env } from "#lib/env.ts";
import { listAccountSites } from "#lib/ticketing/manage/sites.ts";

/** Returns the account's sites and then those of the operator, without patterns of several; the account alone where the service has no sites. */
export async function ownSites({ credential, accountId }: AtWork): Promise<readonly OwnSite[]> {
  const registered = (await listAccountSites(credential, accountId)) ?? [];
  const sites = registered.map(({ id, origin, returnPrefix }) => ({ id, origin, host: hostOf(origin), returnPrefix }));
  const known = new Set(sites.map(({ origin }) => origin));
  const ofOperator = env().EMBED_ORIGINS.filter((origin) => !origin.includes("*") && !known.has(origin));
  return [...sites, ...ofOperator.map((origin) => ({ origin, host: hostOf(origin) }))];
}

function hostOf(origin: string): string {
  return new URL(origin).host;
}
