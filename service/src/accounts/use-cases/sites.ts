import { normalizedPath, SITES_MAX, type Site } from "#src/accounts/domain/site.ts";
import { countRecentTickets, deleteSite, findSite, listSites as list, lockOrigins } from "#src/accounts/store/sites.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { isOrigin, isPublicOrigin } from "#src/platform/domain/origin.ts";
import { type Changed, type ChangeOf, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { insertChange } from "#src/platform/store/changes.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";

/** `tickets` were sold in the last 7 days through embeds on it. Absent for those who may not manage. */
export type SiteInFull = Site & { readonly tickets?: number };

export async function listSites(
  { db }: Runtime,
  caller: Caller,
  page: Page,
): Promise<{ readonly things: readonly SiteInFull[]; readonly total: number }> {
  const { things, total } = await list(db, caller.account.id, page);
  return { things: await withTickets(db, caller, things), total };
}

export async function getSite({ db }: Runtime, caller: Caller, id: number): Promise<SiteInFull | undefined> {
  const site = await findSite(db, caller.account.id, id);
  return site && (await withTickets(db, caller, [site]))[0];
}

async function withTickets(
  db: Runtime["db"],
  { account, capabilities }: Caller,
  sites: readonly Site[],
): Promise<readonly SiteInFull[]> {
  if (!capabilities.has("MANAGE")) return sites;
  const hostOf = ({ origin }: Site) => new URL(origin).host;
  const tickets = await countRecentTickets(db, account.id, sites.map(hostOf));
  return sites.map((site) => ({ ...site, tickets: tickets.get(hostOf(site)) ?? 0 }));
}

type NewSite = { readonly origin: string; readonly returnPrefix?: string | null | undefined };

/** Adds a website. Its origin never changes: what was sold through it is known by the origin. */
export async function addSite(
  { db, isProduction }: Runtime,
  caller: Caller,
  { origin, returnPrefix }: NewSite,
): Promise<Created> {
  const accountId = caller.account.id;
  if (!isFitOrigin(origin, isProduction)) return refused("origin_unfit", "origin");
  const prefix = prefixOf(returnPrefix);
  if (prefix === "unfit") return refused("return_prefix_unfit", "returnPrefix");
  return db.transaction(async (tx) => {
    const origins = await lockOrigins(tx, accountId);
    if (origins.includes(origin)) return refused("site_exists", "origin");
    if (origins.length >= SITES_MAX) return refused("too_many_sites", "origin");
    const id = await makeRow(tx, caller, "site", { accountId, origin, returnPrefix: prefix });
    await changeRow(tx, caller, "account", accountId, { embedOrigins: [...origins, origin] });
    return { ok: true as const, id };
  });
}

/** A service that is no production takes any host, and the local machine with plain http. */
export function isFitOrigin(origin: string, isProduction: boolean): boolean {
  return isProduction ? isPublicOrigin(origin) : isOrigin(origin);
}

/** Changes the path that buyers may be sent back to. */
export async function changeSite(
  { db }: Runtime,
  caller: Caller,
  id: number,
  { returnPrefix, version }: ChangeOf<Pick<Site, "returnPrefix" | "version">>,
): Promise<Changed> {
  const prefix = prefixOf(returnPrefix);
  if (prefix === "unfit") return refused("return_prefix_unfit", "returnPrefix");
  if ((await findSite(db, caller.account.id, id)) === undefined) return refused("no_such_thing", "id");
  await changeRow(db, caller, "site", id, { returnPrefix: prefix, version });
  return { ok: true };
}

function prefixOf(text: string | null | undefined): string | null | undefined {
  return text === undefined || text === null ? text : (normalizedPath(text) ?? "unfit");
}

/** Removes a website, which then shows no embed. */
export function removeSite({ db }: Runtime, caller: Caller, id: number): Promise<Changed> {
  const accountId = caller.account.id;
  return db.transaction(async (tx) => {
    const origins = await lockOrigins(tx, accountId);
    const origin = await deleteSite(tx, accountId, id);
    if (origin === undefined) return refused("no_such_thing", "id");
    await insertChange(tx, caller, {
      kind: "site",
      id,
      name: origin,
      before: { ended: false },
      after: { ended: true },
    });
    await changeRow(tx, caller, "account", accountId, { embedOrigins: origins.filter((one) => one !== origin) });
    return { ok: true as const };
  });
}
