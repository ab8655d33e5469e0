import type { Site } from "#src/accounts/domain/site.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { readPage } from "#src/platform/store/rows.ts";

const COLUMNS = `id, version, origin, return_prefix AS "returnPrefix", created_at AS "createdAt"`;

/** Returns one page of the account's sites in the order in which they were added, and the number of sites on all pages. */
export function listSites(db: Db, accountId: number, page: Page) {
  const list = { columns: COLUMNS, from: "site WHERE account_id = $1", order: "id", values: [accountId] };
  return readPage<Site>(db, list, page);
}

export async function findSite(db: Db, accountId: number, id: number): Promise<Site | undefined> {
  const sql = `SELECT ${COLUMNS} FROM site WHERE account_id = $1 AND id = $2`;
  return (await db.query<Site>(sql, [accountId, id]))[0];
}

/** Locks the account against other changes of its sites. Returns their origins. */
export async function lockOrigins(tx: Db, accountId: number): Promise<readonly string[]> {
  const [row] = await tx.query<{ origins: readonly string[] }>(
    `SELECT embed_origins AS origins FROM account WHERE id = $1 FOR NO KEY UPDATE`,
    [accountId],
  );
  return row?.origins ?? [];
}

/** Deletes a site. Returns its origin, or `undefined` when the account has none with this id. */
export async function deleteSite(tx: Db, accountId: number, id: number): Promise<string | undefined> {
  const [row] = await tx.query<{ origin: string }>(
    `DELETE FROM site WHERE account_id = $1 AND id = $2 RETURNING origin`,
    [accountId, id],
  );
  return row?.origin;
}

const RECENT_DAYS = 7;

/** Returns the tickets that were sold in the last days through embeds on these hosts, by host. */
export async function countRecentTickets(
  db: Db,
  accountId: number,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ host: string; tickets: number }>(
    `SELECT source ->> 'embed' AS host, count(*) AS tickets
       FROM sale JOIN admission ON admission.event_id = sale.event_id AND sale_id = sale.id
      WHERE account_id = $1 AND source ? 'embed' AND source ->> 'embed' = ANY ($2) AND sale.status = 'CONFIRMED'
        AND created_at > now() - make_interval(days => ${RECENT_DAYS})
        AND admission.status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
      GROUP BY 1`,
    [accountId, hosts],
  );
  return new Map(rows.map(({ host, tickets }) => [host, tickets]));
}
