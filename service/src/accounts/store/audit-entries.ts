import type { AuditEntry, AuditFilter } from "#src/accounts/domain/audit-entry.ts";
import type { AuditedCall } from "#src/platform/domain/audit.ts";
import type { Page } from "#src/platform/domain/page.ts";
import { requestContext } from "#src/platform/domain/request-context.ts";
import type { Db } from "#src/platform/store/db.ts";
import { conditions, readPage } from "#src/platform/store/rows.ts";
import { NAME } from "./users.ts";

/** Rows of one user, status and hour that name a network or a call. Guesses from more networks share a row without one. */
const COUNTED_ROWS_MAX = 50;

const THIS_HOUR = "floor(extract(epoch FROM now()) / 3600)::integer";

/** Inserts a row for one call. */
export async function insertAuditEntry(db: Db, { who, call, status, network }: AuditedCall): Promise<void> {
  await db.query(
    `INSERT INTO audit_entry (account_id, user_id, call, status, network, request)
     SELECT account_id, id, $2, $3, $4, $5 FROM account_user WHERE ${userIs(who)}`,
    [keyOf(who), call, status, network, requestContext()?.request],
  );
}

/** Adds so many calls to the row of this hour. Does nothing for a name that no user has. */
export async function addToAuditEntry(
  db: Db,
  { who, call, status, network }: AuditedCall,
  times: number,
): Promise<void> {
  await db.query(
    `INSERT INTO audit_entry (account_id, user_id, call, status, network, hour, times)
     SELECT account_id, account_user.id, $2, $3,
            CASE WHEN (SELECT count(*) FROM audit_entry
                        WHERE user_id = account_user.id AND hour = ${THIS_HOUR} AND status = $3) < $6
                 THEN $4 END,
            ${THIS_HOUR}, $5
       FROM account_user WHERE ${userIs(who)}
     ON CONFLICT (user_id, hour, status, call, network) WHERE hour IS NOT NULL
     DO UPDATE SET times = audit_entry.times + excluded.times, last_at = now()`,
    [keyOf(who), call, status, network, times, COUNTED_ROWS_MAX],
  );
}

function userIs(who: AuditedCall["who"]): string {
  return "userId" in who ? "account_user.id = $1" : "lower(username) = lower($1)";
}

function keyOf(who: AuditedCall["who"]): number | string {
  return "userId" in who ? who.userId : who.username;
}

/** The kind of the thing in an entry's address, as the log of changes has it where the address has another name. */
const KIND = `
CASE split_part(call, '/', 2) WHEN 'user' THEN 'accountUser' WHEN 'festivalDiscount' THEN 'discount' WHEN 'multipack' THEN 'discount'
                              ELSE split_part(call, '/', 2) END`;
/** The id of that thing. The calls about oneself have none in their address. */
const THING = `
CASE WHEN call ~ '^\\w+ /user/(password|secondFactor)(/|$)' THEN entry.user_id::text ELSE split_part(call, '/', 3) END`;
const IS_THING = `
(kind = ${KIND} AND thing_id::text = ${THING}
 OR kind = 'userToken' AND call = concat('DELETE /user/token/', thing_id))`;
const MADE = `(before = '{}' AND call LIKE 'POST %' OR kind = 'account' AND call = 'POST /mailLink/confirm')`;

/**
 * The SQL of what the call of an entry changed: the thing in its address, else what it made. A client may give several calls one id,
 * so the last change before the entry counts.
 */
const CHANGED = `
(SELECT json_build_object('kind', CASE kind WHEN ${KIND} THEN split_part(call, '/', 2) WHEN 'userToken' THEN 'user/token' ELSE kind END,
                          'id', thing_id,
                          'name', thing_name, 'before', nullif(before, '{}'), 'after', after)
   FROM change_entry change
  WHERE change.request = entry.request AND change.user_id = entry.user_id AND change.at <= entry.first_at AND entry.status = 200
    AND (${IS_THING} OR ${MADE})
  ORDER BY ${IS_THING} DESC, change.id DESC LIMIT 1)`;

/** Not a read that was answered. The index audit_entry_of_changes has these words too. */
const IS_NO_READ = "(status >= 400 OR call NOT LIKE 'GET %' OR call LIKE 'GET %/sendEmail')";

/**
 * Returns one page of the account's entries that pass the filter, the newest first, and the number of entries on all pages. There is an
 * index of the entries by user, one by subject, and one of those that are no reads.
 */
export function listAuditEntries(
  db: Db,
  accountId: number,
  { user, what, from, to, reads = true }: AuditFilter,
  page: Page,
) {
  const where = conditions();
  where.add(`entry.account_id = ${where.value(accountId)}`);
  if (user !== undefined) where.add(`entry.user_id = ${where.value(user)}`);
  if (what !== undefined) where.add(`call_subject(call) = ${where.value(what)}`);
  if (from !== undefined) where.add(`last_at >= ${where.value(from)}`);
  if (to !== undefined) where.add(`first_at < ${where.value(to)}`);
  if (!reads) where.add(IS_NO_READ);
  return readPage<AuditEntry>(
    db,
    {
      columns: `entry.id, user_id AS "userId", username, ${NAME} AS name, call, status, network, times,
                first_at AS "firstAt", last_at AS "lastAt", ${CHANGED} AS changed`,
      from: `audit_entry entry JOIN account_user ON account_user.id = user_id WHERE ${where.text()}`,
      order: "first_at DESC, entry.id DESC",
      values: where.values,
    },
    page,
  );
}
