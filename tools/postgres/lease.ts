import pg from "pg";

/** A connection that marks the server as used. It closes when its process ends for any reason. */
export type Lease = {
  readonly others: () => Promise<number>;
  readonly makeDatabase: (name: string) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly lost: Promise<void>;
};

const NAME = "foyer supervisor";
const CONNECT_TIMEOUT_MS = 5_000;

/** SQLSTATE of a server that is starting up, shutting down or recovering. */
const NOT_YET = "57P03";
const EXISTS = "42P04";
const EXISTS_AS_KEY = "23505";

/** Opens a lease. Returns `undefined` while no server answers. Throws when the server refuses the password, since it is another one. */
export async function takeLease(url: string): Promise<Lease | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  const lost = new Promise<void>((resolve) => {
    client.on("end", () => resolve());
    client.on("error", () => resolve());
  });
  try {
    await client.connect();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== NOT_YET) throw error;
    return undefined;
  }
  return {
    others: async () => {
      const { rows } = await client
        .query<{ count: number }>(
          "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
          [NAME],
        )
        // A server that has ended has no users.
        .catch(() => ({ rows: [] }));
      return rows[0]?.count ?? 0;
    },
    makeDatabase: async (name) => {
      const { rows } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
      if (rows.length > 0) return;
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`).catch((error: unknown) => {
        // A concurrent process was first.
        const made = error instanceof pg.DatabaseError && (error.code === EXISTS || error.code === EXISTS_AS_KEY);
        if (!made) throw error;
      });
    },
    end: () => client.end().catch(() => {}),
    lost,
  };
}
