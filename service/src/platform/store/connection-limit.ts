import { CONNECTIONS_MAX, type Db, QUEUE_CONNECTIONS_MAX } from "./db.ts";
import { PROBE_CONNECTIONS_MAX } from "./probe.ts";

/** What one service and one worker open at most, together. docs/deploy.md names both. */
const NEEDED = CONNECTIONS_MAX + PROBE_CONNECTIONS_MAX + (CONNECTIONS_MAX + QUEUE_CONNECTIONS_MAX);

/** The setting that limits the connections of the user who asks most. PostgreSQL keeps some for superusers, from 16 on some for others too. */
const LIMIT = `SELECT setting, connections FROM (
    SELECT 'max_connections' AS setting,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0) AS connections
     UNION ALL
    SELECT 'datconnlimit', datconnlimit FROM pg_database WHERE datname = current_database() AND datconnlimit >= 0
     UNION ALL
    SELECT 'rolconnlimit', rolconnlimit FROM pg_roles WHERE rolname = current_user AND rolconnlimit >= 0) AS limits
  ORDER BY connections LIMIT 1`;

type Limit = { readonly setting: string; readonly connections: number };

/** Returns the setting by which the database has too few connections for one service and one worker, with both numbers, or `undefined`. */
export async function tooFewConnections(db: Db): Promise<(Limit & { readonly needed: number }) | undefined> {
  const [limit] = await db.query<Limit>(LIMIT);
  return limit === undefined || limit.connections >= NEEDED ? undefined : { ...limit, needed: NEEDED };
}
