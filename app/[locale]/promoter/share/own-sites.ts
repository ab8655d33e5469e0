import "server-only";

import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import type { OwnSite } from "#app/[locale]/promoter/share/site.ts";
import { allowedSites } from "#lib/promoter/allowed-sites.ts";
import { listAccountSites } from "#lib/ticketing/manage/sites.ts";

/** Returns the sites of which a page can be named: no patterns of several. */
export async function ownSites({ credential, accountId }: AtWork): Promise<readonly OwnSite[]> {
  const registered = (await listAccountSites(credential, accountId)) ?? [];
  return allowedSites(registered)
    .filter(({ origin }) => !origin.includes("*"))
    .map(({ origin, host, site }) => ({
      origin,
      host,
      ...(site && { id: site.id, returnPrefix: site.returnPrefix }),
    }));
}
