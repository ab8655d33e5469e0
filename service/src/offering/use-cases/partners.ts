import { hashSecret } from "#src/accounts/use-cases/user-secrets.ts";
import type { Link } from "#src/offering/domain/link.ts";
import { findLinkOfPartner, setPartner } from "#src/offering/store/links.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { insertChange } from "#src/platform/store/changes.ts";

/** Letters and digits of a partner's key: 134 bits. */
const KEY_LENGTH = 26;

/** Makes the key with which a partner reads what a link sold. A second one ends the first. */
export async function makePartner(
  runtime: Runtime,
  caller: Caller,
  id: number,
  revenue: boolean,
): Promise<Outcome<{ readonly key: string }, ChangeRefusal>> {
  const { newKey } = runtime;
  const key = `${newKey()}${newKey()}${newKey()}`.slice(0, KEY_LENGTH);
  const changed = await changePartner(runtime, caller, id, { keyHash: hashSecret(key), revenue });
  return changed.ok ? { ok: true, key } : changed;
}

/** Ends the partner's page of a link, if there is one. */
export function endPartner(runtime: Runtime, caller: Caller, id: number): Promise<Changed> {
  return changePartner(runtime, caller, id, { keyHash: null, revenue: false });
}

/** A form that changes the link does not show its partner, so that its version stays. */
function changePartner(
  { db }: Runtime,
  caller: Caller,
  id: number,
  partner: { readonly keyHash: string | null; readonly revenue: boolean },
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const was = await setPartner(tx, caller.account.id, id, partner);
    if (was === undefined) return refused("no_such_thing", "id");
    const { name, ...before } = was;
    const after = { partner: partner.keyHash !== null, partnerRevenue: partner.revenue };
    await insertChange(tx, caller, { kind: "link", id, name, before, after });
    return { ok: true as const };
  });
}

/** Returns the link of a partner's key, or `undefined` for a key that is unknown or has ended. */
export function getLinkOfPartner({ db }: Runtime, caller: Caller, key: string): Promise<Link | undefined> {
  return findLinkOfPartner(db, caller.account.id, hashSecret(key));
}
