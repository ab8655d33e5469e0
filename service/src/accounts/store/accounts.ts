import type { Db } from "#src/platform/store/db.ts";

export type Account = {
  readonly id: number;
  readonly version: number;
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
  /** Such as `#0b5d5e`. */
  readonly brandColour: string | null;
  /** The sender's name of mail to buyers. Null: the operator's. */
  readonly senderName: string | null;
  /** The address that gets the replies to it. */
  readonly replyTo: string | null;
  /** The one that replaces it once its mail is confirmed. */
  readonly replyToPending: string | null;
};

/** The fields that a new account needs. The others are set later. */
export type NewAccount = Pick<Account, "name" | "shortName" | "currency" | "embedOrigins">;

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [row] = await db.query<Account>(
    `SELECT id, version, name, short_name AS "shortName", currency, embed_origins AS "embedOrigins", website_url AS "websiteUrl",
            contact_email AS "contactEmail", contact_phone AS "contactPhone", legal_name AS "legalName",
            support_email AS "supportEmail", terms_url AS "termsUrl", privacy_url AS "privacyUrl",
            refund_policy_url AS "refundPolicyUrl", brand_colour AS "brandColour", sender_name AS "senderName",
            reply_to AS "replyTo", reply_to_pending AS "replyToPending"
       FROM account WHERE id = $1`,
    [id],
  );
  return row;
}

export async function findAccountByShortName(db: Db, shortName: string): Promise<Account | undefined> {
  const [row] = await db.query<{ id: number }>(`SELECT id FROM account WHERE short_name = $1`, [shortName]);
  return row && findAccount(db, row.id);
}
