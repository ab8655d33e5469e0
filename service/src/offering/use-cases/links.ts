import { findEventGroup, findForeignEvents } from "#src/catalogue/store/event-groups.ts";
import { LINKS_MAX, type Link, refOf } from "#src/offering/domain/link.ts";
import { findLink, type LinkSearch, lockLinks, searchLinks } from "#src/offering/store/links.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import {
  type Changed,
  type ChangeOf,
  type ChangeRefusal,
  type Outcome,
  refused,
} from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type Db, readClock } from "#src/platform/store/db.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";

export function listLinks({ db }: Runtime, caller: Caller, search: LinkSearch): ReturnType<typeof searchLinks> {
  return searchLinks(db, caller.account.id, search);
}

export function getLink({ db }: Runtime, caller: Caller, id: number): Promise<Link | undefined> {
  return findLink(db, caller.account.id, id);
}

type NewLink = Pick<Link, "name" | "kind"> & {
  readonly ref?: string | undefined;
  readonly code?: string | null | undefined;
  readonly opens?: { readonly event: number } | { readonly group: number } | null | undefined;
};

/** Makes a link. Without a ref it gets one made of its name. */
export async function createLink(
  { db }: Runtime,
  caller: Caller,
  { ref, opens, ...link }: NewLink,
): Promise<Outcome<{ readonly id: number; readonly ref: string }, ChangeRefusal>> {
  const accountId = caller.account.id;
  return db.transaction(async (tx) => {
    const foreign = await foreignPath(tx, accountId, opens ?? {});
    if (foreign !== undefined) return refused("no_such_thing", foreign);
    const { refs, live } = await lockLinks(tx, accountId);
    if (live >= LINKS_MAX) return refused("too_many_links", "");
    if (ref !== undefined && refs.has(ref.toLowerCase())) return refused("ref_is_taken", "ref");
    const { event: eventId, group: eventGroupId } = { event: undefined, group: undefined, ...opens };
    const columns = { ...link, accountId, ref: ref ?? refOf(link, refs), eventId, eventGroupId };
    return { ok: true as const, id: await makeRow(tx, caller, "link", columns), ref: columns.ref };
  });
}

/** Returns the path of what is not the account's. */
async function foreignPath(
  tx: Db,
  accountId: number,
  opens: { readonly event?: number; readonly group?: number },
): Promise<string | undefined> {
  const { event, group } = opens;
  if (event !== undefined && (await findForeignEvents(tx, accountId, [event])).length > 0) return "opens.event";
  return group !== undefined && !(await findEventGroup(tx, accountId, group, true)) ? "opens.group" : undefined;
}

type LinkChange = ChangeOf<Pick<Link, "name" | "code" | "version"> & { readonly ended: boolean }>;

/** Changes the named fields. What an ended link sells still counts as its own. */
export function changeLink(
  { db }: Runtime,
  caller: Caller,
  id: number,
  { ended, ...change }: LinkChange,
): Promise<Changed> {
  const accountId = caller.account.id;
  return db.transaction(async (tx) => {
    const { live } = await lockLinks(tx, accountId);
    const was = await findLink(tx, accountId, id);
    if (was === undefined) return refused("no_such_thing", "id");
    if (ended === false && was.endedAt !== null && live >= LINKS_MAX) return refused("too_many_links", "ended");
    const endedAt = ended === undefined ? undefined : ended ? (was.endedAt ?? (await readClock(tx))) : null;
    await changeRow(tx, caller, "link", id, { ...change, endedAt });
    return { ok: true as const };
  });
}
