import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertedId } from "#src/platform/store/rows.ts";

export type Account = {
  readonly id: number;
  readonly name: string;
  readonly shortName: string;
  readonly currency: string;
  readonly embedOrigins: readonly string[];
  readonly websiteUrl: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  /** The legal person with whom the buyer has the contract. */
  readonly legalName: string | null;
  readonly supportEmail: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly refundPolicyUrl: string | null;
};

/** The fields that a new account needs. The others are set later. */
export type NewAccount = Pick<Account, "name" | "shortName" | "currency" | "embedOrigins">;

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [row] = await db.query<Account>(
    `SELECT id, name, short_name AS "shortName", currency, embed_origins AS "embedOrigins", website_url AS "websiteUrl",
            contact_email AS "contactEmail", contact_phone AS "contactPhone", legal_name AS "legalName",
            support_email AS "supportEmail", terms_url AS "termsUrl", privacy_url AS "privacyUrl",
            refund_policy_url AS "refundPolicyUrl"
       FROM account WHERE id = $1`,
    [id],
  );
  return row;
}

export async function findAccountByShortName(db: Db, shortName: string): Promise<Account | undefined> {
  const [row] = await db.query<{ id: number }>(`SELECT id FROM account WHERE short_name = $1`, [shortName]);
  return row && findAccount(db, row.id);
}

export async function insertAccount(db: Db, account: NewAccount): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO account (name, short_name, currency, embed_origins) VALUES ($1, $2, $3, $4) RETURNING id`,
    [account.name, account.shortName, account.currency, account.embedOrigins],
  );
  return insertedId(row);
}

export type AccountChange = {
  readonly [Field in Exclude<keyof Account, "id" | "shortName" | "currency">]?: Account[Field] | undefined;
};

export async function changeAccount(db: Db, id: number, change: AccountChange): Promise<void> {
  await changeRow(db, "account", id, {
    name: change.name,
    embed_origins: change.embedOrigins,
    website_url: change.websiteUrl,
    contact_email: change.contactEmail,
    contact_phone: change.contactPhone,
    legal_name: change.legalName,
    support_email: change.supportEmail,
    terms_url: change.termsUrl,
    privacy_url: change.privacyUrl,
    refund_policy_url: change.refundPolicyUrl,
  });
}
