import type { Link } from "#src/offering/domain/link.ts";
import type { Page, Sort } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { conditions, readPage } from "#src/platform/store/rows.ts";

const COLUMNS = `
link.id, link.version, ref, link.name, link.kind, link.code, ended_at AS "endedAt",
CASE WHEN event.id IS NOT NULL THEN json_build_object('id', event.id, 'name', event.name) END AS event,
CASE WHEN opened.id IS NOT NULL THEN json_build_object('id', opened.id, 'name', opened.name) END AS "eventGroup",
partner_at AS "partnerAt", partner_revenue AS "partnerRevenue", link.created_at AS "createdAt"`;
const FROM = `link LEFT JOIN event ON event.id = event_id LEFT JOIN event_group opened ON opened.id = event_group_id`;

export type LinkSearch = Page & {
  readonly words: readonly string[];
  readonly state?: "live" | "ended" | undefined;
  readonly sort?: Sort<"name"> | undefined;
};

const ORDERS = { name: "folded(link.name), link.id", "-name": "folded(link.name) DESC, link.id DESC" } as const;

/** Returns one page of the links whose name or ref has all the words, the newest first, and the number of these links on all pages. */
export function searchLinks(db: Db, accountId: number, { words, state, sort, ...page }: LinkSearch) {
  const where = conditions();
  where.add(`link.account_id = ${where.value(accountId)}`);
  if (state !== undefined) where.add(`ended_at IS ${state === "live" ? "" : "NOT "}NULL`);
  for (const word of words) {
    where.add(`concat_ws(' ', folded(link.name), lower(ref)) LIKE containing(${where.value(word)})`);
  }
  const order = sort === undefined ? "link.id DESC" : ORDERS[sort];
  const list = { columns: COLUMNS, from: `${FROM} WHERE ${where.text()}`, order, values: where.values };
  return readPage<Link>(db, list, page);
}

export async function findLink(db: Db, accountId: number, id: number): Promise<Link | undefined> {
  const [row] = await db.query<Link>(`SELECT ${COLUMNS} FROM ${FROM} WHERE link.account_id = $1 AND link.id = $2`, [
    accountId,
    id,
  ]);
  return row;
}

/** Returns the link whose partner has the key of this hash. */
export async function findLinkOfPartner(db: Db, accountId: number, keyHash: string): Promise<Link | undefined> {
  const [row] = await db.query<Link>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE link.account_id = $1 AND partner_digest = $2`,
    [accountId, keyHash],
  );
  return row;
}

/** Locks the account against other changes of its links. Returns their refs in lower case, and the number of those that have not ended. */
export async function lockLinks(tx: Db, accountId: number) {
  await tx.query(`SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE`, [accountId]);
  const [row] = await tx.query<{ refs: readonly string[]; live: number }>(
    `SELECT coalesce(json_agg(lower(ref)), '[]') AS refs, count(*) FILTER (WHERE ended_at IS NULL) AS live
       FROM link WHERE account_id = $1`,
    [accountId],
  );
  return { refs: new Set(row?.refs), live: row?.live ?? 0 };
}

/** Sets the hash of the partner's key, or ends the partner's page without one. Returns the link as it was, if it is the account's. */
export async function setPartner(
  tx: Db,
  accountId: number,
  id: number,
  { keyHash, revenue }: { readonly keyHash: string | null; readonly revenue: boolean },
): Promise<{ readonly name: string; readonly partner: boolean; readonly partnerRevenue: boolean } | undefined> {
  const [was] = await tx.query<{ name: string; partner: boolean; partnerRevenue: boolean }>(
    `SELECT name, partner_at IS NOT NULL AS partner, partner_revenue AS "partnerRevenue"
       FROM link WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [accountId, id],
  );
  if (was === undefined) return undefined;
  await tx.query(
    `UPDATE link SET partner_digest = $2, partner_revenue = $3, partner_at = CASE WHEN $2::text IS NOT NULL THEN now() END
      WHERE id = $1`,
    [id, keyHash, revenue],
  );
  return was;
}
