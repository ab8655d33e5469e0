import { NOBODY } from "#src/accounts/domain/mail-link.ts";
import { addToAuditEntry, insertAuditEntry } from "#src/accounts/store/audit-entries.ts";
import { findForgetful } from "#src/accounts/store/mail-links.ts";
import { findPerson, lockPeople } from "#src/accounts/store/users.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { cleanEmail } from "#src/platform/domain/email-address.ts";
import { count } from "#src/platform/domain/measure.ts";
import { type Changed, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { changeRow } from "#src/platform/store/rows.ts";
import { countTry } from "#src/platform/store/tries.ts";
import { getMailLink, type LinkMail, mailLink, refusedAddress, takeMailLink } from "./mail-links.ts";
import { hashPassword, isFitPassword } from "./password.ts";
import { namesOf } from "./users.ts";

/**
 * Mails a link for a new password to the user with this name or address. The answer and the work are the same when there is none:
 * the message is then to nobody, and the worker deletes it. Above a limit nothing is queued. Names that nobody has are
 * counted apart: guesses use up no link of a user.
 */
export async function mailPasswordLink(
  runtime: Runtime,
  caller: Caller,
  { typed, network }: { readonly typed: string; readonly network: string },
  mail: LinkMail,
): Promise<{ readonly refusedPath?: ReturnType<typeof refusedAddress> }> {
  const refusedPath = refusedAddress(runtime, mail);
  if (refusedPath !== undefined) return { refusedPath };
  const accountId = caller.account.id;
  const { passwordLinksPerUserAnHour, passwordLinksPerUserADay, passwordLinksPerAccount } = runtime.limits;
  await runtime.db.transaction(async (tx) => {
    const user = await findForgetful(tx, accountId, typed, cleanEmail(typed));
    const who = { userId: user?.id ?? caller.id };
    await addToAuditEntry(tx, { who, call: "POST /user/password/forgotten", status: 200, network }, 1);
    const whose = runtime.fingerprint(`forgotten ${accountId} ${user?.id ?? `nobody ${typed.toLowerCase()}`}`);
    const to = user ? "users" : "nobody";
    for (const [name, limit] of [
      [`${whose} this hour`, passwordLinksPerUserAnHour],
      [`${whose} today`, passwordLinksPerUserADay],
      [`of ${accountId} ${to}`, passwordLinksPerAccount],
    ] as const) {
      if ((await countTry(tx, `forgotten ${name}`, limit)) === undefined) continue;
      count("foyer_service_password_links_refused_total", { to });
      return;
    }
    const email = user?.email ?? NOBODY;
    await mailLink(tx, runtime, { accountId, kind: "PASSWORD", email, forgottenBy: user }, mail);
  });
  return {};
}

/**
 * Sets a new password by a mailed link. The user's other links of this kind, their tokens and all else that belongs to the password
 * before end; the second factor stays. A refusal does not use the link up.
 */
export async function setPasswordByLink(
  runtime: Runtime,
  caller: Caller,
  { key, password, network }: { readonly key: string; readonly password: string; readonly network: string },
): Promise<Changed> {
  const { db } = runtime;
  const known = await getMailLink(runtime, caller, key);
  if (known?.kind !== "PASSWORD" || known.userId === undefined) return refused("link_ended", "key");
  const { accountId, userId } = known;
  const person = await findPerson(db, accountId, userId);
  if (person === undefined) return refused("link_ended", "key");
  const { username } = person;
  if (!isFitPassword(password, { username, names: namesOf(caller, person) }))
    return refused("password_unfit", "password");
  // The slow part runs before the lock is taken.
  const passwordHash = await hashPassword(password);
  const isSet = await db.transaction(async (tx) => {
    await lockPeople(tx, accountId);
    if ((await takeMailLink(tx, caller, key)) === undefined) return false;
    await changeRow(tx, { id: userId, account: caller.account }, "account_user", userId, { passwordHash });
    await insertAuditEntry(tx, { who: { userId }, call: "POST /user/password/byLink", status: 200, network });
    return true;
  });
  if (!isSet) return refused("link_ended", "key");
  for (const listener of runtime.userChangeListeners) listener();
  return { ok: true };
}
