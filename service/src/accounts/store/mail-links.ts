import type { MailLink, MailLinkKind } from "#src/accounts/domain/mail-link.ts";
import type { NamedScanDate } from "#src/accounts/domain/person.ts";
import type { Capability, ScanDate } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertedId, type RowOf, readPage, shapeOf } from "#src/platform/store/rows.ts";
import { namedScanDatesSql, type ScanDatesInJson, toNamedScanDates } from "./scan-dates.ts";

export type NewMailLink = {
  readonly accountId: number;
  readonly kind: MailLinkKind;
  readonly seed: string;
  readonly keyHash: string;
  readonly email: string;
  readonly seconds: number;
  readonly madeBy?: number | undefined;
  readonly forgottenBy?: { readonly id: number; readonly passwordVersion: number } | undefined;
  readonly capabilities?: readonly Capability[] | undefined;
  readonly scanDates?: readonly ScanDate[] | null | undefined;
};

export async function insertMailLink(tx: Db, link: NewMailLink): Promise<number> {
  const { accountId, kind, seed, keyHash, email, madeBy, forgottenBy, capabilities, scanDates, seconds } = link;
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO mail_link (account_id, kind, seed, key_hash, email, made_by, user_id, password_version, capabilities, scan_dates, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11)) RETURNING id`,
    [
      accountId,
      kind,
      seed,
      keyHash,
      email,
      madeBy ?? null,
      forgottenBy?.id ?? null,
      forgottenBy?.passwordVersion ?? null,
      capabilities ?? null,
      scanDates == null ? null : JSON.stringify(scanDates),
      seconds,
    ],
  );
  return insertedId(row);
}

/** The users who may get a new password by mail. Nobody changes that of the shop, a user with PUBLIC and without MANAGE. */
const MAY_FORGET = `NOT account_user.disabled
                    AND (account_user.may_manage OR NOT account_user.sell_capabilities @> ARRAY['PUBLIC'])`;

/** The others are good while the user who made them may manage the account. */
const MAY_INVITE = "NOT account_user.disabled AND account_user.may_manage";

/**
 * The links that can be used. One for a password ends when its user gets another password or another address, is disabled, or becomes
 * the shop; one for replies when another address waits.
 */
const OPEN = `
  mail_link JOIN account ON account.id = mail_link.account_id
            LEFT JOIN account_user ON account_user.id = coalesce(user_id, made_by)
   WHERE expires_at > now()
     AND (kind <> 'PASSWORD' OR user_id IS NOT NULL AND mail_link.password_version = account_user.password_version
                                AND mail_link.email = account_user.email AND ${MAY_FORGET})
     AND (kind = 'PASSWORD' OR ${MAY_INVITE})
     AND (kind <> 'REPLY_TO' OR mail_link.email = account.reply_to_pending)`;

const COLUMNS = `mail_link.id, mail_link.account_id AS "accountId", kind, mail_link.email, made_by AS "madeBy", user_id AS "userId", capabilities,
                 mail_link.scan_dates AS "scanDates", expires_at AS "expiresAt"`;

/** Returns a link of the account that can be used, or `undefined` when it is unknown, used, replaced or has ended. */
export async function findMailLink(db: Db, accountId: number, keyHash: string): Promise<MailLink | undefined> {
  const [row] = await db.query<RowOf<MailLink>>(
    `SELECT ${COLUMNS} FROM ${OPEN} AND mail_link.account_id = $1 AND key_hash = $2`,
    [accountId, keyHash],
  );
  return row && { ...shapeOf<MailLink>(row), scanDates: row.scanDates };
}

/** Uses a link up: of two calls with one link only the first gets true. */
export async function deleteMailLink(tx: Db, { id }: Pick<MailLink, "id">): Promise<boolean> {
  const rows = await tx.query("DELETE FROM mail_link WHERE id = $1 AND expires_at > now() RETURNING id", [id]);
  return rows.length > 0;
}

/** What the message of a link says: `person` is the manager who made it, or the user whose password it changes. */
type LetterOfLink = Pick<MailLink, "kind" | "expiresAt" | "capabilities"> & {
  readonly seed: string;
  readonly account: string;
  readonly person: string;
};

/** Returns what to write about a link, or `undefined` when it cannot be used any more. */
export async function findLetter(db: Db, id: number): Promise<LetterOfLink | undefined> {
  const [row] = await db.query<RowOf<LetterOfLink>>(
    `SELECT seed, kind, capabilities, expires_at AS "expiresAt", account.name AS account,
            coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username, '') AS person
       FROM ${OPEN} AND mail_link.id = $1`,
    [id],
  );
  return row && shapeOf<LetterOfLink>(row);
}

/** Ends the account's links of a kind, of invitations those to this address. */
export async function endMailLinks(
  tx: Db,
  accountId: number,
  kind: Exclude<MailLinkKind, "PASSWORD">,
  email?: string,
): Promise<void> {
  await tx.query(
    "DELETE FROM mail_link WHERE account_id = $1 AND kind = $2 AND ($3::text IS NULL OR lower(email) = lower($3))",
    [accountId, kind, email ?? null],
  );
}

/** Ends an invitation, and returns its address, or `undefined` when the account has none with this id. */
export async function deleteInvitation(tx: Db, accountId: number, id: number): Promise<string | undefined> {
  const [row] = await tx.query<{ email: string }>(
    "DELETE FROM mail_link WHERE account_id = $1 AND id = $2 AND kind = 'INVITATION' RETURNING email",
    [accountId, id],
  );
  return row?.email;
}

type Invitation = Pick<MailLink, "id" | "email" | "expiresAt"> & {
  readonly capabilities: readonly Capability[];
  readonly scanDates: readonly NamedScanDate[] | null;
  readonly createdAt: Date;
  readonly isOpen: boolean;
};
/** Returns a page of the account's invitations that were not accepted, the newest first, and their number. */
export async function listInvitations(db: Db, accountId: number, page: Page) {
  const columns = `mail_link.id, mail_link.email, capabilities, ${namedScanDatesSql("mail_link.scan_dates")} AS "scanDates",
                   created_at AS "createdAt", expires_at AS "expiresAt", expires_at > now() AND ${MAY_INVITE} AS "isOpen"`;
  const from = `mail_link JOIN account_user ON account_user.id = made_by
                 WHERE mail_link.account_id = $1 AND kind = 'INVITATION'`;
  const { things, total } = await readPage<Omit<Invitation, "scanDates"> & { readonly scanDates: ScanDatesInJson }>(
    db,
    { columns, from, order: "mail_link.id DESC", values: [accountId] },
    page,
  );
  return { total, things: things.map((one): Invitation => ({ ...one, scanDates: toNamedScanDates(one.scanDates) })) };
}

type Forgetful = { readonly id: number; readonly email: string; readonly passwordVersion: number };

/** Returns the user of the account with this name, or the first one with this address, who may get a new password by mail. */
export async function findForgetful(
  db: Db,
  accountId: number,
  username: string,
  email: string,
): Promise<Forgetful | undefined> {
  const [row] = await db.query<Forgetful>(
    `SELECT id, email, password_version AS "passwordVersion" FROM account_user
      WHERE account_id = $1 AND (lower(username) = lower($2) OR lower(email) = lower($3)) AND email <> '' AND ${MAY_FORGET}
      ORDER BY lower(username) = lower($2) DESC, id LIMIT 1`,
    [accountId, username, email],
  );
  return row;
}

/** Deletes the links that ended this long ago, and at once those for passwords. */
export async function deleteEndedLinks(db: Db, keepSeconds: number): Promise<void> {
  await db.query(
    `DELETE FROM mail_link
      WHERE expires_at < now() AND (kind = 'PASSWORD' OR expires_at < now() - make_interval(secs => $1))`,
    [keepSeconds],
  );
}
