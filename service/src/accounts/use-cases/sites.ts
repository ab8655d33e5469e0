import { normalizedPath, SITES_MAX, type Site } from "#src/accounts/domain/site.ts";
import {
  countRecentTickets,
  findSite,
  findSitesBut,
  listSites as list,
  lockOrigins,
} from "#src/accounts/store/sites.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { isHostOrigin, isPublicOrigin } from "#src/platform/domain/origin.ts";
import { type Changed, type ChangeOf, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { insertChange } from "#src/platform/store/changes.ts";
import type { Db } from "#src/platform/store/db.ts";
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

/** Production takes https and a public name alone. */
export function isFitOrigin(origin: string, isProduction: boolean): boolean {
  return isProduction ? isPublicOrigin(origin) : isHostOrigin(origin);
}

/** Changes the path that buyers may be sent back to. */
export async function changeSite(
  { db, isProduction }: Runtime,
  caller: Caller,
  id: number,
  { returnPrefix, version }: ChangeOf<Pick<Site, "returnPrefix" | "version">>,
): Promise<Changed> {
  const prefix = prefixOf(returnPrefix);
  if (prefix === "unfit") return refused("return_prefix_unfit", "returnPrefix");
  const site = await findSite(db, caller.account.id, id);
  if (site === undefined) return refused("no_such_thing", "id");
  // The account may have it from before it was production.
  if (typeof prefix === "string" && !isFitOrigin(site.origin, isProduction))
    return refused("origin_unfit", "returnPrefix");
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
    const site = await findSite(tx, accountId, id);
    if (site === undefined) return refused("no_such_thing", "id");
    const rest = origins.filter((one) => one !== site.origin);
    await noteRemovedSites(tx, caller, rest);
    await changeRow(tx, caller, "account", accountId, { embedOrigins: rest });
    return { ok: true as const };
  });
}

/** Writes into the log which sites end with a new list of origins: a trigger deletes them. The account is locked. */
export async function noteRemovedSites(tx: Db, caller: Caller, origins: readonly string[]): Promise<void> {
  for (const { id, origin, returnPrefix } of await findSitesBut(tx, caller.account.id, origins))
    await insertChange(tx, caller, {
      kind: "site",
      id,
      name: origin,
      before: { ended: false, returnPrefix },
      after: { ended: true, returnPrefix: null },
    });
}
