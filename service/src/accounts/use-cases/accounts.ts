import { type Account, findAccount, findAccountByShortName, type NewAccount } from "#src/accounts/store/accounts.ts";
import { insertAuditEntry } from "#src/accounts/store/audit-entries.ts";
import { endMailLinks } from "#src/accounts/store/mail-links.ts";
import { lockOrigins } from "#src/accounts/store/sites.ts";
import { lockPeople } from "#src/accounts/store/users.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import {
  type Changed,
  type ChangeOf,
  type ChangeRefusal,
  type Outcome,
  refused,
} from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertRow } from "#src/platform/store/rows.ts";
import { countTry } from "#src/platform/store/tries.ts";
import { getMailLink, type LinkMail, type MailRefusal, mailLink, refusedAddress, takeMailLink } from "./mail-links.ts";
import { isFitOrigin, noteRemovedSites } from "./sites.ts";

/** Returns the caller's own account, and `undefined` for any other. */
export async function getAccount({ db }: Runtime, caller: Caller, id: number): Promise<Account | undefined> {
  return id === caller.account.id ? findAccount(db, id) : undefined;
}

type AccountChange = ChangeOf<Omit<Account, "id" | "shortName" | "currency" | "replyToPending">>;

/** Changes the named fields. Short name and currency cannot change: addresses and prices are derived from them. */
export async function changeAccount(
  runtime: Runtime,
  caller: Caller,
  id: number,
  { replyTo, ...change }: AccountChange,
  mail?: LinkMail,
): Promise<Outcome<object, ChangeRefusal | ReplyRefusal>> {
  if (id !== caller.account.id) return refused("no_such_thing", "id");
  const path = mail && refusedAddress(runtime, mail);
  if (path !== undefined) return { ok: false, refusal: "renderer_refused", path };
  const changed = await runtime.db.transaction(async (tx) => {
    const { embedOrigins } = change;
    if (embedOrigins !== undefined) {
      const unfit = await unfitOrigin(tx, runtime, id, embedOrigins);
      if (unfit !== undefined) return refused("origin_unfit", `embedOrigins[${unfit}]`);
    }
    const reply = replyTo === undefined ? {} : await changeReplyTo(tx, runtime, caller, replyTo, mail);
    if ("refusal" in reply) return { ok: false as const, ...reply };
    if (embedOrigins !== undefined) await noteRemovedSites(tx, caller, embedOrigins);
    await changeRow(tx, caller, "account", id, { ...change, ...reply });
    return { ok: true as const };
  });
  // A cached caller contains the account's name.
  if (changed.ok) for (const listener of runtime.userChangeListeners) listener();
  return changed;
}

/** Locks the sites of the account. Returns the place of a new origin that is unfit. Those that the account has stay. */
async function unfitOrigin(
  tx: Db,
  { isProduction }: Runtime,
  accountId: number,
  origins: readonly string[],
): Promise<number | undefined> {
  const known = await lockOrigins(tx, accountId);
  const place = origins.findIndex((one) => !known.includes(one) && !isFitOrigin(one, isProduction));
  return place < 0 ? undefined : place;
}

/** `no_link`: a new address needs a mail to be confirmed. */
type ReplyRefusal = MailRefusal | { readonly refusal: "no_link" };
type ReplyChange = Partial<Pick<Account, "replyTo" | "replyToPending">>;

/** Returns what changes with the address that gets replies. A new one is used once it is confirmed, and each time it is sent its mail goes again. */
async function changeReplyTo(
  tx: Db,
  runtime: Runtime,
  caller: Caller,
  replyTo: string | null,
  mail: LinkMail | undefined,
): Promise<ReplyChange | ReplyRefusal> {
  const accountId = caller.account.id;
  await lockPeople(tx, accountId);
  const was = await findAccount(tx, accountId);
  const isNew = replyTo !== null && replyTo !== was?.replyTo;
  if (isNew && mail === undefined) return { refusal: "no_link" };
  const secondsLeft = isNew ? await countTry(tx, `reply-to ${accountId}`, runtime.limits.linksOfManagers) : undefined;
  if (secondsLeft !== undefined) return { refusal: "sent_too_often", secondsLeft };
  await endMailLinks(tx, accountId, "REPLY_TO");
  if (!isNew || mail === undefined) return { replyTo, replyToPending: null };
  await mailLink(tx, runtime, { accountId, kind: "REPLY_TO", email: replyTo, madeBy: caller.id }, mail);
  return { replyToPending: replyTo };
}

/** Uses the address for replies whose link this is, from the next mail on. */
export async function confirmReplyTo(
  runtime: Runtime,
  caller: Caller,
  { key, network }: { readonly key: string; readonly network: string },
): Promise<Changed> {
  const known = await getMailLink(runtime, caller, key);
  if (known?.kind !== "REPLY_TO" || known.madeBy === undefined) return refused("link_ended", "key");
  const by = { id: known.madeBy, account: caller.account };
  return runtime.db.transaction(async (tx) => {
    await lockPeople(tx, known.accountId);
    const link = await takeMailLink(tx, caller, key);
    if (link === undefined) return refused("link_ended", "key");
    await changeRow(tx, by, "account", link.accountId, { replyTo: link.email, replyToPending: null });
    await insertAuditEntry(tx, { who: { userId: by.id }, call: "POST /mailLink/confirm", status: 200, network });
    return { ok: true as const };
  });
}

/** Opens an account, or returns the one with this short name. Only setup calls this. */
export async function openAccount(
  { db }: Runtime,
  account: NewAccount,
): Promise<{ readonly account: Account; readonly isNew: boolean }> {
  return db.transaction(async (tx) => {
    const known = await findAccountByShortName(tx, account.shortName);
    if (known) return { account: known, isNew: false };
    const made = await findAccount(tx, await insertRow(tx, "account", account));
    if (made === undefined) throw new Error("The account that was just inserted was not found.");
    return { account: made, isNew: true };
  });
}
