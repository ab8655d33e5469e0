import { insertAuditEntry } from "#src/accounts/store/audit-entries.ts";
import { deleteInvitation, endMailLinks, listInvitations } from "#src/accounts/store/mail-links.ts";
import { insertUser, isUsernameTaken, lockPeople } from "#src/accounts/store/users.ts";
import type { Caller, Capability, ScanDate } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeRefusal, type Created, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { insertChange } from "#src/platform/store/changes.ts";
import { countTry } from "#src/platform/store/tries.ts";
import { getMailLink, type LinkMail, type MailRefusal, mailLink, refusedAddress, takeMailLink } from "./mail-links.ts";
import { hashPassword, isFitPassword } from "./password.ts";
import { refuseScanDates, scanDatesInLog } from "./scan-dates.ts";
import { isNameTaken, namesOf } from "./users.ts";

/** The name of invitations in the log of changes. */
const KIND = "invitation";

type NewInvitation = {
  /** One valid address. */
  readonly email: string;
  readonly capabilities: readonly Exclude<Capability, "PUBLIC">[];
  /** Null: all dates. */
  readonly scanDates?: readonly ScanDate[] | null | undefined;
};

/** Invites a person to become a user of the account. A second invitation to an address replaces the first. */
export async function invite(
  runtime: Runtime,
  caller: Caller,
  { email, capabilities, scanDates = null }: NewInvitation,
  mail: LinkMail,
): Promise<Outcome<{ readonly id: number }, MailRefusal | ChangeRefusal>> {
  const path = refusedAddress(runtime, mail);
  if (path !== undefined) return { ok: false, refusal: "renderer_refused", path };
  const accountId = caller.account.id;
  const refusal = await refuseScanDates(runtime.db, caller, capabilities.includes("SCAN"), scanDates);
  if (refusal) return refusal;
  return runtime.db.transaction(async (tx) => {
    await lockPeople(tx, accountId);
    const secondsLeft = await countTry(tx, `invitations ${accountId}`, runtime.limits.linksOfManagers);
    if (secondsLeft !== undefined) return { ok: false, refusal: "sent_too_often", secondsLeft };
    await endMailLinks(tx, accountId, "INVITATION", email);
    const given = { email, capabilities, scanDates };
    const id = await mailLink(tx, runtime, { accountId, kind: "INVITATION", madeBy: caller.id, ...given }, mail);
    const after = { ...given, scanDates: await scanDatesInLog(tx, scanDates) };
    await insertChange(tx, caller, { kind: KIND, id, name: email, before: {}, after });
    return { ok: true, id };
  });
}

export function getInvitations({ db }: Runtime, caller: Caller, page: Page): ReturnType<typeof listInvitations> {
  return listInvitations(db, caller.account.id, page);
}

export function endInvitation({ db }: Runtime, caller: Caller, id: number): Promise<Changed> {
  return db.transaction(async (tx) => {
    const name = await deleteInvitation(tx, caller.account.id, id);
    if (name === undefined) return refused("no_such_thing", "id");
    await insertChange(tx, caller, { kind: KIND, id, name, before: { ended: false }, after: { ended: true } });
    return { ok: true as const };
  });
}

type NewPerson = {
  readonly username: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** Makes the user whom an invitation is for. A refusal does not use it up. */
export async function acceptInvitation(
  runtime: Runtime,
  caller: Caller,
  { key, network, password, ...person }: NewPerson & { readonly key: string; readonly network: string },
): Promise<Created> {
  const { db } = runtime;
  const { username } = person;
  const known = await getMailLink(runtime, caller, key);
  if (known?.kind !== "INVITATION") return refused("link_ended", "key");
  const names = namesOf(caller, { ...person, email: known.email });
  if (!isFitPassword(password, { username, names })) return refused("password_unfit", "password");
  if (await isUsernameTaken(db, username)) return refused("username_taken", "username");
  // The slow part runs before the link is locked.
  const passwordHash = await hashPassword(password);
  try {
    return await db.transaction(async (tx) => {
      const link = await takeMailLink(tx, caller, key);
      if (link === undefined) return refused("link_ended", "key");
      const { accountId, email, capabilities = [], scanDates, madeBy } = link;
      // They were checked when the person was invited. A date that is gone gives no right.
      const columns = { accountId, email, capabilities, scanDates: scanDates && JSON.stringify(scanDates) };
      const id = await insertUser(tx, { ...person, ...columns, passwordHash });
      const given = { capabilities, scanDates: await scanDatesInLog(tx, scanDates) };
      const after = { user: id, username, ...given, invitedBy: madeBy };
      const by = { id, account: caller.account };
      await insertChange(tx, by, { kind: KIND, id: link.id, name: email, before: {}, after });
      await insertAuditEntry(tx, { who: { userId: id }, call: "POST /invitation/accept", status: 200, network });
      return { ok: true as const, id };
    });
  } catch (error) {
    if (isNameTaken(error)) return refused("username_taken", "username");
    throw error;
  }
}
