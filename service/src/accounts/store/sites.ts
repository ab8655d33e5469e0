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

/** Returns the sites of an account whose origin is none of these. */
export function findSitesBut(tx: Db, accountId: number, origins: readonly string[]): Promise<readonly Site[]> {
  const sql = `SELECT ${COLUMNS} FROM site WHERE account_id = $1 AND origin <> ALL ($2) ORDER BY id`;
  return tx.query<Site>(sql, [accountId, origins]);
}

const RECENT_DAYS = 7;

/** Returns the tickets that were sold online in the last days through embeds on these hosts, by host. */
export async function countRecentTickets(
  db: Db,
  accountId: number,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ host: string; tickets: number }>(
    `SELECT source ->> 'embed' AS host, count(*) AS tickets
       FROM sale JOIN admission ON admission.event_id = sale.event_id AND sale_id = sale.id
       JOIN ticket_type type ON type.event_id = sale.event_id AND type.id = ticket_type_id AND type.kind = 'TICKETS'
      WHERE account_id = $1 AND source ? 'embed' AND source ->> 'embed' = ANY ($2) AND NOT source ? 'boxOffice'
        AND sale.status = 'CONFIRMED'
        AND created_at > now() - make_interval(days => ${RECENT_DAYS})
        AND admission.status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
      GROUP BY 1`,
    [accountId, hosts],
  );
  return new Map(rows.map(({ host, tickets }) => [host, tickets]));
}
